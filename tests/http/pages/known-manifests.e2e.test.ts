/** Manifests of pages whose components and stores the build knows: a built app answers without rendering them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Manifest } from '../../../runtime/src/contract/agent/manifest.ts'
import type { ScriptedModel } from '../../../runtime/src/testing.ts'
import { type Running, startFw } from '../../cli/support/fixture.ts'
import { type WrittenApp, writeApp } from '../../cli/support/written-app.ts'
import { strictModel } from '../../support/vendors/strict-model.ts'

const PROP = "import type { LayoutProps, PageProps } from '@fw/runtime'\n"

const FILES = {
  'src/renders.ts': `const names: string[] = []
export const note = (name: string) => void names.push(name)
export const takeNames = () => names.splice(0)
`,
  'src/server/renders.api.ts': `import { api } from '@fw/runtime'
import { takeNames } from '../renders.ts'
/** Lists the renders since the last call. */
export const take = api({ readonly: true, run: async () => takeNames() })
/** Deletes everything. */
export const wipe = api({ guard: 'confirm', run: async () => 1 })
`,
  'src/stores.ts': `import { defineStore } from '@fw/runtime'
export const cart = defineStore({ lines: 2 }, { expose: true })
`,
  'src/middleware.ts': `export default function middleware(request: Request) {
  const { pathname } = new URL(request.url)
  if (pathname === '/private' && request.headers.get('x-member') !== 'yes') return new Response('members only')
  return undefined
}
`,
  'fw.config.ts': `import { defineConfig } from '@fw/runtime'
export default defineConfig({ redirects: [{ from: '/moved', to: '/' }] })
`,
  'src/agent.ts': `import { defineAgent } from '@fw/runtime/agent'
export default defineAgent({})
`,
  'src/channels/desk.ts': `import { webhookChannel } from '@fw/runtime/channels'
export default webhookChannel({ secret: process.env.DESK_SECRET })
`,
  'src/components/price.tsx': `/** Static. */
export function Price(props: { cents: number }) {
  return <b>{props.cents}</b>
}
`,
  'src/components/counter.tsx': `import { createSignal } from 'solid-js'
import { intent } from '@fw/runtime'
/** Counts. */
export function Counter() {
  const [n, set] = createSignal(0)
  intent('raise', { description: 'Raises the number.', run: () => set(n() + 1) })
  return <button onClick={() => set(n() + 1)}>{n()}</button>
}
`,
  'src/cart-line.ts': `import { useStore } from '@fw/runtime'
import { cart } from './stores.ts'
export const cartLine = () => String(useStore(cart)[0].lines)
`,
  'src/routes/_layout.tsx': `${PROP}import { note } from '../renders.ts'
export default function Layout({ children }: LayoutProps) {
  note('layout')
  return <main>{children}</main>
}
`,
  'src/routes/index.tsx': `import { Price } from '../components/price.tsx'
import { note } from '../renders.ts'
export const meta = { title: 'Home' }
export default async function Home() {
  note('home')
  return <Price cents={5} />
}
`,
  'src/routes/items/[id].tsx': `${PROP}import { note } from '../../renders.ts'
import { wipe } from '../../server/renders.api.ts'
export default async function Item({ params }: PageProps<'/items/[id]'>) {
  note('item')
  if (params.id === 'wipe') await wipe({})
  return <p>{params.id}</p>
}
`,
  'src/routes/counter.tsx': `${PROP}import { Counter } from '../components/counter.tsx'
import { note } from '../renders.ts'
export default function Page({ search }: PageProps<'/counter'>) {
  note('counter')
  return <>{search.has('off') ? 'Off' : <Counter />}</>
}
`,
  'src/routes/cart.tsx': `import { cartLine } from '../cart-line.ts'
import { note } from '../renders.ts'
export default function Page() {
  note('cart')
  return <p>{cartLine()}</p>
}
`,
  'src/routes/late.tsx': `import { lazy } from 'solid-js'
import { note } from '../renders.ts'
const Late = lazy(async () => ({ default: (await import('../components/counter.tsx')).Counter }))
export default function Page() {
  note('late')
  return <Late />
}
`,
  'src/routes/private.tsx': `import { note } from '../renders.ts'
export default function Page() {
  note('private')
  return <p>Secret</p>
}
`,
  'src/routes/fails.tsx': `export default function Page() {
  throw new Error('Out of order.')
}
`,
  'src/routes/moved.tsx': `export default function Page() {
  return <p>Moved</p>
}
`,
  'src/routes/away.tsx': `import { redirect } from '@fw/runtime'
import { note } from '../renders.ts'
export default function Page() {
  note('away')
  return redirect('/')
}
`,
  'src/routes/rich/_layout.tsx': `${PROP}import { Counter } from '../../components/counter.tsx'
export default function Layout({ children }: LayoutProps) {
  return <><Counter />{children}</>
}
`,
  'src/routes/rich/away.tsx': `import { redirect } from '@fw/runtime'
import { note } from '../../renders.ts'
export default function Page() {
  note('away')
  return redirect('/')
}
`,
  'src/routes/rich/plain.tsx': `import { note } from '../../renders.ts'
export default function Page() {
  note('plain')
  return <p>Plain</p>
}
`,
}

let app: WrittenApp
let model: ScriptedModel
let built: Running
let dev: Running

beforeAll(async () => {
  model = await strictModel()
  app = writeApp(FILES)
  const { code, stdout, stderr } = await app.fw('build')
  if (code !== 0) throw new Error(`${stdout}\n${stderr}`)
  const env = { ...model.env(), DESK_SECRET: 'a-long-secret' }
  built = await startFw(app.root, ['start', '--port', '0'], env)
  dev = await startFw(app.root, ['dev', '--port', '0'], env)
}, 120_000)
afterAll(async () => {
  await Promise.all([built?.stop('SIGTERM'), dev?.stop('SIGTERM'), model?.close()])
  app?.remove()
})

const MEMBER = { 'x-member': 'yes' }

const get = async ({ url }: Running, path: string, headers: Record<string, string> = {}) =>
  (await fetch(new URL(`/_fw/manifest?path=${encodeURIComponent(path)}`, url), { headers })).text()

const post = async ({ url }: Running, path: string, body: unknown, headers: Record<string, string> = {}) => {
  const response = await fetch(new URL(path, url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return (await response.json()) as Record<string, unknown>
}

/** Returns the renders since the last call. */
const takeRenders = async (server: Running) => (await post(server, '/_fw/api/renders.take', {})).result

describe('the manifest of a built app', () => {
  it.each([
    ['/', []],
    ['/?q=1', []],
    ['/items/7', []],
    ['/away', []],
    ['/rich/away', []],
    ['/moved', []],
    ['/none', []],
    ['/private', []],
    ['/counter', ['layout', 'counter']],
    ['/counter?off', ['layout', 'counter']],
    ['/cart', ['layout', 'cart']],
    ['/late', ['layout', 'late']],
    ['/rich/plain', ['layout', 'plain']],
  ])('%s has the content of its render, and renders only %s', async (path, renders) => {
    const rendered = await get(dev, path)
    await takeRenders(built)
    expect(await get(built, path)).toBe(rendered)
    expect(new Set((await takeRenders(built)) as string[])).toEqual(new Set(renders))
  })

  it('has the components, tools and stores of pages that may show some', async () => {
    const read = async (path: string) => JSON.parse(await get(built, path)) as Manifest
    const names = ({ tools }: Manifest) => tools.flatMap(({ name, where }) => (where === 'page' ? [name] : []))
    for (const path of ['/counter', '/late', '/rich/plain'])
      expect([path, names(await read(path))]).toEqual([path, ['Counter.raise']])
    expect((await read('/counter?off')).components).toEqual([])
    expect((await read('/cart')).stores).toMatchObject([{ alias: 'cart', value: { lines: 2 } }])
  })

  it('runs the middleware with the path of the page, as for a render', async () => {
    await takeRenders(built)
    for (const path of ['/private', '/%70rivate', '/private/']) {
      expect(JSON.parse(await get(built, path))).not.toHaveProperty('pattern')
      expect(await get(built, path, MEMBER)).toContain('"pattern":"/private"')
    }
    expect(JSON.parse(await get(built, '/moved'))).not.toHaveProperty('pattern')
    expect(await takeRenders(built)).toEqual([])
  })
})

describe('a turn in a built app', () => {
  const ask = async (path: string, headers: Record<string, string> = {}) => {
    model.add('Hello.')
    await takeRenders(built)
    await post(built, '/_fw/agent', { messages: [{ role: 'user', content: 'Hi.' }], path }, headers)
    return { request: model.requests.at(-1), renders: await takeRenders(built) }
  }

  it('renders only a page that may have tools', async () => {
    const home = await ask('/')
    expect(home.renders).toEqual([])
    expect(home.request?.system).toContain('The person is at /.')
    expect(home.request?.system).toContain('- /items/[id]')
    const item = await ask('/items/7')
    expect(item.renders).toEqual([])
    expect(item.request?.system).toContain('The person is at /items/7 (/items/[id]).')
    const counter = await ask('/counter')
    expect(counter.renders).not.toEqual([])
    expect(counter.request?.system).toContain('- Counter: Counts.')
    expect(counter.request?.tools).toContain('Counter__raise')
    const hidden = await ask('/private')
    expect(hidden.request?.system).not.toContain('(/private)')
  })

  it('a message of a channel renders only a page that may have tools', async () => {
    const send = async (path?: string) => {
      model.add('Hello.')
      await takeRenders(built)
      const bearer = { authorization: 'Bearer a-long-secret' }
      expect(await post(built, '/_fw/channels/desk', { text: 'Hi.', path }, bearer)).toEqual({ text: 'Hello.' })
      return [model.requests.at(-1)?.system.includes('Counter.raise'), await takeRenders(built)]
    }
    expect(await send()).toEqual([false, []])
    expect(await send('/items/7')).toEqual([false, []])
    expect(await send('/counter')).toEqual([true, ['layout', 'counter']])
  })
})

it('`fw verify` renders every page, because it reports pages that fail', async () => {
  const { stdout, stderr, code } = await app.fw('verify')
  expect([code, stdout]).toEqual([0, expect.stringContaining('ok       /counter  1 component')])
  expect(stderr).toContain('Warning: /fails throws: Error: Out of order.')
  expect(JSON.parse(await get(built, '/fails'))).toMatchObject({ pattern: '/fails', components: [], stores: [] })
})
