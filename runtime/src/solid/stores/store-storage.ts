/**
 * Keeps the state of a store in the browser's storage: for its tab, or for all tabs of the site. Loaded where a store asks
 * for it. What is stored is nobody's secret, and whoever has the browser may have changed it.
 */
import type { StorePersistence } from '#contract/page/store.ts'
import { isJson } from '#contract/schema/validate-value.ts'
import type { ContractSource, Validator } from '#contract/schema/validation.ts'

export interface KeptStore {
  readonly alias: string
  readonly persist: Exclude<StorePersistence, 'page'>
  readonly contract: ContractSource | undefined
  value(): object
  /** Takes a state that was kept; undefined: what the page was rendered with. */
  restore(state: object | undefined): void
}

/** The number is that of this format: what another one wrote is not read. */
const PREFIX = 'fw-store:1:'

/**
 * Gives the store what was kept of it, if that still fits, and lets a `local` one follow other tabs. What it resolves with
 * is to be called after every change. Where the browser keeps nothing, the store is one of its page; never rejects.
 */
export async function keepStore(store: KeptStore): Promise<() => void> {
  const storage = openStorage(store.persist)
  const validator = await findValidator(store)
  const key = PREFIX + store.alias
  const initial = store.value()
  const kept = storage?.getItem(key) ?? null
  const state = readStoredState(kept, initial, validator)
  if (state !== undefined) store.restore(state)
  else if (kept !== null) storage?.removeItem(key)
  if (store.persist === 'local')
    addEventListener('storage', (event) => {
      if (event.storageArea !== storage || (event.key !== key && event.key !== null)) return
      const told = readStoredState(event.newValue, initial, validator)
      // Another build may have written what this one cannot read; what was taken away is gone for everybody.
      if (told !== undefined || event.newValue === null) store.restore(told)
    })
  let waiting = false
  return () => {
    if (waiting) return
    waiting = true
    // Once for all that an action changes.
    queueMicrotask(() => {
      waiting = false
      writeState(storage, key, store, validator)
    })
  }
}

/** Undefined where the person or the frame does not allow any. */
function openStorage(persist: KeptStore['persist']): Storage | undefined {
  try {
    return persist === 'local' ? localStorage : sessionStorage
  } catch {
    return undefined
  }
}

/** Undefined where nothing is known of the type of the state. */
export async function findValidator({ contract }: Pick<KeptStore, 'contract'>): Promise<Validator | undefined> {
  try {
    return (await contract?.load())?.output
  } catch {
    // In development the types are wrong, which is told elsewhere.
    return undefined
  }
}

export function readStoredState(
  text: string | null,
  initial: object,
  validator: Validator | undefined,
): object | undefined {
  if (text === null) return undefined
  let wire: unknown
  try {
    wire = JSON.parse(text)
  } catch {
    return undefined
  }
  if (!isJson(wire) || !(validator?.is ? validator.is(wire) : hasShape(wire, initial))) return undefined
  return (validator?.decode ? validator.decode(wire) : wire) as object // the state of a store is one
}

/** Whether `value` has the members that `like` has, each of the same kind. Of what is null or a list, the kind is enough. */
function hasShape(value: unknown, like: unknown): boolean {
  if (like === null || like === undefined) return true
  if (typeof like !== 'object') return typeof value === typeof like
  if (typeof value !== 'object' || value === null || Array.isArray(value) !== Array.isArray(like)) return false
  if (Array.isArray(like)) return true
  // A date or a set is written as something else.
  if (Object.getPrototypeOf(like) !== Object.prototype) return false
  return Object.entries(like).every(([name, member]) => hasShape((value as Record<string, unknown>)[name], member)) // it is an object
}

function writeState(
  storage: Storage | undefined,
  key: string,
  { alias, value }: KeptStore,
  validator: Validator | undefined,
): void {
  try {
    const state = value()
    storage?.setItem(key, JSON.stringify(validator?.encode ? validator.encode(state) : state))
  } catch (error) {
    // The storage is full, or the state holds what JSON cannot carry.
    console.warn(`[fw] The store "${alias}" could not be kept.`, error)
  }
}
