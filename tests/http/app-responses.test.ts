import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LogLine } from '../../runtime/src/contract/config/log.ts'
import { api, FwError, schema, str } from '../../runtime/src/index.ts'
import { describeTransports } from './transports.ts'

/** Responses of an app are sent, or refused with a log entry that explains why. A caller never waits forever. */
describeTransports('responses of an app', (start) => {
  test('a Response that is returned twice is a 500 whose message has the solution', async () => {
    const lines: LogLine[] = []
    const denied = new Response('no', { status: 403 })
    const { request } = await start({ middleware: () => denied, log: (line) => void lines.push(line) })
    expect((await request('/')).status).toBe(403)
    const second = await request('/')
    expect([second.status, await second.text()]).toEqual([500, expect.stringContaining('Create a new Response')])
    expect(lines).toMatchObject([{ level: 'error' }])
  })

  test('a page that returns a Response twice fails in the same way', async () => {
    const once = new Response('once')
    const { request } = await start({ routes: { '/': () => once } })
    expect(await (await request('/')).text()).toBe('once')
    expect((await request('/')).status).toBe(500)
  })

  test('a visitor who causes a warning on many paths suppresses no other warning', async () => {
    const lines: LogLine[] = []
    const { request, post } = await start({
      log: (line) => void lines.push(line),
      apis: {
        shop: { enter: api({ description: 'Enters.', run: ({ ctx }) => ctx.headers.set('x-entered', 'yes') ?? 1 }) },
      },
      middleware: (req) =>
        req.url.includes('/shared/')
          ? new Response('both', { headers: { 'cache-control': 'public', 'set-cookie': 'a=b' } })
          : undefined,
    })
    for (let round = 0; round < 11; round += 1)
      await Promise.all(
        Array.from({ length: 100 }, async (_, index) => (await request(`/shared/${round}-${index}`)).text()),
      )
    expect(lines).toHaveLength(100)
    expect(lines[0]?.msg).toContain('has a public cache-control and sets a cookie')
    const params = { name: 'shop__enter', arguments: {} }
    await post('/_fw/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params })
    expect(lines.slice(100)).toMatchObject([{ msg: expect.stringContaining('api.shop.enter set ctx.headers') }])
  })

  test('Response.error() has no status to respond with', async () => {
    const { request } = await start({ middleware: () => Response.error() })
    const answer = await request('/')
    expect([answer.status, await answer.text()]).toEqual([500, expect.stringContaining('Response.error()')])
  })

  test('a header that no host can send is left out of ctx.headers with a line in the log, and refused in a Response', async () => {
    const lines: LogLine[] = []
    const { call, request } = await start({
      log: (line) => void lines.push(line),
      apis: {
        shop: {
          echo: api({
            description: 'Echo into a header.',
            input: schema({ text: str() }),
            run: async ({ input, ctx }) => {
              ctx.headers.set('x-echo', input.text)
              ctx.headers.set('x-kept', 'yes')
              return 'done'
            },
          }),
        },
      },
      middleware: (req) =>
        req.url.endsWith('/own') ? new Response('own', { headers: { 'x-own': 'a\u0001b' } }) : undefined,
    })
    const answer = await call('shop.echo', { text: 'a\u0001b' })
    expect([answer.status, answer.headers.get('x-echo'), answer.headers.get('x-kept')]).toEqual([200, null, 'yes'])
    const own = await request('/own')
    expect([own.status, await own.text()]).toEqual([500, expect.stringContaining('"x-own"')])
    expect(lines).toMatchObject([{ msg: expect.stringContaining('"x-echo"') }, { level: 'error' }])
    expect((await call('shop.echo', { text: 'grüße' })).headers.get('x-echo')).not.toBeNull()
  })

  test('framing headers of a Response do not contradict the sent bytes', async () => {
    const framing = { 'content-length': '100', connection: 'keep-alive, x-own', 'transfer-encoding': 'chunked' }
    const { request } = await start({ middleware: () => new Response(null, { status: 200, headers: framing }) })
    const answer = await request('/')
    expect([answer.status, await answer.text()]).toEqual([200, ''])
    expect(answer.headers.get('content-length')).not.toBe('100')
  })
})

describeTransports('lengths that an app sets', (start) => {
  test('a correct content-length is sent, and a wrong one terminates the response', async () => {
    const bodies = { '/true': '5', '/short': '3', '/long': '9' } as const
    const { request } = await start({
      middleware: (req) => {
        const length = bodies[new URL(req.url).pathname as keyof typeof bodies]
        return new Response('hello', { headers: { 'content-length': length } })
      },
    })
    expect(await (await request('/true')).text()).toBe('hello')
    // Bun reads a short body before its head is sent, and responds with 500; the others cut the connection.
    for (const path of ['/short', '/long'])
      await expect(
        request(path).then((answer) => (answer.ok ? answer.text() : Promise.reject(answer))),
      ).rejects.toBeDefined()
    expect(await (await request('/true')).text()).toBe('hello')
  })

  test('a HEAD cancels the unread body', async () => {
    let cancelled = 0
    const cancel = () => {
      cancelled += 1
    }
    const body = () => new ReadableStream({ cancel })
    const { request } = await start({ middleware: () => new Response(body()) })
    expect((await request('/', { method: 'HEAD' })).status).toBe(200)
    expect(cancelled).toBe(1)
  })
})

test('an FwError refuses a header that no host can send', () => {
  expect(() => new FwError('rate_limited', { headers: { 'x-why': 'a\u0001b' } })).toThrow(TypeError)
})

/** `fetch` decodes a response, but its headers still describe the encoded one. */
describeTransports('middleware that returns the response of another server', (start) => {
  const upstream = createServer((_request, response) => {
    const body = gzipSync('hello from upstream')
    response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': body.length, 'x-own': 'yes' }).end(body)
  })
  beforeAll(() => new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve)))
  afterAll(() => new Promise((resolve) => upstream.close(resolve)))

  test('streams its response', async () => {
    const url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/`
    const { request } = await start({ middleware: () => fetch(url) })
    const answer = await request('/')
    expect([await answer.text(), answer.headers.get('content-encoding'), answer.headers.get('x-own')]).toEqual([
      'hello from upstream',
      null,
      'yes',
    ])
  })
})
