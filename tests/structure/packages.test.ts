import { describe, expect, it } from 'vitest'
import { checkEntryPointTables } from './checks/entry-point-tables.ts'
import { checkPackageModules } from './checks/entry-points.ts'
import { checkLayerTables } from './checks/layer-tables.ts'
import { checkLock, checkPackages } from './checks/packages.ts'
import { checkScripts } from './checks/scripts.ts'
import { checkVersions } from './checks/versions.ts'
import { createTree, printViolations, readRepository } from './source-tree.ts'

const files = readRepository()

/** Dependencies without an import, and why they are needed. */
const UNSEEN: Readonly<Record<string, string>> = {
  '@fw/cli typanion': 'clipanion requires it as a peer',
}

const PACKAGE = {
  name: 'runtime',
  source: 'runtime/src',
  mayImport: [],
  entryPoints: ['index.ts', 'server.ts'],
  layers: { contract: 1, api: 3, page: 4 },
}

describe('packages', () => {
  it('declare what they import, import what they declare, and refer to existing entry points', () => {
    expect(printViolations(checkPackages(files, UNSEEN))).toEqual([])
  })

  it('are rejected if imports, exports and files do not match', () => {
    const tree = createTree({
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
    expect(printViolations(checkPackages(tree, { '@fw/runtime named': 'loaded by name' }, [PACKAGE]))).toEqual([
      'runtime/package.json imports "left-pad" but does not declare it',
      'runtime/package.json declares "idle" but never imports it',
      'runtime/package.json "." refers to "./src/index.ts", but to another file when built',
      'runtime/package.json "./gone" has no source',
      'runtime/package.json no export refers to the entry point "server.ts"',
      'runtime/package.json publishes no dist (`files`)',
    ])
  })
})

describe('the versions of the packages', () => {
  it('are one, and no codemod is of a later release', () => {
    expect(printViolations(checkVersions(files))).toEqual([])
  })

  it('are rejected if they differ', () => {
    const tree = createTree({
      'package.json': '{ "version": "0.10.0" }',
      'cli/package.json': '{ "name": "@fw/cli", "version": "0.9.0", "dependencies": { "@fw/runtime": "0.10.0" } }',
      'playground/shop/package.json': '{ "name": "shop", "version": "1.0.0", "dependencies": { "@fw/cli": "0.9.0" } }',
      'runtime/src/contract/config/version.ts': `export const VERSION = '0.9.0'`,
      'codemods/src/releases/0.9.0/a.ts': '',
      'codemods/src/releases/0.11.0/b.ts': '',
    })
    expect(printViolations(checkVersions(tree))).toEqual([
      'cli/package.json is version 0.9.0, but the repository is 0.10.0',
      'playground/shop/package.json depends on @fw/cli 0.9.0, but it is 0.10.0',
      'codemods/src/releases/0.11.0/b.ts belongs to a later release than 0.10.0',
      'runtime/src/contract/config/version.ts contains another version than 0.10.0',
    ])
  })
})

describe('the lock file', () => {
  it('contains the packages of every platform', () => {
    const lock = files.find(({ path }) => path === 'package-lock.json')
    expect(lock && printViolations(checkLock(lock))).toEqual([])
  })

  it('is rejected if one is missing', () => {
    const packages = {
      'node_modules/a': { optionalDependencies: { 'a-linux': '1.0.0', 'a-darwin': '1.0.0' } },
      'node_modules/a-linux': { version: '1.0.0' },
    }
    expect(printViolations(checkLock({ path: 'package-lock.json', text: JSON.stringify({ packages }) }))).toEqual([
      'package-lock.json "node_modules/a" may need "a-darwin", which is not locked',
    ])
  })
})

describe('the layers in a README', () => {
  it('are those of the checks', () => {
    expect(printViolations(checkLayerTables(files))).toEqual([])
  })

  it('are rejected if they differ from the checks', () => {
    const tree = createTree({
      'runtime/README.md':
        '| layer | folders |\n| --- | --- |\n| 2 | `contract/` `page/` | words |\n| 3 | `api/` | calls |\n',
      'runtime/src/contract/a.ts': '',
      'runtime/src/api/a.ts': '',
    })
    expect(printViolations(checkLayerTables(tree, [PACKAGE]))).toEqual([
      'runtime/README.md does not list "contract" in layer 1',
      'runtime/README.md lists "page", which does not exist',
    ])
  })
})

describe('the entry points in a README', () => {
  it('are those of package.json', () => {
    expect(printViolations(checkEntryPointTables(files))).toEqual([])
  })

  it('are rejected if they differ from package.json', () => {
    const tree = createTree({
      'runtime/package.json':
        '{ "name": "@fw/runtime", "exports": { ".": "./a.js", "./server": "./b.js", "./package.json": "./package.json" } }',
      'runtime/README.md':
        '| entry point | content |\n| --- | --- |\n| `@fw/runtime` | words |\n| `@fw/runtime/gone` | words |\n',
    })
    expect(printViolations(checkEntryPointTables(tree, [PACKAGE]))).toEqual([
      'runtime/README.md does not list "@fw/runtime/server"',
      'runtime/README.md lists "@fw/runtime/gone", which package.json does not export',
    ])
  })
})

describe('modules of packages that builds bundle once', () => {
  it('contain only re-exports of packages', () => {
    expect(printViolations(checkPackageModules(files))).toEqual([])
  })

  it('are rejected with anything else inside', () => {
    const tree = createTree({
      'runtime/src/data/a.package.ts': `export { A } from '@scope/a'\nexport { b } from './b.ts'\nexport const c = 1`,
    })
    expect(checkPackageModules(tree).map(({ line }) => line)).toEqual([2, 3])
  })
})

describe('the scripts', () => {
  it('need no POSIX shell', () => {
    expect(printViolations(checkScripts(files))).toEqual([])
  })

  it('are rejected if they need one', () => {
    const scripts = {
      variable: 'NODE_ENV=production node a.mjs',
      quotes: "node -e '1'",
      pipe: 'node a.mjs | node b.mjs',
      background: 'node a.mjs & node b.mjs',
      remove: 'rm -rf dist',
      chain: 'node a.mjs && node b.mjs',
      fine: 'node --disable-warning=ExperimentalWarning a.mjs --name=b',
    }
    const tree = createTree({
      'package.json': JSON.stringify({ scripts }),
      'playground/shop/package.json': '{ "scripts": { "check": "fw check && tsc -p .", "build": "A=1 fw build" } }',
      'tests/codemods/apps/next/package.json': '{ "scripts": { "build": "rm -rf dist" } }',
      'scripts/a.mjs': `spawnSync('npm', ['ci'])`,
      'scripts/b.mjs': `spawnSync(process.execPath, ['a.mjs'])`,
    })
    expect(printViolations(checkScripts(tree))).toEqual([
      'scripts/a.mjs starts npm by its name: call npmCommand of scripts/programs.mjs',
      'package.json script "variable" sets a variable',
      'package.json script "quotes" uses single quotes',
      'package.json script "pipe" uses the syntax of a shell',
      'package.json script "background" uses the syntax of a shell',
      'package.json script "remove" runs a command of POSIX',
      'package.json script "chain" chains commands',
      'playground/shop/package.json script "build" sets a variable',
    ])
  })
})
