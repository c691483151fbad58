/** The `vary` header: what an answer depends on is only ever added to, or a cache hands it to the wrong reader. */

/** The names of both lists, each once, in lower case and in their order. `*` stands for all. */
export function mergeVary(...lists: readonly (string | undefined)[]): string {
  const names = new Set(
    lists.flatMap((list) => (list ?? '').split(',').flatMap((name) => name.trim().toLowerCase() || [])),
  )
  return names.has('*') ? '*' : [...names].join(', ')
}
