import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import type { AgentIdentity, Ctx } from '../../runtime/src/contract/api.ts'
import { serve } from '../../runtime/src/host.ts'
import { api, FwError, schema, str } from '../../runtime/src/index.ts'
import { createFwServer, createSessionStore } from '../../runtime/src/server.ts'
import { AGENT, describeTransports } from './transports.ts'

type Seen = { userId?: string; session?: unknown; agent?: AgentIdentity | null; own?: unknown }
const look = api({
  description: 'Looks.',
  input: schema({}),
  run: ({ ctx }) => {
    const { userId, session, agent, own } = ctx as Seen
    return { userId, session, agent, own, hasHeaders: ctx.headers instanceof Headers }
  },
})
const cookie = api({
  description: 'Sets a cookie.',
  input: schema({}),
  run: ({ ctx }) => ctx.headers.append('set-cookie', 'a=b; HttpOnly'),
})
const apis = { desk: { look, cookie } }
const sessions = createSessionStore<{ userId: string }>({ secret: 'x'.repeat(32), secure: false })
const signedIn = { cookie: sessions.issue({ userId: 'ann' }).split(';')[0] ?? '' }

describeTransports('ctx', (start) => {
  test('CTX-01 CTX-02 CTX-05 SRV-13 AUT-01 GEN-12 ctxFor makes it, once for a request, of the request and the verified session', async () => {
    let made = 0
    const { call } = await start({
      apis,
      session: sessions,
      ctxFor: (req, { session, agent }) => {
        made++
        const { userId } = (session ?? {}) as { userId?: string }
        return { userId, own: [new URL(req.url).pathname, req.headers.get('x-own'), agent] }
      },
    })
    const { body } = await call('desk.look', {}, { ...signedIn, 'x-own': '1' })
    expect(body.result).toEqual({
      userId: 'ann',
      session: { userId: 'ann' },
      agent: null,
      own: ['/_fw/api/desk.look', '1', null],
      hasHeaders: true,
    })
    expect(made).toBe(1)
    const forged = await call('desk.look', {}, { cookie: `${signedIn.cookie}x` })
    expect(forged.body.result).not.toHaveProperty('userId')
    expect(forged.body.result).not.toHaveProperty('session')
  })

  test('GEN-12 without ctxFor every caller is anonymous', async () => {
    const { call } = await start({ apis })
    expect((await call('desk.look')).body.result).toEqual({ agent: null, hasHeaders: true })
  })

  test('session and agent are merged in where ctxFor leaves them out, and its own win', async () => {
    const answers = [
      undefined,
      null,
      {},
      Object.create(null),
      new (class Own {})(),
      Object.freeze(new (class Own {})()),
    ]
    for (const answer of answers) {
      const { call } = await start({ apis, session: sessions, ctxFor: () => answer })
      const { status, body } = await call('desk.look', {}, signedIn)
      expect([status, body.result]).toEqual([200, { session: { userId: 'ann' }, agent: null, hasHeaders: true }])
    }
    const { call } = await start({ apis, session: sessions, ctxFor: () => ({ session: 'mine' }) })
    expect((await call('desk.look', {}, signedIn)).body.result).toMatchObject({ session: 'mine', agent: null })
  })

  test('promises of any library are waited for', async () => {
    // biome-ignore lint/suspicious/noThenProperty: a promise of another library
    const thenable = { then: (resolve: (ctx: object) => void) => resolve({ userId: 'ben' }) }
    for (const answer of [Promise.resolve({ userId: 'ben' }), thenable]) {
      const { call } = await start({ apis, ctxFor: () => answer })
      expect((await call('desk.look')).body.result).toMatchObject({ userId: 'ben' })
    }
  })

  test.each([
    ['a text', 'admin', 'ctxFor returned a string'],
    ['a number', 7, 'ctxFor returned a number'],
    ['an array', [], 'ctxFor returned an array'],
    ['a function', () => undefined, 'ctxFor returned a function'],
    ['a Response', new Response('no'), "throw new FwError('unauthenticated')"],
    ["the caller's headers", { headers: new Headers({ cookie: 'secret=1' }) }, 'returned a member "headers"'],
  ])('%s that ctxFor returns is a 500 that names the solution, and nothing runs', async (_, answer, words) => {
    let ran = 0
    const counting = api({ run: () => ran++ })
    const { call } = await start({ apis: { desk: { counting } }, ctxFor: () => answer })
    const { status, body, headers } = await call('desk.counting')
    expect([status, body.code, headers.get('cookie')]).toEqual([500, 'internal', null])
    expect(body.error).toContain(words)
    expect(ran).toBe(0)
  })

  test('AUT-01 LIM-09 ctxFor refuses with any FwError and its headers; other throws are 500', async () => {
    const answers: [unknown, number, string][] = [
      [new FwError('unauthenticated'), 401, 'unauthenticated'],
      [new FwError('rate_limited', { headers: { 'retry-after': '7' } }), 429, 'rate_limited'],
      [new TypeError('the database is away'), 500, 'internal'],
      [null, 500, 'internal'],
    ]
    for (const [thrown, status, code] of answers) {
      for (const throwing of [
        () => {
          throw thrown
        },
        () => Promise.reject(thrown),
      ]) {
        const { call } = await start({ apis, ctxFor: throwing })
        const answer = await call('desk.look')
        expect([answer.status, answer.body.code]).toEqual([status, code])
        expect(answer.headers.get('retry-after')).toBe(status === 429 ? '7' : null)
      }
    }
  })

  test('LIM-09 middleware may refuse before anything else', async () => {
    const middleware = () => new Response('slow down', { status: 429 })
    const { request } = await start({ apis, middleware })
    expect((await request('/_fw/api/desk.look', { method: 'POST' })).status).toBe(429)
  })

  test('ctx.headers are sent with the response of an API call, also from nested calls and from calls with their own ctx', async () => {
    const inside = api({
      input: schema({}),
      run: async ({ ctx }) => {
        await cookie({})
        await cookie({}, { ...ctx, userId: 'other' } as Ctx)
      },
    })
    const { call } = await start({ apis: { desk: { ...apis.desk, inside } } })
    expect((await call('desk.cookie')).headers.getSetCookie()).toEqual(['a=b; HttpOnly'])
    expect((await call('desk.inside')).headers.getSetCookie()).toEqual(['a=b; HttpOnly', 'a=b; HttpOnly'])
  })

  test('elsewhere ctx.headers are dropped, with a warning', async () => {
    const logged: string[] = []
    const log = ({ msg }: { msg: string }) => void logged.push(msg)
    const ctxFor = (req: Request) => ({ path: new URL(req.url).pathname })
    const { post, server } = await start({ apis, ctxFor, log })
    const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ data: { tool: 'desk.cookie', input: {} } }] }
    const rpc = { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } }
    expect((await post('/_fw/a2a', rpc, { 'a2a-version': '1.0' })).headers.getSetCookie()).toEqual([])
    expect(logged.join()).toMatch(/api\.desk\.cookie set ctx\.headers \(set-cookie\), which are not sent here/)
    expect(server.apiTools.map(({ name }) => name)).toEqual(['api.desk.look', 'api.desk.cookie'])
  })
})

describeTransports('a cookie that a tool sets for an MCP client without a session', (start) => {
  test('is not sent, and the call fails, because it could not be found again', async () => {
    const { post } = await start({ apis })
    const rpc = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'desk__cookie' } }
    const { headers, body } = await post('/_fw/mcp', rpc)
    expect(headers.getSetCookie()).toEqual([])
    expect(body).toMatchObject({ result: { isError: true } })
  })
})

describeTransports('the headers of a page', (start) => {
  test('are honoured where it is shown, and dropped with a warning where it is only described', async () => {
    const logged: string[] = []
    const routes = {
      '/': ({ ctx }: { ctx: Ctx }) => {
        ctx.headers.append('set-cookie', 'seen=1')
        return '<p>home</p>'
      },
    }
    const { request } = await start({ routes, log: ({ msg }) => void logged.push(msg) })
    expect((await request('/')).headers.getSetCookie()).toEqual(['seen=1'])
    expect((await request('/_fw/manifest?path=/')).headers.getSetCookie()).toEqual([])
    expect(logged.join()).toContain('/_fw/manifest set ctx.headers (set-cookie), which are not sent here')
  })
})

describe('a direct call', () => {
  const who = api({
    input: schema({ name: str() }),
    run: ({ input, ctx }) => [input.name, (ctx as Seen).userId ?? 'nobody', ctx.headers instanceof Headers],
  })

  test('validates, and has an empty ctx outside a request, or the one that it receives', async () => {
    expect(await who({ name: 'a' })).toEqual(['a', 'nobody', true])
    expect(await who({ name: 'a' }, { userId: 'ann' } as unknown as Ctx)).toEqual(['a', 'ann', true])
    await expect(who({ name: 1 } as never)).rejects.toMatchObject({ code: 'invalid_input' })
    await expect(who({ name: 'a', __proto__: null, constructor: 1 } as never)).rejects.toMatchObject({ status: 400 })
  })

  test('does not modify a ctx that is reused for many calls', async () => {
    const kept = Object.freeze({ userId: 'job' }) as unknown as Ctx
    await cookie({}, kept)
    expect(kept).toEqual({ userId: 'job' })
  })
})

describe('the signal of a call', () => {
  const waiting = () => {
    const seen: string[] = []
    const inner = api({
      input: schema({}),
      run: ({ signal }) => {
        seen.push('inner runs')
        return new Promise<string>((resolve) => {
          signal.addEventListener('abort', () => {
            seen.push('inner aborts')
            resolve('left')
          })
        })
      },
    })
    const outer = api({
      input: schema({}),
      run: async ({ signal }) => {
        signal.addEventListener('abort', () => seen.push('outer aborts'))
        return inner({})
      },
    })
    return { seen, apis: { desk: { inner, outer } } }
  }

  test('aborts when the caller leaves, and in calls inside too, in process', async () => {
    const { seen, apis } = waiting()
    const server = createFwServer({ apis, log: () => undefined })
    const leaving = new AbortController()
    const headers = { 'content-type': 'application/json' }
    const init = { method: 'POST', headers, body: '{}', signal: leaving.signal }
    const answer = server.fetch(new Request('http://localhost/_fw/api/desk.outer', init))
    await expect.poll(() => seen).toEqual(['inner runs'])
    leaving.abort()
    await answer
    expect(seen.slice(1).sort()).toEqual(['inner aborts', 'outer aborts'])
    await server.close()
  })

  test('aborts when the caller leaves, over a socket', async () => {
    const { seen, apis } = waiting()
    const listening = await serve(createFwServer({ apis, log: () => undefined }), { port: 0 })
    const socket = connect(listening.port, '127.0.0.1')
    socket.write(
      'POST /_fw/api/desk.outer HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}',
    )
    await expect.poll(() => seen).toEqual(['inner runs'])
    socket.destroy()
    await expect.poll(() => seen.slice(1).sort()).toEqual(['inner aborts', 'outer aborts'])
    await listening.close()
  })

  test('aborts in calls inside when the time of the call around them is up', async () => {
    const { seen, apis } = waiting()
    const timed = api({ timeoutMs: 5, input: schema({}), run: () => apis.desk.inner({}) })
    const server = createFwServer({ apis: { desk: { timed } }, log: () => undefined })
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
    expect((await server.fetch(new Request('http://localhost/_fw/api/desk.timed', init))).status).toBe(503)
    await expect.poll(() => seen).toEqual(['inner runs', 'inner aborts'])
    await server.close()
  })

  test('under an agent as well', async () => {
    const { seen, apis } = waiting()
    const server = createFwServer({ apis, log: () => undefined })
    const leaving = new AbortController()
    const headers = { 'content-type': 'application/json', ...AGENT }
    const init = { method: 'POST', headers, body: '{}', signal: leaving.signal }
    const answer = server.fetch(new Request('http://localhost/_fw/api/desk.inner', init))
    await expect.poll(() => seen).toEqual(['inner runs'])
    leaving.abort()
    expect((await answer).status).toBe(200)
    await server.close()
  })
})
