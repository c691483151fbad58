/** Random and hostile JSON as the input of apis of every kind of schema, at the HTTP boundary. */
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { emitContracts } from '../../../compiler/src/emit/contracts.ts'
import { check } from '../../../compiler/src/index.ts'
import { attachContracts } from '../../../runtime/src/compiled.ts'
import { findRefusedKey } from '../../../runtime/src/contract/schema/issue.ts'
import type { CompiledModule } from '../../../runtime/src/contract/schema/validation.ts'
import { api, bool, date, enums, int, list, num, obj, schema, str } from '../../../runtime/src/index.ts'
import { temporaryApp } from '../../compiler/temporary-app.ts'
import { loadModule } from '../../compiler/validate/load-module.ts'
import { AGENT, describeTransports } from '../transports.ts'

// Type analysis first, then hundreds of requests.
vi.setConfig({ testTimeout: 60_000 })

const RUNS = 400
const SEED = 20_261_121

const SOURCE = `import { api, type Call, type Int, type Email } from '@fw/runtime'
interface Tree { name: string; children?: Tree[] }
type Shape = { kind: 'circle'; radius: number } | { kind: 'box'; sides: [number, number] } | { kind: 'none' }
export const closed = api({ run: async ({ input }: Call<{ name: string; qty: Int; mail?: Email | null }>) => input })
export const open = api({ run: async ({ input }: Call<{ [key: string]: number | { [key: string]: string } }>) => input })
export const tree = api({ run: async ({ input }: Call<Tree>) => input })
export const shapes = api({ run: async ({ input }: Call<{ shapes: Shape[] }>) => input })
export const free = api({ run: async ({ input }: Call<{ name?: unknown; items?: unknown[] }>) => input })
export const rich = api({
  run: async ({ input }: Call<{
    at?: Date; big?: bigint; url?: URL; bytes?: Uint8Array; set?: Set<string>; map?: Map<string, { qty: number }>
  }>) => input,
})
`
const NAMES = ['closed', 'open', 'tree', 'shapes', 'free', 'rich'] as const

const echo = { run: ({ input }: { input: unknown }) => input }
const derived = Object.fromEntries(NAMES.map((name) => [name, api(echo as Parameters<typeof api>[0])]))
const built = {
  closed: api({ input: schema({ name: str({ max: 5 }), qty: int({ min: 0 }), flag: bool().optional() }), ...echo }),
  nested: api({
    input: schema({
      items: list(obj({ name: str(), qty: num() }), { max: 3 }).optional(),
      at: date().nullable().optional(),
    }),
    ...echo,
  }),
  kinds: api({
    input: schema({ kind: enums(['circle', 'box']), tags: list(str(), { unique: true }).default([]) }),
    ...echo,
  }),
  foreign: api({ input: z.object({ map: z.record(z.string(), z.number()).optional(), name: z.string() }), ...echo }),
}
const TOOLS = [...NAMES.map((name) => `derived.${name}`), ...Object.keys(built).map((name) => `built.${name}`)]

let attached: Promise<void> | undefined
async function attach(): Promise<void> {
  const { model, diagnostics } = await check(temporaryApp({ 'src/server/derived.api.ts': SOURCE }))
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  const [module] = model.modules
  if (module === undefined) throw new Error('The module was not found.')
  attachContracts('derived', derived, (await loadModule(emitContracts(module))) as CompiledModule)
}

const KEY = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      'name',
      'qty',
      'mail',
      'children',
      'shapes',
      'kind',
      'radius',
      'sides',
      'items',
      'at',
      'big',
      'url',
      'bytes',
      'set',
      'map',
      'tags',
      'flag',
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '__proto__',
      'constructor',
      'prototype',
      'toString',
      'hasOwnProperty',
      'then',
      'toJSON',
      'length',
      '',
      'a.b',
      'a[0]',
      '\u0000',
      '\ud800',
      '__defineGetter__',
      'input',
      'ok',
    ),
  },
  { weight: 1, arbitrary: fc.string({ maxLength: 6 }) },
)
const SCALAR = fc.oneof(
  fc.constantFrom('null', 'true', '0', '-0', '1', '3', '1e308', '1e999', '-1e-320', '12345678901234567890123', '0.1'),
  fc.constantFrom(
    '""',
    '"a"',
    '"circle"',
    '"box"',
    '"ann@example.com"',
    '"2026-01-31T12:00:00Z"',
    '"2026-02-30T12:00:00Z"',
    '"99999999999999999999"',
    '"https://a.example/"',
    '"AAEC"',
    '"=AEC"',
    '"\\ud800"',
    '"\\u0000"',
    '"__proto__"',
  ),
  fc.string({ maxLength: 8 }).map((text) => JSON.stringify(text)),
)
/** JSON as text: only text can contain a key `__proto__`, or the same key twice. */
const { value: JSON_TEXT, object: OBJECT_TEXT } = fc.letrec<{ value: string; object: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    SCALAR,
    tie('object'),
    fc.array(tie('value'), { maxLength: 4 }).map((items) => `[${items.join()}]`),
  ),
  object: fc
    .array(fc.tuple(KEY, tie('value')), { maxLength: 5 })
    .map((members) => `{${members.map(([key, text]) => `${JSON.stringify(key)}:${text}`).join()}}`),
}))
/** Mostly objects, because most inputs are objects; some of it is cut or repeated, so that it isn't valid JSON. */
const BODY = fc.oneof(
  { weight: 6, arbitrary: OBJECT_TEXT },
  { weight: 2, arbitrary: JSON_TEXT },
  { weight: 1, arbitrary: fc.tuple(OBJECT_TEXT, fc.nat(40)).map(([text, at]) => text.slice(0, at)) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(JSON_TEXT, fc.integer({ min: 90, max: 110 }))
      .map(([text, levels]) => `{"name":${'['.repeat(levels)}${text}${']'.repeat(levels)}}`),
  },
)

describeTransports('hostile input', (start) => {
  test('ERR-01 API-03 is a result or a 400 envelope: never a 5xx, a stack, or a key that is never allowed', async () => {
    attached ??= attach()
    await attached
    const { request, server } = await start({ apis: { derived, built }, production: false, approvals: 'open' })
    expect(server.apiTools.map(({ name }) => name).sort()).toEqual(TOOLS.map((name) => `api.${name}`).sort())
    const seen = { accepted: 0, refused: 0, unreadable: 0 }
    const property = fc.asyncProperty(fc.constantFrom(...TOOLS), BODY, fc.boolean(), async (tool, body, agent) => {
      const headers = { 'content-type': 'application/json', ...(agent ? AGENT : {}) }
      const response = await request(`/_fw/api/${tool}`, { method: 'POST', headers, body })
      const text = await response.text()
      expect(text).not.toMatch(/\\n\s+at |node:internal|\.ts:\d+/)
      const answer = JSON.parse(text) as Record<string, unknown>
      if (response.status === 200) {
        seen.accepted++
        expect(Object.keys(answer)).toEqual(['ok', 'result'])
        expect(answer.ok).toBe(true)
        expect(findRefusedKey(JSON.parse(body || '{}'))).toBeUndefined()
        return
      }
      expect(response.status).toBe(400)
      expect(answer).toMatchObject({ ok: false, error: expect.any(String) })
      if (answer.code === 'invalid_json') {
        seen.unreadable++
        expect(Object.keys(answer)).toEqual(['ok', 'error', 'code'])
        return
      }
      seen.refused++
      expect(Object.keys(answer)).toEqual(['ok', 'error', 'code', 'issues'])
      expect(answer.code).toBe('invalid_input')
      const issues = answer.issues as { path: unknown; message: unknown }[]
      expect(issues.length).toBeGreaterThan(0)
      for (const issue of issues) {
        expect(Object.keys(issue)).toEqual(['path', 'message'])
        expect([typeof issue.path, typeof issue.message]).toEqual(['string', 'string'])
      }
    })
    await fc.assert(property, { numRuns: RUNS, seed: SEED })
    expect(Object.keys(Object.prototype)).toEqual([])
    // Every outcome must be frequent, or the test proves little.
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(RUNS / 40)
  })

  test('own keys __proto__, constructor and prototype are refused at every depth of every kind of schema', async () => {
    attached ??= attach()
    await attached
    const { request } = await start({ apis: { derived, built }, approvals: 'open' })
    const PLACES: readonly [tool: string, body: (key: string) => string][] = [
      ['derived.closed', (key) => `{"name":"a","qty":1,"${key}":{}}`],
      ['derived.open', (key) => `{"${key}":1}`],
      ['derived.open', (key) => `{"a":{"${key}":"x"}}`],
      ['derived.tree', (key) => `{"name":"a","children":[{"name":"b","children":[{"name":"c","${key}":1}]}]}`],
      ['derived.shapes', (key) => `{"shapes":[{"kind":"none","${key}":1}]}`],
      ['derived.free', (key) => `{"name":{"a":[{"${key}":1}]}}`],
      ['derived.free', (key) => `{"items":[[{"${key}":1}]]}`],
      ['derived.rich', (key) => `{"map":{"${key}":{"qty":1}}}`],
      ['derived.rich', (key) => `{"map":{"a":{"qty":1,"${key}":1}}}`],
      ['built.closed', (key) => `{"name":"a","qty":1,"${key}":null}`],
      ['built.nested', (key) => `{"items":[{"name":"a","qty":1,"${key}":1}]}`],
      ['built.foreign', (key) => `{"name":"a","map":{"${key}":1}}`],
      ['built.foreign', (key) => `{"name":"a","${key}":1}`],
    ]
    const post = (tool: string, body: string) =>
      request(`/_fw/api/${tool}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    for (const [tool, body] of PLACES) {
      for (const key of ['__proto__', 'constructor', 'prototype']) {
        const response = await post(tool, body(key))
        const answer = (await response.json()) as { code: string; issues: { path: string }[] }
        expect([tool, body(key), response.status, answer.code]).toEqual([tool, body(key), 400, 'invalid_input'])
        expect(answer.issues.some(({ path }) => path.includes(key))).toBe(true)
      }
    }
    // A key that only resembles one is an ordinary key.
    expect((await post('derived.open', '{"toString":1,"__proto":2,"Constructor":3}')).status).toBe(200)
  })
})
