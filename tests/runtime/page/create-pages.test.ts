import { afterEach, describe, expect, test } from 'vitest'
import { type CompiledApp, compileApp, getRequest } from './compiled-routes.ts'

const COUNTER = `import { createSignal } from 'solid-js'
export function Counter(props: { start?: number; since?: Date; children?: unknown; onDone?: unknown }) {
  const [n, set] = createSignal(props.start ?? 0)
  return <button onClick={() => set(n() + 1)}>{n()}{props.children}</button>
}`

let app: CompiledApp | undefined
const serve = (...args: Parameters<typeof compileApp>): CompiledApp => {
  app = compileApp(...args)
  return app
}
afterEach(() => {
  app?.close()
  app = undefined
})

describe('a page', () => {
  test('renders static HTML in its layouts, outermost first, without a script', async () => {
    const { get } = serve({
      'routes/_layout.tsx': 'export default (props) => <div class="root">{props.children}</div>',
      'routes/orders/_layout.tsx': 'export default (props) => <section>{props.children}</section>',
      'routes/orders/[id].tsx': `export const meta = ({ params }) => ({ title: 'Order <' + params.id + '>', description: 'a "b" & c' })
export default ({ params, ctx }) => <p title={ctx.user}>{params.id}</p>`,
    })
    const reply = await get('/orders/a%20%3Cb%3E', { user: '"><script>' })
    expect(reply.status).toBe(200)
    expect(reply.headers).toEqual({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'private, no-store',
      vary: 'accept, x-fw-navigation',
    })
    expect(reply.body).toBe(
      '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">' +
        '<title id="fw-title">Order &lt;a &lt;b&gt;&gt;</title>' +
        '<meta id="fw-description" name="description" content="a &quot;b&quot; &amp; c">' +
        '<meta id="fw-og-title" property="og:title" content="Order &lt;a &lt;b&gt;&gt;">' +
        '<meta id="fw-og-description" property="og:description" content="a &quot;b&quot; &amp; c">' +
        '<meta id="fw-twitter-card" name="twitter:card" content="summary">' +
        '<meta id="fw-twitter-title" name="twitter:title" content="Order &lt;a &lt;b&gt;&gt;">' +
        '<meta id="fw-twitter-description" name="twitter:description" content="a &quot;b&quot; &amp; c">' +
        '<link id="fw-markdown" rel="alternate" type="text/markdown" href="/orders/a%20%3Cb%3E.md"></head>' +
        '<body><div class="root"><section><p title="&quot;>&lt;script>">a &lt;b></p></section></div></body></html>',
    )
  })

  test('waits for async pages and layouts, with islands in both', async () => {
    const { get } = serve({
      'counter.tsx': COUNTER,
      'routes/_layout.tsx': `import { Counter } from '../counter.tsx'
export default async ({ children }) => { await Promise.resolve(); return <main><Counter start={1} />{children}</main> }`,
      'routes/index.tsx': `import { Counter } from '../counter.tsx'
export default async function Page({ ctx }) {
  const numbers = await ctx.load()
  const list = numbers.map((n) => <li><Counter start={n} /></li>)
  return <ul>{list}</ul>
}`,
    })
    const { body } = await get('/', { load: async () => [2, 3] })
    expect(body.match(/<fw-island i="\d" c="[\w-]+#Counter" p='\{"start":\d\}'><button/g)).toHaveLength(3)
    expect(body).toMatch(/<main><fw-island.*<\/fw-island><ul><li><fw-island/)
  })

  test('an island with many props is reported once, and its props are in the page once, without entities for quotes', async () => {
    const warnings: string[] = []
    const sources = {
      'counter.tsx': COUNTER,
      'routes/index.tsx': `import { Counter } from '../counter.tsx'
export const meta = { title: 'Rows' }
const rows = Array.from({ length: 10_000 }, (_, id) => ({ id, name: 'it\\'s row ' + id }))
export default () => <main><Counter start={1} /><Counter rows={rows} /></main>`,
    }
    const { get } = serve(sources, { onPageWarning: (message) => warnings.push(message) })
    const { body } = await get('/')
    await get('/')
    expect(warnings).toEqual([
      'The props of the island <Counter> are 348 kB, which the page contains in addition to its HTML. Pass only what the island shows at first, and load the rest with an api.',
    ])
    expect(body.split('{"id":9999,"name":"it&#39;s row 9999"}').length).toBe(2)
    expect(body).not.toContain('&quot;')
  })

  test('concurrent async pages never see each other', async () => {
    const { get } = serve({
      'counter.tsx': COUNTER,
      'routes/[name].tsx': `import { Counter } from '../counter.tsx'
export default async ({ params, ctx }) => { await ctx.turn(params.name); return <p>{params.name}<Counter /></p> }`,
    })
    const turns = new Map<string, () => void>()
    const turn = (name: string) => new Promise<void>((resolve) => turns.set(name, resolve))
    const [a, b] = [get('/a', { turn }), get('/b', { turn })]
    await expect.poll(() => turns.size).toBe(2)
    turns.get('b')?.()
    turns.get('a')?.()
    for (const [name, page] of [
      ['a', await a],
      ['b', await b],
    ] as const)
      expect(page.body).toMatch(new RegExp(`<p>${name}<fw-island i="0" `))
  })

  test('with an island has the loader, the island map and preloads; the nonce is on every script', async () => {
    const { pages } = serve({
      'counter.tsx': COUNTER,
      'routes/index.tsx': `import { Counter } from '../counter.tsx'\nexport default () => <Counter />`,
    })
    const reply = await pages.render(getRequest('/'), { headers: new Headers() }, { nonce: 'n1' })
    const html = String(reply.body)
    const map = JSON.parse(
      /<script type="application\/json" id="fw-islands" nonce="n1">(.*?)<\/script>/.exec(html)?.[1] ?? '',
    )
    const chunk = Object.keys(map.m)[0] ?? ''
    expect(map).toEqual({ m: { [chunk]: 'counter.tsx.js' }, n: { [`${chunk}#Counter`]: 'Counter' }, h: 'hydrate.js' })
    expect(html).toContain('<script type="module" nonce="n1" src="/boot.js"></script>')
    expect(html).toContain('<link rel="modulepreload" nonce="n1" href="/counter.tsx.js">')
    expect(html.match(/<script(?![^>]*nonce="n1")/)).toBeNull()
  })

  test('sends dates with their type and refuses functions by the name of the prop', async () => {
    const { get, errors } = serve({
      'counter.tsx': COUNTER,
      'routes/index.tsx': `import { Counter } from '../counter.tsx'\nexport default () => <Counter since={new Date(0)} />`,
      'routes/bad.tsx': `import { Counter } from '../counter.tsx'\nexport default () => <Counter onDone={() => 1} />`,
      'routes/deep.tsx': `import { Counter } from '../counter.tsx'\nexport default () => <Counter since={{ a: [() => 1] }} />`,
    })
    expect((await get('/')).body).toContain(` x='[{"since":1},["Date","1970`)
    expect((await get('/bad')).status).toBe(500)
    expect((await get('/deep')).status).toBe(500)
    expect(errors[0]).toContain('The prop "onDone" of the island <Counter> is a function')
    expect(errors[1]).toContain('The island <Counter> has a value in its prop "since.a[0]"')
  })

  test('an island that throws on the server leaves the page standing and starts afresh in the browser', async () => {
    const { get, errors } = serve({
      'boom.tsx': `import { createSignal } from 'solid-js'
export function Boom() { const [n] = createSignal(0); throw new Error('no window'); return <b>{n()}</b> }`,
      'routes/index.tsx': `import { Boom } from '../boom.tsx'\nexport default () => <main><Boom />after</main>`,
    })
    const { status, body } = await get('/')
    expect(status).toBe(200)
    expect(body).toMatch(/<main><fw-island i="0" c="[^"]+" r><\/fw-island>after<\/main>/)
    expect(errors).toEqual(['island <Boom> on /: no window'])
  })

  test('slots: children, named markup, and slots that the island does not render yet', async () => {
    const { get } = serve({
      'counter.tsx': COUNTER,
      'panel.tsx': `import { createSignal, Show } from 'solid-js'
export function Panel(props) {
  const [open] = createSignal(props.open)
  return <section onClick={open}><Show when={open()}>{props.children}</Show><footer>{props.footer}</footer></section>
}`,
      'routes/index.tsx': `import { Panel } from '../panel.tsx'\nimport { Counter } from '../counter.tsx'
export default () => <main><Panel open footer={<em>f</em>}><p>in</p><Counter /></Panel><Panel><p>late</p></Panel></main>`,
    })
    const { body } = await get('/')
    expect(body).toContain('<fw-slot name="children"><p>in</p><fw-island i="1"')
    expect(body).toContain('<fw-slot name="footer"><em>f</em></fw-slot>')
    expect(body).toMatch(/<template data-slot="children"><p>late<\/p><\/template><\/fw-island>/)
  })

  test('a static component with pending Suspense waits, and still has no script', async () => {
    const { get } = serve({
      'routes/index.tsx': `import { createResource, Suspense } from 'solid-js'
function Slow() { const [d] = createResource(async () => { await new Promise((r) => setTimeout(r, 5)); return 'slow' }); return <p>{d()}</p> }
export default () => <main><Suspense fallback={<i>wait</i>}><Slow /></Suspense></main>`,
      'routes/fails.tsx': `import { createResource, Suspense } from 'solid-js'
function Slow() { const [d] = createResource(async () => { throw new Error('down') }); return <p>{d()}</p> }
export default () => <main><Suspense fallback={<i>wait</i>}><Slow /></Suspense></main>`,
    })
    const { body } = await get('/')
    expect(body).toContain('<main><p>slow</p></main>')
    expect(body).not.toContain('<script')
    expect((await get('/fails')).status).toBe(500)
  })

  test('an island with data under Suspense carries it, without server errors in it', async () => {
    const { get } = serve({
      'data.tsx': `import { createResource, ErrorBoundary, Suspense } from 'solid-js'
function Bad() { throw new Error('secret /srv/path') }
export function Data() {
  const [d] = createResource(async () => ({ v: 'data' }))
  return <div><Suspense fallback={<i>wait</i>}><b>{d()?.v}</b></Suspense><ErrorBoundary fallback={<u>caught</u>}><Bad /></ErrorBoundary></div>
}`,
      'routes/index.tsx': `import { Data } from '../data.tsx'\nexport default () => <main><Data /></main>`,
    })
    const { body } = await get('/')
    expect(body).toMatch(/<b data-hk="i0-[^"]*">.*data/)
    // With the data, which a navigation puts into the document before anything of the head.
    expect(body).toMatch(/<\/main><script id="fw-data">Object\.hasOwn\(self,"_\$HY"\)\|\|.*\$R=\[\]<\/script><script>/)
    expect(body).toMatch(/_\$HY\.r\["i0-/)
    expect(body).not.toContain('secret')
    expect(body.match(/<fw-island /g)).toHaveLength(1)
  })
})

describe('boundaries around islands', () => {
  const sources = {
    'loaded.tsx': `import { createResource } from 'solid-js'
export function Loaded(props) {
  const [text] = createResource(async () => { globalThis.fwLoads?.push(props.name); return 'loaded ' + props.name })
  return <p class="loaded">{text()}</p>
}`,
    'frame.tsx': `import { createSignal } from 'solid-js'
export function Frame(props) { const [open] = createSignal(true); return <section onClick={() => open()}>{props.children}</section> }`,
    'routes/index.tsx': `import { For, Suspense } from 'solid-js'
import { Frame } from '../frame.tsx'
import { Loaded } from '../loaded.tsx'
export default () => <main>
  <Suspense fallback={<i>wait</i>}><Loaded name="a" /><Loaded name="b" /></Suspense>
  <Frame><Suspense fallback={<i>wait</i>}><Loaded name="c" /></Suspense></Frame>
  <For each={[{ name: 'd' }, { name: 'e' }]}>{Loaded}</For>
</main>`,
  }

  test('an island that loads data is rendered again in its place, and loads it once', async () => {
    const { get, pages } = serve(sources)
    const loads: string[] = []
    Object.assign(globalThis, { fwLoads: loads })
    const { body } = await get('/')
    Object.assign(globalThis, { fwLoads: undefined })
    expect(loads.toSorted()).toEqual(['a', 'b', 'c', 'd', 'e'])
    for (const name of ['a', 'b', 'c']) expect(body).toContain(`>loaded ${name}</p>`)
    const ids = [...body.matchAll(/<fw-island i="(\w+)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(6)
    const known = (await pages.instances({ path: '/', query: '' }, { headers: new Headers() })).map(({ id }) => id)
    expect(known.toSorted()).toEqual(ids.toSorted())
  })
})

describe('other answers', () => {
  const routes = {
    'routes/_layout.tsx': 'export default (props) => <div>{props.children}</div>',
    'routes/_404.tsx': `export const meta = { title: 'Gone' }\nexport default () => <h1>nothing here</h1>`,
    'routes/_500.tsx': 'export default (props) => <h1>broken: {props.error.message}</h1>',
    'routes/index.tsx': 'export default () => <p>home</p>',
    'routes/missing.tsx': `import { notFound } from '@fw/runtime'\nexport default async () => { notFound(); return <p /> }`,
    'routes/moved.tsx': `import { redirect } from '@fw/runtime'\nexport default ({ ctx }) => { redirect(ctx.to, ctx.options); return <p /> }`,
    'routes/throws.tsx': `export default () => { throw new Error('pages break') ; return <p /> }`,
    'routes/response.tsx': `export default () => <p>{1}</p> && new Response('raw', { status: 202, headers: { 'x-a': 'b' } })`,
  }

  test('an unmatched path and notFound() give _404 in the root layout', async () => {
    const { get } = serve(routes)
    for (const path of ['/nowhere', '/missing']) {
      const { status, body } = await get(path)
      expect(status).toBe(404)
      expect(body).toContain('<title id="fw-title">Gone</title>')
      expect(body).toContain('<body><div><h1>nothing here</h1></div></body>')
    }
  })

  test('a page that throws gives _500 on its own', async () => {
    const { get, errors } = serve(routes)
    const { status, body } = await get('/throws')
    expect(status).toBe(500)
    expect(body).toContain('<body><h1>broken: pages break</h1></body>')
    expect(errors).toEqual(['page /throws: pages break'])
  })

  test('without _404 and _500 the response is plain text', async () => {
    const { get } = serve({ 'routes/throws.tsx': routes['routes/throws.tsx'] })
    expect(await get('/nowhere')).toMatchObject({ status: 404, body: 'Not found' })
    expect(await get('/throws')).toMatchObject({ status: 500, body: 'Internal server error' })
  })

  test('redirect() stays on this origin without an option', async () => {
    const { get, errors } = serve(routes)
    expect(await get('/moved', { to: '/orders?x=1' })).toMatchObject({
      status: 303,
      headers: { location: '/orders?x=1' },
    })
    expect(await get('/moved', { to: '/a', options: { status: 308 } })).toMatchObject({ status: 308 })
    for (const to of ['https://other.example/', '//other.example', '/\\other.example', 'javascript:alert(1)'])
      expect((await get('/moved', { to })).status).toBe(500)
    expect(errors).toHaveLength(4)
    const external = { to: 'https://other.example/a', options: { external: true } }
    expect(await get('/moved', external)).toMatchObject({ status: 303, headers: { location: external.to } })
  })

  test('only GET and HEAD; HEAD has no body; a page may return a Response', async () => {
    const { pages, get } = serve(routes)
    const ctx = { headers: new Headers() }
    expect(await pages.render(getRequest('/', { method: 'POST' }), ctx)).toMatchObject({
      status: 405,
      headers: { allow: 'GET, HEAD' },
    })
    expect(await pages.render(getRequest('/', { method: 'HEAD' }), ctx)).toMatchObject({ status: 200, body: null })
    expect(await get('/response')).toMatchObject({ status: 202, headers: { 'x-a': 'b' } })
  })

  test('notFoundPage() is the document of _404, or undefined', async () => {
    const { pages } = serve(routes)
    expect(await pages.notFoundPage()).toMatch(/^<!DOCTYPE html>.*nothing here/)
    app?.close()
    expect(await serve({ 'routes/index.tsx': routes['routes/index.tsx'] }).pages.notFoundPage()).toBeUndefined()
  })

  test('inline routes return JSX, HTML or a Response', async () => {
    const { get } = serve(
      {},
      {
        routes: {
          '/html': () => '<b>html</b>',
          '/p/[id]': async ({ params }) => ({ t: `<i>${params.id}</i>` }),
          '/raw': () => new Response('x', { status: 201 }),
        },
      },
    )
    expect((await get('/html')).body).toContain('<body><b>html</b></body>')
    expect((await get('/p/7')).body).toContain('<body><i>7</i></body>')
    expect((await get('/raw')).status).toBe(201)
  })
})

describe('metadata of pages', () => {
  test('the manifest lists islands and page tools of a real render', async () => {
    const { pages } = serve({
      'cart.tsx': `import { createSignal } from 'solid-js'
import { intent } from '@fw/runtime'
export function Cart(props) {
  const [n, set] = createSignal(0)
  intent('add', { description: 'Adds one.', run: () => set(n() + 1) })
  intent('drop', { description: 'No.', guard: 'forbidden', run() {} })
  intent('pay', { description: 'Pays.', guard: 'confirm', scopes: ['shop'], run() {} })
  return <b>{n()}</b>
}`,
      'routes/[id].tsx': `import { Cart } from '../cart.tsx'\nexport default () => <main><Cart /><Cart client:visible /></main>`,
    })
    const ctx = { headers: new Headers() }
    const add = {
      name: 'Cart.add',
      description: 'Adds one.',
      guard: 'auto',
      input: { type: 'object' },
      where: 'page',
      instances: ['0', '1'],
    }
    expect(await pages.manifest({ path: '/7', query: '' }, ctx)).toEqual({
      pattern: '/[id]',
      components: [
        { id: '0', name: 'Cart', hydrate: 'load', stores: [] },
        { id: '1', name: 'Cart', hydrate: 'visible', stores: [] },
      ],
      stores: [],
      tools: [add],
    })
    const scoped = await pages.manifest({ path: '/7', query: '' }, { ...ctx, scopes: ['shop'] })
    expect(scoped.tools.map(({ name, guard }) => `${name} ${guard}`)).toEqual(['Cart.add auto', 'Cart.pay confirm'])
    expect(await pages.manifest({ path: '/no/such', query: '' }, ctx)).toEqual({
      components: [],
      stores: [],
      tools: [],
    })
  })

  test('pages are listed with titles; staticParams makes dynamic ones concrete', async () => {
    const { pages } = serve({
      'routes/index.tsx': `export const meta = { title: 'Home', description: 'd' }\nexport default () => <p />`,
      'routes/posts/[slug].tsx': `export const staticParams = async () => [{ slug: 'a b' }]
export const meta = ({ params }) => ({ title: params.slug })\nexport default () => <p />`,
      'routes/users/[id].tsx': 'export default () => <p />',
    })
    expect(await pages.listPages()).toEqual([
      { path: '/', pattern: '/', title: 'Home', description: 'd', concrete: true },
      { path: '/posts/a%20b', pattern: '/posts/[slug]', title: 'a b', concrete: true },
      { path: '/users/[id]', pattern: '/users/[id]', concrete: false },
    ])
    expect(await pages.patterns()).toEqual([
      { pattern: '/', title: 'Home' },
      { pattern: '/posts/[slug]' },
      { pattern: '/users/[id]' },
    ])
  })
})
