/** Every TypeScript block in `docs/` compiles in strict mode; every JSON block is valid JSON. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { REPOSITORY } from '../structure/source-tree.ts'
import { BESIDE } from './beside.ts'
import { pageOf, readPages } from './blocks.ts'
import { LIBRARY_PAGES } from './library-pages.ts'
import { writeApps } from './write-apps.ts'

const TSC = join(REPOSITORY, 'node_modules/@typescript/native/bin/tsc')
const OPTIONS = {
  target: 'es2024',
  lib: ['es2024', 'dom', 'dom.iterable'],
  module: 'esnext',
  moduleResolution: 'bundler',
  moduleDetection: 'force',
  jsx: 'preserve',
  jsxImportSource: 'solid-js',
  allowImportingTsExtensions: true,
  noEmit: true,
  strict: true,
  skipLibCheck: true,
  types: ['node', 'vite/client'],
}
const IMAGES = `declare module '*?image' {
  const image: import('@fw/runtime').ImageFile
  export default image
}
`

const pages = readPages()
const root = mkdtempSync(join(tmpdir(), 'fw-docs-'))
symlinkSync(join(REPOSITORY, 'node_modules'), join(root, 'node_modules'))
writeFileSync(join(root, 'images.d.ts'), IMAGES)
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** Returns the type errors of the apps in these folders, checked as one program. */
function check(folders: readonly string[], name: string): readonly string[] {
  const include = folders.flatMap((folder) => [`${folder}/**/*.ts`, `${folder}/**/*.tsx`, `${folder}/.fw/types`])
  writeFileSync(join(root, name), JSON.stringify({ compilerOptions: OPTIONS, include: [...include, 'images.d.ts'] }))
  const { stdout } = spawnSync(process.execPath, [TSC, '-p', name, '--pretty', 'false'], {
    cwd: root,
    encoding: 'utf8',
  })
  return stdout.split('\n').filter((line) => line !== '')
}

test('every example compiles in strict mode', { timeout: 240_000 }, () => {
  const compiled = pages.filter(({ path }) => !LIBRARY_PAGES.includes(path))
  const apps = compiled.flatMap((page) => writeApps(page, root))
  expect(apps.length).toBeGreaterThan(30)
  const shared = apps.filter(({ registers }) => !registers).map(({ folder }) => folder)
  expect(check(shared, 'tsconfig.json')).toEqual([])
  for (const { folder } of apps.filter(({ registers }) => registers))
    expect(check([folder], 'tsconfig.own.json')).toEqual([])
})

test('an example that does not compile is found, with its page', () => {
  const code =
    "```ts\n// src/server/a.api.ts\nimport { api } from '@fw/runtime'\nexport const a: string = api({})\n```\n"
  const own =
    '```ts\n// src/env.ts\nexport type Env = { A: string }\n```\n\n```ts\n' +
    "import { env } from '@fw/runtime/server'\nexport const b = env.B\n```\n"
  const apps = [pageOf('guide/wrong.md', code), pageOf('guide/own.md', own)].flatMap((page) => writeApps(page, root))
  expect(apps).toEqual([
    { folder: 'guide/wrong', files: ['src/server/a.api.ts'], registers: false },
    { folder: 'guide/own', files: ['src/env.ts', 'block-2.ts'], registers: true },
  ])
  const found = check(['guide/wrong'], 'tsconfig.wrong.json')
  expect(found[0]).toMatch(/^guide\/wrong\/src\/server\/a\.api\.ts\(2,14\): error TS2322/)
  expect(check(['guide/own'], 'tsconfig.wrong.json').join()).toMatch(/^guide\/own\/block-2\.ts\(2,22\): error TS2339/)
})

test('blocks of JSON are JSON', () => {
  const blocks = pages.flatMap(({ path, blocks }) => blocks.map((block) => ({ ...block, page: path })))
  const wrong = blocks.filter(({ language, text }) => language === 'json' && !isJson(text))
  expect(wrong.map(({ page, line }) => `docs/${page}:${line}`)).toEqual([])
})

test('every page with additional files exists', () => {
  expect(Object.keys(BESIDE).filter((page) => !pages.some(({ path }) => path === page))).toEqual([])
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
