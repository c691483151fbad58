/**
 * The README of each package must show the layers that the checks enforce: every existing folder in the row of its
 * layer.
 */
import { posix } from 'node:path'
import { PACKAGES, type WorkspacePackage } from '../layers.ts'
import type { SourceFile, Violation } from '../source-tree.ts'

export function checkLayerTables(
  files: readonly SourceFile[],
  packages: readonly WorkspacePackage[] = PACKAGES,
): readonly Violation[] {
  return packages
    .filter(({ layers }) => Object.keys(layers).length > 1)
    .flatMap((workspacePackage) => {
      const readme = `${posix.dirname(workspacePackage.source)}/README.md`
      const drawn = readTable(files.find(({ path }) => path === readme)?.text ?? '')
      const built = new Set(
        files
          .filter(({ path }) => path.startsWith(`${workspacePackage.source}/`))
          .map(({ path }) => getEntry(workspacePackage, path)),
      )
      return Object.entries(workspacePackage.layers).flatMap(([entry, layer]) => {
        if (!built.has(entry))
          return drawn.has(entry) ? [{ file: readme, message: `lists "${entry}", which does not exist` }] : []
        if (drawn.get(entry) === layer) return []
        return [{ file: readme, message: `does not list "${entry}" in layer ${layer}` }]
      })
    })
}

function getEntry({ source }: WorkspacePackage, path: string): string {
  return path.slice(source.length + 1).split('/')[0] ?? ''
}

/** Reads rows `| 3 | `api/` `page/` | … |` as entry -> layer. */
function readTable(text: string): ReadonlyMap<string, number> {
  const rows = [...text.matchAll(/^\| *(\d+) *\|([^|]*)\|/gm)]
  return new Map(
    rows.flatMap(([, layer, folders = '']) =>
      [...folders.matchAll(/`([^`]+?)\/?`/g)].map(([, entry = '']) => [entry, Number(layer)] as const),
    ),
  )
}
