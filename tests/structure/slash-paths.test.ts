import { describe, expect, it } from 'vitest'
import { checkSlashPaths } from './checks/slash-paths.ts'
import { createTree, printViolations, readRepository } from './source-tree.ts'

const files = readRepository()

describe('paths of the compiler', () => {
  it('have one separator in the repository', () => {
    expect(printViolations(checkSlashPaths(files))).toEqual([])
  })

  it('are rejected if they have the separator of the platform', () => {
    const tree = createTree({
      'compiler/src/build/a.ts': `import { basename, join } from 'node:path'`,
      'compiler/src/build/b.ts': `import path from 'node:path'`,
      'compiler/src/build/c.ts': `export const file = (name: string) => name.replaceAll('\\\\', '/')`,
      'compiler/src/build/d.ts': `import { dirname, posix } from 'node:path'\nimport { join } from '#slash-path.ts'`,
      'compiler/src/slash-path.ts': `import nodePath from 'node:path'`,
      'cli/src/a.ts': `import { join } from 'node:path'`,
    })
    expect(printViolations(checkSlashPaths(tree))).toEqual([
      'compiler/src/build/a.ts:1 imports join of node:path: import it from #slash-path.ts',
      'compiler/src/build/b.ts:1 imports path of node:path: import it from #slash-path.ts',
      'compiler/src/build/c.ts:1 converts separators itself: call toSlashes of #slash-path.ts',
    ])
  })
})
