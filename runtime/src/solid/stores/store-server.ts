/** Stores on the server: one of each per render pass, so that nothing of a request is seen by another. */
import { createStore } from 'solid-js/store'
import type { Ctx, Origin } from '#contract/api.ts'
import {
  ANY,
  BOOLEAN,
  checkOptions,
  either,
  OBJECT,
  type OptionKinds,
  STRING,
  STRING_LIST,
} from '#contract/config/check-options.ts'
import type { RenderedStore, StoreTool } from '#contract/page/store.ts'
import { takeInput } from '#contract/schema/take-input.ts'
import { ownCalls } from '../islands/own-calls.ts'
import { checkAction } from '../islands/page-tool-options.ts'
import { type RenderState, solidShared } from '../render/render-state.ts'
import {
  type AnyStoreDef,
  copyState,
  getAlias,
  initialState,
  registerStore,
  type StoreActions,
  type StoreDef,
  type StoreDetails,
  type StoreHandle,
  type StoreInit,
} from './store-definition.ts'

const STORE: OptionKinds = { description: STRING, expose: either(BOOLEAN, STRING_LIST), persist: ANY, actions: OBJECT }

/** What the stores of a request begin with. */
const seeds = new WeakMap<object, Map<AnyStoreDef, object>>()

/**
 * Defines state that the islands of a page share. On the server every request has its own. `alias` is what it is called;
 * the compiler writes it for the exports of `src/stores.ts`.
 */
export function defineStore<State extends object, const Actions extends StoreActions<State> = Record<never, never>>(
  init: StoreInit<State>,
  details: StoreDetails<State, Actions> = {},
  alias?: string,
): StoreDef<State, Actions> {
  checkOptions('defineStore', details, STORE)
  const { actions = {} as Actions, ...options } = details // none given: the type says so
  for (const [name, action] of Object.entries(actions)) checkAction(name, action)
  const store: StoreDef<State, Actions> = {
    alias,
    init,
    options,
    actions,
    seed(ctx, value) {
      plantSeed(anyStore(store), ctx, value)
    },
  }
  return registerStore(store)
}

function anyStore<State extends object, Actions>(store: StoreDef<State, Actions>): AnyStoreDef {
  return store as unknown as AnyStoreDef // its state is an object to whoever lists it
}

function plantSeed(store: AnyStoreDef, ctx: object, value: object): void {
  if (typeof ctx !== 'object' || ctx === null)
    throw new TypeError('seed() needs the ctx of the request as its first argument: cart.seed(ctx, value).')
  const planted = seeds.get(ctx) ?? new Map<AnyStoreDef, object>()
  const touched = solidShared.context?.fw
  if (touched?.ctx === ctx && !planted.has(store) && findStore(touched, store) !== undefined)
    throw new Error(
      `The store "${store.alias}" was seeded after it had been read, as a layout around the page does it. Seed it in an async page function, which runs before its layouts, or make the state of the ctx: defineStore((ctx) => …).`,
    )
  seeds.set(ctx, planted.set(store, copyState(store, value)))
}

/**
 * The store of this request: its state, and its actions as functions. Inside an island its state goes to the browser.
 * Throws outside of a render of a page.
 */
export function useStore<State extends object, Actions>(store: StoreDef<State, Actions>): StoreHandle<State, Actions> {
  const listed = anyStore(store)
  const alias = getAlias(listed)
  const context = solidShared.context
  if (context?.fw === undefined)
    throw new Error(
      `useStore(${alias}) was called outside of a page. Call it in a component, while it renders; an api gets its data from ctx.`,
    )
  const island = context.fwIsland
  if (island !== undefined && !context.noHydrate && !island.stores.includes(alias)) island.stores.push(alias)
  const rendered = findStore(context.fw, listed) ?? makeStore(listed, alias, context.fw)
  return rendered.handle as unknown as StoreHandle<State, Actions> // made of this definition
}

interface ServerStore extends RenderedStore {
  readonly store: AnyStoreDef
  readonly handle: readonly [state: object, actions: Readonly<Record<string, (input?: unknown) => Promise<unknown>>>]
}

function findStore({ stores }: RenderState, store: AnyStoreDef): ServerStore | undefined {
  const known = stores.get(store.alias ?? '') as ServerStore | undefined // only this module fills the map
  if (known !== undefined && known.store !== store)
    throw new Error(`Two stores are called "${store.alias}". Give each a name of its own.`)
  return known
}

function makeStore(store: AnyStoreDef, alias: string, render: RenderState): ServerStore {
  const ctx = render.ctx as Ctx // the caller's
  const seed = typeof ctx === 'object' && ctx !== null ? seeds.get(ctx)?.get(store) : undefined
  const [state, set] = createStore(seed === undefined ? initialState(store, ctx) : copyState(store, seed))
  const run = async (name: string, input: unknown, origin: Origin) =>
    store.actions[name]?.run({ input, state, set, ctx: { origin } })
  const made: ServerStore = {
    store,
    alias,
    options: store.options,
    value: () => copyState(store, state),
    contract: store.contractOf?.(''),
    actions: Object.entries(store.actions).map(
      ([name, definition]): StoreTool => ({
        name: `${alias}.${name}`,
        definition,
        contract: store.contractOf?.(name),
        run: (input, origin) => run(name, input, origin),
      }),
    ),
    handle: [
      state,
      Object.fromEntries(
        Object.entries(store.actions).map(([name, definition]) => [
          name,
          async (input?: unknown) => {
            const tool = { name: `${alias}.${name}`, definition, contract: store.contractOf?.(name) }
            const own = { ...tool, run: (checked: unknown, origin: Origin) => run(name, checked, origin) }
            const asAgent = ownCalls.intercept?.(own, input)
            return asAgent ?? run(name, await takeInput(tool, input, ctx?.scopes ?? []), 'human')
          },
        ]),
      ),
    ],
  }
  render.stores.set(alias, made)
  return made
}
