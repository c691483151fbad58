/** The result of `defineStore()` on the server and in the browser, and the names of stores. */
import type { SetStoreFunction, Store } from 'solid-js/store'
import type { Ctx, Origin } from '#contract/api.ts'
import type { PageToolDefinition } from '#contract/page/intent.ts'
import type { StoreDefinitionOptions } from '#contract/page/store.ts'
import type { ContractSource } from '#contract/schema/validation.ts'

/** Argument of an action's `run`. */
export interface StoreCall<State extends object = object, Input = unknown> {
  readonly input: Input
  /** The current state. Only `set` changes it. */
  readonly state: Store<State>
  /** Solid's setter, such as `set('lines', 0, 'qty', 2)`. */
  readonly set: SetStoreFunction<State>
  readonly ctx: { readonly origin: Origin }
}

/** An action, which changes a store. It is a tool of every page that uses the store: `<alias>.<action>`. */
export interface StoreAction<State extends object = object, Input = unknown, Output = unknown>
  extends PageToolDefinition<Input, Output> {
  run(call: StoreCall<State, Input>): Output | Promise<Output>
}

export type StoreActions<State extends object> = Readonly<Record<string, StoreAction<State>>>

/** The second argument of `defineStore()`. */
export interface StoreDetails<State extends object, Actions extends StoreActions<State>>
  extends StoreDefinitionOptions<State> {
  readonly actions?: Actions
}

/** Initial state of a store: data, or a function of the caller's ctx. In the browser the ctx is empty. */
export type StoreInit<State extends object> = State | ((ctx: Ctx) => State)

/** The definition of a store. */
export interface StoreDef<State extends object = object, Actions = object> extends NamedStore {
  readonly init: StoreInit<State>
  readonly options: StoreDefinitionOptions<State>
  readonly actions: Actions
  /**
   * On the server: sets the initial state for this request. Call it before any part of the page reads the store. Throws
   * after that, and in the browser.
   */
  seed(ctx: object, value: State): void
}

/** Name of a store. The compiler sets it for exports of `src/stores.ts`. */
export interface NamedStore {
  alias: string | undefined
  /** Returns the contract that the compiler derived from the types of an action, or of the state for `''`. */
  contractOf?(action: string): ContractSource | undefined
  /** Names of the actions whose code the compiler knows to change only the store. */
  previewable?: readonly string[] | undefined
}

/** Actions as components call them: with the person's origin. They reject with an `FwError` for an invalid input. */
type BoundActions<Actions> = {
  readonly [Name in keyof Actions]: Actions[Name] extends { run(call: infer Call): infer Output }
    ? Call extends { readonly input: infer Input }
      ? (input?: Input) => Promise<Awaited<Output>>
      : never
    : never
}

/** Result of `useStore()`. */
export type StoreHandle<State extends object, Actions> = readonly [state: Store<State>, actions: BoundActions<Actions>]

/** Any store, for code that doesn't know the type of its state. */
export type AnyStoreDef = StoreDef<object, StoreActions<object>>

/**
 * Names stores by the keys of `stores`, and sets the contracts of their actions. `contractOf` receives `<alias>$<action>` for
 * an action, and `<alias>$` for the state of an exposed store. `previewable` has the names of actions by store. Ignores values
 * that aren't stores. Throws for a store with two names.
 */
export function nameStores(
  stores: Readonly<Record<string, unknown>>,
  contractOf?: (name: string) => ContractSource | undefined,
  previewable: Readonly<Record<string, readonly string[]>> = {},
): void {
  for (const [alias, store] of Object.entries(stores)) {
    if (!isStore(store)) continue
    if (store.alias !== undefined && store.alias !== alias)
      throw new TypeError(`The store "${store.alias}" also has the name "${alias}". Give it one name.`)
    store.alias = alias
    if (contractOf) store.contractOf = (action) => contractOf(`${alias}$${action}`)
    // The module of a store that another one re-exports marks its actions.
    store.previewable = previewable[alias] ?? store.previewable
  }
}

/** All defined stores, to distinguish them from other objects. */
const defined = new WeakSet<object>()

export function registerStore<Def extends NamedStore>(store: Def): Def {
  defined.add(store)
  return store
}

function isStore(value: unknown): value is NamedStore {
  return typeof value === 'object' && value !== null && defined.has(value)
}

/** Returns the name of a store. Throws for a store without a name. */
export function getAlias({ alias }: NamedStore): string {
  if (alias !== undefined) return alias
  throw new Error(
    'This store has no name. Export it from src/stores.ts, or pass it to createFwServer as storeDefs: { name: store } and name it for the browser: defineStore(init, options, "name").',
  )
}

/** Returns a copy of the initial state. Throws a `TypeError` if it contains more than data. */
export function initialState(store: AnyStoreDef, ctx: Ctx): object {
  const { init } = store
  return copyState(store, typeof init === 'function' ? (init as (ctx: Ctx) => object)(ctx) : init)
}

/** Returns a deep copy of `state`. */
export function copyState<State>(store: NamedStore, state: State): State {
  try {
    return structuredClone(state)
  } catch (error) {
    const reason = error instanceof Error ? error.message : ''
    throw new TypeError(
      `The state of the store "${store.alias}" contains more than data: ${reason} Remove functions from it, and use actions to change it.`,
    )
  }
}
