/** Stores in the browser. All islands of the page share them. */
import { batch } from 'solid-js'
import { createStore, type reconcile, type SetStoreFunction, unwrap } from 'solid-js/store'
import type { Ctx, Origin } from '#contract/api.ts'
import { findModelContext } from '#contract/page/model-context.ts'
import { pickExposedState, type StoreTool } from '#contract/page/store.ts'
import { type AgentHooks, agentHooks } from '../islands/live-intents.ts'
import { type HotMeta, reportCallFailure } from '../islands/report-failure.ts'
import { guardSet } from './guard-set.ts'
import { type LiveStore, liveStores, type StoreParts, storeOfHandle, storeSeeds } from './live-stores.ts'
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
import type { PersistedStore } from './store-storage.ts'

/**
 * Defines state that the islands of a page share. `alias` is its name; the compiler adds it for exports of
 * `src/stores.ts`.
 */
export function defineStore<State extends object, const Actions extends StoreActions<State> = Record<never, never>>(
  init: StoreInit<State>,
  { actions = {} as Actions, ...options }: StoreDetails<State, Actions> = {}, // the default of the type parameter
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

/** Returns the store of this page: its state, and its actions as functions. */
export function useStore<State extends object, Actions>(store: StoreDef<State, Actions>): StoreHandle<State, Actions> {
  const listed = store as unknown as AnyStoreDef // lists of stores have no state type
  return getHandle(listed) as unknown as StoreHandle<State, Actions> // created from this definition
}

const handles = new WeakMap<AnyStoreDef, StoreParts>()

function getHandle(store: AnyStoreDef): StoreParts {
  const known = handles.get(store)
  if (known !== undefined) return known
  const made = openStore(store, getAlias(store))
  handles.set(store, made)
  return made
}

function openStore(store: AnyStoreDef, alias: string): StoreParts {
  if (liveStores.has(alias)) throw new Error(`Two stores have the name "${alias}". Give each its own name.`)
  const readRendered = () => {
    const sent = storeSeeds.get(alias)
    return sent === undefined ? initialState(store, {} as Ctx) : copyState(store, sent) // browsers have no ctx
  }
  const [state, set] = createStore(readRendered())
  let changed = false
  /** Stores the current state. Set after the persisted state has been read. */
  let save: (() => void) | undefined
  const setLive = guardSet(state, (...path: [never]) => {
    changed = true
    set(...path)
    save?.()
  })
  const value = () => copyState(store, unwrap(state))
  /** Whether the state may differ from that with which the server rendered the page. */
  const isStale = () => changed && storeSeeds.has(alias)
  const replace = (next: object) => set((merge as typeof reconcile)(next)) // its callers have loaded it
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
        isPreviewable: store.previewable?.includes(name),
        run: (input, origin) => runAction(store, name, { input, origin, state, set: setLive, persistence }),
      }),
    ),
    copy(copyValue) {
      const [copied, setCopy] = createStore(copyValue(unwrap(state)))
      const actions = Object.entries(bindActions(store, copied, guardSet(copied, setCopy)))
      const previewable = actions.filter(([name]) => store.previewable?.includes(name))
      return { parts: [copied, Object.fromEntries(previewable)], value: () => copyState(store, unwrap(copied)) }
    },
    prepare: () => (isStale() && !merge ? loadMerge() : undefined),
    hydrate(mount) {
      if (!isStale()) return mount()
      const now = value()
      batch(() => {
        replace(readRendered())
        try {
          mount()
        } finally {
          replace(now)
        }
      })
    },
    async showNewPage() {
      await loadMerge()
      // The server has rendered the new page's islands with the seed; in the browser they show this store.
      changed = store.options.persist !== undefined
      if (!changed) replace(readRendered())
    },
  }
  const { persist = 'page' } = store.options
  const restore = (next: object | undefined) => {
    changed = true
    replace(next ?? readRendered())
  }
  const persistence: Persistence = {}
  if (persist !== 'page')
    persistence.loading = loadPersistence({ alias, persist, contract: live.contract, value, restore }).then((write) => {
      save = write
      delete persistence.loading
    })
  else if ((import.meta as HotMeta).hot)
    void import('./hot-stores.ts').then(({ keepOverReload }) =>
      loadMerge().then(() => keepOverReload({ alias, contract: live.contract, value, restore })),
    )
  liveStores.set(alias, live)
  showExposed(live)
  const handle: StoreParts = [state, bindActions(store, state, setLive, agentHooks, persistence)]
  storeOfHandle.set(handle, live)
  return handle
}

/**
 * Replaces a whole state and preserves the objects that remain. Loaded for an island that starts after a store has changed, for
 * the next page, and for stores that persist.
 */
let merge: typeof reconcile | undefined

async function loadMerge(): Promise<void> {
  merge ??= (await import('./merge-state.ts')).reconcile
}

/** Loads the code that persists a store. Never rejects: if it doesn't load, the store isn't persisted. */
async function loadPersistence(store: PersistedStore): Promise<(() => void) | undefined> {
  try {
    const [{ keepStore }] = await Promise.all([import('./store-storage.ts'), loadMerge()])
    return await keepStore(store)
  } catch (error) {
    console.warn(`[fw] The store "${store.alias}" is not persisted.`, error)
    return undefined
  }
}

/** Adds the state that agents may read to `window.fw.stores`. */
function showExposed({ alias, options, value }: LiveStore): void {
  const shown = (globalThis as { fw?: { stores?: object } }).fw?.stores
  if (options.expose && shown)
    Object.defineProperty(shown, alias, { enumerable: true, get: () => pickExposedState(value(), options.expose) })
}

/** Returns the actions as a component calls them. A copy has no `hooks`: its calls aren't intercepted. */
function bindActions(
  store: AnyStoreDef,
  state: object,
  set: SetStoreFunction<object>,
  hooks: Pick<AgentHooks, 'intercept'> = {},
  persistence?: Persistence,
): StoreParts[1] {
  const bind = ([name, definition]: [string, AnyStoreDef['actions'][string]]) => {
    const contract = store.contractOf?.(name)
    const call = async (given?: unknown) => {
      const keep = agentHooks.keep?.()
      let input = contract?.take?.(given ?? {})
      if (input === undefined) {
        const { takeInput } = await import('#contract/schema/take-input.ts')
        input = await takeInput({ name: `${store.alias}.${name}`, definition, contract }, given)
      }
      const start = () => runAction(store, name, { input, origin: 'human', state, set, persistence })
      return keep ? keep(start) : start()
    }
    return [name, (given?: unknown) => hooks.intercept?.(`${store.alias}.${name}`, given) ?? call(given)] as const
  }
  return Object.fromEntries(Object.entries(store.actions).map(bind))
}

/** The loading of a persisted state. Actions wait for it, because it would overwrite their changes. */
interface Persistence {
  loading?: Promise<void>
}

interface ActionRun {
  /** Undefined for a copy. */
  readonly persistence: Persistence | undefined
  readonly input: unknown
  readonly origin: Origin
  readonly state: object
  readonly set: SetStoreFunction<object>
}

function runAction(
  store: AnyStoreDef,
  name: string,
  { input, origin, state, set, persistence }: ActionRun,
): Promise<unknown> {
  const definition = store.actions[name]
  const run = async () => {
    const keep = agentHooks.keep?.()
    if (persistence?.loading) await persistence.loading
    const start = () => definition?.run({ input, state, set, ctx: { origin } })
    return keep ? keep(start) : start()
  }
  if (!(import.meta as HotMeta).hot || definition === undefined) return run()
  return run().catch((error: unknown) => {
    reportCallFailure(error, { tool: `${store.alias}.${name}`, origin, definition, input })
    throw error
  })
}

// In a browser with a built-in agent, the code of the page's tools loads now. In others it loads with the first use.
if (globalThis.document && findModelContext()) {
  const { settled } = (globalThis as { fw?: { settled?: unknown } }).fw ?? {}
  // Without the loader, an element of the page may have this name.
  if (settled instanceof Function) void settled()
}
