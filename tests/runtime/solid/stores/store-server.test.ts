import { afterEach, describe, expect, test } from 'vitest'
import { int } from '../../../../runtime/src/contract/schema/schema.ts'
import { createFwServer } from '../../../../runtime/src/server/create-server.ts'
import type { StoreCall } from '../../../../runtime/src/solid/stores/store-definition.ts'
import { defineStore, useStore } from '../../../../runtime/src/solid/stores/store-server.ts'
import { type CompiledApp, compileApp, compileRoutes } from '../../page/compiled-routes.ts'

const STORES = `
import { defineStore, int, obj } from '@fw/runtime'
export const cart = defineStore((ctx) => ({ owner: ctx.userId ?? 'nobody', lines: [] }), {
  actions: { add: { description: 'Adds', input: obj({ qty: int().min(1) }), run: ({ input, state, set }) => set('lines', state.lines.length, input) } },
}, 'cart')
export const theme = defineStore({ name: 'light', seen: [] }, {}, 'theme')
export const clock = defineStore(() => ({ at: new Date(0) }), {}, 'clock')
`
const BADGE = `
import { useStore } from '@fw/runtime'
import { cart, clock, theme } from './stores.ts'
export function Badge() { const [state] = useStore(cart); return <b onClick={() => 0}>{state.owner}:{state.lines.length}</b> }
export function Theme() { const [state] = useStore(theme); return <i onClick={() => 0}>{state.name}</i> }
export function Clock() { const [state] = useStore(clock); return <i onClick={() => 0}>{state.at.getTime()}</i> }
export function Title() { const [state] = useStore(theme); return <h1>{state.name}</h1> }
`
const page = (body: string, before = '') =>
  `import { Badge, Clock, Theme } from '../badge.tsx'\nimport { cart, theme } from '../stores.ts'\nexport default ${before.includes('await') ? 'async ' : ''}function Page({ ctx }) { ${before}; return <main>${body}</main> }`

let app: CompiledApp | undefined
afterEach(() => {
  app?.close()
  app = undefined
})
const serve = (routes: Record<string, string>) => {
  const files = Object.fromEntries(Object.entries(routes).map(([name, code]) => [`routes/${name}`, code]))
  app = compileApp({ 'stores.ts': STORES, 'badge.tsx': BADGE, ...files })
  return app
}
const seedsOf = (body: string): unknown => {
  const [, text] = /<script type="application\/json" id="fw-stores">(.*?)<\/script>/.exec(body) ?? []
  return text === undefined ? undefined : JSON.parse(text)
}

describe('stores on the server', () => {
  test('begin with the ctx of their request, and go to the browser once, where islands touched them', async () => {
    const { get } = serve({ 'index.tsx': page('<Badge /><Badge />') })
    const [ann, bob] = await Promise.all([get('/', { userId: 'ann' }), get('/', { userId: 'bob' })])
    expect(ann.body).toMatch(/<fw-island i="0" c="\w+#Badge" s="cart">/)
    expect(seedsOf(ann.body)).toEqual({ j: { cart: { owner: 'ann', lines: [] } } })
    expect(seedsOf(bob.body)).toEqual({ j: { cart: { owner: 'bob', lines: [] } } })
    expect(ann.body.match(/fw-stores/g)).toHaveLength(1)
  })

  test('a page with islands that use none does not mention them', async () => {
    const { get } = serve({ 'index.tsx': 'export default () => <p>plain</p>' })
    expect((await get('/')).body).not.toContain('fw-stores')
  })

  test('documents of cached routes contain the state of their own request', async () => {
    const routes = compileRoutes({ 'stores.ts': STORES, 'badge.tsx': BADGE, 'routes/index.tsx': page('<Badge />') })
    const kept = compileApp({}, { ...routes.options, keepRoutes: true })
    expect(seedsOf((await kept.get('/', { userId: 'ann' })).body)).toMatchObject({ j: { cart: { owner: 'ann' } } })
    expect(seedsOf((await kept.get('/', { userId: 'bob' })).body)).toMatchObject({ j: { cart: { owner: 'bob' } } })
    kept.close()
    routes.close()
  })

  test('a seed is the initial state for this request only', async () => {
    const { get } = serve({
      'index.tsx': page('<Badge />', "if (ctx.userId) cart.seed(ctx, { owner: 'seeded', lines: [1, 2] })"),
    })
    expect((await get('/', { userId: 'ann' })).body).toContain('seeded')
    expect(seedsOf((await get('/')).body)).toEqual({ j: { cart: { owner: 'nobody', lines: [] } } })
  })

  test('an async page seeds before its layouts read; a sync one gets an error, because it is too late', async () => {
    const layout =
      "import { Badge } from '../badge.tsx'\nexport default ({ children }) => <div><Badge />{children}</div>"
    const seed = "cart.seed(ctx, { owner: 'late', lines: [] })"
    const { get, errors } = serve({
      '_layout.tsx': layout,
      'index.tsx': page('x', `await 0; ${seed}`),
      'sync.tsx': page('x', seed),
    })
    expect((await get('/')).body).toContain('late')
    expect((await get('/sync')).status).toBe(500)
    expect(errors.join()).toContain('The store "cart" was seeded after it had been read')
  })

  test('state is a copy: neither the definition nor the seed changes with it', async () => {
    const begin = { lines: [] as number[] }
    const store = defineStore(begin, {}, 'copied')
    const seeded = { lines: [1] }
    const seen: unknown[] = []
    const routes = {
      '/': () => {
        const [state] = useStore(store)
        seen.push([...state.lines])
        ;(state.lines as number[]).push(9) // forbidden by the type
        return 'x'
      },
      '/seeded': ({ ctx }: { ctx: object }) => {
        store.seed(ctx, seeded)
        const [state] = useStore(store)
        ;(state.lines as number[]).push(9)
        return 'x'
      },
    }
    const server = createFwServer({ routes, storeDefs: { copied: store } })
    for (const path of ['/', '/', '/seeded']) await server.fetch(new Request(`http://app.invalid${path}`))
    expect(seen).toEqual([[], []])
    expect(begin).toEqual({ lines: [] })
    expect(seeded).toEqual({ lines: [1] })
  })

  test('an action changes only the state, also by a path from an agent', async () => {
    const put = {
      description: 'Sets any part.',
      run: ({ set }: StoreCall<{ note: string }>) => set(...(['note', 'trim', 'polluted', 1] as unknown as [object])),
    }
    const store = defineStore({ note: 'x' }, { actions: { put } }, 'noted')
    const routes = {
      '/': async () => {
        const [, actions] = useStore(store)
        return actions.put().catch(String)
      },
    }
    const server = createFwServer({ routes, storeDefs: { noted: store } })
    const page = await server.fetch(new Request('http://app.invalid/'))
    expect(await page.text()).toContain('set received a path out of its state.')
    expect('polluted' in String.prototype.trim).toBe(false)
  })

  test('dates and the like travel as devalue', async () => {
    const { get } = serve({ 'index.tsx': page('<Clock /><Theme />') })
    expect(seedsOf((await get('/')).body)).toEqual({
      j: { theme: { name: 'light', seen: [] } },
      x: { clock: '[{"at":1},["Date","1970-01-01T00:00:00.000Z"]]' },
    })
  })

  test('SRV-10 stores of storeDefs have their names while pages render', async () => {
    const prefs = defineStore({ size: 'large' })
    const routes = { '/': () => useStore(prefs)[0].size }
    const request = () => new Request('http://app.invalid/')
    const nameless = await createFwServer({ routes, production: false, log: () => undefined }).fetch(request())
    expect(nameless.status).toBe(500)
    const answer = await createFwServer({ routes, storeDefs: { prefs } }).fetch(request())
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('large')
    expect(() => createFwServer({ routes, storeDefs: { other: prefs } })).toThrow(
      'The store "prefs" also has the name "other". Give it one name.',
    )
  })

  test('outside a page, without a name or with a function in its state, the error explains the solution', async () => {
    expect(() => useStore(defineStore({}))).toThrow('This store has no name. Export it from src/stores.ts')
    expect(() => useStore(defineStore({}, {}, 'far'))).toThrow('useStore(far) was called outside a page.')
    const odd = defineStore({ run: () => 1 }, {}, 'odd')
    expect(() => odd.seed({}, { run: () => 1 })).toThrow('The state of the store "odd" contains more than data')
    expect(() => odd.seed(undefined as never, { run: () => 1 })).toThrow('seed() needs the ctx of the request')
  })

  test('actions check their input and change the store of their render only', async () => {
    const totals: number[] = []
    const store = defineStore(
      { total: 0 },
      {
        actions: {
          add: {
            description: 'Adds',
            input: int().min(1),
            run({ input, state, set, ctx }: StoreCall<{ total: number }, number>) {
              set('total', state.total + input)
              return `${ctx.origin} ${state.total}`
            },
          },
        },
      },
      'sum',
    )
    const routes = {
      '/sum': () => {
        const [state, { add }] = useStore(store)
        totals.push(state.total)
        void add(2).then((answer) => answers.push(answer))
        void add(0).catch((error) => answers.push(error.code))
        return 'x'
      },
    }
    const answers: unknown[] = []
    const server = createFwServer({ routes })
    for (const path of ['/sum', '/sum']) await server.fetch(new Request(`http://app.invalid${path}`))
    await expect.poll(() => answers.length).toBe(4)
    expect(answers.sort()).toEqual(['human 2', 'human 2', 'invalid_input', 'invalid_input'])
    expect(totals).toEqual([0, 0])
  })
})
