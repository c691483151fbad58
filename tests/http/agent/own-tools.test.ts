/** `/_fw/llm` with tools of the caller: their schemas take time in proportion to their size, for every provider. */
import { expect, test } from 'vitest'
import { createFwServer } from '../../../runtime/src/server.ts'
import { lowerSchema } from '../../../runtime/src/wire/lower-schema.ts'
import { tidyAfterEach, withModel } from '../agent-app.ts'

tidyAfterEach()

const names = (count: number) => Array.from({ length: count }, (_, at) => `a${at}`)
const nest = (depth: number, level: (inner: object) => object) =>
  names(depth).reduce<object>((inner) => level(inner), { type: 'string' })

const SCHEMAS: readonly (readonly [string, object])[] = [
  [
    'a chain of definitions',
    {
      type: 'object',
      $defs: Object.fromEntries(names(6_000).map((name, at) => [name, { $ref: `#/$defs/a${(at + 1) % 6_000}` }])),
    },
  ],
  ['many options', { anyOf: names(4_000).map((name) => ({ type: 'object', properties: { [name]: {} } })) }],
  [
    'a type that is named twice on many levels',
    { type: 'object', properties: { a: nest(20, (a) => ({ type: ['object', 'object'], properties: { a } })) } },
  ],
]

test.each(
  SCHEMAS.flatMap(([title, input]) =>
    (['anthropic', 'openai', 'openai-compatible', 'google'] as const).map((one) => [title, one, input] as const),
  ),
)('%s: %s', async (_, format, input) => {
  const { options } = await withModel(['Hello.'], { format })
  const server = createFwServer({ ...options, log: () => undefined })
  const body = JSON.stringify({ messages: [{ role: 'user', content: 'Hi.' }], tools: [{ name: 'own', input }] })
  const headers = { 'content-type': 'application/json' }
  const begin = process.cpuUsage()
  const response = await server.fetch(new Request('http://localhost/_fw/llm', { method: 'POST', headers, body }))
  expect(response.status).toBe(200)
  // An exponential walk would never end.
  expect(process.cpuUsage(begin).user / 1_000).toBeLessThan(3_000)
  await server.close()
})

const INVALID: readonly (readonly [string, object])[] = [
  ['no object', { type: 'string' }],
  ['a member that is no schema', { type: 'object', properties: { a: 'text' } }],
  ['a null in it', { type: 'object', properties: { a: { anyOf: [null] } } }],
]

test.each(
  INVALID.flatMap(([title, input]) =>
    (['anthropic', 'openai', 'openai-compatible', 'google'] as const).map((one) => [title, one, input] as const),
  ),
)('a schema with %s is refused, and is no internal error: %s', async (_, format, input) => {
  const { options, model } = await withModel(['Hello.'], { format })
  const server = createFwServer({ ...options, log: () => undefined })
  const body = JSON.stringify({ messages: [{ role: 'user', content: 'Hi.' }], tools: [{ name: 'own', input }] })
  const headers = { 'content-type': 'application/json' }
  const response = await server.fetch(new Request('http://localhost/_fw/llm', { method: 'POST', headers, body }))
  expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('tools[0].input')])
  expect(model.requests).toEqual([])
  await server.close()
})

test('a long name above many members is not repeated for each of them', () => {
  const properties = Object.fromEntries(names(1_000).map((name) => [name, { minLength: 1 }]))
  const schema = { type: 'object', properties: { ['k'.repeat(5_000)]: { type: 'object', properties } } } as const
  const { relaxed, blockers } = lowerSchema(schema, 'openai')
  expect(JSON.stringify([relaxed, blockers]).length).toBeLessThan(1_000_000)
})

test('a filter of a client has at most 1,000 names in a list', async () => {
  const { options } = await withModel(['Hello.'])
  const server = createFwServer({ ...options, log: () => undefined })
  const send = (include: readonly string[]) => {
    const body = JSON.stringify({ messages: [{ role: 'user', content: 'Hi.' }], toolFilter: { include } })
    const headers = { 'content-type': 'application/json' }
    return server.fetch(new Request('http://localhost/_fw/agent', { method: 'POST', headers, body }))
  }
  expect((await send(names(1_001))).status).toBe(400)
  expect((await send(names(1_000))).status).toBe(200)
  await server.close()
})
