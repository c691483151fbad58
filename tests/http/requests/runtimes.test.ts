/** The main promises of an app, tested in processes on both runtimes. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CoreServer, startCore } from '../../servers/core-server.ts'
import { openRaw, requestText, sendRaw, statusesOf } from '../../servers/raw-socket.ts'
import { RUNTIMES } from '../../servers/runtimes.ts'
import { AGENT, toAnswer } from '../transports.ts'

describe.each(RUNTIMES)('an app on %s', (_name, program) => {
  let core: CoreServer
  beforeAll(async () => {
    core = await startCore(program, { maxBodyBytes: 1_000 })
  })
  afterAll(() => core?.close())
  const call = async (...args: Parameters<CoreServer['call']>) => toAnswer(await core.call(...args))

  test('handles calls, and reports their errors', async () => {
    expect(await call('echo', { text: 'grüße 😀' })).toMatchObject({ status: 200, body: { result: 'grüße 😀' } })
    expect(await call('echo', { text: 1 })).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', issues: [{ path: 'text' }] },
    })
    expect((await call('none')).status).toBe(404)
    const failed = await call('fails')
    expect([failed.status, failed.body.error]).toEqual([500, expect.stringMatching(/^Error: internal error [\w-]+$/)])
    expect(core.output()).toContain('broken on purpose')
    const read = await fetch(`${core.url}/_fw/api/shop.me?input=%7B%7D`)
    expect([read.status, read.headers.get('cache-control'), await read.text()]).toEqual([
      200,
      'no-store',
      '{"ok":true,"result":null}',
    ])
    const head = await fetch(`${core.url}/_fw/api/shop.me`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    expect((await fetch(`${core.url}/_fw/api/shop.echo`)).headers.get('allow')).toBe('POST')
  })

  test('gives every response an id', async () => {
    for (const path of ['/', '/_fw/health', '/_fw/api/shop.me', '/%00', '/stream?lines=1'])
      expect((await fetch(core.url + path)).headers.get('x-request-id'), path).toMatch(/^[0-9a-f]{12}-[0-9a-z]+$/)
  })

  test.each(['a:99999', '256.256.256.256', 'xn--a', '1.2.3.4.5', '[::1'])(
    'refuses a Host that no URL can hold, before any code of the app: %s',
    async (host) => {
      const reply = await sendRaw(core.port, requestText('GET /', { host, connection: 'close' }))
      expect(statusesOf(reply)).toEqual([400])
      expect(core.output()).not.toContain(host)
    },
  )

  test('guards agents: pending and approved once, forbidden, and out of scope', async () => {
    const before = (await core.state()).order
    const parked = await call('order', { item: 'tea' }, AGENT)
    const { status, id } = parked.body.result as { status: string; id: string }
    expect([parked.status, status, (await core.state()).order]).toEqual([200, 'proposal', before])
    const approve = (headers: Record<string, string> = {}) =>
      fetch(`${core.url}/_fw/approve`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ id }),
      })
    expect((await approve(AGENT)).status).toBe(403)
    const all = await Promise.all(Array.from({ length: 20 }, () => approve()))
    expect(all.map((answer) => answer.status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 404)])
    expect((await core.state()).order).toBe(before + 1)
    expect((await call('hidden', {}, AGENT)).status).toBe(403)
    expect((await call('hidden')).status).toBe(200)
    expect((await call('secret')).body.code).toBe('out_of_scope')
  })

  test('enforces its limits, with and without a declared length', async () => {
    const post = (body: BodyInit, headers: Record<string, string> = {}) =>
      fetch(`${core.url}/_fw/api/shop.echo`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
        duplex: 'half',
      } as RequestInit)
    const parts = (count: number) =>
      new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('{"text":"'))
          for (let part = 0; part < count; part += 1) controller.enqueue(new TextEncoder().encode('a'.repeat(100)))
          controller.enqueue(new TextEncoder().encode('"}'))
          controller.close()
        },
      })
    // The response is sent before the end of the body, and the connection closes: a caller that still writes can miss
    // it.
    const postUntilAnswered = (send: () => Promise<Response>) => send().catch(send).catch(send)
    expect((await post(parts(9))).status).toBe(200)
    for (const body of [() => parts(10), () => 'x'.repeat(1_001)]) {
      const answer = await toAnswer(await postUntilAnswered(() => post(body())))
      expect([answer.status, answer.body.code]).toEqual([413, 'payload_too_large'])
    }
    expect((await post('{}', { 'content-type': 'text/plain' })).status).toBe(415)
    expect((await post('{}', { 'content-encoding': 'gzip' })).status).toBe(415)
    expect((await post(new Uint8Array([34, 255, 34]))).status).toBe(400)
  })

  test('streams, and stops when the caller disconnects', async () => {
    const whole = await fetch(`${core.url}/stream?lines=5`)
    expect(await whole.text()).toBe('line 0\nline 1\nline 2\nline 3\nline 4\n')
    const { cancelled, aborted } = await core.state()
    const left = openRaw(core.port, requestText('GET /stream'))
    await left.until((text) => text.includes('line 3'))
    left.socket.destroy()
    const { started } = await core.state()
    const waits = openRaw(core.port, requestText('GET /wait'))
    await expect.poll(async () => (await core.state()).started).toBe(started + 1)
    waits.socket.destroy()
    await expect.poll(async () => (await core.state()).cancelled).toBe(cancelled + 1)
    await expect.poll(async () => (await core.state()).aborted).toBe(aborted + 1)
    expect((await core.state()).streams).toBe(0)
  })

  test('recognizes a session by its cookie, and ignores another cookie', async () => {
    const login = await core.call('login', { name: 'ann' })
    const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    expect((await call('me', {}, { cookie })).body.result).toBe('ann')
    expect((await call('me', {}, { cookie: `${cookie}x` })).body.result).toBe(null)
    expect((await call('me')).body.result).toBe(null)
  })
})
