import { afterEach, expect, test } from 'vitest'
import { FwError, redirect } from '../../../runtime/src/index.ts'
import type { FwServerOptions } from '../../../runtime/src/server.ts'
import { type CompiledRoutes, compileRoutes } from '../../runtime/page/compiled-routes.ts'
import { describeTransports } from '../transports.ts'

const ROUTES = {
  'routes/_layout.tsx': `import { redirect } from '@fw/runtime'
export default ({ children, ctx, search }) => {
  if (search.has('closed')) redirect('/elsewhere')
  return <div class={'root ' + (ctx.userId ?? 'nobody')}>{children}</div>
}`,
  'routes/_404.tsx': `export const meta = { title: 'Gone' }
export default ({ ctx, search }) => { if (search.has('bad404')) throw new Error('404 fails'); return <h1>nothing for {ctx.userId}</h1> }`,
  'routes/_500.tsx': `export const meta = { title: 'Broken' }
export default ({ ctx, error, search }) => {
  if (search.has('bad500')) throw new Error('500 fails')
  return <h1>broken for {ctx.userId ?? 'nobody'}: {error.message} {String(error instanceof TypeError)}</h1>
}`,
  'routes/index.tsx': 'export default () => <p>home</p>',
  'routes/orders/_layout.tsx': 'export default async ({ children }) => <section>{children}</section>',
  'routes/orders/[id=integer].tsx': `export default async ({ ctx, params, search }) =>
  <p>order {params.id} of {ctx.userId} {search.get('q')}</p>`,
  'routes/missing.tsx': `import { notFound } from '@fw/runtime'\nexport default () => { notFound() }`,
  'routes/missing-late.tsx': `import { notFound } from '@fw/runtime'
export default async () => { await null; notFound() }`,
  'routes/missing-meta.tsx': `import { notFound } from '@fw/runtime'
export const meta = () => notFound()\nexport default () => <p>here</p>`,
  'routes/moved.tsx': `import { redirect } from '@fw/runtime'
export const meta = () => { throw new Error('meta of a page that moved') }
export default async ({ search }) => { await null; redirect(search.get('to')) }`,
  'routes/throws.tsx': `export default () => { throw new TypeError('pages break') }`,
  'routes/throws-late.tsx': `export default async () => { await null; throw new TypeError('pages break') }`,
  'routes/throws-meta.tsx': `export const meta = async () => { throw new TypeError('pages break') }\nexport default () => <p />`,
  'routes/refuses.tsx': `import { FwError, redirect } from '@fw/runtime'
export default ({ search }) => { throw new FwError(search.get('code'), { headers: { 'retry-after': '7' } }) }`,
  'routes/bounded.tsx': `import { notFound, redirect } from '@fw/runtime'
import { createResource, ErrorBoundary, Suspense } from 'solid-js'
function Throws(props) { if (props.how === 'none') notFound(); if (props.how === 'to') redirect('/there'); throw new Error('x') }
function Late(props) {
  const [data] = createResource(async () => { await null; Throws(props) })
  return <p>{data()}</p>
}
export default ({ search }) =>
  <ErrorBoundary fallback={<i>caught</i>}>
    {search.has('late') ? <Suspense fallback={<b>wait</b>}><Late how={search.get('how')} /></Suspense> : <Throws how={search.get('how')} />}
  </ErrorBoundary>`,
}

describeTransports('pages', (start) => {
  let compiled: CompiledRoutes | undefined
  afterEach(() => compiled?.close())
  const open = async (sources: Readonly<Record<string, string>> = ROUTES, options: FwServerOptions = {}) => {
    compiled = compileRoutes(sources)
    const logged: string[] = []
    const { request } = await start({
      ctxFor: () => ({ userId: 'ann' }),
      ...compiled.options,
      log: ({ level, msg, err }) =>
        logged.push(`${level} ${msg} ${(err as { message?: string } | undefined)?.message}`),
      ...options,
    })
    const get = async (path: string, init?: RequestInit) => {
      const response = await request(path, init)
      const { status, headers } = response
      const text = await response.text()
      return { status, headers, text, body: /<body>(.*)<\/body>/s.exec(text)?.[1] }
    }
    return { get, logged }
  }

  test('GEN-02 HTP-24 RTE-05 RTE-13 a path is rendered by its page, which receives ctx, params and query, in its layouts', async () => {
    const { get } = await open()
    expect((await get('/')).body).toBe('<div class="root ann"><p>home</p></div>')
    const order = await get('/orders/5?q=%3Cb%3E')
    expect(order.status).toBe(200)
    expect(order.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(order.headers.get('cache-control')).toBe('private, no-store')
    expect(order.body).toBe('<div class="root ann"><section><p>order 5 of ann &lt;b></p></section></div>')
    expect((await get('/orders/none')).status).toBe(404)
  })

  test('GEN-02 HEAD has the head of the page and no body; other methods are 405', async () => {
    const { get } = await open()
    const head = await get('/', { method: 'HEAD' })
    expect([head.status, head.headers.get('content-type'), head.text]).toEqual([200, 'text/html; charset=utf-8', ''])
    expect((await get('/missing', { method: 'HEAD' })).status).toBe(404)
    const post = await get('/', { method: 'POST' })
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })

  test('RTE-19 RTE-22 ERR-09 an unmatched path is rendered by _404 with its own meta, in the root layout, with ctx', async () => {
    const { get, logged } = await open()
    const { status, text, body } = await get('/no/such')
    expect(status).toBe(404)
    expect(text).toContain('<title id="fw-title">Gone</title>')
    expect(body).toBe('<div class="root ann"><h1>nothing for ann</h1></div>')
    expect(logged).toEqual([])
  })

  test.each(['/missing', '/missing-late', '/missing-meta', '/bounded?how=none', '/bounded?how=none&late'])(
    'RTE-20 notFound() renders _404 with 404: %s',
    async (path) => {
      const { get, logged } = await open()
      const { status, body } = await get(path)
      expect([status, body]).toEqual([404, '<div class="root ann"><h1>nothing for ann</h1></div>'])
      expect(logged).toEqual([])
    },
  )

  test.each(['/throws', '/throws-late', '/throws-meta', '/no/such?bad404'])(
    'RTE-21 RTE-23 ERR-13 an error renders _500 with 500, without layouts, with ctx and the error: %s',
    async (path) => {
      const { get, logged } = await open()
      const { status, text, body } = await get(path)
      expect(status).toBe(500)
      const is404 = path.includes('bad404')
      expect(body).toBe(`<h1>broken for ann: ${is404 ? '404 fails false' : 'pages break true'}</h1>`)
      expect(text).toContain('<title id="fw-title">Broken</title>')
      expect(logged).toHaveLength(1)
      expect(logged[0]).toMatch(/^error An error in the page \/.* (pages break|404 fails)$/)
    },
  )

  test('ERR-13 a _500 that throws itself, and an app without one, reveal nothing of the error', async () => {
    const { get, logged } = await open()
    const { status, headers, text } = await get('/throws?bad500')
    expect([status, headers.get('content-type'), text]).toEqual([
      500,
      'text/plain; charset=utf-8',
      'Internal server error',
    ])
    expect(logged.map((line) => line.split(' ').slice(-2).join(' '))).toEqual(['pages break', '500 fails'])
    compiled?.close()
    const bare = await open({ 'routes/throws.tsx': ROUTES['routes/throws.tsx'] })
    expect(await bare.get('/throws')).toMatchObject({ status: 500, text: 'Internal server error' })
    expect(await bare.get('/none')).toMatchObject({ status: 404, text: 'Not found' })
  })

  test('an FwError has its own status and headers, on _500 and without it', async () => {
    const { get, logged } = await open()
    const busy = await get('/refuses?code=rate_limited')
    expect([busy.status, busy.headers.get('retry-after')]).toEqual([429, '7'])
    expect(busy.body).toBe('<h1>broken for ann: Too many requests; try again later. false</h1>')
    expect(logged).toEqual([])
    expect((await get('/refuses?code=unavailable')).status).toBe(503)
    expect(logged).toHaveLength(1)
    compiled?.close()
    const bare = await open({ 'routes/refuses.tsx': ROUTES['routes/refuses.tsx'] })
    expect(await bare.get('/refuses?code=out_of_scope')).toMatchObject({
      status: 403,
      text: 'The caller lacks a scope that this tool needs.',
    })
  })

  test('redirect() sends elsewhere: from an async page, from a layout before its page, through error boundaries', async () => {
    const { get, logged } = await open()
    const to = async (path: string) => {
      const { status, headers, text } = await get(path)
      return [status, headers.get('location'), text]
    }
    expect(await to('/moved?to=/orders/1%3Fa=b')).toEqual([303, '/orders/1?a=b', ''])
    // The page throws too; the layout around it is asked first.
    expect(await to('/throws-late?closed')).toEqual([303, '/elsewhere', ''])
    expect(await to('/missing?closed')).toEqual([303, '/elsewhere', ''])
    expect(await to('/no/such?closed')).toEqual([303, '/elsewhere', ''])
    expect(await to('/bounded?how=to')).toEqual([303, '/there', ''])
    expect(await to('/bounded?how=to&late')).toEqual([303, '/there', ''])
    expect(logged).toEqual([])
    expect((await get('/moved?to=//other.example')).status).toBe(500)
  })

  test('an error boundary of the page shows what other errors leave, at once and after a wait', async () => {
    const { get } = await open()
    for (const path of ['/bounded?how=throw', '/bounded?how=throw&late'])
      expect(await get(path)).toMatchObject({ status: 200, body: '<div class="root ann"><i>caught</i></div>' })
  })

  test('a refusal of ctxFor responds like a page that throws: with its status on _500, or a redirect', async () => {
    const refusals: Record<string, () => unknown> = {
      '/?who': () => {
        throw new FwError('unauthenticated', { headers: { 'www-authenticate': 'Bearer' } })
      },
      '/?sign-in': () => redirect('/sign-in'),
      '/?bug': () => {
        throw new Error('db down')
      },
    }
    const { get, logged } = await open(ROUTES, {
      ctxFor: ({ url }) => refusals[`/${new URL(url).search}`]?.() ?? { userId: 'ann' },
    })
    const refused = await get('/?who')
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    expect(refused.body).toBe('<h1>broken for nobody: Sign in first. false</h1>')
    expect(logged).toEqual([])
    const sent = await get('/?sign-in')
    expect([sent.status, sent.headers.get('location')]).toEqual([303, '/sign-in'])
    expect((await get('/?bug')).status).toBe(500)
    expect(logged).toEqual(['error An error in the page / db down'])
  })
})
