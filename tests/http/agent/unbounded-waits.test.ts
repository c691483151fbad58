/** Data and code that a page waits for outside of every `<Suspense>`: the page has them, from the first response on. */
import { afterEach, expect, test } from 'vitest'
import { type CompiledRoutes, compileRoutes } from '../../runtime/page/compiled-routes.ts'
import { describeTransports } from '../transports.ts'

const SOURCES = {
  'part.tsx': 'export default (props) => <b class="part">{props.text}</b>',
  'island.tsx': `import { createResource, lazy } from 'solid-js'
const Part = lazy(() => new Promise((done) => setTimeout(() => done(import('./part.tsx')), 30)))
export function Panel(props) {
  const [data] = createResource(() => new Promise((done) => setTimeout(() => done('from ' + props.name), 30)))
  return <section class="panel">{data()} <Part text="inside" /></section>
}`,
  'routes/lazy.tsx': `import { lazy } from 'solid-js'
const Part = lazy(() => new Promise((done) => setTimeout(() => done(import('../part.tsx')), 30)))
export const cache = { scope: 'public', maxAge: 60 }
export default () => <main>before <Part text="late" /> after</main>`,
  'routes/resource.tsx': `import { createResource } from 'solid-js'
function Row(props) {
  const [data] = createResource(() => props.ctx.read())
  return <p class="row">{data()}</p>
}
export default ({ ctx }) => <main><Row ctx={ctx} /><Row ctx={ctx} /></main>`,
  'routes/both.tsx': `import { createResource, Suspense } from 'solid-js'
function Row(props) {
  const [data] = createResource(() => props.ctx.read())
  return <p class="row">{data()}</p>
}
export default ({ ctx }) => <main><Row ctx={ctx} /><Suspense fallback={<i>waits</i>}><Row ctx={ctx} /></Suspense></main>`,
  'routes/island.tsx': `import { Panel } from '../island.tsx'
export default () => <main><Panel name="one" /><Panel name="two" /></main>`,
  'routes/none.tsx': `import { createResource } from 'solid-js'
function Unread(props) {
  createResource(() => props.ctx.never())
  return <p>unread</p>
}
export default ({ ctx }) => <main><Unread ctx={ctx} /></main>`,
  'routes/_500.tsx': 'export default ({ error }) => <h1>broken: {error.message}</h1>',
}

const withoutMarks = (html: string) => html.replace(/<!--.*?-->| data-hk="[\w-]+"/g, '')

describeTransports('a page that waits outside of every boundary', (start) => {
  let compiled: CompiledRoutes | undefined
  afterEach(() => compiled?.close())
  const open = async (ctx: object = {}) => {
    compiled = compileRoutes(SOURCES)
    const { request } = await start({ ctxFor: () => ({ ...ctx }), title: 'Waits', ...compiled.options })
    return async (path: string) => {
      const response = await request(path, { headers: { accept: 'text/html', 'user-agent': 'Mozilla/5.0 Chrome/142' } })
      return { status: response.status, html: withoutMarks(await response.text()) }
    }
  }

  test('has its lazy() components in the first responses, also in a public one', async () => {
    const ask = await open()
    const answers = await Promise.all([ask('/lazy'), ask('/lazy')])
    for (const { html } of [...answers, await ask('/lazy')])
      expect(html).toContain('<main>before <b class="part">late</b> after</main>')
  })

  test('has the data of its resources, each read once', async () => {
    let count = 0
    const ask = await open({ read: async () => `row ${++count}` })
    expect((await ask('/resource')).html).toContain('<main><p class="row">row 1</p><p class="row">row 2</p></main>')
  })

  test('has what waits in a boundary beside it too', async () => {
    let count = 0
    const ask = await open({ read: async () => `row ${++count}` })
    const { html } = await ask('/both')
    expect(html).toContain('<p class="row">row 1</p>')
    expect(html).toContain('<p class="row">row 2</p>')
    expect(html).not.toContain('<i>waits</i>')
  })

  test('has it inside islands', async () => {
    const ask = await open()
    const { html } = await ask('/island')
    expect(html.match(/<section class="panel">.*?<\/section>/g)).toEqual([
      '<section class="panel">from one <b class="part">inside</b></section>',
      '<section class="panel">from two <b class="part">inside</b></section>',
    ])
  })

  test('fails when the data does', async () => {
    const ask = await open({ read: () => Promise.reject(new Error('no rows')) })
    expect(await ask('/resource')).toEqual({ status: 500, html: expect.stringContaining('<h1>broken: no rows</h1>') })
  })

  test('does not wait for data that nothing reads', async () => {
    const ask = await open({ never: () => new Promise(() => undefined) })
    expect((await ask('/none')).html).toContain('<p>unread</p>')
  })
})
