/** The types of an app before anything was built: plain `tsc`, and the types of its tools. */
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { linkPackages, runFw } from '../support/fixture.ts'

const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url))
const EXAMPLES = readdirSync(join(REPOSITORY, 'playground'))
const GENERATED: readonly string[] = ['.fw', 'dist', 'node_modules']

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fw-types-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Copies an example as the scaffolder does: without anything that a command has generated. */
function copyExample(name: string): string {
  const root = join(mkdtempSync(join(folder, 'copy-')), name)
  const filter = (source: string) => !GENERATED.includes(basename(source))
  cpSync(join(REPOSITORY, 'playground', name), root, { recursive: true, filter })
  linkPackages(root)
  return root
}

function runTsc(cwd: string): Promise<readonly string[]> {
  const tsc = join(REPOSITORY, 'node_modules/@typescript/native/bin/tsc')
  return new Promise((done) =>
    execFile(process.execPath, [tsc, '-p', '.', '--pretty', 'false'], { cwd }, (_error, stdout) =>
      done(stdout.split('\n').filter((line) => line.includes('error TS'))),
    ),
  )
}

test.each(EXAMPLES)('tsc reports only the missing types before the first check: %s', async (name) => {
  const errors = await runTsc(copyExample(name))
  expect(errors).toEqual([expect.stringMatching(/error TS6053: File '.*\/\.fw\/types\/register\.d\.ts' not found/)])
})

test('tsc reports nothing after the check, which needs no build and no environment', async () => {
  const root = copyExample('shop')
  expect(await runFw(root, ['check'])).toMatchObject({ code: 0 })
  expect(await runTsc(root)).toEqual([])
})

test('fw check --fix writes the types of routes, so that plain tsc knows the parameters', async () => {
  const root = copyExample('starter')
  const page = join(root, 'src/routes/shelf/[kind]/index.tsx')
  mkdirSync(dirname(page), { recursive: true })
  writeFileSync(
    page,
    `export const meta = ({ params }) => ({ title: params.kind })
export default async ({ params, search }) => <p title={search.get('q') ?? ''}>{params.kind}</p>
`,
  )
  writeFileSync(
    join(dirname(page), '_layout.tsx'),
    'export default ({ params, children }) => <main title={params.kind}>{children}</main>\n',
  )
  expect((await runFw(root, ['types'])).code).toBe(0)
  expect((await runTsc(root)).filter((line) => !line.includes('TS7031'))).toEqual([])
  expect(await runTsc(root)).toHaveLength(5)
  expect(await runFw(root, ['check', '--fix'])).toMatchObject({ code: 0, stdout: '' })
  expect(await runTsc(root)).toEqual([])
  const typed = readFileSync(page, 'utf8')
  expect(typed).toContain("import type { MetaProps, PageProps } from '@fw/runtime'\n")
  writeFileSync(page, typed.replaceAll('params.kind', 'params.size'))
  expect(await runTsc(root)).toHaveLength(2)
})

const SECRET =
  "if (Reflect.get(globalThis, 'process').env.DATABASE === undefined) throw new Error('DATABASE is missing.')\n"
const SCHEMA_APP = {
  'package.json': '{ "name": "schemas", "private": true, "type": "module" }',
  'tsconfig.json': readFileSync(join(REPOSITORY, 'playground/starter/tsconfig.json'), 'utf8'),
  'src/routes/index.tsx': 'export default function Home() {\n  return <h1>Home</h1>\n}\n',
  'src/page.ts': `${SECRET}import { date, int, list, obj, str } from '@fw/runtime'
export const place = obj({ city: str({ min: 1 }) })
export const page = { from: int().default(1), since: date().optional(), places: list(place) }
`,
  'src/server/search.api.ts': `${SECRET}import { api, enums, schema, str } from '@fw/runtime'
import { z } from 'zod'
import { page } from '../page.ts'
const input = schema({ text: str().describe('What to look for.'), kind: enums(['shoe', 'hat']).nullable(), ...page })
/** Searches the shop. */
export const find = api({ input, output: schema({ names: page.places }), run: () => ({ names: [] }) })
/** Rates a product. */
export const rate = api({
  input: z.object({ stars: z.number().int().min(1).default(5), words: z.string().optional(), more: z.unknown() }),
  run: async ({ input }) => ({ stars: input.stars, at: new Date(0) }),
})
/** Adds a product. */
export const add = api({ description: 'Adds.', run: async () => 1 })
`,
}

function writeSchemaApp(files: Readonly<Record<string, string>> = {}): string {
  const root = mkdtempSync(join(folder, 'schemas-'))
  for (const [name, text] of Object.entries({ ...SCHEMA_APP, ...files })) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  linkPackages(root)
  return root
}

test('the types of tools with schemas need neither secrets nor a build: fw check and fw build write the same', {
  timeout: 60_000,
}, async () => {
  const root = writeSchemaApp()
  const types = () => readFileSync(join(root, '.fw/types/tools.d.ts'), 'utf8')
  const checked = await runFw(root, ['check'])
  expect(checked).toMatchObject({ code: 0 })
  expect(checked.stderr).not.toContain('tools.d.ts')
  const first = types()
  expect(first).toContain('Searches the shop.')
  expect(first).not.toContain('api.search.add')
  writeFileSync(
    join(root, 'src/uses.ts'),
    `import type { Tools } from '../.fw/types/tools.d.ts'
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
type Plain<T> = T extends object ? { [K in keyof T]: Plain<T[K]> } : T
type Find = { text: string; kind: 'shoe' | 'hat' | null; from?: number; since?: string; places: { city: string }[] }
export const find: Same<Plain<Tools['api.search.find']['input']>, Find> = true
export const found: Same<Plain<Tools['api.search.find']['output']>, { names: { city: string }[] }> = true
type Rate = { more: unknown; stars?: number; words?: string }
export const rate: Same<Plain<Tools['api.search.rate']['input']>, Rate> = true
export const rated: Same<Plain<Tools['api.search.rate']['output']>, { stars: number; at: string }> = true
`,
  )
  // Neither the app nor its tests import a module of the browser.
  writeFileSync(
    join(root, 'src/in-page.ts'),
    `export const call = async () => (await window.fw?.call('api.search.find', { text: 'a' }))?.ok
// @ts-expect-error: window.fw has no such member
export const unknown = () => window.fw?.unknown()
`,
  )
  expect(await runTsc(root)).toEqual([])
  const built = await runFw(root, ['build'])
  expect(built.code, built.stderr).toBe(0)
  expect(built.stderr).not.toContain('DATABASE')
  expect(types()).toBe(first)
  const listed = JSON.parse(readFileSync(join(root, '.fw/tools.json'), 'utf8'))
  const inputs = listed.map(({ name, input }: { name: string; input?: { properties: object } }) => [
    name,
    Object.keys(input?.properties ?? {}),
  ])
  expect(inputs).toEqual([
    ['api.search.add', []],
    ['api.search.find', ['text', 'kind', 'places', 'from', 'since']],
    ['api.search.rate', ['more', 'stars', 'words']],
  ])
})

test('one message names the schemas whose types are unknown, and the types of all others are written', {
  timeout: 60_000,
}, async () => {
  const root = writeSchemaApp({
    'src/server/loose.api.ts': `import { api, type Call, schema, str } from '@fw/runtime'
import { z } from 'zod'
const built: any = schema({ text: str() })
const part: z.ZodType<any, any> = z.any()
/** Has a schema of unknown type. */
export const one = api({ input: built, run: async ({ input }) => String(input) })
/** Has a part of unknown type. */
export const two = api({ input: z.object({ when: part, name: z.string() }), run: async ({ input }) => input.name })
/** Has a type. */
export const three = api({ run: async ({ input }: Call<{ id: string }>) => input.id })
`,
  })
  const message =
    '.fw/types/tools.d.ts has the type unknown for input of api.loose.one ("any"), input.when of api.loose.two ("any"). Declare a more precise type for these schemas.'
  const { stderr } = await runFw(root, ['check'])
  expect(stderr.split(message)).toHaveLength(2)
  const types = readFileSync(join(root, '.fw/types/tools.d.ts'), 'utf8')
  expect(types).toMatch(/ApiLooseOneInput = unknown|input: unknown/)
  expect(types).toMatch(/when\??: unknown\s+name: string/)
  expect(types).toContain('api.search.find')
  const built = await runFw(root, ['build'])
  expect(built.stderr.split(message)).toHaveLength(2)
})
