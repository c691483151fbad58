/** "Did you mean": the known name that a misspelled one is nearest to. */

/**
 * The known name that takes the fewest edits (insert, delete, replace, swap of neighbours), letter case aside; undefined
 * when none is near enough to be meant. The first of equally near ones wins.
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

/** Optimal string alignment distance. Names are short: three rows of the table are all that is kept. */
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
