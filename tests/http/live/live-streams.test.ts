import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { serve } from '../../../runtime/src/host.ts'
import { api, type CacheTag, FwError, redirect, revalidateTag, schedule } from '../../../runtime/src/index.ts'
import { createFwServer, createSessionStore, type FwServer, type FwServerOptions } from '../../../runtime/src/server.ts'
import { createClient, describeTransports } from '../transports.ts'
import { createBoard } from './board-app.ts'
import { indexesOf, openStream, readLive } from './live-client.ts'

let apps = 0
const newBoard = () => createBoard(`-stream${apps++}`)
const newSession = (options: { readonly ttlMs?: number; readonly now?: () => number } = {}) =>
  createSessionStore<{ id: string }>({ secret: `k${Math.random()}`.padEnd(24, 'x'), secure: false, ...options })

/** Options of an app with users in sessions. */
function withSessions(session: ReturnType<typeof newSession>): FwServerOptions {
  return {
    session,
    ctxFor: (_req, { session: user }) => ({ userId: (user as { readonly id: string } | undefined)?.id }),
  }
}

function catchError(run: () => never): unknown {
  try {
    return run()
  } catch (error) {
    return error
  }
}

const cookieOf = (line: string) => ({ cookie: line.split(';')[0] ?? '' })

afterEach(() => void vi.useRealTimers())

describeTransports('the bounds of streams', (start) => {
  test('requests that are malformed, too large, of other sites or of other methods are refused', async () => {
    const client = await start(newBoard().options)
    const ask = async (body: unknown, headers: Record<string, string> = {}) =>
      (await client.post('/_fw/live', body, headers)).status
    expect(await ask({})).toBe(400)
    expect(await ask({ reads: 'x' })).toBe(400)
    expect(await ask({ reads: [1] })).toBe(400)
    expect(await ask([])).toBe(400)
    expect(await ask({ reads: Array(501).fill('x') })).toBe(400)
    expect(await ask({ reads: ['x'.repeat(262_144)] })).toBe(413)
    expect(await ask({ reads: [] }, { origin: 'https://other.example', 'sec-fetch-site': 'cross-site' })).toBe(403)
    expect(await ask({ reads: [] }, { 'content-type': 'text/plain' })).toBe(415)
    const get = await client.request('/_fw/live')
    expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST'])
    expect((await client.request('/_fw/live/more', { method: 'POST' })).status).toBe(404)
    const most = await openStream(client, Array(500).fill('x'))
    await most.next()
    expect(indexesOf(await most.next())).toHaveLength(500)
    await most.close()
  })

  test('a caller whom ctxFor refuses gets no stream', async () => {
    const client = await start({
      ...newBoard().options,
      ctxFor: () => {
        throw new FwError('unauthenticated')
      },
    })
    expect((await client.post('/_fw/live', { reads: [] })).status).toBe(401)
  })

  test('of 21 streams of a user the oldest ends; those of others stay', async () => {
    const client = await start({
      ...newBoard().options,
      ctxFor: (req) => ({ userId: req.headers.get('x-user') ?? undefined }),
    })
    const open = async (user: string) => {
      const stream = await openStream(client, [], { 'x-user': user })
      await stream.next()
      return stream
    }
    const other = await open('bob')
    const streams = []
    for (let count = 0; count < 20; count++) streams.push(await open('ada'))
    const [oldest, second] = streams
    await oldest?.quiet(30)
    streams.push(await open('ada'))
    expect(await oldest?.next()).toEqual({ event: 'end', data: 'limit' })
    await oldest?.ended
    await Promise.all([second?.quiet(30), other.quiet(30)])
    // A stream that is closed counts no more.
    await second?.close()
    await new Promise((resolve) => setTimeout(resolve, 50))
    streams.push(await open('ada'))
    await streams[2]?.quiet(30)
    await Promise.all([other, ...streams].map((stream) => stream.close()))
  })

  test('writes to a slow reader are merged: it receives one change for each read', async () => {
    const { options, tag } = newBoard()
    const client = await start(options)
    const { live: a } = await readLive(client, 'board.list', { board: 'a' })
    const { live: b } = await readLive(client, 'board.list', { board: 'b' })
    const response = await client.request('/_fw/live', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ reads: [a, b, a] }),
    })
    const reader = response.body?.getReader()
    const writes = 3_000
    let received = 0
    if (client.url !== 'http://localhost') {
      // A socket has room for much more than this.
      await revalidateTag(tag('board-a'))
    } else for (let count = 0; count < writes; count++) await revalidateTag(tag(count % 2 ? 'board-a' : 'board-b'))
    const decoder = new TextDecoder()
    let text = ''
    while (!text.includes('[2,')) {
      const piece = await reader?.read()
      received += piece?.value?.byteLength ?? 0
      text += decoder.decode(piece?.value)
    }
    expect(received).toBeLessThan(400)
    const last = JSON.parse(/data: (\[\[.*\]\])\n\n$/.exec(text)?.[1] ?? '[]') as readonly [number, string][]
    const now = (await readLive(client, 'board.list', { board: 'a' })).live.split('.')[1]
    expect(last.find(([index]) => index === 2)?.[1]).toBe(now)
    await reader?.cancel()
  })
})

describeTransports('the end of a session', (start) => {
  const setUp = async () => {
    const session = newSession()
    const { options, board } = newBoard()
    const logout = api({
      access: 'public',
      run: ({ ctx }) => {
        ctx.headers.append('set-cookie', session.clear())
      },
    })
    const login = api({
      access: 'public',
      run: ({ ctx }) => {
        ctx.headers.append('set-cookie', session.issue({ id: 'eve' }))
      },
    })
    const theme = api({
      access: 'public',
      run: ({ ctx }) => {
        ctx.headers.append('set-cookie', 'theme=dark')
      },
    })
    const client = await start({
      ...options,
      ...withSessions(session),
      apis: { board: { ...board, logout, login, theme } },
    })
    return { client, session }
  }

  test.each(['logout', 'login'])('%s ends the streams of that session at once, and no others', async (tool) => {
    const { client, session } = await setUp()
    const [ada, elsewhere, bob] = [
      session.issue({ id: 'ada' }),
      session.issue({ id: 'ada' }),
      session.issue({ id: 'bob' }),
    ]
    const open = async (line: string) => {
      const stream = await openStream(client, [], cookieOf(line))
      await stream.next()
      return stream
    }
    const ended = [await open(ada), await open(ada)]
    const kept = [await open(elsewhere), await open(bob), await openStream(client, [])]
    await kept[2]?.next()
    await client.call('board.theme', {}, cookieOf(ada))
    await ended[0]?.quiet(30)
    await client.call(`board.${tool}`, {}, cookieOf(ada))
    for (const stream of ended) expect(await stream.next()).toEqual({ event: 'end', data: 'session' })
    await Promise.all(ended.map((stream) => stream.ended))
    await Promise.all(kept.map((stream) => stream.quiet(30)))
    await Promise.all(kept.map((stream) => stream.close()))
  })
})

describe('heartbeats', () => {
  const open: FwServer[] = []
  afterEach(async () => {
    vi.useRealTimers()
    await Promise.all(open.splice(0).map((server) => server.close()))
  })
  const start = (options: FwServerOptions) => {
    const server = createFwServer({ log: () => undefined, ...options })
    open.push(server)
    return createClient(server, 'http://localhost', (request) => server.fetch(request))
  }
  const fakeTime = () => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })

  test('are sent every 25 seconds, and the caller is read again', async () => {
    fakeTime()
    const users = new Map([['token', 'ada']])
    let isDown = false
    let made = 0
    const client = start({
      ...newBoard().options,
      ctxFor: (req) => {
        made++
        if (isDown) throw new Error('the database is down')
        return { userId: users.get(req.headers.get('x-token') ?? '') }
      },
    })
    const stream = await openStream(client, [], { 'x-token': 'token', 'content-encoding': 'identity' })
    await stream.next()
    await vi.advanceTimersByTimeAsync(500)
    for (let beat = 0; beat < 3; beat++) {
      const before = made
      await vi.advanceTimersByTimeAsync(24_000)
      expect(made).toBe(before)
      await vi.advanceTimersByTimeAsync(1_000)
      expect(await stream.next()).toEqual({ event: 'beat' })
      expect(made).toBe(before + 1)
    }
    // Nobody knows who the caller is now. Its reads are refused anyway.
    isDown = true
    await vi.advanceTimersByTimeAsync(26_000)
    expect(await stream.next()).toEqual({ event: 'beat' })
    isDown = false
    users.set('token', 'bob')
    await vi.advanceTimersByTimeAsync(26_000)
    expect(await stream.next()).toEqual({ event: 'end', data: 'session' })
    await stream.ended
  })

  test.each<[string, () => unknown, string]>([
    ['a rate limit', () => new FwError('rate_limited'), 'beat'],
    ['a redirect to sign in', () => catchError(() => redirect('/login')), 'end'],
  ])('after %s in ctxFor', async (_, refuse, event) => {
    fakeTime()
    let isRefused = false
    const client = start({
      ...newBoard().options,
      ctxFor: () => {
        if (isRefused) throw refuse()
        return {}
      },
    })
    const stream = await openStream(client, [])
    await stream.next()
    isRefused = true
    await vi.advanceTimersByTimeAsync(26_000)
    expect(await stream.next()).toMatchObject({ event })
    await stream.close()
  })

  test('end the stream of a session that has expired, and of a caller whom ctxFor refuses', async () => {
    fakeTime()
    const clock = { now: Date.now() }
    const session = newSession({ ttlMs: 60_000, now: () => clock.now })
    let isRefused = false
    const client = start({
      ...newBoard().options,
      session,
      ctxFor: (req) => {
        if (isRefused && req.headers.has('x-banned')) throw new FwError('out_of_scope')
        return {}
      },
    })
    const expiring = await openStream(client, [], cookieOf(session.issue({ id: 'ada' })))
    const banned = await openStream(client, [], { 'x-banned': '1' })
    await Promise.all([expiring.next(), banned.next()])
    isRefused = true
    clock.now += 61_000
    await vi.advanceTimersByTimeAsync(26_000)
    expect(await expiring.next()).toEqual({ event: 'end', data: 'session' })
    expect(await banned.next()).toEqual({ event: 'end', data: 'session' })
  })
})

describe('several servers', () => {
  test('a logout at one ends the streams at another', async () => {
    const session = newSession()
    const data = `sqlite:${join(mkdtempSync(join(tmpdir(), 'live-')), 'fw.db')}` as const
    const { options, board } = newBoard()
    const logout = api({
      access: 'public',
      run: ({ ctx }) => {
        ctx.headers.append('set-cookie', session.clear())
      },
    })
    const all = { ...options, ...withSessions(session), data, sharesData: true, log: () => undefined } as const
    const servers = [1, 2].map(() => createFwServer({ ...all, apis: { board: { ...board, logout } } }))
    const [one, two] = servers.map((server) =>
      createClient(server, 'http://localhost', (request) => server.fetch(request)),
    )
    if (one === undefined || two === undefined) throw new Error('two servers')
    const cookie = cookieOf(session.issue({ id: 'ada' }))
    const stream = await openStream(two, [], cookie)
    await stream.next()
    // The watch of the store begins with the first stream.
    await new Promise((resolve) => setTimeout(resolve, 300))
    await one.call('board.logout', {}, cookie)
    expect(await stream.next()).toEqual({ event: 'end', data: 'session' })
    // Receipts of one are the other's too.
    const { live } = await readLive(one, 'board.list', { board: 'a' })
    const other = await openStream(two, [live])
    await other.next()
    await other.quiet(100)
    await one.call('board.add', { board: 'a', card: 'x' })
    expect(indexesOf(await other.next())).toEqual([0])
    await other.close()
    await Promise.all(servers.map((server) => server.close()))
  })

  test('a server that stops ends its streams within the drain time', async () => {
    const server = createFwServer({ ...newBoard().options, log: () => undefined })
    const listening = await serve(server, { port: 0, drainMs: 20_000 })
    const client = createClient(server, listening.url, fetch)
    const streams = await Promise.all([1, 2, 3].map(() => openStream(client, [])))
    await Promise.all(streams.map((stream) => stream.next()))
    const began = performance.now()
    await listening.close()
    expect(performance.now() - began).toBeLessThan(5_000)
    for (const stream of streams) expect(await stream.next()).toEqual({ event: 'end', data: 'closing' })
    await Promise.all(streams.map((stream) => stream.ended))
  })
})

describeTransports('writers', (start) => {
  test('calls of agents, of MCP clients, of code and of schedules notify like those of people', async () => {
    const { options, board, tag } = newBoard()
    const client = await start({
      ...options,
      schedules: { nightly: schedule({ every: '1h', run: () => board.add({ board: 'a', card: 'by a schedule' }) }) },
    })
    const { live } = await readLive(client, 'board.list', { board: 'a' })
    const stream = await openStream(client, [live])
    await stream.next()
    const notified = async (write: () => Promise<unknown>) => {
      await write()
      expect(indexesOf(await stream.next())).toEqual([0])
      await stream.quiet(20)
    }
    await notified(() => client.call('board.add', { board: 'a', card: '1' }))
    await notified(() => client.call('board.add', { board: 'a', card: '2' }, { 'x-fw-origin': 'agent' }))
    await notified(async () => {
      const call = { name: 'api.board.add', arguments: { board: 'a', card: '3' } }
      const { body } = await client.post('/_fw/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call })
      expect(body.result).toMatchObject({ content: [{ text: '3' }] })
    })
    await notified(() => board.add({ board: 'a', card: '4' }))
    await notified(() => client.server.runSchedule('nightly'))
    await notified(() => revalidateTag(tag('board-a') as CacheTag))
    expect((await readLive(client, 'board.list', { board: 'a' })).result).toEqual(['1', '2', '3', '4', 'by a schedule'])
    await stream.close()
  })
})
