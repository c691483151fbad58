import { expect, test } from 'vitest'
import { describeTransports } from '../transports.ts'
import { createBoard } from './board-app.ts'
import { indexesOf, openStream, readLive, versionsOf } from './live-client.ts'

const READ = { 'x-fw-live': 'read' }

let apps = 0
const newBoard = () => createBoard(`-live${apps++}`)

describeTransports('live reads', (start) => {
  test('a read has a receipt if it was requested and depends on tags; other responses are unchanged', async () => {
    const client = await start(newBoard().options)
    const { live } = await readLive(client, 'board.list', { board: 'a' })
    expect(live).toMatch(/^[\w-]{8}\.[\w-]{8}\.[\w-]{100,260}$/)
    expect((await client.call('board.list', { board: 'a' })).body).toEqual({ ok: true, result: [] })
    expect((await client.call('board.plain', {}, READ)).body).toEqual({ ok: true, result: 'nothing changes here' })
    expect((await client.call('board.add', { board: 'a', card: 'x' }, READ)).body).toEqual({ ok: true, result: 1 })
    // GET requests of a readonly api too.
    const input = encodeURIComponent('{"board":"a"}')
    const response = await client.request(`/_fw/api/board.list?input=${input}`, { headers: READ })
    expect(await response.json()).toMatchObject({ ok: true, result: ['x'], live: expect.any(String) })
  })

  test('equal tags and versions are visible in receipts, and nothing else is', async () => {
    const client = await start(newBoard().options)
    const [first, second, other] = await Promise.all([
      readLive(client, 'board.list', { board: 'a' }),
      readLive(client, 'board.list', { board: 'a' }),
      readLive(client, 'board.list', { board: 'b' }),
    ])
    const parts = (receipt: string) => receipt.split('.')
    expect(parts(second.live).slice(0, 2)).toEqual(parts(first.live).slice(0, 2))
    expect(second.live).not.toBe(first.live)
    expect(parts(other.live)[0]).not.toBe(parts(first.live)[0])
    await client.call('board.add', { board: 'a', card: 'x' })
    const after = await readLive(client, 'board.list', { board: 'a' })
    expect(parts(after.live)[0]).toBe(parts(first.live)[0])
    expect(parts(after.live)[1]).not.toBe(parts(first.live)[1])
  })

  test('a write notifies exactly the reads that it touches, with their new state', async () => {
    const client = await start(newBoard().options)
    const reads = await Promise.all([
      readLive(client, 'board.list', { board: 'a' }),
      readLive(client, 'board.list', { board: 'b' }),
      readLive(client, 'board.total'),
    ])
    const stream = await openStream(
      client,
      reads.map(({ live }) => live),
    )
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(await stream.next()).toEqual({ event: 'open', data: {} })
    await stream.quiet(50)
    await client.call('board.add', { board: 'b', card: 'x' })
    const change = await stream.next()
    expect(indexesOf(change)).toEqual([1, 2])
    const again = await readLive(client, 'board.list', { board: 'b' })
    expect(change.data).toEqual([
      [1, versionsOf(again.live)],
      [2, versionsOf((await readLive(client, 'board.total')).live)],
    ])
    await stream.quiet(50)
    await client.call('board.touch', { name: 'board-a' })
    expect(indexesOf(await stream.next())).toEqual([0])
    await client.call('board.add', { board: 'c', card: 'x' })
    expect(indexesOf(await stream.next())).toEqual([2])
    // A call that fails has changed nothing.
    expect((await client.call('board.fail', { board: 'a' })).status).toBe(500)
    await stream.quiet(50)
    await stream.close()
  })
})
