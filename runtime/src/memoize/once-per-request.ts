/** `oncePerRequest(fn)`: `meta`, the page and its layouts share what they load. */
import { getRender } from '#api/current.ts'
import { argumentKey } from './argument-key.ts'

type Outcome<Result> = { readonly result: Result } | { readonly error: unknown }

/**
 * Returns a function that calls `fn` once for equal arguments while a page renders for a request, and then returns the same result or
 * promise, or throws the same error. Outside of a page, such as in an api or for a list of pages, every call runs `fn`. Calls
 * of apis in `fn` have the ctx and the origin of the request.
 *
 * @throws TypeError for arguments that aren't plain data, when it is called.
 */
export function oncePerRequest<Arguments extends readonly unknown[], Result>(
  fn: (...args: Arguments) => Result,
): (...args: Arguments) => Result {
  if (typeof fn !== 'function') throw new TypeError('oncePerRequest(fn) takes the function to call.')
  const renders = new WeakMap<object, Map<string, Outcome<Result>>>()
  return (...args) => {
    const render = getRender()
    if (render === undefined) return fn(...args)
    const outcomes = renders.get(render) ?? new Map<string, Outcome<Result>>()
    renders.set(render, outcomes)
    const key = argumentKey(args, 'an argument')
    const outcome = outcomes.get(key) ?? run(() => fn(...args))
    outcomes.set(key, outcome)
    if ('error' in outcome) throw outcome.error
    return outcome.result
  }
}

function run<Result>(work: () => Result): Outcome<Result> {
  try {
    return { result: work() }
  } catch (error) {
    return { error }
  }
}
