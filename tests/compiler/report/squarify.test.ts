import { array, assert, double, integer, property } from 'fast-check'
import { expect, test } from 'vitest'
import { squarify, type Tile } from '../../../compiler/src/report/squarify.ts'

const AREA = { x: 10, y: 20, width: 600, height: 400 }
const areaOf = ({ width, height }: Tile) => width * height

test('tiles fill the area, proportional to their sizes, inside it and without overlaps', () => {
  const sizes = array(integer({ min: 1, max: 50_000 }), { minLength: 1, maxLength: 60 })
  assert(
    property(sizes, double({ min: 0.2, max: 4, noNaN: true }), (given, ratio) => {
      const area = { ...AREA, width: AREA.height * ratio }
      const sorted = [...given].sort((a, b) => b - a)
      const total = sorted.reduce((sum, size) => sum + size, 0)
      const tiles = squarify(sorted, area)
      expect(tiles).toHaveLength(sorted.length)
      for (const [index, tile] of tiles.entries()) {
        expect(areaOf(tile)).toBeCloseTo(((sorted[index] ?? 0) / total) * areaOf(area), 3)
        expect(tile.x).toBeGreaterThan(area.x - 1e-6)
        expect(tile.y).toBeGreaterThan(area.y - 1e-6)
        expect(tile.x + tile.width).toBeLessThan(area.x + area.width + 1e-6)
        expect(tile.y + tile.height).toBeLessThan(area.y + area.height + 1e-6)
        for (const other of tiles.slice(0, index)) expect(overlap(tile, other)).toBeLessThan(1e-3)
      }
    }),
    { numRuns: 60 },
  )
})

test('tiles are as square as they can be', () => {
  // The example of the paper: 6, 6, 4, 3, 2, 2, 1 in 6 by 4.
  const tiles = squarify([6, 6, 4, 3, 2, 2, 1], { x: 0, y: 0, width: 6, height: 4 })
  const ratios = tiles.map(({ width, height }) => Math.max(width / height, height / width))
  expect(Math.max(...ratios)).toBeLessThan(2.8)
  expect(tiles[0]).toEqual({ x: 0, y: 0, width: 3, height: 2 })
})

test("no sizes give no tiles, and an empty area doesn't fail", () => {
  expect(squarify([], AREA)).toEqual([])
  expect(squarify([3, 1], { ...AREA, width: 0 }).map(areaOf)).toEqual([0, 0])
})

function overlap(a: Tile, b: Tile): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  return Math.max(0, width) * Math.max(0, height)
}
