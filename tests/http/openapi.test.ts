/** The OpenAPI document: what it lists, for whom, and how clients cache it. */
import { expect, test } from 'vitest'
import { api, list, obj, schema, str } from '../../runtime/src/index.ts'
import { createFwServer, createSessionStore, type FwServerOptions } from '../../runtime/src/server.ts'
import { articles } from './articles-app.ts'
import { describeTransports } from './transports.ts'

type Json = Record<string, unknown>

interface Document {
  openapi: string
  info: Json
  servers: Json[]
  security: unknown
  tags: Json[]
  paths: Record<string, Record<string, Operation>>
  components: Record<string, Record<string, Json>>
}

interface Operation {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  security: unknown
  parameters?: Json[]
  requestBody?: { required: boolean; content: { 'application/json': { schema: Json } } }
  responses: Record<string, Json>
}

const run = async () => null
const cart = {
  add: api({ description: 'Adds a product. More.', input: schema({ slug: str(), note: str().optional() }), run }),
  clear: api({ title: 'Clear the cart', description: 'Removes all.', guard: 'forbidden', run }),
  buy: api({ description: 'Buys it.', guard: 'confirm', scopes: ['cart:buy'], run }),
  pay: api({ description: 'Pays.', effect: 'irreversible', run }),
}

const describe = async (options: FwServerOptions, isPublic = false): Promise<Document> => {
  const server = createFwServer({ log: () => undefined, ...options })
  return JSON.parse(JSON.stringify(await server.describeOpenApi({ isPublic }))) as Document
}

const SESSION = createSessionStore({ secret: 'a secret with at least thirty-two characters', name: 'my_session' })

test('an own address is published with its parameters, or else POST /_fw/api/<name>', async () => {
  const { paths, openapi, tags } = await describe({ apis: { articles, cart } })
  expect(openapi).toBe('3.1.0')
  expect(tags.map(({ name }) => name)).toEqual(['articles', 'cart'])
  expect(Object.keys(paths)).toEqual([...Object.keys(paths)].sort())
  expect(Object.keys(paths['/articles'] ?? {})).toEqual(['get', 'post'])
  expect(Object.keys(paths['/articles/{slug}'] ?? {})).toEqual(
    expect.arrayContaining(['delete', 'get', 'patch', 'put']),
  )
  const add = paths['/_fw/api/cart.add']?.post
  expect(add).toMatchObject({ operationId: 'cartAdd', summary: 'Adds a product', tags: ['cart'], security: [] })
  expect(add?.requestBody).toMatchObject({
    required: true,
    content: { 'application/json': { schema: { properties: { slug: { type: 'string' } }, required: ['slug'] } } },
  })
  expect(add?.responses[200]).toMatchObject({
    content: { 'application/json': { schema: { properties: { ok: { const: true } }, required: ['ok', 'result'] } } },
  })
  expect(paths['/_fw/api/cart.clear']?.post?.summary).toBe('Clear the cart')
  expect(paths['/_fw/api/cart.clear']?.post).not.toHaveProperty('requestBody')
})

test('access of a function decides who has to sign in, and is said in words', async () => {
  const apis = {
    desk: {
      open: api({ description: 'Opens.', access: 'public', run }),
      close: api({ description: 'Closes.', access: 'user', run }),
      move: api({ description: 'Moves.', access: ({ ctx }) => 'userId' in ctx, run }),
      sell: api({ description: 'Sells.', access: { scopes: ['desk:sell'] }, run }),
    },
  }
  const { paths } = await describe({ apis, session: SESSION })
  const read = (name: string) => paths[`/_fw/api/desk.${name}`]?.post
  expect(['open', 'close', 'move', 'sell'].map((name) => read(name)?.security)).toEqual([
    [{}, { session: [] }],
    [{ session: [] }],
    [{}, { session: [] }],
    [{ session: ['desk:sell'] }],
  ])
  expect(read('close')?.description).toBe('Closes.\n\nOnly signed-in users may call it.')
  expect(read('move')?.description).toBe('Moves.\n\nThe app decides about each caller.')
  expect(Object.keys(read('move')?.responses ?? {})).toEqual(expect.arrayContaining(['401', '403']))
  const open = await describe({ apis, session: SESSION }, true)
  expect(Object.keys(open.paths)).toEqual(['/_fw/api/desk.open'])
})

test('the query has the members of the input, also those of objects; a list is repeated', async () => {
  const { paths } = await describe({ apis: { articles } })
  const parameters = paths['/articles']?.get?.parameters ?? []
  expect(parameters.map(({ name, in: place }) => `${place} ${name}`)).toEqual([
    'query limit',
    'query rating',
    'query draft',
    'query tags',
    'query since',
    'query order',
    'query author.name',
  ])
  expect(parameters.find(({ name }) => name === 'tags')).toMatchObject({ schema: { type: 'array' } })
  expect(parameters.find(({ name }) => name === 'since')).toMatchObject({ schema: { format: 'date-time' } })
  expect(paths['/articles/{slug}']?.get?.parameters).toMatchObject([
    { name: 'slug', in: 'path', required: true, schema: { minLength: 2 } },
    { name: 'lang', in: 'query' },
  ])
})

test('parameters with other names share a path, and are not repeated in the body', async () => {
  const { paths } = await describe({ apis: { articles } })
  const replace = paths['/articles/{slug}']?.put
  expect(replace?.parameters).toMatchObject([{ name: 'slug', in: 'path', schema: { type: 'integer' } }])
  expect(Object.keys(replace?.requestBody?.content['application/json'].schema.properties ?? {})).toEqual([
    'title',
    'at',
  ])
  expect(Object.keys(paths)).toEqual(expect.arrayContaining(['/texts', '/texts/{path}', '/files/{path}']))
})

test('responses: the status of the function, proposals, and errors by code', async () => {
  const { paths, components } = await describe({
    apis: { articles, cart },
    session: SESSION,
    openapi: { bearer: true },
  })
  expect(Object.keys(paths['/articles']?.post?.responses ?? {})).toEqual(expect.arrayContaining(['201', '400', '415']))
  expect(Object.keys(paths['/articles/{slug}']?.delete?.responses ?? {})).toEqual(
    expect.arrayContaining(['202', '404']),
  )
  const buy = paths['/_fw/api/cart.buy']?.post
  expect(buy?.responses[200]).toMatchObject({
    headers: { 'x-fw-proposal': {} },
    content: {
      'application/json': {
        schema: { anyOf: [{}, { properties: { result: { $ref: '#/components/schemas/FwProposal' } } }] },
      },
    },
  })
  expect(buy?.description).toContain('`cart:buy`')
  expect(buy?.security).toEqual([{ bearer: ['cart:buy'] }, { session: ['cart:buy'] }])
  expect(paths['/_fw/api/cart.add']?.post?.security).toEqual([{}, { bearer: [] }, { session: [] }])
  expect(components.securitySchemes).toEqual({
    bearer: { type: 'http', scheme: 'bearer' },
    session: { type: 'apiKey', in: 'cookie', name: 'my_session' },
  })
  const refused = buy?.responses[403]?.$ref as string
  const response = components.responses?.[refused.split('/').at(-1) ?? '']
  const content = response?.content as Record<string, { examples: Record<string, { value: Json }> }> | undefined
  const examples = content?.['application/json']?.examples ?? {}
  expect(examples.out_of_scope?.value).toMatchObject({ ok: false, code: 'out_of_scope' })
  expect(Object.keys(examples).sort()).toEqual(['cross_site_denied', 'forbidden', 'out_of_scope'])
})

test('definitions become components: equal ones once, and others with the same name apart', async () => {
  const node = (extra: Json) => ({
    type: 'object',
    properties: { next: { $ref: '#/$defs/Node' } },
    required: ['next'],
    $defs: { Node: { type: 'object', properties: { child: { $ref: '#/$defs/Node' } }, ...extra } },
  })
  const standard = (input: Json) => ({
    '~standard': {
      version: 1 as const,
      vendor: 'test',
      validate: (value: unknown) => ({ value }),
      jsonSchema: { input: () => input, output: () => input },
    },
  })
  const define = (extra: Json) => api({ input: standard(node(extra)), output: standard(node({})), run: () => ({}) })
  const tree = { one: define({}), two: define({ additionalProperties: false }) }
  const { components, paths } = await describe({ apis: { tree } })
  const { FwError: _, FwIssue: __, ...own } = components.schemas ?? {}
  expect(own).toEqual({
    Node: { type: 'object', properties: { child: { $ref: '#/components/schemas/Node' } } },
    NodeInput: {
      type: 'object',
      properties: { child: { $ref: '#/components/schemas/NodeInput' } },
      additionalProperties: false,
    },
  })
  expect(paths['/_fw/api/tree.two']?.post?.requestBody?.content['application/json'].schema).toMatchObject({
    properties: { next: { $ref: '#/components/schemas/NodeInput' } },
  })
})

test('the document is the same whatever the order of the modules is, and has no empty parts', async () => {
  const first = await describe({ apis: { articles, cart } })
  const second = await describe({ apis: { cart, articles: Object.fromEntries(Object.entries(articles).reverse()) } })
  expect(JSON.stringify(second)).toBe(JSON.stringify(first))
  const { info, servers, components } = await describe({
    apis: { notes: { read: api({ description: 'Reads.', run }) } },
    title: 'Notes',
    description: 'My notes.',
    siteUrl: 'https://notes.example',
    appPackage: { version: '1.2.3', license: 'MIT' },
  })
  expect(info).toEqual({
    title: 'Notes',
    version: '1.2.3',
    description: 'My notes.',
    license: { name: 'MIT', identifier: 'MIT' },
  })
  expect(servers).toEqual([{ url: 'https://notes.example' }])
  expect(Object.keys(components)).toEqual(['schemas', 'responses'])
  expect(Object.keys(components.schemas ?? {})).toEqual(['FwError', 'FwIssue'])
})

test('names of operations are valid in clients, and differ', async () => {
  const apis = { 'user-cart': { add: api({ run }) }, userCart: { add: api({ run }) }, a_b: { c_d: api({ run }) } }
  const { paths } = await describe({ apis })
  expect(Object.values(paths).map(({ post }) => post?.operationId)).toEqual(['aBCD', 'userCartAdd', 'userCartAdd2'])
})

test('a list of objects in a query is documented by one parameter', async () => {
  const search = api({
    readonly: true,
    http: 'GET /search',
    input: schema({ rows: list(obj({ name: str() })).optional() }),
    run,
  })
  const { paths } = await describe({ apis: { things: { search } } })
  expect(paths['/search']?.get?.parameters).toMatchObject([{ name: 'rows', in: 'query', schema: { type: 'array' } }])
})

describeTransports('/_fw/openapi.json', (start) => {
  const read = async (
    client: { request: (path: string, init?: RequestInit) => Promise<Response> },
    init?: RequestInit,
  ) => {
    const response = await client.request('/_fw/openapi.json', init)
    const text = await response.text()
    return { response, text, paths: () => Object.keys((JSON.parse(text) as Document).paths) }
  }
  const ctxFor = (request: Request) => {
    const name = request.headers.get('x-user') ?? undefined
    return { userId: name, scopes: name === 'ann' ? ['cart:buy', 'docs'] : [] }
  }

  test('is served only if the configuration asks for it', async () => {
    expect((await (await start({ apis: { cart } })).request('/_fw/openapi.json')).status).toBe(404)
    expect((await (await start({ apis: { cart }, openapi: false })).request('/_fw/openapi.json')).status).toBe(404)
    const client = await start({ apis: { cart }, openapi: true })
    expect((await client.request('/_fw/openapi.json')).headers.get('content-type')).toBe('application/json')
    expect((await client.request('/_fw/openapi.json', { method: 'POST' })).status).toBe(405)
  })

  test('lists what an anonymous caller may call, whoever reads it, and is cached', async () => {
    const client = await start({ apis: { cart }, openapi: true, ctxFor, production: true })
    const { response, paths } = await read(client, { headers: { 'x-user': 'ann' } })
    expect(paths()).toEqual(['/_fw/api/cart.add', '/_fw/api/cart.clear', '/_fw/api/cart.pay'])
    expect(response.headers.get('cache-control')).toBe('public, max-age=300')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    const etag = response.headers.get('etag') ?? ''
    const again = await read(client, { headers: { 'if-none-match': `W/${etag}, "x"` } })
    expect([again.response.status, again.text, again.response.headers.get('etag')]).toEqual([304, '', etag])
  })

  test('with access: only these callers read it, and it lists the functions that they may call', async () => {
    const user = await start({ apis: { cart }, openapi: { access: 'user' }, ctxFor })
    expect((await read(user)).response.status).toBe(401)
    const bob = await read(user, { headers: { 'x-user': 'bob' } })
    expect(bob.paths()).not.toContain('/_fw/api/cart.buy')
    expect(bob.response.headers.get('cache-control')).toBe('private, no-cache')
    expect((await read(user, { headers: { 'x-user': 'ann' } })).paths()).toContain('/_fw/api/cart.buy')
    const scoped = await start({ apis: { cart }, openapi: { access: { scopes: ['docs'] } }, ctxFor })
    expect((await read(scoped)).response.status).toBe(401)
    expect((await read(scoped, { headers: { 'x-user': 'bob' } })).response.status).toBe(403)
    expect((await read(scoped, { headers: { 'x-user': 'ann' } })).response.status).toBe(200)
  })

  test('operations: all lists every function for every reader', async () => {
    const client = await start({ apis: { cart }, openapi: { operations: 'all' }, ctxFor })
    expect((await read(client)).paths()).toContain('/_fw/api/cart.buy')
  })
})

describeTransports('/_fw/openapi', (start) => {
  const referenceUrl = '/assets/reference.js'
  const ctxFor = (request: Request) => ({ userId: request.headers.get('x-user') ?? undefined })

  test('is served only with the option and the script', async () => {
    for (const options of [
      { openapi: true, referenceUrl },
      { openapi: { reference: false }, referenceUrl },
      { openapi: { reference: true } },
      { referenceUrl },
    ])
      expect((await (await start({ apis: { cart }, ...options })).request('/_fw/openapi')).status).toBe(404)
    const client = await start({ apis: { cart }, openapi: { reference: true }, referenceUrl, title: 'A <b>' })
    const page = await client.request('/_fw/openapi')
    const text = await page.text()
    expect(page.status).toBe(200)
    expect(text).toContain('<title>API: A &lt;b&gt;</title>')
    const nonce = page.headers.get('x-fw-nonce') ?? ''
    expect(text).toContain(`<script type="module" nonce="${nonce}" src="${referenceUrl}">`)
    expect(page.headers.get('content-security-policy')).toBe(
      `default-src 'none'; script-src 'nonce-${nonce}' 'strict-dynamic'; object-src 'none'; base-uri 'none'; style-src 'nonce-${nonce}'; connect-src 'self'; img-src 'self' data:; font-src 'self' data:; form-action 'none'; frame-ancestors 'self'`,
    )
    expect((await client.request('/_fw/openapi')).headers.get('x-fw-nonce')).not.toBe(nonce)
    expect((await client.request('/_fw/openapi', { method: 'POST' })).status).toBe(405)
    expect((await client.request('/_fw/openapi/more')).status).toBe(404)
  })

  test('has the readers of the document', async () => {
    const options = { apis: { cart }, ctxFor, referenceUrl }
    const user = await start({ ...options, openapi: { reference: true, access: 'user' } })
    expect((await user.request('/_fw/openapi')).status).toBe(401)
    expect((await user.request('/_fw/openapi', { headers: { 'x-user': 'bob' } })).status).toBe(200)
    const scoped = await start({ ...options, openapi: { reference: true, access: { scopes: ['docs'] } } })
    expect((await scoped.request('/_fw/openapi', { headers: { 'x-user': 'bob' } })).status).toBe(403)
  })
})

test('the public document in this process is the one that anonymous callers read', async () => {
  expect(Object.keys((await describe({ apis: { cart } }, true)).paths)).not.toContain('/_fw/api/cart.buy')
  const all = await describe({ apis: { cart }, openapi: { operations: 'all' } }, true)
  expect(Object.keys(all.paths)).toContain('/_fw/api/cart.buy')
})

test('an option that does not exist is refused', () => {
  expect(() => createFwServer({ openapi: { acess: 'user' } as never })).toThrow(/acess/)
})
