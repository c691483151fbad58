/** Parts of a page whose data fails before the content around them is ready. */
import { afterEach, expect, test } from 'vitest'
import { type CompiledRoutes, compileRoutes } from '../../runtime/page/compiled-routes.ts'
import { describeTransports } from '../transports.ts'

const BROWSER = { accept: 'text/html', 'user-agent': 'Mozilla/5.0' }

const SLOW = `import { createResource, ErrorBoundary, Suspense } from 'solid-js'
function Slow(props) {
  const [data] = createResource(() => props.wait())
  return <p>{data()}</p>
}`

const SOURCES = {
  'routes/outside.tsx': `${SLOW}
export default ({ ctx }) => <main>
  <Slow wait={ctx.second} />
  <ErrorBoundary fallback={<b>caught</b>}><Suspense fallback={<i>waits</i>}><Slow wait={ctx.first} /></Suspense></ErrorBoundary>
</main>`,
  'routes/nested.tsx': `${SLOW}
export default ({ ctx }) => <main>
  <Suspense fallback={<i>outer waits</i>}>
    <Slow wait={ctx.second} />
    <ErrorBoundary fallback={<b>caught</b>}><Suspense fallback={<i>waits</i>}><Slow wait={ctx.first} /></Suspense></ErrorBoundary>
  </Suspense>
</main>`,
  'routes/uncaught.tsx': `${SLOW}
export default ({ ctx }) => <main>
  <Suspense fallback={<i>outer waits</i>}>
    <Slow wait={ctx.second} />
    <Suspense fallback={<i>waits</i>}><Slow wait={ctx.first} /></Suspense>
  </Suspense>
</main>`,
  'guarded.tsx': `import { createResource, createSignal, ErrorBoundary, Suspense } from 'solid-js'
function Slow(props) {
  const [data] = createResource(() => props.wait())
  return <p>{data()}</p>
}
export function Guarded() {
  const [n, set] = createSignal(0)
  const { first, second } = globalThis.fwWaits
  return <section onClick={() => set(n() + 1)}>
    <Slow wait={second} />
    <ErrorBoundary fallback={<b>caught</b>}><Suspense fallback={<i>waits</i>}><Slow wait={first} /></Suspense></ErrorBoundary>
  </section>
}`,
  'routes/guarded.tsx': `import { Guarded } from '../guarded.tsx'
export default () => <main><Guarded /></main>`,
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

/** Gives a server the time to act. */
const pass = () => new Promise((resolve) => setTimeout(resolve, 5))

describeTransports('a part that fails before the content around it is ready', (start) => {
  let compiled: CompiledRoutes | undefined
  afterEach(() => compiled?.close())
  const open = async (ctx: object) => {
    compiled = compileRoutes(SOURCES)
    const logged: string[] = []
    const { request } = await start({
      ctxFor: () => ({ ...ctx }),
      title: 'Parts',
      ...compiled.options,
      log: ({ msg, err }) => logged.push(`${msg}: ${(err as { message?: string } | undefined)?.message}`),
    })
    return { request, logged, browse: (path: string) => request(path, { headers: BROWSER }) }
  }

  test.each([
    ['/outside', 'a browser'],
    ['/outside', 'a program'],
    ['/nested', 'a browser'],
    ['/nested', 'a program'],
    ['/guarded', 'a browser'],
    ['/guarded', 'a program'],
  ])('is shown by its error boundary: %s, for %s', async (path, client) => {
    const [first, second] = [later(), later()]
    let start = () => {}
    const started = new Promise<void>((resolve) => {
      start = resolve
    })
    const waits = {
      first() {
        start()
        return first.wait()
      },
      second: second.wait,
    }
    Object.assign(globalThis, { fwWaits: waits })
    const { browse, request, logged } = await open(waits)
    const opening = client === 'a browser' ? browse(path) : request(path)
    await started
    await pass()
    first.reject(new Error('down'))
    await pass()
    second.resolve('the rest')
    const response = await opening
    const text = await response.text()
    expect(response.status).toBe(200)
    expect(text).toMatch(/<b[^>]*>caught<\/b>/)
    expect(text).toContain('the rest')
    expect(logged).toEqual([])
  })

  test('without an error boundary, a browser gets the content around it, and the error is logged once', async () => {
    const [first, second] = [later(), later()]
    const { browse, logged } = await open({ first: first.wait, second: second.wait })
    const response = await browse('/uncaught')
    await pass()
    first.reject(new Error('down'))
    await pass()
    second.resolve('the rest')
    expect(await response.text()).toContain('the rest')
    expect(logged).toHaveLength(1)
  })
})
