import { describe, expect, it } from 'vitest'
import { checkFloorTables } from './gates/floor-tables.ts'
import { checkLock, checkPackages } from './gates/packages.ts'
import { checkVersions } from './gates/versions.ts'
import { printViolations, readRepository, treeOf } from './source-tree.ts'

const files = readRepository()

/** Dependencies that no import shows, and why they are there. */
const UNSEEN: Readonly<Record<string, string>> = {
  '@fw/cli typanion': 'clipanion asks for it as a peer',
}

const HOUSE = {
  name: 'runtime',
  source: 'runtime/src',
  mayImport: [],
  doors: ['index.ts', 'server.ts'],
  floors: { contract: 1, api: 3, page: 4 },
}

describe('packages', () => {
  it('declare what they import, import what they declare, and lead to doors that exist', () => {
    expect(printViolations(checkPackages(files, UNSEEN))).toEqual([])
  })

  it('are refused when imports, exports and files do not fit', () => {
    const tree = treeOf({
      'runtime/package.json': JSON.stringify({
        name: '@fw/runtime',
        files: ['src'],
        dependencies: { h3: '2.0.8', idle: '1.0.0', named: '1.0.0' },
        exports: {
          '.': { 'fw-source': './src/index.ts', types: './dist/index.d.ts', default: './dist/main.js' },
          './gone': { 'fw-source': './src/gone.ts', default: './dist/gone.js' },
          './package.json': './package.json',
        },
      }),
      'runtime/src/index.ts': '',
      'runtime/src/server.ts': '',
      'runtime/src/api/a.ts': `import 'h3'\nimport { x } from 'left-pad'\nimport type { Y } from 'types-only'\nimport 'node:fs'`,
    })
    expect(printViolations(checkPackages(tree, { '@fw/runtime named': 'loaded by name' }, [HOUSE]))).toEqual([
      'runtime/package.json imports "left-pad" and does not declare it',
      'runtime/package.json declares "idle" and imports it nowhere',
      'runtime/package.json "." leads to "./src/index.ts" and to another file when built',
      'runtime/package.json "./gone" leads to no source',
      'runtime/package.json no export leads to the door "server.ts"',
      'runtime/package.json publishes no dist (`files`)',
    ])
  })
})

describe('the versions of our packages', () => {
  it('are one, and no codemod is of a later release', () => {
    expect(printViolations(checkVersions(files))).toEqual([])
  })

  it('are refused when they differ', () => {
    const tree = treeOf({
      'package.json': '{ "version": "0.10.0" }',
      'cli/package.json': '{ "name": "@fw/cli", "version": "0.9.0", "dependencies": { "@fw/runtime": "0.10.0" } }',
      'playground/shop/package.json': '{ "name": "shop", "version": "1.0.0", "dependencies": { "@fw/cli": "0.9.0" } }',
      'runtime/src/contract/version.ts': `export const VERSION = '0.9.0'`,
      'codemods/src/releases/0.9.0/a.ts': '',
      'codemods/src/releases/0.11.0/b.ts': '',
    })
    expect(printViolations(checkVersions(tree))).toEqual([
      'cli/package.json is version 0.9.0, and the repository is 0.10.0',
      'playground/shop/package.json asks for @fw/cli 0.9.0, and it is 0.10.0',
      'codemods/src/releases/0.11.0/b.ts is of a later release than 0.10.0',
      'runtime/src/contract/version.ts names another version than 0.10.0',
    ])
  })
})

describe('the lock file', () => {
  it('names the packages of every platform', () => {
    const lock = files.find(({ path }) => path === 'package-lock.json')
    expect(lock && printViolations(checkLock(lock))).toEqual([])
  })

  it('is refused when one is missing', () => {
    const packages = {
      'node_modules/a': { optionalDependencies: { 'a-linux': '1.0.0', 'a-darwin': '1.0.0' } },
      'node_modules/a-linux': { version: '1.0.0' },
    }
    expect(printViolations(checkLock({ path: 'package-lock.json', text: JSON.stringify({ packages }) }))).toEqual([
      'package-lock.json "node_modules/a" may need "a-darwin", which is not locked',
    ])
  })
})

describe('the floors in a README', () => {
  it('are those of the gates', () => {
    expect(printViolations(checkFloorTables(files))).toEqual([])
  })

  it('are refused when they are not those of the gates', () => {
    const tree = treeOf({
      'runtime/README.md':
        '| floor | rooms |\n| --- | --- |\n| 2 | `contract/` `page/` | words |\n| 3 | `api/` | calls |\n',
      'runtime/src/contract/a.ts': '',
      'runtime/src/api/a.ts': '',
    })
    expect(printViolations(checkFloorTables(tree, [HOUSE]))).toEqual([
      'runtime/README.md does not draw "contract" on floor 1',
      'runtime/README.md draws "page", which is not there',
    ])
  })
})
