/** `oncePerRequest`: `meta`, layouts, the page and its parts share one load in a request, and no two requests do. */
import { afterEach, expect, test } from 'vitest'
import { type CompiledRoutes, compileRoutes } from '../../runtime/page/compiled-routes.ts'
import { describeTransports } from '../transports.ts'

const SOURCES = {
  'teas.ts': `import { notFound, oncePerRequest } from '@fw/runtime'
import { desk } from './desk.api.ts'
const counts = (globalThis.fwTeaLoads ??= {})
export const findTea = oncePerRequest(async (slug) => {
  counts[slug] = (counts[slug] ?? 0) + 1
  if (slug === 'none') notFound()
  return { name: slug + ' tea', user: await desk() }
})`,
  'desk.api.ts': `import { api, schema, str } from '@fw/runtime'
export const desk = api({ description: 'Who.', run: ({ ctx }) => ctx.user ?? 'nobody' })
export const rename = api({ description: 'Renames.', input: schema({ name: str({ min: 3 }) }), run: ({ input }) => input })`,
  'counter.tsx': `import { createSignal } from 'solid-js'
export function Counter() { const [n, set] = createSignal(0); return <button onClick={() => set(n() + 1)}>{n()}</button> }`,
  'routes/_layout.tsx': `import { findTea } from '../teas.ts'
export default async ({ children, params }) => { const tea = params.slug && params.slug !== 'none' ? await findTea(params.slug) : undefined; return <><header>{tea?.name}</header>{children}</> }`,
  'routes/teas/[slug].tsx': `import { createResource, Suspense } from 'solid-js'
import { Counter } from '../../counter.tsx'
import { rename } from '../../desk.api.ts'
import { findTea } from '../../teas.ts'
export const meta = async ({ params }) => ({ title: (await findTea(params.slug)).name })
function Late(props) { const [tea] = createResource(() => findTea(props.slug)); return <i>{tea()?.user}</i> }
export default async ({ params }) => { const tea = await findTea(params.slug); return <main><h1>{tea.name}</h1><Counter /><form action={rename}><input name="name" /></form><Suspense fallback={<b>waits</b>}><Late slug={params.slug} /></Suspense></main> }`,
}

let app: CompiledRoutes | undefined
const loads = () => Reflect.get(globalThis, 'fwTeaLoads') as Record<string, number>

afterEach(() => {
  app?.close()
  app = undefined
})

const BROWSER = { accept: 'text/html', 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/142.0 Safari/537.36' }

describeTransports('oncePerRequest', (start) => {
  const open = async () => {
    app = compileRoutes(SOURCES)
    const { desk, rename } = await app.load('desk.api.ts')
    const client = await start({
      ...app.options,
      apis: { desk: { desk, rename } },
      ctxFor: (request: Request) => ({ user: request.headers.get('x-user') ?? undefined }),
      log: () => undefined,
    } as never)
    for (const slug of Object.keys(loads() ?? {})) delete loads()[slug]
    const get = async (path: string, headers: Record<string, string> = {}, init: RequestInit = {}) => {
      const response = await client.request(path, { headers, ...init })
      return { status: response.status, text: await response.text() }
    }
    return { get, client }
  }

  test('meta, the layout, the page and a late part load once, and the next request loads again', async () => {
    const { get } = await open()
    for (const runs of [1, 2]) {
      const { text } = await get('/teas/green')
      expect(text).toContain('>green tea</title>')
      expect(text).toContain('<h1>green tea</h1>')
      expect(text).toContain('<header>green tea</header>')
      expect(loads()).toEqual({ green: runs })
    }
  })

  test('a streamed page, too', async () => {
    const { get } = await open()
    const { text } = await get('/teas/streamed', BROWSER)
    expect(text).toContain('nobody')
    expect(loads()).toEqual({ streamed: 1 })
  })

  test('and its Markdown', async () => {
    const { get } = await open()
    expect((await get('/teas/plain.md')).text).toContain('# plain tea')
    expect(loads()).toEqual({ plain: 1 })
  })

  test('and a page that is rendered again for a refused form', async () => {
    const { get, client } = await open()
    const { text } = await get('/teas/form')
    const fields = [...text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, value],
    )
    const body = new URLSearchParams([...fields, ['name', 'x']])
    const origin = new URL(client.url).origin
    const refused = await get(
      '/teas/form',
      { origin, 'sec-fetch-site': 'same-origin', ...BROWSER },
      { method: 'POST', body },
    )
    expect(refused.status).toBe(422)
    expect(loads()).toEqual({ form: 2 })
  })

  test('requests at the same time share nothing', async () => {
    const { get } = await open()
    const users = ['Ann', 'Ben', 'Cid']
    const pages = await Promise.all(users.map((user) => get('/teas/shared', { 'x-user': user })))
    expect(loads()).toEqual({ shared: 3 })
    for (const [index, { text }] of pages.entries()) {
      expect(text).toContain(users[index])
      expect(users.filter((user) => text.includes(user))).toHaveLength(1)
    }
  })

  test('what it throws is thrown to all', async () => {
    const { get } = await open()
    expect((await get('/teas/none')).status).toBe(404)
    expect(loads()).toEqual({ none: 1 })
  })
})
