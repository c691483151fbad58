/** The scopes of data stores. */
import { AsyncLocalStorage } from 'node:async_hooks'

type RunInScope = <Result>(work: () => Result) => Result

const scopes = new WeakMap<object, RunInScope>()

/** Keeps the current scope as that of the store: the one in which its server is created. */
export function keepStoreScope(store: object): void {
  scopes.set(store, AsyncLocalStorage.snapshot())
}

/**
 * Runs work in the scope of the store, such as the start of a watch that serves many callers: the watch outlives the request that needs
 * it first, and must not run as its caller. Without a kept scope, the work runs in that of this call.
 */
export function inStoreScope<Result>(store: object, work: () => Result): Result {
  const run = scopes.get(store)
  return run === undefined ? work() : run(work)
}
