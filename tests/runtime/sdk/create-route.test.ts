/** Inputs at the addresses of functions: the server reads the same value, or the input isn't sent there. */
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { parseApiAddress } from '../../../runtime/src/contract/http/api-address.ts'
import { api, bool, enums, list, num, obj, schema, str } from '../../../runtime/src/index.ts'
import { createClient } from '../../../runtime/src/sdk/create-client.ts'
import { createClientCall } from '../../../runtime/src/sdk/create-client-call.ts'
import { createRoute } from '../../../runtime/src/sdk/create-route.ts'
import { createFwServer } from '../../../runtime/src/server.ts'

const fields = {
  id: str(),
  n: num().optional(),
  on: bool().optional(),
  mode: enums(['a', 'b c']).optional(),
  words: list(str()).optional(),
  sizes: list(num()).optional(),
  owner: obj({ name: str().optional(), tall: bool().optional() }).optional(),
  rows: list(obj({ at: num(), note: str().optional() })).optional(),
}
const definition = { access: 'public', readonly: true, input: schema(fields) } as const
const run = ({ input }: { input: unknown }) => input
const server = createFwServer({
  apis: {
    echo: {
      get: api({ ...definition, http: 'GET /get/[id]', run }),
      put: api({ ...definition, http: 'PUT /put/[id]', run }),
      rest: api({ ...definition, http: 'GET /rest/[...id]', run }),
    },
  },
  data: 'memory',
  log: () => undefined,
})
afterAll(() => server.close())

const sent: string[] = []
const client = createClient({
  origin: 'http://localhost',
  fetch: async (url, request) => {
    sent.push(url)
    return server.fetch(new Request(url, request))
  },
})

const createTestRoute = (address: string) => {
  const { method, segments } = parseApiAddress(address)
  return createRoute(method, segments)
}
const calls = [
  createClientCall('echo.get', { route: createTestRoute('GET /get/[id]') }),
  createClientCall('echo.put', { route: createTestRoute('PUT /put/[id]') }),
  createClientCall('echo.rest', { route: createTestRoute('GET /rest/[...id]') }),
]

const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('', ' ', '.', '..', 'a/b', '%2F', 'a\r\nb', '\0', '+&=#?', '1'),
)
const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (Object.is(value, -0) ? 0 : value))
const optional = { requiredKeys: [] } satisfies { requiredKeys: [] }
const input = fc.record(
  {
    id: text,
    n: number,
    on: fc.boolean(),
    mode: fc.constantFrom('a', 'b c'),
    words: fc.array(text, { maxLength: 3 }),
    sizes: fc.array(number, { maxLength: 3 }),
    owner: fc.record({ name: text, tall: fc.boolean() }, optional),
    rows: fc.array(fc.record({ at: number, note: text }, { requiredKeys: ['at'] }), { maxLength: 2 }),
  },
  { requiredKeys: ['id'] },
)

test('the server reads the same input from a path, a query and a body', { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(input, async (value) => {
      for (const call of calls) expect(await call(client, value)).toEqual(value)
    }),
    { numRuns: 300 },
  )
  // Not all by the address of every function.
  const [atAddress, others] = [true, false].map((own) => sent.filter((url) => url.includes('/_fw/api/') !== own))
  expect(atAddress?.length).toBeGreaterThan(200)
  expect(others?.length).toBeGreaterThan(200)
})

test.each([
  [{ id: 'a', words: ['x', 'y z'] }, '/get/a?words=x&words=y+z'],
  [
    { id: 'ü ', owner: { name: 'Ann' }, rows: [{ at: 1 }, { at: 2 }] },
    '/get/%C3%BC%20?owner.name=Ann&rows%5B0%5D.at=1&rows%5B1%5D.at=2',
  ],
  [{ id: 'a', n: undefined }, '/get/a'],
])('%j is sent to an address of its own', (value, path) => {
  expect(createTestRoute('GET /get/[id]')(value)).toEqual({ method: 'GET', path })
})

test.each([
  [{ id: '' }],
  [{ id: '..' }],
  [{ id: 'a/b' }],
  [{}],
  [{ id: 'a', words: [] }],
  [{ id: 'a', words: [''] }],
  [{ id: 'a', owner: {} }],
  [{ id: 'a', n: null }],
  [{ id: 'a', 'x.y': 1 }],
  [{ id: 'a', words: ['x'.repeat(8_000)] }],
  [['a']],
])('%j is not', (value) => {
  expect(createTestRoute('GET /get/[id]')(value)).toBeUndefined()
})

test('an optional rest parameter may be absent, and segments are a list or a text', () => {
  const route = createTestRoute('GET /files/[[...path]]')
  expect([{}, { path: ['a', 'b'] }, { path: 'a/b' }].map((value) => route(value)?.path)).toEqual([
    '/files',
    '/files/a/b',
    '/files/a/b',
  ])
  expect(route({ path: [] })).toBeUndefined()
})
