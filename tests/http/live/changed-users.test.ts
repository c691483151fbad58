/** Streams of an app that signs its users in with a cookie of its own. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { openMemoryData } from '../../../runtime/src/data/memory-data.ts'
import { serve } from '../../../runtime/src/host.ts'
import { api, FwError, schema, str } from '../../../runtime/src/index.ts'
import { createFwServer, createSessionStore } from '../../../runtime/src/server.ts'
import { type Client, createClient } from '../transports.ts'
import { createBoard } from './board-app.ts'
import { type OpenStream, openStream, readLive } from './live-client.ts'

let apps = 0
const open: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

const FIREFOX = { 'user-agent': 'Firefox' }
const CHROMIUM = { 'user-agent': 'Chromium' }
const signedIn = (user: string, more = '') => ({ cookie: `user=${user}${more}` })
const respond = (cookie: string) => () => new Response(null, { status: 204, headers: { 'set-cookie': cookie } })

async function start(more: object = {}): Promise<Client> {
  const { board, options, tag } = createBoard(`-users${apps++}`)
  let visits = 0
  const visit = api({
    access: 'public',
    readonly: true,
    tags: [tag('visits')],
    run: ({ ctx }) => {
      ctx.headers.append('set-cookie', `visits=${++visits}`)
      return visits
    },
  })
  const set = api({
    access: 'public',
    input: schema({ cookie: str() }),
    run: ({ input, ctx }) => {
      ctx.headers.append('set-cookie', input.cookie)
    },
  })
  const endpoints: Record<string, object> = {
    'sign-out.http.ts': { POST: respond('user=; Path=/; Max-Age=0') },
    'callback.http.ts': { GET: respond('user=bob; Path=/; HttpOnly') },
    'renew.http.ts': { GET: respond('user=ann-2; Path=/; HttpOnly') },
  }
  const server = createFwServer({
    log: () => undefined,
    ...options,
    apis: { board: { ...board, set, visit } },
    // The part after the hyphen changes with each renewal.
    ctxFor: ({ headers }) => ({ userId: /user=([a-z]+)/.exec(headers.get('cookie') ?? '')?.[1] }),
    middleware: ({ url }: Request) => (url.endsWith('/by-middleware') ? respond('user=; Max-Age=0')() : undefined),
    routeFiles: Object.keys(endpoints).map((filePath) => ({ filePath })),
    loadRoute: async (filePath: string) => endpoints[filePath] as never, // only endpoints
    ...more,
  })
  const listening = await serve(server, { port: 0, drainMs: 100 })
  open.push(listening)
  return createClient(server, listening.url, fetch)
}

async function listen(client: Client, headers: Record<string, string> = {}): Promise<OpenStream> {
  const stream = await openStream(client, [], headers)
  open.push(stream)
  await stream.next()
  return stream
}

async function expectEnd(ended: readonly OpenStream[], kept: readonly OpenStream[] = []): Promise<void> {
  for (const stream of ended) expect(await stream.next()).toEqual({ event: 'end', data: 'session' })
  await Promise.all(kept.map((stream) => stream.quiet(150)))
}

test.each([
  ['signs out', 'user=; Path=/; Max-Age=0'],
  ['signs out with a date', 'user=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT'],
  ['signs another user in', 'user=bob; Path=/'],
])('a call that %s ends the streams of the user in this browser, and no others', async (_, cookie) => {
  const client = await start()
  const ann = signedIn('ann')
  const ended = [await listen(client, { ...ann, ...FIREFOX }), await listen(client, { ...ann, ...FIREFOX })]
  const kept = [
    await listen(client, { ...ann, ...CHROMIUM }),
    await listen(client, { ...signedIn('bob'), ...FIREFOX }),
    await listen(client, FIREFOX),
  ]
  await client.call('board.set', { cookie }, { ...ann, ...FIREFOX })
  await expectEnd(ended, kept)
})

test('the sign-in of an anonymous visitor ends the anonymous streams of this browser only', async () => {
  const client = await start()
  const ended = [await listen(client, FIREFOX), await listen(client, { ...FIREFOX, cookie: 'theme=dark' })]
  const kept = [await listen(client, CHROMIUM), await listen(client, { ...signedIn('bob'), ...FIREFOX })]
  await client.call('board.set', { cookie: 'user=ann; Path=/' }, FIREFOX)
  await expectEnd(ended, kept)
})

test('an endpoint or a middleware that signs in or out ends them too', async () => {
  const client = await start()
  const ann = signedIn('ann')
  const first = await listen(client, ann)
  await client.request('/sign-out', { method: 'POST', headers: ann })
  await expectEnd([first])
  const second = await listen(client, ann)
  await client.request('/callback', { headers: ann })
  await expectEnd([second])
  const third = await listen(client, ann)
  await client.request('/by-middleware', { method: 'POST', headers: ann })
  await expectEnd([third])
})

test('a cookie with the same value, and a renewal in a response to GET, end nothing', async () => {
  const client = await start()
  const ann = signedIn('ann', '-1; theme=dark')
  const stream = await listen(client, ann)
  await client.call('board.set', { cookie: 'theme=dark; Path=/; Max-Age=1000' }, ann)
  await client.call('board.set', { cookie: 'gone=; Max-Age=0' }, ann)
  await client.request('/renew', { headers: ann })
  await expectEnd([], [stream])
})

test('a live read that renews a cookie does not end its own stream', async () => {
  const client = await start()
  const ann = signedIn('ann')
  const stream = await listen(client, ann)
  await readLive(client, 'board.visit', {}, ann)
  await expectEnd([], [stream])
})

test('with a session store, a sign-in ends the streams of the anonymous visitor, and other cookies end none of the same user', async () => {
  const session = createSessionStore<{ id: string }>({ secret: `k${Math.random()}`.padEnd(24, 'x'), secure: false })
  const client = await start({
    session,
    ctxFor: (_: Request, { session: user }: { session?: { id: string } }) => ({ userId: user?.id }),
  })
  const issued = session.issue({ id: 'ann' })
  const ann = { cookie: issued.split(';')[0] ?? '' }
  const [anonymous, known] = [await listen(client), await listen(client, ann)]
  await client.call('board.set', { cookie: 'theme=dark' }, ann)
  await expectEnd([], [anonymous, known])
  await client.call('board.set', { cookie: session.issue({ id: 'bob' }) })
  await expectEnd([anonymous], [known])
})

test('the response to a call that changes cookies makes all reads of the tab stale', async () => {
  const client = await start()
  const ann = signedIn('ann')
  const [mine, list] = [
    await readLive(client, 'board.mine', {}, ann),
    await readLive(client, 'board.list', { board: 'a' }, ann),
  ]
  const headers = { ...ann, 'x-fw-live-reads': `${mine.live},${list.live}` }
  const { body } = await client.call('board.set', { cookie: 'user=bob' }, headers)
  expect(body.stale).toEqual([0, 1])
  expect(body).not.toHaveProperty('fresh')
  expect((await client.call('board.set', { cookie: 'user=ann' }, headers)).body).not.toHaveProperty('stale')
})

/** Opens a store that several servers use. */
function openShared() {
  return { ...openMemoryData(), close: async () => undefined }
}

/** Creates options for an app that counts its ctxs and the messages in its store. */
function createCounts() {
  const data = openMemoryData()
  const counts = { ctxs: 0, messages: 0 }
  const dataStore = {
    ...data,
    publish: (channel: string, text: string) => {
      if (channel.startsWith('live:')) counts.messages++
      return data.publish(channel, text)
    },
  }
  const ctxFor = ({ headers }: Request) => {
    counts.ctxs++
    return { userId: /user=([a-z]+)/.exec(headers.get('cookie') ?? '')?.[1] }
  }
  return { counts, options: { dataStore, ctxFor } }
}

test('an app without live reads pays nothing for a response that changes cookies', async () => {
  const { counts, options } = createCounts()
  const client = await start(options)
  const ann = signedIn('ann', '-1')
  await client.request('/renew', { headers: ann })
  await pause(150)
  expect(counts).toEqual({ ctxs: 1, messages: 0 })
  await client.call('board.set', { cookie: 'user=bob; Path=/' }, ann)
  await pause(150)
  expect(counts).toEqual({ ctxs: 2, messages: 0 })
  // Not a live read: it has no tags.
  await client.call('board.plain', {}, { ...ann, 'x-fw-live': 'read' })
  await client.call('board.set', { cookie: 'user=bob; Path=/' }, ann)
  await pause(150)
  expect(counts).toEqual({ ctxs: 4, messages: 0 })
})

test('the watch for ends of streams does not keep the scope of the first stream', async () => {
  const scope = new AsyncLocalStorage<string>()
  const data = openShared()
  const watched: (string | undefined)[] = []
  const dataStore = {
    ...data,
    watch(...args: Parameters<typeof data.watch>) {
      if (args[0] === 'live:stream-ends') watched.push(scope.getStore())
      return data.watch(...args)
    },
  }
  const inProcess = ({ server, url }: Client) => createClient(server, url, (request) => server.fetch(request))
  const streaming = inProcess(await scope.run('server', () => start({ dataStore })))
  const other = inProcess(await start({ dataStore: data }))
  const stream = await scope.run('ann', () => listen(streaming, signedIn('ann')))
  expect(watched).toEqual(['server'])
  await other.call('board.set', { cookie: 'user=; Max-Age=0' }, signedIn('ann'))
  await expectEnd([stream])
})

test('a process without live reads ends the streams of another one', async () => {
  const data = openShared()
  const [streaming, other] = [await start({ dataStore: data }), await start({ dataStore: data })]
  const ann = signedIn('ann')
  const [first, second] = [await listen(streaming, ann), await listen(streaming, signedIn('bob'))]
  await other.call('board.set', { cookie: 'user=; Max-Age=0' }, ann)
  await expectEnd([first], [second])
})

test('a process that has looked before the first stream of another one ends its streams a second later', async () => {
  const data = openShared()
  const [streaming, other] = [await start({ dataStore: data }), await start({ dataStore: data })]
  const ann = signedIn('ann')
  await other.call('board.set', { cookie: 'theme=dark' }, ann)
  await pause(1_100)
  const stream = await listen(streaming, ann)
  await other.call('board.set', { cookie: 'user=; Max-Age=0' }, ann)
  await expectEnd([stream])
})

test.each([
  [429, 'rate_limited', false],
  [500, 'internal', false],
  [503, 'unavailable', false],
  [401, 'unauthenticated', true],
] as const)('a ctxFor that fails with %i (%s) for the new cookies ends the streams: %s', async (_, code, isEnd) => {
  const client = await start({
    ctxFor: ({ headers }: Request) => {
      const cookie = headers.get('cookie') ?? ''
      if (cookie.includes('ann-2')) throw new FwError(code)
      return { userId: /user=([a-z]+)/.exec(cookie)?.[1] }
    },
  })
  const ann = signedIn('ann', '-1')
  const stream = await listen(client, ann)
  await client.request('/renew', { headers: ann })
  await (isEnd ? expectEnd([stream]) : expectEnd([], [stream]))
})

test('many responses for one name end its streams at most once a second, and the last one is respected', async () => {
  const client = await start()
  let ends = 0
  let isDone = false
  let stream = await listen(client)
  const reopen = async () => {
    for (;;) {
      await stream.ended
      if (isDone) return
      ends++
      stream = await listen(client)
    }
  }
  const reopening = reopen()
  const began = performance.now()
  for (let sent = 0; sent < 100; sent++) {
    await client.request('/by-middleware', { method: 'POST', headers: { cookie: `user=x${sent}` } })
    await pause(15)
  }
  const seconds = (performance.now() - began) / 1_000
  isDone = true
  expect(ends).toBeGreaterThan(0)
  expect(ends).toBeLessThanOrEqual(1 + seconds)
  // After the last response.
  expect(await stream.next()).toEqual({ event: 'end', data: 'session' })
  await reopening
})
