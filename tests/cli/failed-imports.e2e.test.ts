/** Imports that lead nowhere: `fw check` reports what `fw build` would fail with, and nothing that works. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type WrittenApp, writeApp } from './support/written-app.ts'

let app: WrittenApp
beforeAll(() => {
  app = writeApp({
    'package.json': JSON.stringify({
      name: 'own-name',
      private: true,
      type: 'module',
      imports: { '#words': { node: './src/words.ts' }, '#pkg': 'solid-js', '#gone': './src/gone.ts' },
      dependencies: { '@fw/runtime': '*', 'solid-js': '*', 'solid-not-there': '*' },
    }),
    'src/words.ts': "export const word = 'word'\n",
    'src/note.txt': 'a note\n',
    'public/mark.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>\n',
    'src/routes/index.tsx': `export default () => <h1>Home</h1>\n`,
  })
})
afterAll(() => app.remove())

interface Finding {
  readonly code: string
  readonly message: string
  readonly span: { readonly file: string; readonly line: number; readonly column: number }
}

async function check(): Promise<readonly Finding[]> {
  const { stdout } = await app.fw('check', '--format', 'json')
  return JSON.parse(stdout) as Finding[] // what --format json prints
}

const WORKING = `import { readFileSync } from 'node:fs'
import { hash } from 'crypto'
import { createSignal } from 'solid-js'
import { Dynamic } from 'solid-js/web'
import { api } from '@fw/runtime'
import note from '../note.txt?raw'
import mark from '/mark.svg'
import { word } from '#words'
import { For } from '#pkg'
import type { Nothing } from '../only-a-type.ts'
import { type Other } from 'a-package-of-types'
import 'data:text/javascript,0'
import { word as again } from '../words.js'
export default () => <h1>{[readFileSync, hash, createSignal, Dynamic, api, note, mark, word, For, again].length as Nothing | Other}</h1>
`

test('imports that a build resolves are not findings', async () => {
  app.write('src/routes/works.tsx', WORKING)
  expect((await check()).filter(({ code }) => code === 'unresolved-import')).toEqual([])
})

test.each([
  ['../wrods.ts', 'src/routes/index.tsx:1:22', 'Did you mean "../words.ts"?'],
  ['solid-jss', 'src/routes/index.tsx:1:22', 'Did you mean "solid-js"'],
  ['solid-not-there', 'src/routes/index.tsx:1:22', 'Run npm install'],
  ['solid-js/wbe', 'src/routes/index.tsx:1:22', 'Did you mean "solid-js/web"?'],
  ['@/words', 'src/routes/index.tsx:1:22', 'Did you mean "../words.ts"?'],
  ['#nowhere', 'src/routes/index.tsx:1:22', 'The import "#nowhere" isn\'t a path, a package or a defined alias'],
])('%s: the check and the build report the same', async (specifier, place, says) => {
  app.write(
    'src/routes/index.tsx',
    `import * as it from '${specifier}'\nexport default () => <h1>{Object.keys(it).length}</h1>\n`,
  )
  app.write('src/routes/works.tsx', 'export default () => <h1>Works</h1>\n')
  const found = await check()
  expect(found.map(({ code, span }) => `${span.file}:${span.line}:${span.column} ${code}`)).toEqual([
    `${place} unresolved-import`,
  ])
  expect(found[0]?.message).toContain(says)
  const { code, stderr } = await app.fw('build')
  expect(code).toBe(1)
  expect(stderr).toContain(`${place} error unresolved-import`)
  expect(stderr).toContain(found[0]?.message)
})

test('a file that the app does not load, such as a test, may import missing files', async () => {
  app.write('src/routes/index.tsx', 'export default () => <h1>Home</h1>\n')
  app.write('src/words.test.ts', "import { test } from 'a-runner-that-is-not-installed'\ntest('', () => undefined)\n")
  expect(await check()).toEqual([])
  app.write('src/middleware.ts', "import { gone } from './gone.ts'\nexport default () => gone\n")
  expect((await check()).map(({ span }) => span.file)).toEqual(['src/middleware.ts'])
})
