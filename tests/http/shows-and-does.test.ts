import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Manifest } from '../../runtime/src/contract/agent/manifest.ts'
import { type CompiledRoutes, compileRoutes } from '../runtime/page/compiled-routes.ts'
import { describeTransports } from './transports.ts'

const SOURCES = {
  'cart-store.ts': `import { defineStore } from '@fw/runtime'
export const cart = defineStore({ lines: [{ name: 'tea', qty: 2 }], note: '' }, {
  actions: {
    put: { description: 'Puts.', run: () => 1 },
    wipe: { description: 'Wipes.', guard: 'forbidden', run: () => 1 },
    audit: { description: 'For staff.', scopes: ['staff'], run: () => 1 },
  },
})`,
  'cart.tsx': `import { For, Show, createMemo, createSignal } from 'solid-js'
import { intent, useStore } from '@fw/runtime'
import { cart } from './cart-store.ts'
import Note from './note.tsx'

/**
 * What is in the cart.
 * @see the readme
 */
export function Cart() {
  const [state, { put, wipe, audit }] = useStore(cart)
  const [open] = createSignal(false)
  const count = createMemo(() => state.lines.length)
  const pay = intent('pay', { description: 'Pays.', run: () => 1 })
  intent('unseen', { description: 'Behind no button.', run: () => 1 })
  const submit = () => { put(); pay() }
  return (
    <form onSubmit={submit} onReset={() => wipe()}>
      <b>{count()}</b>
      <For each={state.lines}>{(line) => <i onClick={() => audit()}>{line.name}</i>}</For>
      <Note />
      <Show when={open()}><Hint /></Show>
    </form>
  )
}

export const Hint = () => { const [state] = useStore(cart); return <u>{state.hint}</u> }`,
  'note.tsx': `import { useStore } from '@fw/runtime'
import { cart as here } from './cart-store.ts'
/** What the buyer says. */
export default function Note() {
  const [state, actions] = useStore(here)
  return <input value={state.note} onInput={() => actions.put()} />
}`,
  'clock.tsx': `import { createSignal } from 'solid-js'
export const Clock = () => { const [n] = createSignal(0); return <time onClick={n}>{n()}</time> }`,
  'routes/index.tsx': `import { Cart } from '../cart.tsx'
import { Clock } from '../clock.tsx'
import Note from '../note.tsx'
export default () => <main><Cart /><Clock /><Note client:only /></main>`,
}

let compiled: CompiledRoutes
let cart: never
beforeAll(async () => {
  compiled = compileRoutes(SOURCES)
  cart = (await compiled.load('cart-store.ts')).cart as never
})
afterAll(() => compiled.close())

describeTransports('what the components of a page show and do', (start) => {
  const components = async (scopes?: string) => {
    // The app calls its store otherwise than the module that defines it.
    const { request } = await start({
      ...compiled.options,
      storeDefs: { basket: cart },
      ctxFor: (req) => ({ scopes: req.headers.get('x-scopes')?.split(' ') }),
    })
    const answer = await request(
      '/_fw/manifest?path=/',
      scopes === undefined ? {} : { headers: { 'x-scopes': scopes } },
    )
    return ((await answer.json()) as Manifest).components
  }

  test('shows: paths of stores, of all that was rendered in the island; does: the tools behind its elements', async () => {
    const [first, second, third] = await components()
    expect(first).toEqual({
      id: '0',
      name: 'Cart',
      hydrate: 'load',
      description: 'What is in the cart.',
      shows: ['basket.lines.length', 'basket.lines', 'basket.lines[].name', 'basket.note'],
      does: ['basket.put', 'Cart.pay'],
      stores: ['basket'],
    })
    expect(second).toEqual({ id: '1', name: 'Clock', hydrate: 'load', stores: [] })
    expect(third).toMatchObject({ name: 'Note', description: 'What the buyer says.', shows: ['basket.note'] })
  })

  test('a tool is mentioned only to callers that may list it: never a forbidden one', async () => {
    const [cart] = await components('staff')
    expect(cart?.does).toEqual(['basket.put', 'Cart.pay', 'basket.audit'])
  })
})
