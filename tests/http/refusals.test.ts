/** Responses to callers that the app refuses, and logs for the developer if the app refuses in an invalid way. */
import { expect, test } from 'vitest'
import type { LogLine } from '../../runtime/src/contract/config/log.ts'
import { api, FwError } from '../../runtime/src/index.ts'
import { createSessionStore, type FwServerOptions } from '../../runtime/src/server.ts'
import { routeModules } from './route-modules.ts'
import { describeTransports } from './transports.ts'

const apis = { desk: { open: api({ description: 'Opens.', run: () => 1 }) } }
const files = routeModules({
  'index.tsx': { html: () => 'home' },
  'shared.tsx': { html: () => 'shared', cache: { scope: 'public', sharedMaxAge: 60 } } as never,
  '_404.tsx': { html: () => 'nothing here' },
  '_500.tsx': { html: (props) => `error page: ${(props as unknown as { error: Error }).error.message}` },
})

describeTransports('refusals', (start) => {
  const open = async (options: FwServerOptions) => {
    const lines: LogLine[] = []
    const client = await start({ ...files, apis, ...options, log: (line) => void lines.push(line) })
    const logged = () =>
      lines.map(({ msg, err }) => `${msg} ${err instanceof Error ? err.message : String(err ?? '')}`).join('\n')
    return { ...client, logged }
  }

  test.each(['/', '/shared', '/index.md', '/nowhere'])(
    'a refusal of ctxFor shows browsers the error page: %s',
    async (path) => {
      for (const ctxFor of [
        () => {
          throw new FwError('unauthenticated', { message: 'Members only.' })
        },
        () => Promise.reject(new FwError('unauthenticated', { message: 'Members only.' })),
      ]) {
        const { request } = await open({ ctxFor })
        const response = await request(path, { headers: { accept: 'text/html' } })
        expect([response.status, await response.text()]).toEqual([
          401,
          expect.stringContaining('error page: Members only.'),
        ])
      }
    },
  )

  test('a refusal of ctxFor at an endpoint that shows a page is a page for browsers, and JSON for others', async () => {
    const ctxFor = () => {
      throw new FwError('unauthenticated', { message: 'Members only.' })
    }
    const { request } = await open({ ctxFor })
    const html = await request('/_fw/proposals', { headers: { accept: 'text/html,*/*' } })
    expect([html.status, html.headers.get('content-type')]).toEqual([401, 'text/html; charset=utf-8'])
    expect(await html.text()).toContain('Members only.')
    const json = await request('/_fw/proposals', { headers: { accept: 'application/json' } })
    expect([json.status, await json.json()]).toEqual([401, expect.objectContaining({ code: 'unauthenticated' })])
  })

  test('under the policy "require" a page is agent_required as JSON for an agent that does not sign', async () => {
    const { request } = await open({ agents: { webBotAuth: { keys: [] }, policy: 'require' } })
    const response = await request('/', { headers: { 'x-fw-origin': 'agent', accept: 'text/html' } })
    expect([response.status, response.headers.get('content-type')]).toEqual([401, 'application/json'])
    expect(await response.json()).toMatchObject({ ok: false, error: 'agent_required' })
    expect((await request('/')).status).toBe(200)
  })

  test.each([
    ['a string', 'no', /middleware returned a string/],
    ['null', null, /middleware returned null/],
    ['false', false, /middleware returned a boolean/],
    ['an object', { status: 403 }, /middleware returned an object that is not a Response/],
  ])('middleware that returns %s fails the request, with a reason in the log', async (_, value, reason) => {
    for (const middleware of [() => value, async () => value]) {
      const { request, logged } = await open({ middleware: middleware as never })
      const response = await request('/')
      expect([response.status, await response.text()]).not.toContain('home')
      expect(response.status).toBe(500)
      expect(logged()).toMatch(reason)
    }
  })

  test.each([
    ['ctxFor', 'returns', (): FwServerOptions => ({ ctxFor: () => new Response('no', { status: 401 }) })],
    [
      'ctxFor',
      'throws',
      (): FwServerOptions => ({
        ctxFor: () => {
          throw new Response('no', { status: 401 })
        },
      }),
    ],
    ['ctxFor', 'rejects with', (): FwServerOptions => ({ ctxFor: () => Promise.reject(new Response('no')) })],
    [
      'middleware',
      'throws',
      (): FwServerOptions => ({
        middleware: () => {
          throw new Response('no', { status: 401 })
        },
      }),
    ],
    ['middleware', 'rejects with', (): FwServerOptions => ({ middleware: () => Promise.reject(new Response('no')) })],
  ])('%s that %s a Response fails with a reason in the log', async (name, _, options) => {
    for (const path of ['/', '/_fw/api/desk.open']) {
      const { request, logged } = await open(options())
      const init = path === '/' ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
      expect((await request(path, init)).status).toBe(500)
      expect(logged()).toMatch(new RegExp(`${name} (?:threw|returned) a Response\\.`))
    }
  })
})

const SECRET = 'a secret of more than thirty-two characters'

test.each([
  { ttlMs: 1000, rotateAfterMs: 5000 },
  { rotateAfterMs: Number.POSITIVE_INFINITY },
  { ttlMs: '3600000' as never },
  { rotateAfterMs: '10' as never },
  { ttlMs: 1000, maxLifetimeMs: 999 },
  { maxLifetimeMs: Number.NaN },
  { maxLifetimeMs: '9999999999' as never },
])('createSessionStore refuses %j', (times) => {
  expect(() => createSessionStore({ secret: SECRET, ...times })).toThrow(/ttlMs|rotateAfterMs/)
})
