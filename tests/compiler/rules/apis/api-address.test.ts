/** Addresses of apis: `api-address`, `duplicate-address`, and links to them. */
import { expect, test } from 'vitest'
import { check } from '../../../../compiler/src/index.ts'
import { temporaryApp } from '../../temporary-app.ts'

/** The findings of an app with these definitions of apis, as code and message. */
async function find(definitions: readonly string[], files: Readonly<Record<string, string>> = {}) {
  const apis = definitions.map(
    (definition, index) => `/** Tells visitors the hours, number ${index}. */\n${definition}`,
  )
  const app = temporaryApp({
    'src/server/shop.api.ts': `import { api, type Call, schema, str } from '@fw/runtime'\nconst PATH = 'PUT /constant/[id]'\nconst METHOD = process.env.METHOD\n${apis.join('\n')}\n`,
    ...files,
  })
  const { diagnostics } = await check(app)
  return diagnostics.map(({ code, message, span }) => {
    const text = span && (files[span.file] ?? '')
    return { code, message, at: span && text === '' ? `${span.file}:${span.line}` : span?.file }
  })
}

const run = (type: string) => `run: ({ input }: Call<${type}>) => input`

test.each([
  ["'PUT'", '{ id: string }', "isn't a method and a path"],
  ["'put /a'", '{ id: string }', 'The method "put" isn\'t one of GET, POST, PUT, PATCH, DELETE'],
  ["'PUT /_fw/a'", '{ id: string }', "is the framework's"],
  ["'PUT /a/[id'", '{ id: string }', 'is malformed'],
  ["'PUT /a/[slug]'", '{ id: string }', 'has the parameter "slug", which isn\'t a member of its input'],
  ["'PUT /a/[idd]'", '{ id: string }', 'Did you mean "id"?'],
  ["'PUT /a/[id]'", '{ id: { x: string } }', 'is an object in its input'],
  ["'PUT /a/[id=number]'", '{ id: number }', 'Unknown matcher "number" in the path of api.shop.hours'],
  ["'GET /a/[id]'", '{ id: string }', "isn't readonly"],
])('%s with %s is refused', async (http, type, words) => {
  const found = await find([
    `export const hours = api({ http: ${http} as never, ${run(type)} })`.replace(' as never', ''),
  ])
  expect(found).toEqual([
    { code: 'api-address', message: expect.stringContaining(words), at: 'src/server/shop.api.ts:5' },
  ])
})

test('a matcher of the app is known', async () => {
  const matchers = { 'src/matchers.ts': 'export const kind = (value: string) => value.length > 2\n' }
  expect(
    await find([`export const hours = api({ http: 'PUT /a/[id=kind]', ${run('{ id: string }')} })`], matchers),
  ).toEqual([])
})

test('an address must be known at build time', async () => {
  const found = await find([
    `export const hours = api({ http: \`PUT /\${METHOD}\` as never, ${run('{ id: string }')} })`,
    `export const later = api({ http: 7 as never, ${run('{ id: string }')} })`,
  ])
  expect(found.map(({ code, message }) => [code, message])).toEqual([
    [
      'api-dynamic-field',
      "The field \"http\" of api.shop.hours can't be read at build time. Write a literal or a constant of the same file: 'PUT /articles/[slug]'.",
    ],
    [
      'field-value',
      "\"http\" of api.shop.later can't be 7. Write a method and a path, such as 'PUT /articles/[slug]'.",
    ],
  ])
})

test('constants, lists of segments, records and schemas are accepted', async () => {
  expect(
    await find([
      `export const one = api({ http: PATH, ${run('{ id: string }')} })`,
      `export const two = api({ readonly: true, http: 'GET /files/[...path]', ${run('{ path: string[] }')} })`,
      `export const three = api({ http: 'PUT /open/[name]', ${run('Record<string, string>')} })`,
      `export const four = api({ http: 'PUT /schema/[name]', input: schema({ other: str() }), run: ({ input }) => input })`,
      `export const five = api({ http: 'DELETE /items/[id=integer]', status: 204, ${run('{ id: number }')} })`,
    ]),
  ).toEqual([])
})

test('two handlers with the same address are refused with both places', async () => {
  const page = 'export default function Page() {\n  return <p>Open</p>\n}\n'
  const found = await find(
    [
      `export const one = api({ http: 'PUT /a/[id]', ${run('{ id: string }')} })`,
      `export const two = api({ http: 'PUT /a/[name]', ${run('{ name: string }')} })`,
      `export const three = api({ http: 'PATCH /a/[id]', ${run('{ id: string }')} })`,
      `export const four = api({ readonly: true, http: 'GET /p/[id]', ${run('{ id: string }')} })`,
      `export const five = api({ http: 'POST /p/[id]', ${run('{ id: string }')} })`,
      `export const six = api({ http: 'PUT /a/[id=integer]', ${run('{ id: number }')} })`,
    ],
    { 'src/routes/p/[slug].tsx': page },
  )
  expect(found).toEqual([
    {
      code: 'duplicate-address',
      message:
        'api.shop.two has the same address as api.shop.one ("PUT /a/[name]"). Change one of them, or distinguish the paths by a static segment or a matcher.',
      at: 'src/server/shop.api.ts:7',
    },
    {
      code: 'duplicate-address',
      message:
        'api.shop.four has the address "GET /p/[id]", which is the path of the page src/routes/p/[slug].tsx. Choose another path for the api, such as "/api/p/[id]".',
      at: 'src/server/shop.api.ts:11',
    },
  ])
})

test('an endpoint may handle other methods of a path, not the same', async () => {
  const apis = [
    `export const one = api({ http: 'PUT /a/[id]', ${run('{ id: string }')} })`,
    `export const two = api({ http: 'PATCH /a/[id]', ${run('{ id: string }')} })`,
  ]
  const found = await find(apis, { 'src/routes/a/[name].http.ts': 'export const PUT = () => 1\n' })
  expect(found).toEqual([
    {
      code: 'duplicate-address',
      message:
        'api.shop.one has the address "PUT /a/[id]", which src/routes/a/[name].http.ts handles. Remove one of the two handlers.',
      at: 'src/server/shop.api.ts:5',
    },
  ])
})

test('a link to a GET address is no broken link', async () => {
  const page = (to: string) => `export default function Page() {\n  return <a href="${to}">Open</a>\n}\n`
  const apis = [
    `export const one = api({ readonly: true, http: 'GET /files/[name]', ${run('{ name: string }')} })`,
    `export const two = api({ http: 'POST /posts', run: () => 1 })`,
  ]
  expect(await find(apis, { 'src/routes/index.tsx': page('/files/a.pdf?x=1') })).toEqual([])
  const found = await find(apis, { 'src/routes/index.tsx': page('/posts') })
  expect(found.map(({ code }) => code)).toEqual(['dead-link'])
})
