/** Stores on the server. Each render pass has its own, so that requests don't share state. */
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
import { guardSet } from './guard-set.ts'
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

const STORE_OPTIONS: OptionKinds = {
  description: STRING,
  expose: either(BOOLEAN, STRING_LIST),
  persist: ANY,
  actions: OBJECT,
}

/** Seeds of stores by the ctx of a request. */
const seeds = new WeakMap<object, Map<AnyStoreDef, object>>()

/**
 * Defines state that the islands of a page share. On the server every request has its own. `alias` is its name; the
 * compiler adds it for exports of `src/stores.ts`.
 */
export function defineStore<State extends object, const Actions extends StoreActions<State> = Record<never, never>>(
  init: StoreInit<State>,
  details: StoreDetails<State, Actions> = {},
  alias?: string,
): StoreDef<State, Actions> {
  checkOptions('defineStore', details, STORE_OPTIONS)
  const { actions = {} as Actions, ...options } = details // the default of the type parameter
  for (const [name, action] of Object.entries(actions)) checkAction(name, action)
  const store: StoreDef<State, Actions> = {
    alias,
    init,
    options,
    actions,
    seed(ctx, value) {
      setSeed(toAnyStore(store), ctx, value)
    },
  }
  return registerStore(store)
}

function toAnyStore<State extends object, Actions>(store: StoreDef<State, Actions>): AnyStoreDef {
  return store as unknown as AnyStoreDef // lists of stores have no state type
}

function setSeed(store: AnyStoreDef, ctx: object, value: object): void {
  if (typeof ctx !== 'object' || ctx === null)
    throw new TypeError('seed() needs the ctx of the request as its first argument: cart.seed(ctx, value).')
  const requestSeeds = seeds.get(ctx) ?? new Map<AnyStoreDef, object>()
  const render = solidShared.context?.fw
  if (render?.ctx === ctx && !requestSeeds.has(store) && findStore(render, store) !== undefined)
    throw new Error(
      `The store "${store.alias}" was seeded after it had been read, for example by a layout around the page. Seed it in an async page function, which runs before its layouts, or derive the state from the ctx: defineStore((ctx) => …).`,
    )
  seeds.set(ctx, requestSeeds.set(store, copyState(store, value)))
}

/**
 * Returns the store of this request: its state, and its actions as functions. If an island uses it, its state is sent
 * to the browser. Throws outside the render of a page.
 */
export function useStore<State extends object, Actions>(store: StoreDef<State, Actions>): StoreHandle<State, Actions> {
  const listed = toAnyStore(store)
  const alias = getAlias(listed)
  const context = solidShared.context
  if (context?.fw === undefined)
    throw new Error(
      `useStore(${alias}) was called outside a page. Call it in a component, while it renders. In an api, use ctx instead.`,
    )
  const island = context.fwIsland
  if (island !== undefined && !context.noHydrate && !island.stores.includes(alias)) island.stores.push(alias)
  const rendered = findStore(context.fw, listed) ?? makeStore(listed, alias, context.fw)
  return rendered.handle as unknown as StoreHandle<State, Actions> // created from this definition
}

interface ServerStore extends RenderedStore {
  readonly store: AnyStoreDef
  readonly handle: readonly [state: object, actions: Readonly<Record<string, (input?: unknown) => Promise<unknown>>>]
}

function findStore({ stores }: RenderState, store: AnyStoreDef): ServerStore | undefined {
  const known = stores.get(store.alias ?? '') as ServerStore | undefined // only this module adds entries
  if (known !== undefined && known.store !== store)
    throw new Error(`Two stores have the name "${store.alias}". Give each its own name.`)
  return known
}

function makeStore(store: AnyStoreDef, alias: string, render: RenderState): ServerStore {
  const ctx = render.ctx as Ctx // set by the caller
  const seed = typeof ctx === 'object' && ctx !== null ? seeds.get(ctx)?.get(store) : undefined
  const [state, set] = createStore(seed === undefined ? initialState(store, ctx) : copyState(store, seed))
  const run = async (name: string, input: unknown, origin: Origin) =>
    store.actions[name]?.run({ input, state, set: guardSet(state, set), ctx: { origin } })
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
