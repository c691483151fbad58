import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { openProjectFiles } from '../../../../compiler/src/analyze/modules/project-files.ts'
import {
  findMapped,
  type ResolveImport,
  resolveImport,
} from '../../../../compiler/src/analyze/modules/resolve-import.ts'
import { temporaryApp } from '../../temporary-app.ts'

function openResolver(root: string): ResolveImport {
  const project = openProjectFiles(root)
  return (specifier, from) => resolveImport(project, specifier, from)
}

const FILES = [
  'src/a.ts',
  'src/deep/b.tsx',
  'src/deep/index.ts',
  'src/exact.ts',
  'src/only.js',
  'src/page.css',
  'src/logo.svg',
  'second/late.ts',
  'second/a.ts',
  'lib/based.ts',
  'lib/solid-js.ts',
  'types/untyped.d.ts',
  'widgets/hash.tsx',
  'widgets/for-browser.ts',
  'widgets/for-node.ts',
  'node_modules_like/x.ts',
]

function appWith(compilerOptions: object, more: Readonly<Record<string, string>> = {}) {
  const files = Object.fromEntries(FILES.map((file) => [file, 'export {}\n']))
  return temporaryApp({
    ...files,
    'package.json': JSON.stringify({
      imports: {
        '#widgets/*': './widgets/*',
        '#widgets/*.tsx': './widgets/*.tsx',
        '#exact': { node: './widgets/for-node.ts', browser: './widgets/for-browser.ts', default: './src/a.ts' },
        '#list': [{ node: './nowhere.ts' }, './src/a.ts'],
        '#package': 'solid-js',
      },
    }),
    'tsconfig.json': JSON.stringify({ compilerOptions }),
    ...more,
  })
}

const PATHS = {
  '@/*': ['./src/*'],
  '@/deep/*': ['./src/deep/*'],
  'two/*': ['./src/*', './second/*'],
  exact: ['./src/exact.ts'],
  'exact/*': ['./src/deep/*'],
  '~*.look': ['./src/*.css'],
  '#mapped/*': ['./src/*'],
  untyped: ['./types/untyped'],
  outside: ['../outside.ts'],
}

/** [import, resolved file]. For `undefined`, TypeScript must not find a file that can run either. */
const TABLE: readonly (readonly [string, string | undefined])[] = [
  ['@/a', 'src/a.ts'],
  ['@/a.ts', 'src/a.ts'],
  ['@/a.js', 'src/a.ts'],
  ['@/deep/b', 'src/deep/b.tsx'],
  ['@/deep', 'src/deep/index.ts'],
  ['@/only', 'src/only.js'],
  ['two/a', 'src/a.ts'],
  ['two/late', 'second/late.ts'],
  ['two/nowhere', undefined],
  ['exact', 'src/exact.ts'],
  ['exact/b', 'src/deep/b.tsx'],
  ['#mapped/a', 'src/a.ts'],
  ['solid-js', undefined],
  ['@/nowhere', undefined],
  ['@/', undefined],
]

const compilerOptions = {
  module: 'esnext',
  moduleResolution: 'bundler',
  allowJs: true,
  allowImportingTsExtensions: true,
  noEmit: true,
}

test.each(TABLE)('paths: %s means what TypeScript takes it for', (specifier, expected) => {
  const { root } = appWith({ ...compilerOptions, paths: PATHS })
  expect(openResolver(root)(specifier, 'src/deep/b.tsx')).toBe(expected)
  const parsed = ts.getParsedCommandLineOfConfigFile(
    join(root, 'tsconfig.json'),
    {},
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: () => undefined,
    },
  )
  const { resolvedModule } = ts.resolveModuleName(
    specifier,
    join(root, 'src/deep/b.tsx'),
    parsed?.options ?? {},
    ts.sys,
  )
  const found = resolvedModule?.resolvedFileName
  const own =
    found?.startsWith(`${root}/`) && !found.includes('/node_modules/') ? found.slice(root.length + 1) : undefined
  expect(own).toBe(expected)
})

test('paths lead to stylesheets and images, to the text of a module, and never to a declaration file', () => {
  const { root } = appWith({ ...compilerOptions, paths: PATHS })
  const find = openResolver(root)
  expect(find('@/page.css', 'src/a.ts')).toBe('src/page.css')
  expect(find('~page.look', 'src/a.ts')).toBe('src/page.css')
  expect(find('@/logo.svg?url', 'src/a.ts')).toBe('src/logo.svg')
  expect(find('@/a.ts?raw', 'src/a.ts')).toBe('src/a.ts')
  expect(find('untyped', 'src/a.ts')).toBeUndefined()
})

test("a file outside the project isn't one of its own, but is found", () => {
  const { root } = appWith({ ...compilerOptions, paths: PATHS })
  const outside = resolve(root, '../outside.ts')
  writeFileSync(outside, 'export {}\n')
  expect(openResolver(root)('outside', 'src/a.ts')).toBeUndefined()
  expect(findMapped(openProjectFiles(root), 'outside')).toBe(outside)
})

test('baseUrl: names from there, before packages; paths are relative to it too', () => {
  const { root } = appWith({ ...compilerOptions, baseUrl: './lib', paths: { 'up/*': ['../src/*'] } })
  const find = openResolver(root)
  expect(find('based', 'src/a.ts')).toBe('lib/based.ts')
  expect(find('solid-js', 'src/a.ts')).toBe('lib/solid-js.ts')
  expect(find('up/a', 'src/a.ts')).toBe('src/a.ts')
  expect(find('vite', 'src/a.ts')).toBeUndefined()
})

test('extends: one or several, relative or a package, with comments; paths are relative to their own file', () => {
  const base = '{ // of all apps\n "compilerOptions": { "paths": { "@/*": ["../src/*"], }, /* none */ } }'
  const { root, write } = appWith({}, { 'config/base.json': base, 'config/dir.json': '{}' })
  const find = (specifier: string) => openResolver(root)(specifier, 'src/a.ts')
  write('tsconfig.json', '{ "extends": "./config/base" }')
  expect(find('@/a')).toBe('src/a.ts')
  write('config/dir.json', `{ "compilerOptions": { "paths": { "@/*": ["\${configDir}/second/*"] } } }`)
  write('tsconfig.json', '{ "extends": ["./config/base.json", "./config/dir.json"] }')
  expect(find('@/a')).toBe('second/a.ts')
  write('tsconfig.json', '{ "extends": ["./config/dir.json", "./config/base.json"] }')
  expect(find('@/a')).toBe('src/a.ts')
  write('tsconfig.json', '{ "extends": "./config/dir.json", "compilerOptions": { "paths": {} } }')
  expect(find('@/a')).toBeUndefined()
  // Two that extend each other.
  write('config/dir.json', '{ "extends": "../tsconfig.json", "compilerOptions": { "paths": { "@/*": ["../src/*"] } } }')
  write('tsconfig.json', '{ "extends": "./config/dir.json" }')
  expect(find('@/a')).toBe('src/a.ts')
})

test('a tsconfig.json with a syntax error, or with paths of another form, maps nothing', () => {
  const { root, write } = appWith({})
  const find = (specifier: string) => openResolver(root)(specifier, 'src/a.ts')
  for (const text of ['{', '[]', '{ "compilerOptions": { "paths": { "@/*": "./src/*" } } }', 'null']) {
    write('tsconfig.json', text)
    expect(find('@/a')).toBeUndefined()
  }
})

test('package.json#imports: names, patterns, conditions of browsers, and those of a package inside the project', () => {
  const { root } = appWith(compilerOptions)
  const find = openResolver(root)
  expect(find('#widgets/hash.tsx', 'src/a.ts')).toBe('widgets/hash.tsx')
  expect(find('#exact', 'src/a.ts')).toBe('widgets/for-browser.ts')
  expect(find('#list', 'src/a.ts')).toBe('src/a.ts')
  expect(find('#package', 'src/a.ts')).toBeUndefined()
  expect(find('#nowhere', 'src/a.ts')).toBeUndefined()
  const inner = join(root, 'parts/own')
  mkdirSync(inner, { recursive: true })
  writeFileSync(join(dirname(inner), 'package.json'), JSON.stringify({ imports: { '#exact': './own/part.ts' } }))
  writeFileSync(join(inner, 'part.ts'), 'export {}\n')
  expect(openResolver(root)('#exact', 'parts/own/part.ts')).toBe('parts/own/part.ts')
})
