import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBodyClock } from '../../../runtime/src/host/body-clock.ts'
import { resolveHosting } from '../../../runtime/src/host/timeouts.ts'
import { type CoreServer, startCore } from '../../servers/core-server.ts'
import { openRaw, requestText, statusesOf } from '../../servers/raw-socket.ts'
import { RUNTIMES } from '../../servers/runtimes.ts'

const JSON_TYPE = { 'content-type': 'application/json' }
/** The caller would keep the connection. */
const echoText = (text: string) => requestText('POST /_fw/api/shop.echo', JSON_TYPE, JSON.stringify({ text }))

describe.each(RUNTIMES)('callers on %s that take their time', (name, program) => {
  let core: CoreServer
  beforeAll(async () => {
    core = await startCore(program, { timeouts: { headersMs: 400, requestMs: 800, keepAliveMs: 300, idleMs: 2_000 } })
  })
  afterAll(() => core?.close())

  it.concurrent('to send a body get 408, and nothing runs', async () => {
    const { closed, socket } = openRaw(core.port, echoText('whole').slice(0, -3))
    const answer = await closed
    socket.destroy()
    expect(statusesOf(answer)).toEqual([408])
    // Node's parser responds itself, without a body.
    if (name === 'Bun') expect(answer).toContain('"code":"request_timeout"')
    expect((await core.state()).echo).toBe(0)
  })

  it.concurrent('to send a body, byte by byte, get 408 too', async () => {
    const { closed, socket } = openRaw(core.port, echoText('x'.repeat(400)).slice(0, -400))
    const drip = setInterval(() => socket.writable && socket.write('x'), 50)
    const answer = await closed
    clearInterval(drip)
    expect(statusesOf(answer)).toEqual([408])
  })

  // Bun gives every connection about twelve seconds for its first head, and nothing changes that.
  it.concurrent('to send headers, byte by byte, are cut', { timeout: 30_000 }, async () => {
    const { closed, socket } = openRaw(core.port, 'GET /_fw/health HTTP/1.1\r\nhost: x\r\nx-a: ')
    const drip = setInterval(() => socket.writable && socket.write('x'), 50)
    const answer = await closed
    clearInterval(drip)
    expect(statusesOf(answer)).toEqual(name === 'Node' ? [408] : [])
  })

  it.concurrent('between two requests, or are silent while one runs, lose their connection', {
    timeout: 30_000,
  }, async ({ expect }) => {
    const kept = openRaw(core.port, requestText('GET /_fw/health'))
    const quiet = openRaw(core.port, requestText('GET /wait'))
    expect(statusesOf(await kept.closed)).toEqual([200])
    expect(statusesOf(await quiet.closed)).toEqual([])
    // The call is aborted, because no client waits for it.
    await expect.poll(async () => (await core.state()).aborted).toBe(1)
  })
})

describe.each(RUNTIMES)('requests for another protocol on %s', (_name, program) => {
  let core: CoreServer
  beforeAll(async () => {
    core = await startCore(program, { timeouts: { idleMs: 1_000, requestMs: 1_000 }, websocket: { path: '/socket' } })
  })
  afterAll(() => core?.close())

  const handshake = { 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==', 'sec-websocket-version': '13' }

  it.each([
    ['h2c', '/wait', {}],
    ['tls/1.3', '/wait', {}],
    ['websocket', '/wait', handshake],
  ])('lose an idle connection: %s of %s', { timeout: 30_000 }, async (protocol, path, headers) => {
    const { closed, socket } = openRaw(
      core.port,
      requestText(`GET ${path}`, { connection: 'upgrade', upgrade: protocol, ...headers }),
    )
    const before = (await core.state()).aborted
    await closed
    socket.destroy()
    await expect.poll(async () => (await core.state()).aborted).toBe(before + 1)
  })

  it('end with the limit of requests: a WebSocket stays open', { timeout: 30_000 }, async () => {
    const head = requestText('GET /socket', { connection: 'upgrade', upgrade: 'websocket', ...handshake })
    const { closed, socket, until } = openRaw(core.port, head)
    await until((text) => text.includes('\r\n\r\n'))
    const pause = new Promise((resolve) => setTimeout(resolve, 6_000, 'open'))
    expect(await Promise.race([closed, pause])).toBe('open')
    socket.destroy()
  })
})

describe.each(RUNTIMES)('300 half-open connections on %s', (_name, program) => {
  it('do not affect other clients', { timeout: 30_000 }, async () => {
    const core = await startCore(program)
    try {
      const halves = Array.from({ length: 300 }, (_, index) =>
        openRaw(
          core.port,
          index % 2 === 0 ? 'POST /_fw/api/shop.echo HTTP/1.1\r\nhost: x\r\n' : echoText('x').slice(0, -4),
        ),
      )
      await Promise.all(
        halves.map(({ socket }) => socket.connecting && new Promise((done) => socket.once('connect', done))),
      )
      for (let index = 0; index < 20; index += 1)
        expect(await (await core.call('echo', { text: `${index}` })).json()).toEqual({ ok: true, result: `${index}` })
      expect((await core.state()).echo).toBe(20)
      for (const { socket } of halves) socket.destroy()
    } finally {
      await core.close()
    }
  })
})

describe.each(RUNTIMES)('an unread body on %s', (_name, program) => {
  it('does not block its connection, however slowly it arrives', async () => {
    const core = await startCore(program, { timeouts: { headersMs: 500, requestMs: 500 } })
    const head = requestText('POST /_fw/api/shop.none', { ...JSON_TYPE, 'content-length': '100000' })
    const { closed, socket } = openRaw(core.port, head)
    const drip = setInterval(() => socket.writable && socket.write('x'), 50)
    const answer = await closed
    clearInterval(drip)
    await core.close()
    expect(statusesOf(answer)).toEqual([404])
  })
})

describe('timeouts', () => {
  it('have defaults, which the app changes, and serve changes after it', () => {
    expect(resolveHosting({ hosting: {} }, {})).toEqual({
      timeouts: { headersMs: 20_000, requestMs: 60_000, keepAliveMs: 65_000, idleMs: 240_000 },
      drainMs: 10_000,
      drainDelayMs: 0,
    })
    const hosting = { timeouts: { headersMs: 1, idleMs: 2 }, drainMs: 3, drainDelayMs: 4 }
    expect(resolveHosting({ hosting }, { timeouts: { idleMs: 5 }, drainMs: 6 })).toEqual({
      timeouts: { headersMs: 1, requestMs: 60_000, keepAliveMs: 65_000, idleMs: 5 },
      drainMs: 6,
      drainDelayMs: 4,
    })
  })

  it('that are not valid times are refused', () => {
    for (const idleMs of [0, -1, 2 ** 31, Number.NaN, Number.POSITIVE_INFINITY])
      expect(() => resolveHosting({ hosting: { timeouts: { idleMs } } }, {})).toThrow(
        /^timeouts\.idleMs is .*from 1 to 2147483647\.$/,
      )
  })

  it('of bodies are counted from each one, and a body in time passes', async () => {
    const clock = createBodyClock(20)
    const never = new Promise<string>(() => undefined)
    await expect(clock.limit(never)).rejects.toMatchObject({ code: 'request_timeout', status: 408 })
    expect(await clock.limit(Promise.resolve('whole'))).toBe('whole')
    await expect(clock.limit(Promise.reject(new Error('left')))).rejects.toThrow('left')
    clock.stop()
  })
})
