/** The stream of an MCP session of 2025: its caller is checked like that of a message. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { api, cached, schema, str } from '../../../runtime/src/index.ts'
import type { FwServerOptions } from '../../../runtime/src/server.ts'
import { PUBLIC_KEY } from '../sign-request.ts'
import { type Client, describeTransports } from '../transports.ts'

const stock = new Map<string, number>()
const readStock = cached(async (id: string) => stock.get(id) ?? 0, { ttl: 600, tags: (id) => [`stock-${id}`] })
const sell = api({
  description: 'Sells a product.',
  input: schema({ id: str() }),
  invalidates: ['stock-[id]'],
  run: ({ input }) => {
    stock.set(input.id, (stock.get(input.id) ?? 0) + 1)
  },
})

const options: FwServerOptions = {
  apis: { shop: { sell } },
  mcp: {
    resources: [
      { uri: 'stock://{id}', name: 'stock', read: async ({ params: { id } }) => String(await readStock(String(id))) },
      {
        uri: 'mine://{id}',
        name: 'mine',
        read: async ({ params: { id }, ctx }) =>
          ctx.identity?.subject === 'ann' ? String(await readStock(String(id))) : undefined,
      },
    ],
  },
}

const folder = mkdtempSync(join(tmpdir(), 'fw-mcp-stream-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const readNotes = cached(async (owner: string) => `notes of ${owner}`, {
  ttl: 600,
  tags: (owner) => [`notes-${owner}`],
})
const mine = api({
  description: 'Returns the notes of the user.',
  access: 'user',
  run: ({ ctx }) => readNotes(String((ctx as { userId?: string }).userId)),
})
const add = api({
  description: 'Adds a note for a user.',
  input: schema({ owner: str() }),
  invalidates: ['notes-[owner]'],
  run: () => null,
})
const rotate = api({ description: 'Rotates the keys.', access: 'user', guard: 'forbidden', run: () => 'rotated' })

const ANN = { authorization: 'Bearer good' }
const ACCEPT = { accept: 'application/json, text/event-stream' }

async function rpc(client: Client, method: string, params: object, headers: Record<string, string>) {
  return await client.post('/_fw/mcp', { jsonrpc: '2.0', id: 1, method, params }, { ...ACCEPT, ...headers })
}

async function openSession(client: Client, uris: readonly string[], headers: Record<string, string> = {}) {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } }
  const session = (await rpc(client, 'initialize', params, headers)).headers.get('mcp-session-id') ?? ''
  for (const uri of uris) {
    const { body } = await rpc(client, 'resources/subscribe', { uri }, { ...headers, 'mcp-session-id': session })
    expect(body.result).toEqual({})
  }
  return session
}

describeTransports('the stream of an MCP session', (start) => {
  test('it needs a token, and its reads have the identity of the token', async () => {
    const client = await start({ ...options, mcpAuth: { verify: (token) => token === 'good' && { subject: 'ann' } } })
    const session = await openSession(client, ['stock://tea', 'mine://tea'], ANN)
    const open = (headers: Record<string, string>) =>
      client.request('/_fw/mcp', { headers: { accept: 'text/event-stream', 'mcp-session-id': session, ...headers } })
    for (const headers of [{}, { authorization: 'Bearer stolen' }] as Record<string, string>[]) {
      const refused = await open(headers)
      expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
        401,
        expect.stringContaining('Bearer'),
      ])
    }
    const stream = await open(ANN)
    expect(stream.status).toBe(200)
    const reader = stream.body?.getReader()
    let text = ''
    const read = async () => {
      for (;;) {
        const next = await reader?.read()
        if (next === undefined || next.done) return
        text += Buffer.from(next.value).toString()
      }
    }
    const reading = read().catch(() => undefined)
    await sleep(150)
    await client.call('shop.sell', { id: 'tea' })
    await expect
      .poll(() => [...text.matchAll(/"uri":"([^"]*)"/g)].map(([, uri]) => uri).sort())
      .toEqual(['mine://tea', 'stock://tea'])
    await reader?.cancel()
    await reading
  })

  test.each(['the store of the server', 'a SQLite file'])(
    'with %s, its reads are calls by an agent of its user, also for a later subscription',
    async (kind) => {
      const reads: string[][] = []
      const read = async () => {
        const found = [mine(), rotate()].map((call) => call.catch((error) => String(error.code)))
        reads.push(await Promise.all(found))
        return '1'
      }
      const client = await start({
        apis: { notes: { mine, add, rotate } },
        ...(kind === 'a SQLite file' && { data: `sqlite:${join(folder, `${randomUUID()}.db`)}` }),
        ctxFor: (request) => ({ userId: request.headers.get('x-user') ?? undefined }),
        mcp: { resources: [{ uri: 'notes://mine', name: 'notes', read }] },
      })
      // Others have opened the watches of the store before.
      expect(await client.call('notes.mine', {}, { 'x-user': 'ann' })).toMatchObject({ status: 200 })
      const bob = { 'x-user': 'bob', 'mcp-session-id': await openSession(client, [], { 'x-user': 'bob' }) }
      const stream = await client.request('/_fw/mcp', { headers: { accept: 'text/event-stream', ...bob } })
      await sleep(150)
      await rpc(client, 'resources/subscribe', { uri: 'notes://mine' }, bob)
      await expect.poll(() => reads.length).toBe(2)
      for (const owner of ['bob', 'ann']) {
        await client.call('notes.add', { owner }, { 'x-user': 'ann' })
        await sleep(300)
      }
      expect(reads).toEqual(Array.from({ length: 3 }, () => ['notes of bob', 'forbidden']))
      await stream.body?.cancel()
    },
  )

  test('a resource that it could not read is not read again at each change of the session', async () => {
    let reads = 0
    let isGone = false
    const read = async () => {
      reads += 1
      return isGone ? undefined : '1'
    }
    const client = await start({ ...options, mcp: { resources: [{ uri: 'order://1', name: 'order', read }] } })
    const session = await openSession(client, ['order://1'])
    isGone = true
    reads = 0
    const headers = { accept: 'text/event-stream', 'mcp-session-id': session }
    const stream = await client.request('/_fw/mcp', { headers })
    await expect.poll(() => reads).toBe(1)
    for (let number = 0; number < 5; number++) {
      await rpc(client, 'resources/unsubscribe', { uri: `other://${number}` }, { 'mcp-session-id': session })
      await sleep(20)
    }
    expect(reads).toBe(1)
    await stream.body?.cancel()
  })

  test('a stream that has ended reads nothing more', async () => {
    let reads = 0
    const read = async () => {
      reads += 1
      await sleep(20)
      return '1'
    }
    const client = await start({ ...options, mcp: { resources: [{ uri: 'order://{id}', name: 'order', read }] } })
    const session = await openSession(
      client,
      Array.from({ length: 40 }, (_, id) => `order://${id}`),
    )
    reads = 0
    for (let count = 0; count < 5; count++) {
      const stream = await client.request('/_fw/mcp', {
        headers: { accept: 'text/event-stream', 'mcp-session-id': session },
      })
      await stream.body?.cancel()
    }
    await sleep(1_500)
    // Without the check, each stream would read all resources.
    expect(reads).toBeLessThan(5 * 40 * 0.5)
  })

  test('a caller changes subscriptions 2,000 times a day; for invented sessions nothing is stored or counted', async () => {
    const client = await start({ ...options, ctxFor: () => ({ userId: 'ann' }) })
    /** Sends 20 messages at once, as clients of 2025-03-26 may. Returns the last response. */
    const unsubscribe = async (session: string, times: number) => {
      let last: unknown
      for (let sent = 0; sent < times; sent += 20) {
        const message = { jsonrpc: '2.0', method: 'resources/unsubscribe', params: { uri: 'stock://tea' } }
        const messages = Array.from({ length: 20 }, (_, id) => ({ ...message, id }))
        const { body } = await client.post('/_fw/mcp', messages, { ...ACCEPT, 'mcp-session-id': session })
        last = (body as unknown as readonly object[]).at(-1)
      }
      return last
    }
    expect(await unsubscribe(`${'0'.repeat(24)}.`, 2_020)).toMatchObject({ result: {} })
    expect(await unsubscribe(`${'0'.repeat(24)}.${'a'.repeat(100)}`, 20)).toMatchObject({ error: {} })
    const sessions = [await openSession(client, ['stock://tea']), await openSession(client, ['stock://tea'])]
    expect(await unsubscribe(sessions[0] ?? '', 980)).toMatchObject({ result: {} })
    expect(await unsubscribe(sessions[1] ?? '', 980)).toMatchObject({ result: {} })
    const third = await openSession(client, ['stock://tea'])
    const refused = await unsubscribe(third, 60)
    expect(refused).toMatchObject({ error: { message: expect.stringContaining('too often today') } })
  })

  test('it needs a signature if the app requires one; the page with instructions does not', async () => {
    const client = await start({ ...options, agents: { webBotAuth: { keys: [PUBLIC_KEY] }, policy: 'require' } })
    const headers = { accept: 'text/event-stream', 'mcp-session-id': 'a'.repeat(36) }
    const stream = await client.request('/_fw/mcp', { headers })
    expect([stream.status, await stream.json()]).toMatchObject([401, { code: 'agent_required' }])
    expect((await client.request('/_fw/mcp')).status).toBe(200)
  })
})
