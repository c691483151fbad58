import { afterEach, expect, test } from 'vitest'
import type { FwServerOptions } from '../../../runtime/src/server.ts'
import { type CompiledRoutes, compileRoutes } from '../../runtime/page/compiled-routes.ts'
import { describeTransports } from '../transports.ts'

/** Headers of a browser. */
const BROWSER = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36',
}

/** A part of a route file, not exported, because an export would be an island. */
const SLOW = `import { createResource, ErrorBoundary, onCleanup, Suspense } from 'solid-js'
function Slow(props) {
  const [data] = createResource(() => props.wait())
  onCleanup(() => props.cleaned?.())
  return <p class="slow">{data()}</p>
}`

const SOURCES = {
  'counter.tsx': `import { createSignal } from 'solid-js'
export function Counter(props) { const [n, set] = createSignal(props.start ?? 0); return <button onClick={() => set(n() + 1)}>{n()}</button> }`,
  'routes/_404.tsx': 'export default () => <h1>nothing here</h1>',
  'routes/_500.tsx': 'export default ({ error }) => <h1>broken: {error.message}</h1>',
  'routes/index.tsx': `${SLOW}
export const meta = { title: 'Streamed' }
export default ({ ctx }) => <main>
  <Suspense fallback={<i>first waits</i>}><Slow wait={ctx.first} cleaned={ctx.cleaned} /></Suspense>
  <Suspense fallback={<i>second waits</i>}><Slow wait={ctx.second} /></Suspense>
  end of the page
</main>`,
  'routes/late-headers.tsx': `${SLOW}
export default ({ ctx }) => {
  ctx.headers.set('x-early', '1')
  return <Suspense fallback={<i>waits</i>}><Slow wait={() => ctx.first().then((text) => { ctx.headers.append('set-cookie', 'late=1'); return text })} /></Suspense>
}`,
  'routes/only-late-headers.tsx': `${SLOW}
export default ({ ctx }) => <Suspense fallback={<i>waits</i>}><Slow wait={() => ctx.first().then((text) => { ctx.headers.set('X-Late', '1'); return text })} /></Suspense>`,
  'routes/plain.tsx': 'export default () => <p>plain</p>',
  'routes/islands.tsx': `${SLOW}
import { Counter } from '../counter.tsx'
export default ({ ctx }) => <main><Suspense fallback={<i>waits</i>}><Slow wait={ctx.first} /><Counter start={5} /></Suspense></main>`,
  'desk.api.ts': `import { api, schema, str } from '@fw/runtime'
export const keep = api({ description: 'Keeps.', input: schema({ text: str() }), run: () => 1 })`,
  'keep.tsx': `import { keep } from './desk.api.ts'
export const Keep = () => <form action={keep}><input name="text" /></form>`,
  'routes/late-form.tsx': `${SLOW}
import { Counter } from '../counter.tsx'
import { Keep } from '../keep.tsx'
export default ({ ctx }) => <main><Counter /><Suspense fallback={<i>waits</i>}><Slow wait={ctx.first} /><Keep /></Suspense><Suspense fallback={<i>waits</i>}><Slow wait={ctx.second} /><Keep /></Suspense></main>`,
  'routes/public-form.tsx': `${SLOW}
import { Keep } from '../keep.tsx'
export default ({ ctx }) => {
  ctx.headers.set('cache-control', 'public, max-age=60')
  return <main><Keep /><Suspense fallback={<i>waits</i>}><Slow wait={ctx.first} /><Keep /></Suspense></main>
}`,
  'routes/early-form.tsx': `${SLOW}
import { Counter } from '../counter.tsx'
import { Keep } from '../keep.tsx'
export default ({ ctx }) => <main><Keep /><Suspense fallback={<i>waits</i>}><Slow wait={ctx.first} /><Counter /></Suspense></main>`,
  'routes/bounded.tsx': `${SLOW}
export default ({ ctx }) => <main>
  <ErrorBoundary fallback={<b>outer caught</b>}><Suspense fallback={<i>waits</i>}><Slow wait={ctx.first} /></Suspense></ErrorBoundary>
  <Suspense fallback={<i>waits</i>}><ErrorBoundary fallback={<b>inner caught</b>}><Slow wait={ctx.first} /></ErrorBoundary></Suspense>
</main>`,
  'routes/signal.tsx': `${SLOW}
export default ({ ctx, signal }) => <Suspense fallback={<i>waits</i>}><Slow wait={() => ctx.until(signal)} /></Suspense>`,
}

/** A promise that a test settles. */
function later() {
  let resolve = (_value: string) => {}
  let reject = (_error: unknown) => {}
  const promise = new Promise<string>((yes, no) => {
    resolve = yes
    reject = no
  })
  promise.catch(() => undefined)
  return { wait: () => promise, resolve, reject }
}

describeTransports('a page with parts that wait', (start) => {
  let compiled: CompiledRoutes | undefined
  afterEach(() => compiled?.close())
  const open = async (ctx: object, options: FwServerOptions = {}) => {
    compiled = compileRoutes(SOURCES)
    const logged: string[] = []
    const { request } = await start({
      ctxFor: () => ({ ...ctx }),
      title: 'Parts',
      ...compiled.options,
      ...(options.formsUrl && { apis: { desk: await compiled.load('desk.api.ts') } }),
      log: ({ msg, err }) => logged.push(`${msg}: ${(err as { message?: string } | undefined)?.message}`),
      ...options,
    })
    return { request, logged, browse: (path: string) => request(path, { headers: BROWSER }) }
  }
  /** Reads until the text holds `end`. */
  const readTo = async (reader: ReadableStreamDefaultReader<Uint8Array>, end: string) => {
    const decoder = new TextDecoder()
    let text = ''
    while (!text.includes(end)) {
      const { done, value } = await reader.read()
      if (done) throw new Error(`The page ended without ${end}: ${text}`)
      text += decoder.decode(value, { stream: true })
    }
    return text
  }
  const readerOf = (response: Response) => {
    if (response.body === null) throw new Error('no body')
    return response.body.getReader()
  }

  test.each([
    ['/late-headers', '"set-cookie"', '1'],
    ['/only-late-headers', '"x-late"', null],
  ])('%s: a header that a late part sets is not sent, and is logged once', async (path, name, early) => {
    const { first } = { first: later() }
    const { browse, request, logged } = await open({ first: first.wait })
    const response = await browse(path)
    expect(response.headers.get('x-early')).toBe(early)
    const reader = readerOf(response)
    await readTo(reader, 'waits')
    expect(logged).toEqual([])
    first.resolve('here')
    await readTo(reader, 'here')
    await (await browse(path)).text()
    expect(logged).toEqual([
      `${path}: ${name} in ctx.headers was set after the first byte of the response, and is not sent. Set it earlier: in ctxFor, the async function of a page or layout, or outside <Suspense>.: undefined`,
    ])
    // A client that gets the complete page gets the header.
    const whole = await request(path)
    expect(whole.headers.get(name.slice(1, -1))).not.toBeNull()
    expect(logged).toHaveLength(1)
  })

  test('HTP-24 sends a browser the page with its fallbacks at once, then each part as it is ready', async () => {
    const [first, second] = [later(), later()]
    const { browse } = await open({ first: first.wait, second: second.wait })
    const response = await browse('/')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-length')).toBeNull()
    const reader = readerOf(response)
    const shell = await readTo(reader, 'end of the page')
    expect(shell).toMatch(/^<!DOCTYPE html>.*<title id="fw-title">Streamed<\/title>.*first waits.*second waits/s)
    expect(shell).not.toContain('class="slow"')
    second.resolve('second <data>')
    const part = await readTo(reader, '$df(')
    expect(part).toContain('<p class="slow">second &lt;data></p></template>')
    expect(part).not.toContain('</html>')
    first.resolve('first data')
    const rest = await readTo(reader, '</html>')
    expect(rest).toMatch(/<p class="slow">first data<\/p><\/template>.*<\/body><\/html>$/s)
    expect(shell + part + rest).not.toMatch(/_\$HY\.r\["\d+"\]=/)
  })

  test.each([
    ['a crawler', { ...BROWSER, 'user-agent': `${BROWSER['user-agent']} (compatible; Googlebot/2.1)` }, 'GET'],
    ['a program', { accept: '*/*', 'user-agent': 'Mozilla/5.0' }, 'GET'],
    ['a navigation of the client', { ...BROWSER, 'x-fw-navigation': '1' }, 'GET'],
    ['HEAD', BROWSER, 'HEAD'],
  ])('is whole for %s, without a script', async (_who, headers, method) => {
    const { request } = await open({ first: async () => 'first data', second: async () => 'second data' })
    const response = await request('/', { headers, method })
    const text = await response.text()
    expect(response.status).toBe(200)
    if (method === 'HEAD') return expect(text).toBe('')
    expect(text).toMatch(/<main><p class="slow">first data<\/p><p class="slow">second data<\/p>/)
    expect(text).not.toMatch(/<script|waits|<template/)
  })

  test('is whole for a browser too when nothing waits', async () => {
    const { browse } = await open({})
    const text = await (await browse('/plain')).text()
    expect(text).toContain('<body><p>plain</p></body>')
    expect(text).not.toContain('<script')
  })

  test('islands of a late part bring their loader and their list', async () => {
    const first = later()
    const { browse } = await open({ first: first.wait }, { csp: true })
    const response = await browse('/islands')
    const nonce = response.headers.get('x-fw-nonce')
    const reader = readerOf(response)
    const shell = await readTo(reader, 'waits')
    expect(shell).not.toMatch(/fw-island |boot\.js/)
    first.resolve('data')
    const part = await readTo(reader, '</html>')
    expect(part).toContain(`<script type="module" async nonce="${nonce}" src="/boot.js"></script>`)
    expect(part).toMatch(/<script type="application\/json" id="fw-islands"[^>]*>\{"m":\{"[\w-]+":"counter\.tsx\.js"\}/)
    expect(part).toMatch(/<p class="slow">data<\/p><fw-island i="\d+" [^>]*p='\{"start":5\}'><button/)
    for (const tag of (shell + part).match(/<script[^>]*>/g) ?? []) expect(tag).toContain(`nonce="${nonce}"`)
  })

  test('forms of a late part bring the script that sends forms, once, and it waits for no later part', async () => {
    const [first, second] = [later(), later()]
    const { browse } = await open({ first: first.wait, second: second.wait }, { csp: true, formsUrl: '/forms.js' })
    const response = await browse('/late-form')
    const script = `<script type="module" async nonce="${response.headers.get('x-fw-nonce')}" src="/forms.js"></script>`
    const reader = readerOf(response)
    expect(await readTo(reader, 'waits</i>')).not.toContain('/forms.js')
    first.resolve('one')
    const part = await readTo(reader, '</template>')
    expect(part).toContain('name="fw:tool"')
    second.resolve('two')
    const rest = part + (await readTo(reader, '</html>'))
    expect(rest.split(script)).toHaveLength(2)
    expect(rest.indexOf(script)).toBeLessThan(rest.indexOf('two'))
  })

  test('the script sends a form of a page whose islands arrive late from then on', async () => {
    const first = later()
    const { browse } = await open({ first: first.wait }, { formsUrl: '/forms.js' })
    const reader = readerOf(await browse('/early-form'))
    expect(await readTo(reader, 'waits</i>')).not.toContain('/forms.js')
    first.resolve('one')
    expect(await readTo(reader, '</html>')).toContain('<script type="module" async src="/forms.js"></script>')
  })

  test('no part of a page that its headers make public has a form with a key', async () => {
    const first = later()
    const { browse } = await open({ first: first.wait }, { formsUrl: '/forms.js' })
    const reader = readerOf(await browse('/public-form'))
    const shell = await readTo(reader, 'waits</i>')
    first.resolve('one')
    const all = shell + (await readTo(reader, '</html>'))
    expect(all.match(/name="fw:key" value="[^"]*"/g)).toEqual(Array(2).fill('name="fw:key" value=""'))
  })

  test('a late error shows the surrounding error boundary, inside or outside, without its message', async () => {
    const first = later()
    const { browse, logged } = await open({ first: first.wait })
    const reader = readerOf(await browse('/bounded'))
    const shell = await readTo(reader, 'waits')
    first.reject(new Error('secret of /srv/app'))
    const text = shell + (await readTo(reader, '</html>'))
    expect(text).toMatch(/<template id="[^"]+">(<!--[^>]*>)*<b>outer caught<\/b>/)
    expect(text).toMatch(/<template id="[^"]+">(<!--[^>]*>)*<b>inner caught<\/b>/)
    expect(text).not.toContain('secret')
    expect(logged).toEqual([])
  })

  test('a late error without an error boundary leaves its part out, is logged, and the other parts come', async () => {
    const [first, second] = [later(), later()]
    const { browse, logged } = await open({ first: first.wait, second: second.wait })
    const reader = readerOf(await browse('/'))
    const shell = await readTo(reader, 'end of the page')
    first.reject(new Error('secret of /srv/app'))
    const failed = await readTo(reader, '$df(')
    second.resolve('second data')
    const text = shell + failed + (await readTo(reader, '</html>'))
    expect(text).toContain('<p class="slow">second data</p>')
    expect(text).not.toContain('secret')
    expect(logged).toEqual(['An error in the late part of page /: secret of /srv/app'])
  })

  test.each([
    ['notFound()', 404, 'nothing here'],
    ['an error', 500, 'broken: down'],
    ['redirect()', 303, ''],
  ])('before the first byte %s has its own status', async (what, status, body) => {
    const { FwError, redirect } = await import('../../../runtime/src/index.ts')
    const fail = async () => {
      if (what === 'redirect()') redirect('/there')
      throw what === 'an error' ? new Error('down') : new FwError('not_found')
    }
    const { browse, request } = await open({ first: fail, second: () => new Promise(() => undefined) })
    for (const response of [await browse('/'), await request('/')]) {
      expect(response.status).toBe(status)
      expect(await response.text()).toContain(body)
    }
  })

  test.each([
    ['notFound() of a late part prevents indexing', '<meta name="robots" content="noindex">'],
    ['redirect() of a late part sends the browser on', '<meta http-equiv="refresh" content="0;url=/a?b=1&amp;c">'],
  ])('%s', async (what, element) => {
    const { FwError, redirect } = await import('../../../runtime/src/index.ts')
    const [first, second] = [later(), later()]
    const late = () => {
      if (what.startsWith('notFound')) throw new FwError('not_found')
      return redirect('/a?b=1&c')
    }
    const { browse, logged } = await open({ first: () => first.wait().then(late), second: second.wait })
    const response = await browse('/')
    const reader = readerOf(response)
    await readTo(reader, 'end of the page')
    first.resolve('')
    second.resolve('')
    expect((await readTo(reader, '</html>')).split(element)).toHaveLength(2)
    expect([response.status, logged]).toEqual([200, []])
  })

  test('a client that stops reading ends the page: rendering stops, and the page is cleaned up', async () => {
    const first = later()
    let cleaned = 0
    const { browse, logged } = await open({ first: first.wait, second: first.wait, cleaned: () => (cleaned += 1) })
    const reader = readerOf(await browse('/'))
    await readTo(reader, 'end of the page')
    const before = cleaned
    await reader.cancel()
    await expect.poll(() => cleaned).toBeGreaterThan(before)
    first.reject(new Error('too late'))
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(logged).toEqual([])
  })

  test('the signal of a page aborts when its client disconnects, and the aborted work is not an error of the page', async () => {
    let told = 0
    const until = (signal: AbortSignal) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error(`left ${++told}`))))
    const { request, logged } = await open({ until })
    const leaving = new AbortController()
    const response = await request('/signal', { headers: BROWSER, signal: leaving.signal })
    const reading = readTo(readerOf(response), '</html>')
    leaving.abort()
    await reading.catch(() => undefined)
    await expect.poll(() => told).toBe(1)
    expect(logged).toEqual([])
  })
})
