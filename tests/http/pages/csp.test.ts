import { afterEach, describe, expect, test } from 'vitest'
import { createFwServer, type FwServerOptions, strictPolicy } from '../../../runtime/src/server.ts'
import { type CompiledRoutes, compileRoutes } from '../../runtime/page/compiled-routes.ts'
import { describeTransports } from '../transports.ts'

const SOURCES = {
  'counter.tsx': `import { createSignal } from 'solid-js'
export function Counter() { const [n, set] = createSignal(0); return <button onClick={() => set(n() + 1)}>{n()}</button> }`,
  'data.tsx': `import { createResource, Suspense } from 'solid-js'
export function Data() {
  const [d] = createResource(async () => ({ v: 'data' }))
  return <div><Suspense fallback={<i>wait</i>}><b onClick={() => 1}>{d()?.v}</b></Suspense></div>
}`,
  'routes/index.tsx': `import { Counter } from '../counter.tsx'
import { Data } from '../data.tsx'
export const meta = { head: [{ tag: 'script', text: 'window.own = 1' }] }
export default ({ nonce }) => <main><script nonce={nonce}>{'window.inPage = 1'}</script><Counter /><Data /></main>`,
  'routes/_404.tsx': `import { Counter } from '../counter.tsx'\nexport default () => <Counter />`,
  'routes/_500.tsx': `import { Counter } from '../counter.tsx'\nexport default () => <Counter />`,
  'routes/throws.tsx': `export default () => { throw new Error('x') }`,
  'routes/own.tsx': `export default ({ ctx }) => { ctx.headers.set('content-security-policy', "default-src 'self'"); return <p /> }`,
  'routes/raw.tsx': `export default ({ nonce }) =>
  new Response('<script nonce="' + nonce + '">1</script>', { headers: { 'content-type': 'text/html' } })`,
  'routes/raw-own.tsx': `export default () =>
  new Response('<p>', { headers: { 'content-type': 'text/html', 'content-security-policy': "default-src 'none'" } })`,
}

describeTransports('pages under csp', (start) => {
  let compiled: CompiledRoutes | undefined
  afterEach(() => compiled?.close())
  const open = async (csp: FwServerOptions['csp'], options: FwServerOptions = {}) => {
    compiled = compileRoutes(SOURCES)
    const { request } = await start({ ...compiled.options, clientEntryUrl: '/client.js', csp, ...options })
    return async (path: string, init?: RequestInit) => {
      const response = await request(path, init)
      return {
        status: response.status,
        policy: response.headers.get('content-security-policy'),
        nonce: response.headers.get('x-fw-nonce'),
        html: await response.text(),
      }
    }
  }

  test('SRV-20 CFG-13 no policy without csp, and a strict one with csp: true', async () => {
    const bare = await open(undefined)
    expect(await bare('/')).toMatchObject({ status: 200, policy: null, nonce: null })
    expect((await bare('/')).html).not.toContain('nonce')
    compiled?.close()
    const strict = await open(true)
    const { nonce, policy } = await strict('/')
    expect(policy).toBe(strictPolicy(nonce ?? ''))
    expect(Buffer.from(nonce ?? '', 'base64').length).toBeGreaterThanOrEqual(16)
    expect((await strict('/')).nonce).not.toBe(nonce)
  })

  test.each([
    ['/', 200],
    ['/none', 404],
    ['/throws', 500],
  ])(
    'HDR-01 SRV-20 the nonce of the response is in its header x-fw-nonce and on every script of %s',
    async (path, status) => {
      const get = await open(true)
      const page = await get(path)
      expect(page.status).toBe(status)
      const scripts = [...page.html.matchAll(/<(?:script|link rel="modulepreload")[^>]*>/g)].map(([tag]) => tag)
      expect(scripts.length).toBeGreaterThan(3)
      for (const tag of scripts) expect(tag).toContain(`nonce="${page.nonce}"`)
      expect(page.policy).toContain(`'nonce-${page.nonce}'`)
      const head = await get(path, { method: 'HEAD' })
      expect(head).toMatchObject({ status, policy: strictPolicy(head.nonce ?? ''), html: '' })
    },
  )

  test('a page that returns its own document, or sets its own policy', async () => {
    const get = await open(true)
    const raw = await get('/raw')
    expect([raw.policy, raw.html]).toEqual([strictPolicy(raw.nonce ?? ''), `<script nonce="${raw.nonce}">1</script>`])
    expect((await get('/raw-own')).policy).toBe("default-src 'none'")
    expect((await get('/own')).policy).toBe("default-src 'self'")
  })

  test('LOW-11 SRV-20 CFG-13 csp.header adds to the strict policy, as text or as a function', async () => {
    const text = await open({ header: "img-src 'self'; style-src 'nonce-{nonce}'" })
    const first = await text('/')
    const strict = strictPolicy(first.nonce ?? '')
    expect(first.policy).toBe(`${strict}; img-src 'self'; style-src 'nonce-${first.nonce}'`)
    compiled?.close()
    const composed = await open({ header: (nonce, policy) => `${policy}; ${strictPolicy(nonce).length}` })
    const second = await composed('/')
    expect(second.policy).toBe(`${strictPolicy(second.nonce ?? '')}; ${second.policy?.split('; ').at(-1)}`)
  })

  test('SRV-20 CFG-13 csp.nonce takes the nonce from a header of the request, or from a function', async () => {
    const named = await open({ nonce: 'X-Edge-Nonce' })
    const with_ = (nonce: string) => named('/', { headers: { 'x-edge-nonce': nonce } })
    expect((await with_('ZWRnZQ==')).nonce).toBe('ZWRnZQ==')
    for (const bad of ["x' 'unsafe-inline", '', 'a;b']) expect((await with_(bad)).nonce).toMatch(/^[\w+/]{24}$/)
    expect((await named('/')).nonce).toMatch(/^[\w+/]{24}$/)
    compiled?.close()
    const called = await open({ nonce: (req) => `n${new URL(req.url).pathname.length}` })
    expect(await called('/')).toMatchObject({ nonce: 'n1', policy: strictPolicy('n1') })
  })

  test('an invalid nonce or header of the app never causes a page without a policy', async () => {
    for (const csp of [{ nonce: () => 'a b' }, { header: () => 'a\nb' }]) {
      const get = await open(csp)
      expect((await get('/')).status).toBe(500)
      compiled?.close()
    }
    compiled = undefined
  })
})

describe('createFwServer', () => {
  test('refuses a csp.header that cannot be sent', () => {
    expect(() => createFwServer({ csp: { header: "img-src 'self'\r\nx: y" } })).toThrow('csp.header must be one line')
  })
})
