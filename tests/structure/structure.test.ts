import { homedir } from 'node:os'
import { describe, expect, it } from 'vitest'
import { checkDoubledNames } from './checks/doubled-names.ts'
import { checkDefaultExports, checkEntryPoints } from './checks/entry-points.ts'
import { checkFileNames } from './checks/file-names.ts'
import { checkFolderSizes } from './checks/folder-sizes.ts'
import { checkFunctionNames } from './checks/function-names.ts'
import { checkImportCycles } from './checks/import-cycles.ts'
import { checkLayers, checkPublicEntryPoints } from './checks/layers.ts'
import { checkBrowserImports, checkDevStart, checkServerBundle, checkServerImports } from './checks/loaded-files.ts'
import { checkMachinePaths } from './checks/machine-paths.ts'
import { checkObjectGuards } from './checks/object-guards.ts'
import { checkSharedHooks } from './checks/shared-hooks.ts'
import { checkSizes } from './checks/sizes.ts'
import { checkSkips } from './checks/skips.ts'
import { checkSlowPatterns } from './checks/slow-patterns.ts'
import { checkThirdPartyPackages } from './checks/third-party-packages.ts'
import { measureStructure } from './measures.ts'
import { createTree, printViolations, REPOSITORY, readRepository } from './source-tree.ts'

const files = readRepository()

const RUNTIME_PACKAGE = JSON.stringify({
  name: '@fw/runtime',
  imports: { '#contract/*.ts': { 'fw-source': './src/contract/*.ts' } },
  exports: { './contract': { 'fw-source': './src/contract.ts' } },
})

describe('layers', () => {
  it('hold in the repository', () => {
    expect(printViolations(checkLayers(files))).toEqual([])
    expect(printViolations(checkPublicEntryPoints(files))).toEqual([])
  })

  it('reject an import up, types included', () => {
    const tree = createTree({
      'runtime/src/wire/cookie.ts': `import type { Proposal } from '../proposals/proposal.ts'\nexport type X = Proposal`,
      'runtime/src/proposals/proposal.ts': 'export type Proposal = string',
    })
    expect(printViolations(checkLayers(tree))).toEqual([
      'runtime/src/wire/cookie.ts:1 "wire" (layer 2) imports up from "proposals" (layer 3)',
    ])
  })

  it('reject folders of one layer that import each other, by any form of import', () => {
    const forms = [
      `export { a } from '../session/a.ts'`,
      `export type A = import('../session/a.ts').A`,
      `export const load = () => import('../session/a.ts')`,
      `export const path = import.meta.resolve('../session/a.ts')`,
    ]
    for (const form of forms) {
      const tree = createTree({ 'runtime/src/api/b.ts': form, 'runtime/src/session/a.ts': '' })
      expect(printViolations(checkLayers(tree))).toEqual([
        'runtime/src/api/b.ts:1 "api" and "session" share layer 3 and must not import each other',
      ])
    }
  })

  it('reject a folder without a layer, a long climb, a missing file and an entry point that is used from inside', () => {
    const tree = createTree({
      'runtime/src/attic/a.ts': '',
      'runtime/src/page/b.ts': `import '../../x.ts'\nimport '#contract/none.ts'\nimport '../server.ts'`,
      'runtime/src/server.ts': '',
      'runtime/package.json': RUNTIME_PACKAGE,
    })
    expect(printViolations(checkLayers(tree))).toEqual([
      'runtime/src/attic/a.ts "attic" has no layer; add it to tests/structure/layers.ts',
      `runtime/src/page/b.ts:1 "../../x.ts" climbs more than one folder; use the package's # imports`,
      'runtime/src/page/b.ts:2 "#contract/none.ts" is not a file of the repository',
      'runtime/src/page/b.ts:3 imports the entry point "server.ts"; import the file that it re-exports',
    ])
  })

  it('reject a package that imports the wrong package, and an app that imports a private entry point', () => {
    const tree = createTree({
      'compiler/src/check.ts': `import '@fw/runtime/server'\nimport '@fw/runtime/contract'`,
      'runtime/src/contract/a.ts': `import '@fw/runtime'`,
      'playground/shop/src/a.ts': `import '@fw/runtime/contract'\nimport '@fw/runtime/server'`,
    })
    expect(printViolations(checkLayers(tree))).toEqual([
      'compiler/src/check.ts:1 compiler may not import "@fw/runtime/server"',
      'runtime/src/contract/a.ts:1 runtime may not import "@fw/runtime"',
    ])
    expect(printViolations(checkPublicEntryPoints(tree))).toEqual([
      'playground/shop/src/a.ts:1 "@fw/runtime/contract" is not a public entry point',
    ])
  })
})

describe('import cycles', () => {
  it('do not exist in the repository', () => {
    expect(printViolations(checkImportCycles(files))).toEqual([])
  })

  it('are found through types and # imports', () => {
    const tree = createTree({
      'runtime/package.json': RUNTIME_PACKAGE,
      'runtime/src/contract/a.ts': `import type { B } from './b.ts'`,
      'runtime/src/contract/b.ts': `export type { C } from '#contract/c.ts'`,
      'runtime/src/contract/c.ts': `import { a } from './a.ts'`,
      'runtime/src/contract/d.ts': `import { a } from './a.ts'`,
    })
    expect(checkImportCycles(tree)).toHaveLength(1)
    expect(checkImportCycles(tree)[0]?.message).toContain(
      'contract/a.ts -> runtime/src/contract/b.ts -> runtime/src/contract/c.ts',
    )
  })
})

describe('regular expressions of the runtime', () => {
  it('take linear time', () => {
    expect(printViolations(checkSlowPatterns(files))).toEqual([])
  })

  it('are rejected if they do not', () => {
    const tree = createTree({
      'runtime/src/host/a.ts': 'export const SLOW = /^\\s*(\\d*)\\s*$/\nexport const FAST = /^\\s*\\d+\\s*$/\n',
      'runtime/src/browser/b.ts': 'export const SLOW = /\\s+#*\\s*$/\n',
      'runtime/src/testing/c.ts': 'export const APART = /^\\s*(\\d*)\\s*$/\n',
      'runtime/src/wire/d.ts': 'export const REPEATED = /^(?:[^~]|~0)*$/\nexport const ONE = /[)*]+(a)?\\)*/\n',
    })
    expect(printViolations(checkSlowPatterns(tree))).toEqual([
      expect.stringMatching(/^runtime\/src\/host\/a\.ts:1 .*needs more than linear time/),
      expect.stringMatching(/^runtime\/src\/browser\/b\.ts:1 .*needs more than linear time/),
      expect.stringMatching(/^runtime\/src\/wire\/d\.ts:1 .*repeats a group/),
    ])
  })
})

describe('modules that test files share', () => {
  it('register no hooks on import', () => {
    expect(printViolations(checkSharedHooks(files))).toEqual([])
  })

  it('are rejected if they do', () => {
    const tree = createTree({
      'tests/http/rig.ts': "import { afterEach } from 'vitest'\nafterEach(() => undefined)\n",
      'tests/http/fine.ts': 'export function tidy(): void {\n  afterEach(() => undefined)\n}\n',
      'tests/http/a.test.ts': 'afterEach(() => undefined)\n',
    })
    expect(checkSharedHooks(tree).map(({ file }) => file)).toEqual(['tests/http/rig.ts'])
  })
})

describe('third-party packages', () => {
  it('are imported only in their listed folders', () => {
    expect(printViolations(checkThirdPartyPackages(files))).toEqual([])
  })

  it('are rejected elsewhere, and so are unlisted ones', () => {
    const tree = createTree({
      'compiler/src/analyze/a.ts': `import type { Node } from 'ts-morph'\nimport '@babel/core'`,
      'runtime/src/api/b.ts': `import { createSignal } from 'solid-js'\nimport x from 'left-pad'`,
      'runtime/src/wire/c.ts': `import 'node:crypto'\nexport const home = process.env.HOME`,
      'runtime/src/host/d.ts': `import 'node:http'\nimport { H3 } from 'h3'`,
    })
    expect(printViolations(checkThirdPartyPackages(tree))).toEqual([
      'compiler/src/analyze/a.ts:1 "ts-morph" is imported only in compiler/src/program/, codemods/src/',
      'compiler/src/analyze/a.ts:2 "@babel/core" is imported only in compiler/src/jsx/',
      'runtime/src/api/b.ts:1 "solid-js" is imported only in runtime/src/solid/',
      'runtime/src/api/b.ts:2 "left-pad" is not listed; add it to tests/structure/layers.ts',
      'runtime/src/wire/c.ts:1 "node:crypto" in a folder whose code also runs in browsers',
      'runtime/src/wire/c.ts:2 "process" in a folder whose code also runs in browsers',
    ])
  })
})

describe('the files that a server and a browser load', () => {
  it('contain no compiler packages and no node: modules', () => {
    expect(printViolations(checkServerImports(files))).toEqual([])
    expect(printViolations(checkBrowserImports(files))).toEqual([])
  })

  it('are followed from the entry points through every file', () => {
    const tree = createTree({
      'runtime/src/server.ts': `export { a } from './server/a.ts'`,
      'runtime/src/server/a.ts': `export const a = () => import('./b.ts')`,
      'runtime/src/server/b.ts': `import type { Node } from 'ts-morph'\nimport { transform } from '@swc/core'`,
      'runtime/src/client.ts': `export { c } from './browser/c.ts'`,
      'runtime/src/browser/c.ts': `import { readFileSync } from 'node:fs'`,
    })
    expect(printViolations(checkServerImports(tree))).toEqual([
      'runtime/src/server/b.ts:2 runtime/src/server.ts reaches the compiler package "@swc/core"',
    ])
    expect(printViolations(checkBrowserImports(tree))).toEqual([
      'runtime/src/browser/c.ts:1 runtime/src/client.ts reaches "node:fs"',
    ])
  })

  it('are few before the first response of fw dev', () => {
    expect(printViolations(checkDevStart(files))).toEqual([])
    const tree = createTree({
      'compiler/src/dev.ts': `export { a } from './build/a.ts'`,
      'compiler/src/build/a.ts': `import 'ts-morph'\nimport { b } from './b.ts'\nexport const a = () => import('image-size')`,
      'compiler/src/build/b.ts': `import type { C } from '../check.ts'\nimport { check } from '../check.ts'`,
      'compiler/src/check.ts': `import 'ts-morph'`,
    })
    expect(printViolations(checkDevStart(tree))).toEqual([
      'compiler/src/build/a.ts:1 compiler/src/dev.ts reaches "ts-morph" at its start; import() it where it is needed',
      'compiler/src/build/b.ts:2 compiler/src/dev.ts reaches "compiler/src/check.ts" at its start; import() it where it is needed',
    ])
  })

  it('are checked in a built bundle', () => {
    const bundle = createTree({ 'index.js': `import 'vite'\n//#region node_modules/@babel/core/lib/index.js\n` })
    expect(printViolations(checkServerBundle(bundle))).toEqual([
      'index.js:1 the server bundle imports "vite"',
      'index.js the server bundle contains "@babel/core"',
    ])
    expect(checkServerBundle(createTree({ 'index.js': `import 'libsql'` }))).toEqual([])
  })
})

describe('entry points', () => {
  it('contain only re-exports, and nothing is exported by default', () => {
    expect(printViolations(checkEntryPoints(files))).toEqual([])
    expect(printViolations(checkDefaultExports(files, ['compiler/src/ts-plugin/']))).toEqual([])
  })

  it('are rejected with anything else inside', () => {
    const tree = createTree({
      'runtime/src/server.ts': `export { a } from './server/a.ts'\nimport './b.ts'\nexport const c = 1\nconst d = 2\nexport { d }`,
      'runtime/src/server/a.ts': 'export default 1\nexport const a = 1',
      'runtime/src/server/b.ts': 'export default function b() {}',
    })
    expect(checkEntryPoints(tree).map(({ line }) => line)).toEqual([2, 3, 4, 5])
    expect(checkDefaultExports(tree).map(({ file, line }) => `${file}:${line}`)).toEqual([
      'runtime/src/server/a.ts:1',
      'runtime/src/server/b.ts:1',
    ])
  })
})

describe('sizes', () => {
  it('stay within 400 lines a file and 80 a function', () => {
    expect(printViolations(checkSizes(files))).toEqual([])
  })

  it('are counted', () => {
    const long = Array.from({ length: 79 }, (_, index) => `  let a${index} = 1`).join('\n')
    const tree = createTree({
      'runtime/src/api/a.ts': '\n'.repeat(400).replaceAll('\n', 'let a\n'),
      'runtime/src/api/b.ts': 'let a\n'.repeat(401),
      'runtime/src/api/c.ts': `const f = () => {\n${long}\n}\nclass C {\n m() {\n${long}\n}\n}`,
    })
    expect(printViolations(checkSizes(tree))).toEqual([
      'runtime/src/api/b.ts 401 lines; a file has at most 400',
      'runtime/src/api/c.ts:1 a function of 81 lines; a function has at most 80',
      'runtime/src/api/c.ts:83 a function of 81 lines; a function has at most 80',
    ])
  })
})

describe('folders', () => {
  it('have at most 40 files', () => {
    expect(printViolations(checkFolderSizes(files, 40))).toEqual([])
  })

  it('are rejected with more, whatever their subfolders contain', () => {
    const tree = createTree({
      'runtime/src/api/a.ts': '',
      'runtime/src/api/b.ts': '',
      'runtime/src/api/forms/c.ts': '',
      'runtime/src/api/style.css': '',
      'docs/d.ts': '',
      'docs/e.ts': '',
    })
    expect(printViolations(checkFolderSizes(tree, 1))).toEqual(['runtime/src/api 2 files; a folder has at most 1'])
  })
})

describe('names', () => {
  it('describe the content of a file', () => {
    expect(printViolations(checkFileNames(files))).toEqual([])
  })

  it('are rejected if they are not specific or in another case', () => {
    const paths = [
      'runtime/src/api/utils.ts',
      'runtime/src/common/a.ts',
      'runtime/src/api/index.ts',
      'cli/src/runTool.ts',
      'codemods/src/releases/next/1.0.0/a.ts',
    ]
    const good = [
      'codemods/src/releases/0.2.0/a.ts',
      'runtime/src/index.ts',
      'runtime/src/api/call-tool.ts',
      'playground/shop/src/routes/index.tsx',
    ]
    const tree = createTree(Object.fromEntries([...paths, ...good].map((path) => [path, ''])))
    expect(checkFileNames(tree).map(({ file }) => file)).toEqual(paths)
  })
})

describe('function names', () => {
  it('are verb phrases in the repository', () => {
    expect(printViolations(checkFunctionNames(files, { of: 0.5, participle: 1 }))).toEqual([])
  })

  it('are counted as shares of all functions', () => {
    const tree = createTree({
      'runtime/src/api/a.ts': 'export function textOf() {}\nexport const priced = () => 1\nclass A { read() {} }',
      'runtime/src/api/b.ts': 'function embedPage() {}\nconst subjectOf = () => 1\nconst value = 1',
    })
    expect(checkFunctionNames(tree, { of: 20, participle: 20 })).toEqual([])
    expect(printViolations(checkFunctionNames(tree, { of: 19, participle: 0 }))).toEqual([
      'runtime/src/api/a.ts:1 "textOf" is named by "of"; use a verb phrase',
      'runtime/src/api/a.ts:2 "priced" is named by a participle; use a verb phrase',
    ])
  })
})

describe('exported names', () => {
  it('have one meaning in a package', () => {
    expect(printViolations(checkDoubledNames(files, ['island', 'live']))).toEqual([])
  })

  it('are found if two files declare one', () => {
    const tree = createTree({
      'runtime/src/api/a.ts': 'export interface Part {}\nexport const one = 1',
      'runtime/src/wire/b.ts': 'export type Part = string\nexport function two() {}',
      'runtime/src/solid/forms/form-client.ts': 'export function useForm() {}',
      'runtime/src/solid/forms/form-server.ts': 'export function useForm() {}',
      'cli/src/one.ts': 'export const one = 2',
    })
    expect(printViolations(checkDoubledNames(tree))).toEqual([
      'runtime/src/api/a.ts "Part" is exported by runtime/src/api/a and runtime/src/wire/b',
    ])
  })
})

describe('the measures of names, words and folders', () => {
  it('reach their targets', () => {
    const missed = measureStructure(files).filter(({ now, target }) => now > target)
    expect(missed).toEqual([])
  })

  it('count the words of documents, doc comments and messages', () => {
    const tree = createTree({
      'docs/a.md': 'Nobody answers here.\n\n```ts\n// nobody answers\n```\n',
      'runtime/src/api/a.ts': "/** Nobody knows. */\n// nobody\nexport const a = 'It is no value.'\n",
    })
    const shares = new Map(measureStructure(tree).map(({ title, now }) => [title, now]))
    expect(shares.get('docs, per 1,000 words: answer')).toBeCloseTo(1000 / 3)
    expect(shares.get('comments and messages, per 1,000 words: nobody, whoever, somebody')).toBeCloseTo(1000 / 6)
    expect(shares.get('comments and messages, per 1,000 words: is no')).toBeCloseTo(1000 / 6)
  })
})

describe('checks of objects and messages of errors', () => {
  it('have one function each', () => {
    expect(printViolations(checkObjectGuards(files))).toEqual([])
  })

  it('are reported if a file has its own', () => {
    const tree = createTree({
      'runtime/src/contract/is-object.ts':
        "function isObject(value) {\n  return typeof value === 'object' && value !== null\n}",
      'cli/src/a.ts': "function isMap(it) {\n  return typeof it === 'object' && it !== null && !Array.isArray(it)\n}",
      'compiler/src/b.ts': 'const text = cause instanceof Error ? cause.message : String(cause)',
      'compiler/src/c.ts': "const isNode = typeof it === 'object' && it !== null && 'type' in it",
    })
    expect(checkObjectGuards(tree).map(({ file }) => file)).toEqual(['cli/src/a.ts', 'compiler/src/b.ts'])
  })
})

describe('machine paths', () => {
  it('are in no file', () => {
    expect(printViolations(checkMachinePaths(files, [`${REPOSITORY}/`, `${homedir()}/`]))).toEqual([])
  })

  it('are found, and so is a private registry', () => {
    const home = ['', 'home', 'ada', ''].join('/')
    const tree = createTree({
      'a.md': `see ${home}notes\nand /srv/checkout/fw/x\nand https://example.com${home}`,
      'package-lock.json':
        '"resolved": "https://npm.example.com/x.tgz"\n"resolved": "https://registry.npmjs.org/x.tgz"',
    })
    expect(printViolations(checkMachinePaths(tree, ['/srv/checkout/fw/']))).toEqual([
      `a.md:1 the machine path "${home}"`,
      'a.md:2 the machine path "/srv/checkout/fw/"',
      'package-lock.json:1 the registry "npm.example.com"',
    ])
  })
})

describe('tests', () => {
  it('all run', () => {
    expect(printViolations(checkSkips(files))).toEqual([])
  })

  it('are reported if they do not', () => {
    const text = ['it', 'describe'].map((name, index) => `${name}.${['skip', 'only'][index]}('x', () => {})`).join('\n')
    expect(checkSkips(createTree({ 'tests/a.test.ts': `${text}\nit.each([1]).todo('x')` }))).toHaveLength(3)
  })
})
