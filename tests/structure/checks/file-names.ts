/** File names must describe the content: kebab-case, and no catch-all names. */
import { posix } from 'node:path'
import { PACKAGES } from '../layers.ts'
import { isScript, type SourceFile, type Violation } from '../source-tree.ts'

const DRAWERS = new Set(['utils', 'util', 'helpers', 'helper', 'common', 'misc', 'shared', 'types', 'index', 'lib'])

/** Files that list the other files of their folder. */
const LISTS: readonly string[] = ['compiler/src/rules/index.ts', 'compiler/src/ts-plugin/index.ts']

export function checkFileNames(files: readonly SourceFile[]): readonly Violation[] {
  return files
    .filter(({ path }) => isScript(path) && isOurs(path))
    .flatMap(({ path }) => {
      const message = nameProblem(path)
      return message === undefined ? [] : [{ file: path, message }]
    })
}

/**
 * Excludes apps, recipes and snapshots, which follow the conventions of apps (`routes/index.tsx`, `_layout.tsx`, `[id].tsx`).
 */
function isOurs(path: string): boolean {
  if (/^(?:snapshots|playground|cli\/recipes)\//.test(path)) return false
  return !/^tests\/(?:.*\/)?(?:apps?|fixtures?|cases)\//.test(path)
}

function nameProblem(path: string): string | undefined {
  const entryPoint = PACKAGES.some(({ source, entryPoints }) =>
    entryPoints.some((name) => path === `${source}/${name}`),
  )
  if (entryPoint || LISTS.includes(path)) return undefined
  // In `tests/types` the name describes the content. Codemods are in the folder of their release.
  const parts = path
    .replace(/^tests\/types\//, 'tests/')
    .replace(/^(codemods\/src\/releases)\/\d+\.\d+\.\d+\//, '$1/')
    .split('/')
  const names = [
    ...parts.slice(0, -1),
    posix.basename(path).replace(/(?:\.(?:test|e2e\.test|test-d|config|d))?\.[a-z]+$/, ''),
  ]
  const drawer = names.find((name) => DRAWERS.has(name))
  if (drawer !== undefined) return `"${drawer}" is not specific; name the file after its content`
  const odd = names.find((name) => !/^\.?[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z]+)?$/.test(name))
  return odd === undefined ? undefined : `"${odd}" is not kebab-case`
}
