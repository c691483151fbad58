/**
 * Persists the state of a store in the browser's storage: for its tab, or for all tabs of the site. Loaded if a store has
 * the option. Stored state isn't secret, and people with access to the browser can change it.
 */
import type { StorePersistence } from '#contract/page/store.ts'
import { isJson } from '#contract/schema/validate-value.ts'
import type { ContractSource, Validator } from '#contract/schema/validation.ts'

export interface PersistedStore {
  readonly alias: string
  readonly persist: Exclude<StorePersistence, 'page'>
  readonly contract: ContractSource | undefined
  value(): object
  /** Sets a stored state, or with undefined the state with which the page was rendered. */
  restore(state: object | undefined): void
}

/** The number is the version of the format. Other versions aren't read. */
const PREFIX = 'fw-store:1:'

/**
 * Restores the stored state, if it is still valid, and updates a `local` store when other tabs change it. Resolves with a
 * function to call after every change. Without storage in the browser, the store isn't persisted; never rejects.
 */
export async function keepStore(store: PersistedStore): Promise<() => void> {
  const storage = openStorage(store.persist)
  const validator = await findValidator(store)
  const key = PREFIX + store.alias
  const initial = store.value()
  const stored = storage?.getItem(key) ?? null
  const state = readStoredState(stored, initial, validator)
  if (state !== undefined) store.restore(state)
  else if (stored !== null) storage?.removeItem(key)
  if (store.persist === 'local')
    addEventListener('storage', (event) => {
      if (event.storageArea !== storage || (event.key !== key && event.key !== null)) return
      const received = readStoredState(event.newValue, initial, validator)
      // Ignores a state of another build that isn't valid here. A removed state resets the store in all tabs.
      if (received !== undefined || event.newValue === null) store.restore(received)
    })
  let waiting = false
  return () => {
    if (waiting) return
    waiting = true
    // Writes once for all changes of an action.
    queueMicrotask(() => {
      waiting = false
      writeState(storage, key, store, validator)
    })
  }
}

/** Returns undefined if the browser's settings or the frame don't allow storage. */
function openStorage(persist: PersistedStore['persist']): Storage | undefined {
  try {
    return persist === 'local' ? localStorage : sessionStorage
  } catch {
    return undefined
  }
}

/** Returns undefined if the type of the state isn't known. */
export async function findValidator({ contract }: Pick<PersistedStore, 'contract'>): Promise<Validator | undefined> {
  try {
    return (await contract?.load())?.output
  } catch {
    // In development: the types have errors, which are reported elsewhere.
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
  return (validator?.decode ? validator.decode(wire) : wire) as object // the state of a store is an object
}

/** Returns whether `value` has the members of `like`, each of the same kind. Doesn't compare the items of lists, nor null. */
function hasShape(value: unknown, like: unknown): boolean {
  if (like === null || like === undefined) return true
  if (typeof like !== 'object') return typeof value === typeof like
  if (typeof value !== 'object' || value === null || Array.isArray(value) !== Array.isArray(like)) return false
  if (Array.isArray(like)) return true
  // JSON represents a date or a set in another way.
  if (Object.getPrototypeOf(like) !== Object.prototype) return false
  return Object.entries(like).every(([name, member]) => hasShape((value as Record<string, unknown>)[name], member)) // checked above
}

function writeState(
  storage: Storage | undefined,
  key: string,
  { alias, value }: PersistedStore,
  validator: Validator | undefined,
): void {
  try {
    const state = value()
    storage?.setItem(key, JSON.stringify(validator?.encode ? validator.encode(state) : state))
  } catch (error) {
    // The storage is full, or the state has a value that JSON can't represent.
    console.warn(`[fw] The store "${alias}" could not be stored.`, error)
  }
}
