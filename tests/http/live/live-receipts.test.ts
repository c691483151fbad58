import { randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { api, revalidateTag } from '../../../runtime/src/index.ts'
import { createFwServer, type FwServerOptions } from '../../../runtime/src/server.ts'
import { type Client, createClient, describeTransports } from '../transports.ts'
import { createBoard } from './board-app.ts'
import { indexesOf, openStream, readLive } from './live-client.ts'

let apps = 0
const newBoard = () => createBoard(`-receipts${apps++}`)

/** `ctxFor` of apps whose callers name themselves. */
const named: FwServerOptions['ctxFor'] = (req) => {
  const userId = req.headers.get('x-user')
  return userId === null ? {} : { userId }
}
const as = (user: string) => ({ 'x-user': user })

/** Returns the indexes of the reads that are changed when a stream opens. */
async function findChanged(client: Client, reads: readonly string[], headers?: Record<string, string>) {
  const stream = await openStream(client, reads, headers)
  await stream.next()
  const first = await stream.next(150).catch(() => undefined)
  await stream.close()
  return first === undefined ? [] : indexesOf(first)
}

describeTransports('receipts', (start) => {
  test("another user's receipt counts as changed; one without a user is everyone's", async () => {
    const client = await start({ ...newBoard().options, ctxFor: named })
    const mine = await readLive(client, 'board.mine', {}, as('ada'))
    const shared = await readLive(client, 'board.list', { board: 'a' })
    const own = await readLive(client, 'board.list', { board: 'a' }, as('ada'))
    expect(await findChanged(client, [mine.live, shared.live, own.live], as('ada'))).toEqual([])
    expect(await findChanged(client, [mine.live, shared.live, own.live], as('bob'))).toEqual([0, 2])
    expect(await findChanged(client, [mine.live, shared.live, own.live])).toEqual([0, 2])
  })

  test("single flight never runs another user's read", async () => {
    const { options, runs } = newBoard()
    const client = await start({ ...options, ctxFor: named })
    const { live } = await readLive(client, 'board.mine', {}, as('ada'))
    runs.clear()
    const { body } = await client.call(
      'board.touch',
      { name: 'mine-secret' },
      { ...as('bob'), 'x-fw-live-reads': live },
    )
    expect(body).toEqual({ ok: true, result: null, stale: [0] })
    expect(runs.size).toBe(0)
  })

  test('a receipt that was changed anywhere, or of another key, counts as changed and is no error', async () => {
    const client = await start(newBoard().options)
    const { live } = await readLive(client, 'board.list', { board: 'a' })
    const [tags = '', versions = '', sealed = ''] = live.split('.')
    const flip = (text: string, at: number) => text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1)
    const other = await start(newBoard().options)
    const foreign = (await readLive(other, 'board.list', { board: 'a' })).live
    const bad = [
      `${flip(tags, 0)}.${versions}.${sealed}`,
      `${tags}.${flip(versions, 3)}.${sealed}`,
      ...[0, 15, 16, 40, sealed.length - 2].map((at) => `${tags}.${versions}.${flip(sealed, at)}`),
      `${tags}.${versions}.${sealed.slice(0, -4)}`,
      `${tags}.${versions}.`,
      `${tags}.${versions}`,
      `${live}.x`,
      foreign,
      '',
      'a.b.c',
      `x.y.${randomBytes(200).toString('base64url')}`,
    ]
    expect(await findChanged(client, [live, ...bad])).toEqual(bad.map((_, index) => index + 1))
    const { body } = await client.call('board.touch', { name: 'other' }, { 'x-fw-live-reads': bad.join() })
    expect(body).toEqual({ ok: true, result: null, stale: bad.map((_, index) => index) })
  })

  test('a write while a read runs makes its receipt outdated', async () => {
    const { tag, board, cards } = newBoard()
    const slow = api({
      access: 'public',
      readonly: true,
      tags: [tag('slow')],
      run: async () => {
        const found = [...(cards.get('a') ?? [])]
        cards.set('a', ['written meanwhile'])
        await revalidateTag(tag('slow'))
        return found
      },
    })
    const client = await start({ apis: { board: { ...board, slow } } })
    const { live, result } = await readLive(client, 'board.slow')
    expect(result).toEqual([])
    expect(await findChanged(client, [live])).toEqual([0])
  })

  test('names of tags are in no response', async () => {
    const { options } = newBoard()
    const client = await start({ ...options, ctxFor: named, openapi: true })
    const names = ['-receipts', 'mine-secret', 'board-a', 'board-[board]', 'count-']
    const texts: string[] = []
    const { live } = await readLive(client, 'board.list', { board: 'a' }, as('ada'))
    const { live: mine } = await readLive(client, 'board.mine', {}, as('ada'))
    texts.push(
      live,
      mine,
      ...[live, mine].map((one) => Buffer.from(one.split('.')[2] ?? '', 'base64url').toString('latin1')),
    )
    const stream = await openStream(client, [live, mine, 'wrong'], as('ada'))
    const written = await client.call(
      'board.add',
      { board: 'a', card: 'x' },
      { ...as('ada'), 'x-fw-live-reads': `${live},${mine}` },
    )
    expect(written.body.fresh).toMatchObject([{ read: 0, result: ['x'] }])
    texts.push(JSON.stringify(written.body), JSON.stringify([...written.headers]))
    await client.call('board.touch', { name: 'mine-secret' })
    for (let count = 0; count < 4; count++) await stream.next()
    texts.push(stream.text(), JSON.stringify([...stream.response.headers]))
    await stream.close()
    for (const path of ['/_fw/manifest?path=/', '/_fw/openapi.json', '/_fw/live'])
      texts.push(await (await client.request(path)).text())
    const tools = await client.post('/_fw/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' })
    texts.push(JSON.stringify(tools.body))
    expect(texts.join('\n').length).toBeGreaterThan(1_000)
    for (const name of names) expect(texts.filter((text) => text.includes(name))).toEqual([])
  })
})

describe('a restart', () => {
  test.each(['memory', 'sqlite'])('receipts of a server with data: %s', async (kind) => {
    const folder = mkdtempSync(join(tmpdir(), 'live-'))
    const { options, tag } = newBoard()
    const data: FwServerOptions = kind === 'memory' ? {} : { data: `sqlite:${join(folder, 'fw.db')}`, sharesData: true }
    const open = (): Client => {
      const server = createFwServer({ ...options, ...data, log: () => undefined })
      return createClient(server, 'http://localhost', (request) => server.fetch(request))
    }
    const first = open()
    const a = await readLive(first, 'board.list', { board: 'a' })
    const b = await readLive(first, 'board.list', { board: 'b' })
    await first.server.close()
    const second = open()
    // A shared store remembers the key and the versions. Without one, nothing is known about the time in between.
    expect(await findChanged(second, [a.live, b.live])).toEqual(kind === 'memory' ? [0, 1] : [])
    await revalidateTag(tag('board-b'))
    expect(await findChanged(second, [a.live, b.live])).toEqual(kind === 'memory' ? [0, 1] : [1])
    await second.server.close()
    const third = open()
    expect(await findChanged(third, [a.live, b.live])).toEqual(kind === 'memory' ? [0, 1] : [1])
    await third.server.close()
  })
})
