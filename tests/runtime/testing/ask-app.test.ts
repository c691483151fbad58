import { expect, it } from 'vitest'
import { api, int, schema } from '../../../runtime/src/index.ts'
import { createFwServer, createSessionStore } from '../../../runtime/src/server.ts'
import { callTool, renderPage } from '../../../runtime/src/testing.ts'

const session = createSessionStore<{ user: string }>({ secret: 'a secret of enough characters for anybody' })
const app = createFwServer({
  apis: {
    desk: {
      pay: api({
        description: 'Pays.',
        guard: 'confirm',
        input: schema({ cents: int() }),
        run: ({ input, ctx }) => ({ paid: input.cents, by: (ctx as { userId?: string }).userId ?? 'nobody' }),
      }),
      fail: api({
        description: 'Throws.',
        run: () => {
          throw new Error('out of paper')
        },
      }),
    },
  },
  routes: {
    '/': ({ ctx }) => `<h1>Hello ${(ctx as { userId?: string }).userId ?? 'nobody'}</h1>`,
    '/old': () => new Response(null, { status: 307, headers: { location: '/' } }),
  },
  session,
  ctxFor: (_, { session: data }) => ({ userId: (data as { user?: string } | undefined)?.user }),
  log: () => undefined,
})
const ann = { cookie: session.issue({ user: 'ann' }) }

it('callTool calls as a user, with the given session', async () => {
  expect(await callTool(app, 'api.desk.pay', { cents: 5 })).toEqual({
    status: 200,
    ok: true,
    result: { paid: 5, by: 'nobody' },
  })
  expect(await callTool(app, 'desk.pay', { cents: 5 }, ann)).toMatchObject({ result: { by: 'ann' } })
})

it('callTool calls as an agent, for which calls that need approval become proposals', async () => {
  const parked = await callTool(app, 'api.desk.pay', { cents: 5 }, { ...ann, origin: 'agent' })
  expect(parked).toMatchObject({ status: 200, ok: true, result: { status: 'proposal', tool: 'api.desk.pay' } })
})

it.each<[string, string, unknown, object]>([
  [
    'a wrong input',
    'api.desk.pay',
    { cents: 'x' },
    { status: 400, code: 'invalid_input', issues: [{ path: 'cents' }] },
  ],
  ['no input', 'api.desk.pay', undefined, { status: 400 }],
  ['an unknown tool', 'api.desk.none', {}, { status: 404, code: 'unknown_tool' }],
  ['an address in the place of a tool', '../approve', {}, { ok: false }],
  ['a throw', 'api.desk.fail', {}, { status: 500, error: 'Error: out of paper' }],
])('callTool returns %s', async (_, name, input, outcome) => {
  expect(await callTool(app, name, input)).toMatchObject({ ok: false, ...outcome })
})

it('renderPage returns the document, its status and its headers', async () => {
  const page = await renderPage(app, '/?a=1', ann)
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(page.html).toMatch(/^<!doctype html>[\s\S]*<h1>Hello ann<\/h1>/i)
  expect((await renderPage(app, '/')).html).toContain('Hello nobody')
  expect((await renderPage(app, '/none')).status).toBe(404)
  const moved = await renderPage(app, '/old', { headers: { 'accept-language': 'nb' } })
  expect([moved.status, moved.headers.get('location')]).toEqual([307, '/'])
})
