/** Live streams on each runtime, in a process of its own. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CoreServer, startApp } from '../../servers/core-server.ts'
import { RUNTIMES } from '../../servers/runtimes.ts'
import { type Answer, toAnswer } from '../transports.ts'
import { indexesOf, openStream, readLive, versionsOf } from './live-client.ts'

/** The anonymous streams of this browser end when its user signs in; those of the tests have another one. */
const SIGNING_IN = { 'user-agent': 'Firefox' }
const APP = fileURLToPath(new URL('../../servers/live-app.mjs', import.meta.url))

describe.each(RUNTIMES)('live streams on %s', (_name, program) => {
  let app: CoreServer
  beforeAll(async () => {
    app = await startApp(APP, program)
  })
  afterAll(() => app?.close())

  const createClientOf = (server: Pick<CoreServer, 'url'>) => {
    const request = (path: string, init?: RequestInit) => fetch(server.url + path, init)
    const call = async (tool: string, input: unknown = {}, headers: Record<string, string> = {}): Promise<Answer> =>
      toAnswer(
        await request(`/_fw/api/${tool}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify(input),
        }),
      )
    return { request, call }
  }
  const client = createClientOf({
    get url() {
      return app.url
    },
  })

  test('a write is reported at once, and its own response has the new value', async () => {
    const { live } = await readLive(client, 'board.list')
    const stream = await openStream(client, [live, 'another'])
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(await stream.next()).toEqual({ event: 'open', data: {} })
    expect(await stream.next()).toEqual({ event: 'change', data: [[1, '']] })
    for (const card of ['tea', 'milk']) {
      const began = performance.now()
      const { body } = await client.call('board.add', { card }, { 'x-fw-live-reads': live })
      const [fresh] = body.fresh as readonly { readonly result: string[]; readonly live: string }[]
      expect(fresh?.result.at(-1)).toBe(card)
      const change = await stream.next()
      expect(performance.now() - began).toBeLessThan(200)
      expect(change.data).toEqual([[0, versionsOf(fresh?.live ?? '')]])
    }
    await stream.close()
  })

  test('a logout ends the streams of the session', async () => {
    const { headers } = await client.call('board.login', {}, SIGNING_IN)
    const cookie = headers.get('set-cookie')?.split(';')[0] ?? ''
    const stream = await openStream(client, [], { cookie })
    const other = await openStream(client, [])
    await Promise.all([stream.next(), other.next()])
    await client.call('board.logout', {}, { cookie })
    expect(await stream.next()).toEqual({ event: 'end', data: 'session' })
    await stream.ended
    await other.quiet(30)
    await other.close()
  })

  test('a stream whose client has left is removed', async () => {
    const { live } = await readLive(client, 'board.list')
    const streams = await Promise.all(Array.from({ length: 30 }, () => openStream(client, [live])))
    await Promise.all(streams.map((stream) => stream.next()))
    await Promise.all(streams.map((stream) => stream.close()))
    const left = await openStream(client, [live])
    await left.next()
    await client.call('board.add', { card: 'bread' })
    expect(indexesOf(await left.next())).toEqual([0])
    await left.close()
  })

  test('a write, a logout and a kill at one process reach the streams of another', async () => {
    const data = `sqlite:${join(mkdtempSync(join(tmpdir(), 'live-')), 'fw.db')}` as const
    const [here, there] = await Promise.all([startApp(APP, program, { data }), startApp(APP, program, { data })])
    const [one, two] = [createClientOf(here), createClientOf(there)]
    const { live } = await readLive(one, 'board.list')
    const cookie = (await one.call('board.login', {}, SIGNING_IN)).headers.get('set-cookie')?.split(';')[0] ?? ''
    const [stream, signedIn] = await Promise.all([openStream(two, [live]), openStream(two, [], { cookie })])
    await Promise.all([stream.next(), signedIn.next()])
    const began = performance.now()
    await one.call('board.add', { card: 'tea' })
    expect(indexesOf(await stream.next())).toEqual([0])
    expect(performance.now() - began).toBeLessThan(400)
    await one.call('board.logout', {}, { cookie })
    expect(await signedIn.next()).toEqual({ event: 'end', data: 'session' })
    // The other process knows the key and the versions of the one that was killed.
    const { live: newer } = await readLive(one, 'board.list')
    here.signal('SIGKILL')
    await here.ended
    const resumed = await openStream(two, [newer, live])
    await resumed.next()
    expect(await resumed.next()).toEqual({ event: 'change', data: [[1, versionsOf(newer)]] })
    await Promise.all([stream.close(), resumed.close(), there.close()])
  })

  test('a server that stops ends its streams, and exits before its drain time', async () => {
    // A server without connections that a client has opened in advance: Node waits for their first request.
    const stopping = await startApp(APP, program)
    const requestThere = (path: string, init?: RequestInit) => fetch(stopping.url + path, init)
    const streams = await Promise.all([1, 2, 3].map(() => openStream({ request: requestThere }, [])))
    await Promise.all(streams.map((stream) => stream.next()))
    const began = performance.now()
    stopping.signal('SIGTERM')
    for (const stream of streams) expect(await stream.next()).toEqual({ event: 'end', data: 'closing' })
    await Promise.all(streams.map((stream) => stream.ended))
    expect(await stopping.ended).toBe(0)
    expect(performance.now() - began).toBeLessThan(10_000)
  })
})
