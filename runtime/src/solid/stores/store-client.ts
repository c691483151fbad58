/** Stores in the browser: one of each for all islands of the page. */
import { batch } from 'solid-js'
import { createStore, reconcile, type SetStoreFunction, unwrap } from 'solid-js/store'
import type { Ctx, Origin } from '#contract/api.ts'
import { pickExposedState, type StoreTool } from '#contract/page/store.ts'
import { type AgentHooks, agentHooks } from '../islands/live-intents.ts'
import { type HotMeta, tellFailure } from '../islands/tell-failure.ts'
import { type LiveStore, liveStores, storeOfHandle, storeSeeds } from './live-stores.ts'
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
import type { KeptStore } from './store-storage.ts'

/**
 * Defines state that the islands of a page share. `alias` is what it is called; the compiler writes it for the exports of
 * `src/stores.ts`.
 */
export function defineStore<State extends object, const Actions extends StoreActions<State> = Record<never, never>>(
  init: StoreInit<State>,
  { actions = {} as Actions, ...options }: StoreDetails<State, Actions> = {}, // none given: the type says so
  alias?: string,
): StoreDef<State, Actions> {
  return registerStore({
    alias,
    init,
    options,
    actions,
    seed() {
      throw new Error('seed() works on the server, in a page function. In the browser call an action of the store.')
    },
  })
}

/** The store of this page: its state, and its actions as functions. */
export function useStore<State extends object, Actions>(store: StoreDef<State, Actions>): StoreHandle<State, Actions> {
  const listed = store as unknown as AnyStoreDef // its state is an object to whoever lists it
  return getHandle(listed) as unknown as StoreHandle<State, Actions> // made of this definition
}

type Handle = ReturnType<LiveStore['copy']>

const handles = new WeakMap<AnyStoreDef, Handle>()

function getHandle(store: AnyStoreDef): Handle {
  const known = handles.get(store)
  if (known !== undefined) return known
  const made = openStore(store, getAlias(store))
  handles.set(store, made)
  return made
}

function openStore(store: AnyStoreDef, alias: string): Handle {
  if (liveStores.has(alias)) throw new Error(`Two stores are called "${alias}". Give each a name of its own.`)
  const readRendered = () => {
    const sent = storeSeeds.get(alias)
    return sent === undefined ? initialState(store, {} as Ctx) : copyState(store, sent) // nobody's ctx
  }
  const [state, set] = createStore(readRendered())
  let changed = false
  /** Keeps what the store has become, once it is known what was kept before. */
  let save: (() => void) | undefined
  const setLive = ((...change: [never]) => {
    changed = true
    set(...change)
    save?.()
  }) as SetStoreFunction<object> // its overloads, passed on as they come
  const value = () => copyState(store, unwrap(state))
  const live: LiveStore = {
    alias,
    options: store.options,
    value,
    contract: store.contractOf?.(''),
    actions: Object.entries(store.actions).map(
      ([name, definition]): StoreTool => ({
        name: `${alias}.${name}`,
        definition,
        contract: store.contractOf?.(name),
        run: (input, origin) => runAction(store, name, { input, origin, state, set: setLive, kept }),
      }),
    ),
    copy() {
      const [copied, setCopy] = createStore(value())
      return [copied, bindActions(store, copied, setCopy)]
    },
    hydrate(mount) {
      if (!changed || !storeSeeds.has(alias)) return mount()
      const now = value()
      batch(() => {
        set(reconcile(readRendered()))
        try {
          mount()
        } finally {
          set(reconcile(now))
        }
      })
    },
    turnPage() {
      // Its islands of the new page are rendered with the seed, and show this store all the same.
      changed = store.options.persist !== undefined
      if (!changed) set(reconcile(readRendered()))
    },
  }
  const { persist = 'page' } = store.options
  const restore = (told: object | undefined) => {
    changed = true
    set(reconcile(told ?? readRendered()))
  }
  const kept: Kept = {}
  if (persist !== 'page')
    kept.loading = loadKeeping({ alias, persist, contract: live.contract, value, restore }).then((keeping) => {
      save = keeping
      delete kept.loading
    })
  else if ((import.meta as HotMeta).hot)
    void import('./hot-stores.ts').then(({ keepOverReload }) =>
      keepOverReload({ alias, contract: live.contract, value, restore }),
    )
  liveStores.set(alias, live)
  showExposed(live)
  const handle: Handle = [state, bindActions(store, state, setLive, agentHooks, kept)]
  storeOfHandle.set(handle, live)
  return handle
}

/** Never rejects: without its code, which the browser may fail to get, the store is one of its page. */
async function loadKeeping(store: KeptStore): Promise<(() => void) | undefined> {
  try {
    const { keepStore } = await import('./store-storage.ts')
    return await keepStore(store)
  } catch (error) {
    console.warn(`[fw] The store "${store.alias}" is not kept.`, error)
    return undefined
  }
}

/** What of it agents may read is in `window.fw.stores`. */
function showExposed({ alias, options, value }: LiveStore): void {
  const shown = (globalThis as { fw?: { stores?: object } }).fw?.stores
  if (options.expose && shown)
    Object.defineProperty(shown, alias, { enumerable: true, get: () => pickExposedState(value(), options.expose) })
}

/** The actions as a component calls them. `hooks`: none for a copy, whose calls are nobody's. */
function bindActions(
  store: AnyStoreDef,
  state: object,
  set: SetStoreFunction<object>,
  hooks: Pick<AgentHooks, 'intercept'> = {},
  kept?: Kept,
): Handle[1] {
  const bind = ([name, definition]: [string, AnyStoreDef['actions'][string]]) => {
    const contract = store.contractOf?.(name)
    const call = async (given?: unknown) => {
      const keep = agentHooks.keep?.()
      let input = contract?.take?.(given ?? {})
      if (input === undefined) {
        const { takeInput } = await import('#contract/schema/take-input.ts')
        input = await takeInput({ name: `${store.alias}.${name}`, definition, contract }, given)
      }
      const start = () => runAction(store, name, { input, origin: 'human', state, set, kept })
      return keep ? keep(start) : start()
    }
    return [name, (given?: unknown) => hooks.intercept?.(`${store.alias}.${name}`, given) ?? call(given)] as const
  }
  return Object.fromEntries(Object.entries(store.actions).map(bind))
}

/** What was kept of a store, while it is being read: an action that did not wait would be undone by it. */
interface Kept {
  loading?: Promise<void>
}

interface ActionRun {
  /** None for a copy. */
  readonly kept: Kept | undefined
  readonly input: unknown
  readonly origin: Origin
  readonly state: object
  readonly set: SetStoreFunction<object>
}

function runAction(store: AnyStoreDef, name: string, { input, origin, state, set, kept }: ActionRun): Promise<unknown> {
  const definition = store.actions[name]
  const run = async () => {
    const keep = agentHooks.keep?.()
    if (kept?.loading) await kept.loading
    const start = () => definition?.run({ input, state, set, ctx: { origin } })
    return keep ? keep(start) : start()
  }
  if (!(import.meta as HotMeta).hot || definition === undefined) return run()
  return run().catch((error: unknown) => {
    tellFailure(error, { tool: `${store.alias}.${name}`, origin, definition, input })
    throw error
  })
}

// A browser with agents of its own hears of tools at once; elsewhere nothing is loaded before somebody asks.
if (globalThis.document && ('modelContext' in document || 'modelContext' in navigator))
  void (globalThis as { fw?: { settled(): unknown } }).fw?.settled()
