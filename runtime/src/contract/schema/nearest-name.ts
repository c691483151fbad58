/** "Did you mean": finds the known name that is most similar to a misspelled one. */

/**
 * Returns the known name with the fewest edits (insert, delete, replace, swap of neighbors), ignoring case. Returns
 * undefined if none is similar enough. Among equally similar names, the first one is returned.
 */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const given = name.toLowerCase()
  let nearest: string | undefined
  let fewest = Math.max(2, Math.floor(name.length / 3)) + 1
  for (const candidate of known) {
    const edits = editsBetween(given, candidate.toLowerCase())
    if (edits >= fewest) continue
    fewest = edits
    nearest = candidate
  }
  return nearest
}

/** Optimal string alignment distance. Only three rows of the table are needed at a time. */
function editsBetween(from: string, to: string): number {
  let before: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let row = 1; row <= from.length; row++) {
    const next = [row]
    for (let column = 1; column <= to.length; column++) {
      const replaced = at(last, column - 1) + (from[row - 1] === to[column - 1] ? 0 : 1)
      let edits = Math.min(at(last, column) + 1, at(next, column - 1) + 1, replaced)
      const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      if (row > 1 && column > 1 && swapped) edits = Math.min(edits, at(before, column - 2) + 1)
      next.push(edits)
    }
    before = last
    last = next
  }
  return at(last, to.length)
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY
}
