/**
 * The README of each package must show the layers that the checks enforce: every existing folder in the row of its
 * layer.
 */
import { posix } from 'node:path'
import { HOUSES, type House } from '../floors.ts'
import type { SourceFile, Violation } from '../source-tree.ts'

export function checkFloorTables(
  files: readonly SourceFile[],
  houses: readonly House[] = HOUSES,
): readonly Violation[] {
  return houses
    .filter(({ floors }) => Object.keys(floors).length > 1)
    .flatMap((house) => {
      const readme = `${posix.dirname(house.source)}/README.md`
      const drawn = readTable(files.find(({ path }) => path === readme)?.text ?? '')
      const built = new Set(
        files.filter(({ path }) => path.startsWith(`${house.source}/`)).map(({ path }) => entryOf(house, path)),
      )
      return Object.entries(house.floors).flatMap(([entry, floor]) => {
        if (!built.has(entry))
          return drawn.has(entry) ? [{ file: readme, message: `lists "${entry}", which does not exist` }] : []
        if (drawn.get(entry) === floor) return []
        return [{ file: readme, message: `does not list "${entry}" in layer ${floor}` }]
      })
    })
}

function entryOf({ source }: House, path: string): string {
  return path.slice(source.length + 1).split('/')[0] ?? ''
}

/** Reads rows `| 3 | `api/` `page/` | … |` as entry -> layer. */
function readTable(text: string): ReadonlyMap<string, number> {
  const rows = [...text.matchAll(/^\| *(\d+) *\|([^|]*)\|/gm)]
  return new Map(
    rows.flatMap(([, floor, rooms = '']) =>
      [...rooms.matchAll(/`([^`]+?)\/?`/g)].map(([, entry = '']) => [entry, Number(floor)] as const),
    ),
  )
}
