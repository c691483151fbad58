/** What `defineStore()` returns on either side: a store before there is any, with the name that the app gives it. */
import type { SetStoreFunction, Store } from 'solid-js/store'
import type { Ctx, Origin } from '#contract/api.ts'
import type { PageToolDefinition } from '#contract/page/intent.ts'
import type { StoreDefinitionOptions } from '#contract/page/store.ts'
import type { ContractSource } from '#contract/schema/validation.ts'

/** What an action is called with. */
export interface StoreCall<State extends object = object, Input = unknown> {
  readonly input: Input
  /** The state as it is. It changes through `set` only. */
  readonly state: Store<State>
  /** Solid's setter, as `set('lines', 0, 'qty', 2)`. */
  readonly set: SetStoreFunction<State>
  readonly ctx: { readonly origin: Origin }
}

/** A named way to change a store: a tool of every page that has it, `<alias>.<action>`. */
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

/** What a store begins with: data, or what makes it of the caller's ctx. In the browser the ctx is empty. */
export type StoreInit<State extends object> = State | ((ctx: Ctx) => State)

/** A store before there is any. */
export interface StoreDef<State extends object = object, Actions = object> extends NamedStore {
  readonly init: StoreInit<State>
  readonly options: StoreDefinitionOptions<State>
  readonly actions: Actions
  /**
   * On the server: what the store of this request begins with, in place of what `defineStore` was given. Call it before
   * anything of the page reads the store. Throws where it is too late, and in the browser.
   */
  seed(ctx: object, value: State): void
}

/** What a store is called. The compiler writes it for the exports of `src/stores.ts`. */
export interface NamedStore {
  alias: string | undefined
  /** How to get what the compiler derived from the types of an action, or, for '', from that of the state. */
  contractOf?(action: string): ContractSource | undefined
}

/** How a component calls an action: as a person. Rejects with an `FwError` for an input that does not fit. */
type BoundActions<Actions> = {
  readonly [Name in keyof Actions]: Actions[Name] extends { run(call: infer Call): infer Output }
    ? Call extends { readonly input: infer Input }
      ? (input?: Input) => Promise<Awaited<Output>>
      : never
    : never
}

/** What `useStore()` returns. */
export type StoreHandle<State extends object, Actions> = readonly [state: Store<State>, actions: BoundActions<Actions>]

/** Any store, for code that does not know its state. */
export type AnyStoreDef = StoreDef<object, StoreActions<object>>

/**
 * Names stores by the keys of `stores`, and gives their actions contracts: `contractOf` has that of
 * `<alias>$<action>`, and that of the state of an exposed one as `<alias>$`. What
 * is no store is left alone. Throws for a store with two names.
 */
export function nameStores(
  stores: Readonly<Record<string, unknown>>,
  contractOf?: (name: string) => ContractSource | undefined,
): void {
  for (const [alias, store] of Object.entries(stores)) {
    if (!isStore(store)) continue
    if (store.alias !== undefined && store.alias !== alias)
      throw new TypeError(`The store "${store.alias}" is also called "${alias}". Give it one name.`)
    store.alias = alias
    if (contractOf) store.contractOf = (action) => contractOf(`${alias}$${action}`)
  }
}

/** Every store that was made, so that nothing else is taken for one. */
const defined = new WeakSet<object>()

export function registerStore<Def extends NamedStore>(store: Def): Def {
  defined.add(store)
  return store
}

function isStore(value: unknown): value is NamedStore {
  return typeof value === 'object' && value !== null && defined.has(value)
}

/** The name of a store. Throws where it has none. */
export function getAlias({ alias }: NamedStore): string {
  if (alias !== undefined) return alias
  throw new Error(
    'This store has no name. Export it from src/stores.ts, or pass it to createFwServer as storeDefs: { name: store } and name it for the browser: defineStore(init, options, "name").',
  )
}

/** What the store begins with, as data of its own. Throws a `TypeError` for what is no data. */
export function initialState(store: AnyStoreDef, ctx: Ctx): object {
  const { init } = store
  return copyState(store, typeof init === 'function' ? (init as (ctx: Ctx) => object)(ctx) : init)
}

/** A copy that shares nothing with `state`. */
export function copyState<State>(store: NamedStore, state: State): State {
  try {
    return structuredClone(state)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new TypeError(
      `The state of the store "${store.alias}" is more than data: ${reason} Keep functions out of it; what changes it is an action.`,
    )
  }
}
