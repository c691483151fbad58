/** Results of an earlier run in `.fw/cache` are used only while they are valid: the tests change each dependency. */
import { spawn } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readVersion } from '../../../compiler/src/analyze/modules/outside-inputs.ts'
import { check, createChecker, readChecked } from '../../../compiler/src/check.ts'

const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url))

let folder: string
let root: string
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'fw-stored-')))
  root = join(folder, 'app')
  write('package.json', '{ "name": "app", "type": "module" }')
  write('tsconfig.json', '{ "extends": "./tsconfig.near.json", "compilerOptions": { "strict": true } }')
  write('tsconfig.near.json', '{ "extends": "../tsconfig.far" }')
  write(
    '../tsconfig.far.json',
    '{ "compilerOptions": { "paths": { "#app/*": ["./app/src/first/*", "./app/src/second/*"] } } }',
  )
  write('src/server/deep.api.ts', apiOf("import type { Near } from '../near.ts'", 'Near'))
  write('src/server/plain.api.ts', apiOf('', '{ /** @minimum 1 */ limit: number }'))
  write(
    'src/server/resolved.api.ts',
    apiOf("import type { Shape } from '../shape'\nimport type { Chosen } from '#app/chosen'", 'Shape & Chosen'),
  )
  write('src/near.ts', "import type { Far } from './far.ts'\nexport interface Near { far: Far }\n")
  write('src/far.ts', 'export interface Far { a: string }\n')
  write('src/shape/index.ts', 'export interface Shape { a: string }\n')
  write('src/second/chosen.ts', 'export interface Chosen { b: string }\n')
  symlinkSync(join(REPOSITORY, 'node_modules'), join(root, 'node_modules'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
}

function moveFolder(): void {
  renameSync(folder, `${folder}-moved`)
  folder = `${folder}-moved`
  root = join(folder, 'app')
}

const apiOf = (imports: string, input: string) =>
  `import { api, type Call } from '@fw/runtime'\n${imports}\n/** Answers. */\nexport const ask = api({ run: async ({ input }: Call<${input}>) => Object.keys(input) })\n`

const MODULES = '.fw/cache/modules'
const storedModules = () => readdirSync(join(root, MODULES)).filter((name) => name !== 'index.json')

/** Puts into everything that is stored what no analysis would find. */
function markStored(): void {
  for (const name of storedModules()) {
    const stored = JSON.parse(readFileSync(join(root, MODULES, name), 'utf8'))
    for (const api of stored.analyzed.model.apis) api.description = 'as remembered'
    write(join(MODULES, name), JSON.stringify(stored))
  }
}

/** Returns the modules that were read from the cache. The others must equal those of an analysis without a cache. */
async function remembered(): Promise<readonly string[]> {
  const { model, diagnostics } = await check({ root })
  const marked = model.modules.filter(({ apis }) => apis.some(({ description }) => description === 'as remembered'))
  rmSync(join(root, '.fw'), { recursive: true })
  const fresh = await check({ root })
  expect(diagnostics).toEqual(fresh.diagnostics)
  const unmarked = (found: typeof model) =>
    found.modules.map((module) => ({ ...module, apis: module.apis.map((api) => ({ ...api, description: '' })) }))
  expect(unmarked(model)).toEqual(unmarked(fresh.model))
  return marked.map(({ module }) => module)
}

const ALL = ['deep', 'plain', 'resolved']

test.each<[string, () => void, readonly string[]]>([
  ['nothing', () => undefined, ALL],
  ['the time of a file', () => utimesSync(join(root, 'src/far.ts'), new Date(0), new Date(0)), ALL],
  ['the folder of the app and its outside files', moveFolder, ALL],
  ['an api', () => write('src/server/plain.api.ts', apiOf('', '{ limit: string }')), ['deep', 'resolved']],
  ['a type two imports away', () => write('src/far.ts', 'export interface Far { a: number }\n'), ['plain', 'resolved']],
  ['a file that nothing of the apis imports', () => write('src/other.ts', 'export const a = 1\n'), ALL],
  ['a new api', () => write('src/server/new.api.ts', apiOf('', '{ a: 1 }')), ALL],
  ['an api that is gone', () => rmSync(join(root, 'src/server/plain.api.ts')), ['deep', 'resolved']],
  ['a type that is gone', () => rmSync(join(root, 'src/far.ts')), ['plain', 'resolved']],
  [
    'a file that an import now means',
    () => write('src/shape.ts', 'export interface Shape { a: number }\n'),
    ['deep', 'plain'],
  ],
  [
    'a file that a path alias now means',
    () => write('src/first/chosen.ts', 'export interface Chosen { b: 1 }\n'),
    ['deep', 'plain'],
  ],
  ['an ambient declaration', () => write('src/globals.d.ts', 'interface Anything { a: string }\n'), []],
  [
    'compiler options',
    () =>
      write(
        'tsconfig.json',
        '{ "extends": "./tsconfig.near.json", "compilerOptions": { "exactOptionalPropertyTypes": true } }',
      ),
    [],
  ],
  [
    'options two tsconfigs away',
    () => write('../tsconfig.far.json', '{ "compilerOptions": { "paths": { "#app/*": ["./app/src/second/*"] } } }'),
    [],
  ],
  ['a lock file of the app', () => write('package-lock.json', '{}'), []],
  ['a lock file above the app', () => write('../pnpm-lock.yaml', 'a: 1'), []],
  [
    'package.json',
    () => write('package.json', '{ "name": "app", "type": "module", "imports": { "#a": "./a.ts" } }'),
    [],
  ],
  ['the context', () => write('src/ctx.ts', 'export default () => ({ userId: 1 })\n'), []],
  ['a damaged module', () => write(join(MODULES, storedModules()[0] ?? ''), '{"key":'), ALL.slice(0, -1)],
  [
    'a damaged index',
    () => {
      write(join(MODULES, 'index.json'), '{"base":')
      write('src/other.ts', 'export const a = 1\n')
    },
    [],
  ],
])('after a change of %s', async (what, change, expected) => {
  await check({ root })
  markStored()
  change()
  const found = await remembered()
  if (what === 'a damaged module') expect(found).toHaveLength(2)
  else expect(found).toEqual(expected)
})

const EXTERNAL = '../external/extra'

test.each<[string, () => void]>([
  [
    'an imported file in a hidden folder',
    () => write('src/.internal/wide.ts', 'export interface Wide { a: number }\n'),
  ],
  [
    'an imported file in a hidden folder of the root',
    () => write('.shared/deep.ts', 'export interface Deep { c: 2 }\n'),
  ],
  ['a component in a hidden folder', () => write('src/.internal/part.tsx', componentOf('Part', 'onClick={() => 1}'))],
  ['a file in a linked folder', () => write(`${EXTERNAL}/part.tsx`, componentOf('Linked', 'onClick={() => 1}'))],
  ['a new file in a linked folder', () => write(`${EXTERNAL}/more.api.ts`, apiOf('', '{ more: 1 }'))],
  ['a new file in a hidden folder', () => write('src/server/.old/old.api.ts', apiOf('', '{ old: 1 }'))],
  [
    'a missing file in a hidden folder that an import now means',
    () => write('src/.internal/late.tsx', componentOf('Late', '')),
  ],
  ['a published file in a hidden folder', () => write('public/.well-known/other.txt', 'a')],
])('a stored result is not used after a change of %s', async (_what, change) => {
  write('src/.internal/wide.ts', 'export interface Wide { a: string }\n')
  write('.shared/deep.ts', 'export interface Deep { c: 1 }\n')
  write('src/.internal/part.tsx', componentOf('Part', ''))
  write(`${EXTERNAL}/part.tsx`, componentOf('Linked', ''))
  write('public/.well-known/some.txt', 'a')
  symlinkSync('../../external/extra', join(root, 'src/extra'))
  symlinkSync('../../../external/extra', join(root, 'src/server/extra'))
  symlinkSync('..', join(root, 'src/server/.loop'))
  write(
    'src/server/plain.api.ts',
    apiOf(
      "import type { Wide } from '../.internal/wide.ts'\nimport type { Deep } from '../../.shared/deep.ts'",
      'Wide & Deep',
    ),
  )
  write(
    'src/routes/index.tsx',
    `import { Part } from '../.internal/part.tsx'
import { Linked } from '../extra/part.tsx'
import { Late } from '../.internal/late'
export const meta = () => ({ title: 'Home' })
export default () => <main><Part /><Linked /><Late /><a href="/.well-known/other.txt">Other</a></main>
`,
  )
  const before = await check({ root })
  expect(readChecked({ root })).toEqual(before)
  change()
  expect(readChecked({ root })).toBeUndefined()
  const after = await check({ root })
  rmSync(join(root, '.fw'), { recursive: true })
  const fresh = await check({ root })
  expect(after).toEqual(fresh)
  expect(after).not.toEqual(before)
})

const componentOf = (name: string, attribute: string) =>
  `export function ${name}() {\n  return <button type="button" ${attribute}>a</button>\n}\n`

test('a damaged result is detected, and so is another one under its name', async () => {
  const first = await check({ root })
  expect(readChecked({ root })).toEqual(first)
  write('.fw/cache/checked.json', '{"key":"')
  expect(readChecked({ root })).toBeUndefined()
  for (const name of storedModules()) write(join(MODULES, name), '{}')
  expect(await check({ root })).toEqual(first)
  // They were written again.
  expect(readChecked({ root })).toEqual(first)
})

test('global declarations in an imported file affect every module, and so does a change of them', async () => {
  write('src/near.ts', 'declare global { interface Everywhere { a: string } }\nexport interface Near { b: 1 }\n')
  write('src/server/plain.api.ts', apiOf('', 'Everywhere'))
  const before = await check({ root })
  expect(before.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  write('src/near.ts', 'declare global { interface Everywhere { a: number } }\nexport interface Near { b: 1 }\n')
  const { model } = await check({ root })
  expect(model.modules.find(({ module }) => module === 'plain')?.apis[0]?.input).toMatchObject({
    schema: { properties: { a: { type: 'number' } } },
  })
  write('src/near.ts', 'export interface Near { b: 1 }\n')
  expect((await check({ root })).diagnostics.map(({ code }) => code)).toContain('unresolved-type')
})

test('an unsaved edit is neither stored nor read from the store', async () => {
  await check({ root })
  const checker = createChecker({ root })
  checker.edit('src/far.ts', 'export interface Far { a: boolean }\n')
  const { model } = await checker.check()
  checker.save()
  expect(model.modules[0]?.apis[0]?.input).toMatchObject({
    tree: { root: { properties: [{ type: { properties: [{ type: { kind: 'boolean' } }] } }] } },
  })
  checker.close()
  markStored()
  expect(await remembered()).toEqual(ALL)
})

test('without outputs they are pending, and the inputs are the same as with them', async () => {
  const checker = createChecker({ root })
  const first = await checker.check({ outputs: false })
  expect(first.model.modules.map(({ apis }) => apis[0]?.output)).toEqual(ALL.map(() => ({ source: 'pending' })))
  const whole = await checker.check()
  expect(whole.model.modules.map(({ apis }) => apis[0]?.input)).toEqual(
    first.model.modules.map(({ apis }) => apis[0]?.input),
  )
  expect(whole.model.modules.map(({ apis }) => apis[0]?.output.source)).toEqual(ALL.map(() => 'type'))
  checker.close()
})

test('stored results belong to one compiler: its code is part of every key', () => {
  write('compiler/check.js', 'export const a = 1\n')
  const before = readVersion(join(root, 'compiler'))
  expect(readVersion(join(root, 'compiler'))).toBe(before)
  write('compiler/check.js', 'export const a = 2\n')
  expect(readVersion(join(root, 'compiler'))).not.toBe(before)
})

test('concurrent processes write a complete cache, which the next one uses without a parser', async () => {
  const [first, second] = await Promise.all([checkApart(), checkApart()])
  expect(second.model).toEqual(first.model)
  const third = await checkApart()
  expect(third.model).toEqual(first.model)
  expect(first.parsers).toContain('ts-morph')
  expect(third.parsers).toEqual([])
})

interface Checked {
  readonly model: unknown
  readonly parsers: readonly string[]
}

function checkApart(): Promise<Checked> {
  return new Promise((resolve, reject) => {
    const script = fileURLToPath(new URL('./run-check.mjs', import.meta.url))
    const child = spawn(process.execPath, [script, root], { stdio: ['ignore', 'pipe', 'inherit'] })
    let text = ''
    child.stdout.setEncoding('utf8').on('data', (part: string) => (text += part))
    child.on('close', (code) => (code === 0 ? resolve(JSON.parse(text)) : reject(new Error(`It ended with ${code}.`))))
  })
}
