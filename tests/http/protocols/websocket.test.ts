import { describe, expect, test } from 'vitest'
import { FwError } from '../../../runtime/src/contract/http/error.ts'
import { createSessionStore, defineWebSocket } from '../../../runtime/src/server.ts'
import { describeTransports } from '../transports.ts'
import { closeAfterEach, deferred, start } from './socket-app.ts'
import { open, refused } from './socket-client.ts'

closeAfterEach()

const echo = defineWebSocket({ path: '/live', message: (socket, message) => void socket.send(message) })

describeTransports('a request without an upgrade', (startApp) => {
  test('HTP-26 ERR-12 to the websocket path is 426 upgrade_required, with any method', async () => {
    const { request } = await startApp({ websocket: echo })
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const response = await request('/live', { method })
      expect(response.status).toBe(426)
      expect(response.headers.get('upgrade')).toBe('websocket')
      expect((await response.json()).code).toBe('upgrade_required')
    }
    expect((await request('/live', { method: 'HEAD' })).status).toBe(426)
    expect((await request('/live2')).status).toBe(404)
  })
})

describe('an upgrade', () => {
  test('HTP-25 SRV-17 opens a socket with data, and open, message, close and drain are called', async () => {
    const events: unknown[] = []
    const ended = deferred()
    const big = 'x'.repeat(8 * 1024 * 1024)
    const url = await start({
      websocket: defineWebSocket({
        path: '/live',
        data: ({ req }) => ({ name: new URL(req.url).searchParams.get('name') }),
        open(socket) {
          events.push(['open', socket.data.name])
          socket.send('hello')
        },
        message(socket, message) {
          events.push(['message', message])
          if (message === 'big') events.push(['sent', socket.send(big)])
          else socket.send(message)
        },
        drain(socket) {
          events.push(['drain', socket.bufferedAmount])
        },
        close(socket, code, reason) {
          events.push(['close', socket.data.name, code, reason])
          ended.resolve()
        },
      }),
    })
    const client = await open(`${url}/live?name=ada`)
    expect(await client.next()).toBe('hello')
    client.socket.send('text')
    expect(await client.next()).toBe('text')
    client.socket.send(Buffer.from([1, 2, 3]))
    expect(await client.next()).toEqual(Buffer.from([1, 2, 3]))
    client.socket.send('big')
    expect(await client.next()).toBe(big)
    client.socket.send('last')
    expect(await client.next()).toBe('last')
    client.socket.close(4001, 'bye')
    await ended.promise
    expect(events.filter((event) => (event as unknown[])[0] !== 'drain')).toEqual([
      ['open', 'ada'],
      ['message', 'text'],
      ['message', expect.objectContaining({ length: 3 })],
      ['message', 'big'],
      ['sent', false],
      ['message', 'last'],
      ['close', 'ada', 4001, 'bye'],
    ])
    expect(events).toContainEqual(['drain', 0])
  })

  test('data may refuse: an FwError with its status, anything else as 500 without its words in production', async () => {
    const opened: unknown[] = []
    const log: unknown[] = []
    const url = await start({
      production: true,
      log: (message) => log.push(message),
      websocket: {
        path: '/live',
        data({ req }) {
          if (req.url.endsWith('?closed')) throw new FwError('unauthenticated')
          throw new Error('secret words')
        },
        open: () => void opened.push(1),
      },
    })
    expect(await refused(`${url}/live?closed`)).toMatchObject({ status: 401, code: 'unauthenticated' })
    const failed = await refused(`${url}/live`)
    expect(failed).toMatchObject({ status: 500, code: 'internal' })
    expect(failed.body).not.toContain('secret')
    expect(opened).toEqual([])
    expect(log).toHaveLength(1)
  })

  test('only the configured path opens a socket: everywhere else an upgrade is 404, and the connection ends', async () => {
    const opened: unknown[] = []
    const url = await start({ websocket: { path: '/live', open: () => void opened.push(1) } })
    for (const path of ['/', '/other', '/live/', '/live/more', '/LIVE', '/_fw/approve', '/_fw/api/live'])
      expect(await refused(`${url}${path}`)).toMatchObject({ status: 404 })
    expect(opened).toEqual([])
  })

  test('middleware and ctxFor always run: an upgrade that they refuse opens no socket', async () => {
    const opened: unknown[] = []
    const seen: string[] = []
    const url = await start({
      middleware(req) {
        seen.push(new URL(req.url).pathname)
        return req.headers.get('x-stop') === null ? undefined : new Response('stopped', { status: 418 })
      },
      ctxFor(req) {
        if (req.headers.get('x-nobody') !== null) throw new FwError('unauthenticated')
        return { userId: 'ada' }
      },
      websocket: { path: '/live', open: (socket) => void opened.push(socket.ctx) },
    })
    expect(await refused(`${url}/%6cive`, { headers: { 'x-stop': '1' } })).toMatchObject({
      status: 418,
      body: 'stopped',
    })
    expect(await refused(`${url}/live`, { headers: { 'x-nobody': '1' } })).toMatchObject({ status: 401 })
    expect(opened).toEqual([])
    // The path that is compared is the canonical one.
    const client = await open(`${url}/%6cive`)
    expect(seen).toEqual(['/live', '/live', '/live'])
    client.socket.close()
    await client.closed
    expect(opened).toEqual([expect.objectContaining({ userId: 'ada' })])
  })

  test('the cross-site check runs before every handler, as for a request that changes something', async () => {
    const called: string[] = []
    const url = await start({
      ctxFor: () => void called.push('ctx'),
      websocket: { path: '/live', data: () => void called.push('data') },
    })
    const { host } = new URL(url)
    const cross: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site', origin: `http://${host}` },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: `http://${host}0` },
    ]
    for (const headers of cross)
      expect(await refused(`${url}/live`, { headers })).toMatchObject({ status: 403, code: 'cross_site_denied' })
    expect(await refused(`${url}/elsewhere`, { headers: { origin: 'null' } })).toMatchObject({ status: 403 })
    expect(called).toEqual([])
    const same: Record<string, string>[] = [{}, { origin: `http://${host}` }, { 'sec-fetch-site': 'same-origin' }]
    for (const headers of same) {
      const client = await open(`${url}/live`, { headers })
      client.socket.terminate()
    }
    expect(called).toEqual(['ctx', 'data', 'ctx', 'data', 'ctx', 'data'])
  })

  test('under the agent policy "require" an agent without a signature opens nothing', async () => {
    const url = await start({ websocket: echo, agents: { webBotAuth: { keys: [] }, policy: 'require' } })
    expect(await refused(`${url}/live`, { headers: { 'x-fw-origin': 'agent' } })).toMatchObject({
      status: 401,
      code: 'agent_required',
    })
    const client = await open(`${url}/live`)
    client.socket.terminate()
  })

  test('the session is read at the upgrade, and its renewal and ctx.headers are on the 101', async () => {
    let now = 0
    const session = createSessionStore<{ name: string }>({
      secret: 's'.repeat(32),
      ttlMs: 100_000,
      now: () => now,
    })
    const url = await start({
      session,
      ctxFor: (_req, facts) => ({ who: facts.session }),
      websocket: defineWebSocket({
        path: '/live',
        data({ ctx, session: payload }) {
          ctx.headers.append('set-cookie', 'seen=1; Path=/')
          ctx.headers.set('x-room', 'blue')
          ctx.headers.set('sec-websocket-accept', 'forged')
          return payload
        },
        open: (socket) => void socket.send(JSON.stringify(socket.data)),
      }),
    })
    const cookie = session.issue({ name: 'ada' }).split(';')[0] ?? ''
    now += 60_000
    const client = await open(`${url}/live`, { headers: { cookie } })
    expect(await client.next()).toBe('{"name":"ada"}')
    const cookies = client.headers.filter((_, at) => client.headers[at - 1]?.toLowerCase() === 'set-cookie')
    expect(cookies).toHaveLength(2)
    expect(cookies[0]).toBe('seen=1; Path=/')
    expect(cookies[1]).toContain(cookie.split('=')[0])
    expect(client.headers).toContain('blue')
    expect(client.headers).not.toContain('forged')
    client.socket.close()
    await client.closed
  })

  test('a socket closes with 1008 when the session that opened it ends, renewed or not; others stay', async () => {
    let now = 1_000_000
    const session = createSessionStore<{ name: string }>({
      secret: 's'.repeat(32),
      ttlMs: 2_000,
      rotateAfterMs: 1_500,
      now: () => now,
    })
    const url = await start({ session, websocket: echo })
    const headers = { cookie: session.issue({ name: 'ada' }).split(';')[0] ?? '' }
    const begin = performance.now()
    now += 1_400
    const client = await open(`${url}/live`, { headers })
    now += 400
    const renewed = await open(`${url}/live`, { headers })
    const anonymous = await open(`${url}/live`)
    expect(await client.closed).toEqual({ code: 1008, reason: 'The session has ended.' })
    expect(performance.now() - begin).toBeGreaterThan(500)
    renewed.socket.send('still')
    expect(await renewed.next()).toBe('still')
    expect((await renewed.closed).code).toBe(1008)
    expect(performance.now() - begin).toBeGreaterThan(1_900)
    anonymous.socket.send('still')
    expect(await anonymous.next()).toBe('still')
    anonymous.socket.terminate()
  })

  test('a subprotocol is agreed on only when both speak it', async () => {
    const url = await start({
      websocket: { path: '/live', protocols: ['v2', 'v1'], open: (socket) => void socket.send(socket.protocol) },
    })
    const client = await open(`${url}/live`, { protocols: ['v0', 'v1', 'v2'] })
    expect(client.socket.protocol).toBe('v1')
    expect(await client.next()).toBe('v1')
    client.socket.terminate()
    const without = await open(`${url}/live`)
    without.socket.send('x')
    expect(await without.next()).toBe('')
    without.socket.terminate()
    await expect(open(`${url}/live`, { protocols: ['v9'] })).rejects.toThrow('Server sent no subprotocol')
  })
})
