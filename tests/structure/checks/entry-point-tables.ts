/** The README of a package with several entry points must list exactly the `exports` of its package.json. */
import { posix } from 'node:path'
import { PACKAGES, type WorkspacePackage } from '../layers.ts'
import type { SourceFile, Violation } from '../source-tree.ts'

interface Manifest {
  readonly name: string
  readonly exports?: Readonly<Record<string, unknown>>
}

export function checkEntryPointTables(
  files: readonly SourceFile[],
  packages: readonly WorkspacePackage[] = PACKAGES,
): readonly Violation[] {
  return packages.flatMap(({ source }) => {
    const folder = posix.dirname(source)
    const read = (name: string) => files.find(({ path }) => path === `${folder}/${name}`)?.text
    const { name, exports = {} } = JSON.parse(read('package.json') ?? '{}') as Manifest // the fields that npm reads
    const exported = Object.keys(exports)
      .filter((key) => key !== './package.json')
      .map((key) => name + key.slice(1))
    if (exported.length < 2) return []
    const file = `${folder}/README.md`
    const listed = [...(read('README.md') ?? '').matchAll(/^\| `([^`]+)`\s+\|/gm)]
      .map(([, cell = '']) => cell)
      .filter((cell) => cell === name || cell.startsWith(`${name}/`))
    return [
      ...exported.filter((one) => !listed.includes(one)).map((one) => ({ file, message: `does not list "${one}"` })),
      ...listed
        .filter((one) => !exported.includes(one))
        .map((one) => ({ file, message: `lists "${one}", which package.json does not export` })),
    ]
  })
}
