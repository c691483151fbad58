/** Names say what a file holds: kebab-case, and no drawer that everything fits into. */
import { posix } from 'node:path'
import { HOUSES } from '../floors.ts'
import { isScript, type SourceFile, type Violation } from '../source-tree.ts'

const DRAWERS = new Set(['utils', 'util', 'helpers', 'helper', 'common', 'misc', 'shared', 'types', 'index', 'lib'])

/** Lists that name the files beside them. */
const LISTS: readonly string[] = ['compiler/src/rules/index.ts', 'compiler/src/ts-plugin/index.ts']

export function checkNames(files: readonly SourceFile[]): readonly Violation[] {
  return files
    .filter(({ path }) => isScript(path) && isOurs(path))
    .flatMap(({ path }) => {
      const message = nameProblem(path)
      return message === undefined ? [] : [{ file: path, message }]
    })
}

/** Apps and snapshots follow the conventions of apps (`routes/index.tsx`, `_layout.tsx`, `[id].tsx`). */
function isOurs(path: string): boolean {
  if (path.startsWith('snapshots/') || path.startsWith('playground/')) return false
  return !/^tests\/(?:.*\/)?(?:apps?|fixtures?|cases)\//.test(path)
}

function nameProblem(path: string): string | undefined {
  const door = HOUSES.some(({ source, doors }) => doors.some((name) => path === `${source}/${name}`))
  if (door || LISTS.includes(path)) return undefined
  // `tests/types` is about types: there the name says what it holds. Codemods lie under the release that they belong to.
  const parts = path
    .replace(/^tests\/types\//, 'tests/')
    .replace(/^(codemods\/src\/releases)\/\d+\.\d+\.\d+\//, '$1/')
    .split('/')
  const names = [
    ...parts.slice(0, -1),
    posix.basename(path).replace(/(?:\.(?:test|e2e\.test|test-d|config|d))?\.[a-z]+$/, ''),
  ]
  const drawer = names.find((name) => DRAWERS.has(name))
  if (drawer !== undefined) return `"${drawer}" says nothing; name it by what it holds`
  const odd = names.find((name) => !/^\.?[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z]+)?$/.test(name))
  return odd === undefined ? undefined : `"${odd}" is not kebab-case`
}
