import { expect, test } from 'vitest'
import { api, type CacheTag } from '../../../runtime/src/index.ts'
import { createSessionStore, type FwServerOptions } from '../../../runtime/src/server.ts'
import { AGENT, describeTransports } from '../transports.ts'
import { createBoard } from './board-app.ts'
import { openStream, readLive, versionsOf } from './live-client.ts'

let apps = 0
const newBoard = () => createBoard(`-flight${apps++}`)
const reads = (...receipts: readonly string[]) => ({ 'x-fw-live-reads': receipts.join() })

interface Fresh {
  readonly read: number
  readonly result: unknown
  readonly live: string
}

describeTransports('single flight', (start) => {
  test('the response to a write has the results of the reads that it has changed, in order, and runs only those', async () => {
    const { options, runs } = newBoard()
    const client = await start(options)
    const [b, a, total] = [
      await readLive(client, 'board.list', { board: 'b' }),
      await readLive(client, 'board.list', { board: 'a' }),
      await readLive(client, 'board.total'),
    ]
    runs.clear()
    const { body } = await client.call('board.add', { board: 'a', card: 'x' }, reads(b.live, a.live, total.live))
    expect(body).toEqual({
      ok: true,
      result: 1,
      fresh: [
        { read: 1, result: ['x'], live: expect.any(String) },
        { read: 2, result: 1, live: expect.any(String) },
      ],
    })
    expect(Object.fromEntries(runs)).toEqual({ 'list a': 1, total: 1 })
    // The new receipts are current, and can be used again.
    const fresh = body.fresh as readonly Fresh[]
    const again = await client.call(
      'board.add',
      { board: 'b', card: 'y' },
      reads(b.live, ...fresh.map(({ live }) => live)),
    )
    expect((again.body.fresh as readonly Fresh[]).map(({ read, result }) => [read, result])).toEqual([
      [0, ['y']],
      [2, 2],
    ])
  })

  test('the change event of the same write has the versions of the fresh receipt', async () => {
    const client = await start(newBoard().options)
    const { live } = await readLive(client, 'board.list', { board: 'a' })
    const stream = await openStream(client, [live])
    await stream.next()
    const { body } = await client.call('board.add', { board: 'a', card: 'x' }, reads(live))
    const [fresh] = body.fresh as readonly Fresh[]
    expect(await stream.next()).toEqual({ event: 'change', data: [[0, versionsOf(fresh?.live ?? '')]] })
    await stream.close()
  })

  test('nothing is added without a change, without the header, for a read, and after a failure', async () => {
    const client = await start(newBoard().options)
    const { live } = await readLive(client, 'board.list', { board: 'a' })
    const [quiet, failed, read] = await Promise.all([
      client.call('board.touch', { name: 'other' }, reads(live)),
      client.call('board.fail', { board: 'a' }, reads(live)),
      client.call('board.total', {}, reads(live)),
    ])
    expect(quiet.body).toEqual({ ok: true, result: null })
    expect(Object.keys(failed.body)).not.toContain('fresh')
    expect(read.body).toEqual({ ok: true, result: 0 })
    expect((await client.call('board.add', { board: 'a', card: 'x' })).body).toEqual({ ok: true, result: 1 })
    // A header that is too long is ignored.
    const long = await client.call('board.add', { board: 'a', card: 'y' }, reads(...Array(60).fill(live)))
    expect(long.body).toEqual({ ok: true, result: 2 })
  })

  test('reads that fail, take too long, are too many or set cookies are stale', async () => {
    const { options, tag, board } = newBoard()
    const state = { isBroken: false, delayMs: 0, setsCookie: false }
    const moody = api({
      access: 'public',
      readonly: true,
      tags: [tag('moody')],
      run: async ({ ctx }) => {
        if (state.isBroken) throw new Error('no cards today')
        if (state.setsCookie) ctx.headers.append('set-cookie', 'seen=1')
        await new Promise((resolve) => setTimeout(resolve, state.delayMs))
        return 'fine'
      },
    })
    const client = await start({ ...options, apis: { board: { ...board, moody } } })
    const { live } = await readLive(client, 'board.moody')
    const write = async () => (await client.call('board.touch', { name: 'moody' }, reads(live))).body
    expect(await write()).toMatchObject({ fresh: [{ read: 0, result: 'fine' }] })
    state.isBroken = true
    expect(await write()).toEqual({ ok: true, result: null, stale: [0] })
    Object.assign(state, { isBroken: false, setsCookie: true })
    expect(await write()).toEqual({ ok: true, result: null, stale: [0] })
    Object.assign(state, { setsCookie: false, delayMs: 1_000 })
    const began = performance.now()
    expect(await write()).toEqual({ ok: true, result: null, stale: [0] })
    expect(performance.now() - began).toBeLessThan(900)
    state.delayMs = 0
    const many = Array<string>(18).fill(live)
    const { body } = await client.call('board.touch', { name: 'moody' }, reads(...many))
    expect((body.fresh as readonly Fresh[]).map(({ read }) => read)).toEqual(many.slice(0, 16).map((_, index) => index))
    expect(body.stale).toEqual([16, 17])
  })

  test('a read is run with a new ctx and the rights of that moment', async () => {
    const { options, tag, board } = newBoard()
    const rights = new Set(['ada'])
    let made = 0
    const secret = api({
      access: ({ ctx }) => rights.has((ctx as { readonly userId?: string }).userId ?? ''),
      readonly: true,
      tags: [tag('secret')],
      run: ({ ctx }) => (ctx as unknown as { readonly made: number }).made,
    })
    const ctxFor: FwServerOptions['ctxFor'] = (req) => ({
      userId: req.headers.get('x-user') ?? undefined,
      made: ++made,
    })
    const client = await start({ ...options, ctxFor, apis: { board: { ...board, secret } } })
    const ada = { 'x-user': 'ada' }
    const { live, result } = await readLive(client, 'board.secret', {}, ada)
    const first = await client.call('board.touch', { name: 'secret' }, { ...ada, ...reads(live) })
    expect(first.body.fresh).toMatchObject([{ read: 0, result: (result as number) + 2 }])
    rights.clear()
    const second = await client.call('board.touch', { name: 'secret' }, { ...ada, ...reads(live) })
    expect(second.body).toEqual({ ok: true, result: null, stale: [0] })
  })

  test('an agent receives no results of reads, and neither does a response that sets the session', async () => {
    const session = createSessionStore<{ id: string }>({ secret: 'k'.repeat(20) + Math.random(), secure: false })
    const { options, tag, board, runs } = newBoard()
    const login = api({
      access: 'public',
      invalidates: [tag('board-a') as CacheTag],
      run: ({ ctx }) => {
        ctx.headers.append('set-cookie', session.issue({ id: 'ada' }))
      },
    })
    const client = await start({ ...options, session, apis: { board: { ...board, login } } })
    const { live } = await readLive(client, 'board.list', { board: 'a' })
    runs.clear()
    expect((await client.call('board.login', {}, reads(live))).body).toEqual({ ok: true, result: null, stale: [0] })
    const agent = await client.call('board.touch', { name: 'board-a' }, { ...AGENT, ...reads(live) })
    expect(agent.body).toEqual({ ok: true, result: null, stale: [0] })
    expect(runs.size).toBe(0)
  })
})
