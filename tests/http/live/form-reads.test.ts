/** Forms that a script posts in a page with live reads. */
import { afterAll, expect, test } from 'vitest'
import { createSessionStore, type FwServerOptions } from '../../../runtime/src/server.ts'
import { compileRoutes } from '../../runtime/page/compiled-routes.ts'
import { postForm, SAME } from '../form-desk.ts'
import { describeTransports } from '../transports.ts'
import { readLive } from './live-client.ts'

const routes = compileRoutes({
  'board.api.ts': `import { api, schema, str } from '@fw/runtime'
const cards = []
export const list = api({ access: 'public', readonly: true, tags: ['cards'], run: () => [...cards] })
export const mine = api({ access: 'user', readonly: true, tags: ['cards'], run: ({ ctx }) => ctx.userId + ' has ' + cards.length })
export const add = api({ access: 'public', invalidates: ['cards'], input: schema({ title: str({ min: 2 }) }), run: ({ input }) => cards.push(input.title) })
export const look = api({ access: 'public', run: () => 'seen' })
export const login = api({ access: 'public', invalidates: ['cards'], run: ({ ctx }) => { ctx.headers.append('set-cookie', ctx.issue('eve')) } })
`,
  'routes/index.tsx': `import { add, login, look } from '../board.api.ts'
export const meta = { title: 'Board' }
export default () => <main><form action={add}><input name="title" /></form><form action={look} /><form action={login} /></main>`,
})
const session = createSessionStore<{ user: string }>({ secret: 'a secret of this test only, 7d20aa' })
const options = {
  ...routes.options,
  apis: { board: await routes.load('board.api.ts') },
  session,
  ctxFor: (_request: Request, { session: data }: { session?: { user?: string } }) => ({
    userId: data?.user,
    issue: (user: string) => session.issue({ user }),
  }),
} as unknown as FwServerOptions // the api module's exports are not typed here
afterAll(() => routes.close())

const SCRIPT = { ...SAME, accept: 'application/json' }
const reads = (...receipts: readonly string[]) => ({ 'x-fw-live-reads': receipts.join() })
const cookieOf = (user: string) => ({ cookie: session.issue({ user }).split(';')[0] ?? '' })

describeTransports('forms with live reads', (start) => {
  test('the response has the new results of the reads that the form has changed, as its sender may see them', async () => {
    const client = await start(options)
    const [list, mine, of] = [
      await readLive(client, 'board.list'),
      await readLive(client, 'board.mine', {}, cookieOf('ada')),
      await readLive(client, 'board.mine', {}, cookieOf('bob')),
    ]
    const before = (list.result as string[]).length
    const send = async (fields: string, headers: Record<string, string> = {}) => {
      const response = await postForm(client, fields, { ...SCRIPT, ...headers })
      return [response.status, await response.json()]
    }
    const all = reads(list.live, mine.live, of.live)
    expect(await send('fw:tool=api.board.look', reads(list.live))).toEqual([
      200,
      { ok: true, result: 'seen', location: '/' },
    ])
    const [status, refused] = await send('fw:tool=api.board.add&title=x', all)
    expect([status, Object.keys(refused as object)]).toEqual([422, expect.not.arrayContaining(['fresh', 'stale'])])
    expect(await send('fw:tool=api.board.add&title=tea', { ...all, ...cookieOf('ada') })).toEqual([
      200,
      {
        ok: true,
        result: before + 1,
        location: '/',
        fresh: [
          { read: 0, result: [...(list.result as string[]), 'tea'], live: expect.any(String) },
          { read: 1, result: `ada has ${before + 1}`, live: expect.any(String) },
        ],
        stale: [2],
      },
    ])
    // Without the header, and for a browser that posts the form itself, nothing is added.
    expect(await send('fw:tool=api.board.add&title=milk')).toEqual([
      200,
      { ok: true, result: before + 2, location: '/' },
    ])
    const plain = await postForm(client, 'fw:tool=api.board.add&title=salt', { ...SAME, ...all })
    expect([plain.status, plain.headers.get('location')]).toEqual([303, '/'])
  })

  test('a form that changes the session only names the reads', async () => {
    const client = await start(options)
    const { live } = await readLive(client, 'board.list')
    const response = await postForm(client, 'fw:tool=api.board.login', { ...SCRIPT, ...reads(live) })
    expect(await response.json()).toEqual({ ok: true, result: null, location: '/', stale: [0] })
  })

  test('a form that is sent twice names the reads that have changed both times, and runs once', async () => {
    const client = await start(options)
    const { live, result } = await readLive(client, 'board.list')
    const fields = 'fw:tool=api.board.add&fw:key=abcdefghijklmnopqrst&title=once'
    const headers = { ...SCRIPT, ...reads(live), ...cookieOf('carl') }
    const answers = []
    for (const _ of [1, 2]) answers.push(await (await postForm(client, fields, headers)).json())
    const count = (result as string[]).length + 1
    for (const answer of answers as { result: number; fresh: { result: string[] }[] }[])
      expect([answer.result, answer.fresh[0]?.result.length]).toEqual([count, count])
  })
})
