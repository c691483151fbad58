/** Computes the tiles of a treemap. The report's page contains its source, so that it may use nothing from outside. */

export interface Tile {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/**
 * Returns one tile for each size, in order, which fill the area exactly; areas are proportional to sizes, which are
 * positive and the largest first. Tiles are as square as rows of them can be (Bruls, Huizing, van Wijk: Squarified
 * Treemaps).
 */
export function squarify(sizes: readonly number[], area: Tile): readonly Tile[] {
  const total = sizes.reduce((sum, size) => sum + size, 0)
  const tiles: Tile[] = []
  let { x, y, width, height } = area
  const scale = total === 0 ? 0 : (width * height) / total
  /** Returns the worst aspect ratio in a row of these areas along a side. */
  const worst = (row: readonly number[], side: number): number => {
    const sum = row.reduce((all, one) => all + one, 0)
    return Math.max((side * side * Math.max(...row)) / (sum * sum), (sum * sum) / (side * side * Math.min(...row)))
  }
  for (let next = 0; next < sizes.length; ) {
    const side = Math.min(width, height)
    const row: number[] = []
    while (next < sizes.length) {
      const size = (sizes[next] ?? 0) * scale
      if (row.length > 0 && worst([...row, size], side) > worst(row, side)) break
      row.push(size)
      next += 1
    }
    const sum = row.reduce((all, one) => all + one, 0)
    const depth = side === 0 ? 0 : sum / side
    let at = 0
    for (const size of row) {
      const length = depth === 0 ? 0 : size / depth
      const isColumn = width >= height
      tiles.push(
        isColumn ? { x, y: y + at, width: depth, height: length } : { x: x + at, y, width: length, height: depth },
      )
      at += length
    }
    if (width >= height) [x, width] = [x + depth, width - depth]
    else [y, height] = [y + depth, height - depth]
  }
  return tiles
}
