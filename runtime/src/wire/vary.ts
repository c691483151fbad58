/** The `vary` header. Names are only ever added, otherwise a cache would serve a response to the wrong client. */

/** Joins lists of names, each once, in lower case and in order. `*` replaces all. */
export function mergeVary(...lists: readonly (string | undefined)[]): string {
  const names = new Set(
    lists.flatMap((list) => (list ?? '').split(',').flatMap((name) => name.trim().toLowerCase() || [])),
  )
  return names.has('*') ? '*' : [...names].join(', ')
}
