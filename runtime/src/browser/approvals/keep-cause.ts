/**
 * Values of a preview run whose functions the engine or other code calls later: objects with their own `then`, such as
 * lazy query builders, and callbacks. They belong to the run, so that their effects are held.
 */
import { type Cause, type KeepCause, runWith } from '../calls/cause.ts'

type Callable = (this: unknown, ...args: unknown[]) => unknown

/** Runs `run` as a preview run, whose calls `hold` records. Its result belongs to the run, too. */
export function runAsPreview<Result>(hold: NonNullable<Cause['hold']>, run: () => Result): Result {
  const cause: Cause = { origin: 'agent', hold, keep: (value, use) => keepers[use](value, cause) as typeof value }
  return runWith(cause, () => keepThenable(run(), cause)) as Result // a promise of the same result
}

const keepers: Readonly<Record<Parameters<KeepCause>[1], (value: unknown, cause: Cause) => unknown>> = {
  // `await` doesn't read the `then` of a native promise.
  awaited: (value, cause) =>
    value instanceof Promise && value.constructor === Promise ? value : keepThenable(value, cause),
  result: keepThenable,
  executor: (executor, cause) =>
    typeof executor === 'function'
      ? (resolve: Callable, reject: Callable) =>
          executor((value: unknown) => resolve(keepThenable(value, cause)), reject)
      : executor,
  values: (values, cause) => keepValues(values as Iterable<unknown>, cause),
}

/** Returns an object that calls the `then` of `value` with the cause. Values without a `then` of their own are returned unchanged. */
export function keepThenable(value: unknown, cause: Cause): unknown {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null || hasNativeThen(value)) return value
  let then: unknown
  try {
    // The promise would read it now, too. It is read once, since it may be a getter.
    then = runWith(cause, () => Reflect.get(value, 'then') as unknown)
  } catch (error) {
    return {
      // biome-ignore lint/suspicious/noThenProperty: the promise rejects with the error of the getter
      get then() {
        throw error
      },
    }
  }
  if (typeof then !== 'function') return value
  const call = then as Callable
  return {
    // biome-ignore lint/suspicious/noThenProperty: it stands for another object with a `then`
    then: (resolve: Callable, reject: Callable) =>
      runWith(cause, () => call.call(value, (result: unknown) => resolve(keepThenable(result, cause)), reject)),
  }
}

function hasNativeThen(value: object): boolean {
  return Object.getPrototypeOf(value) === Promise.prototype && !Object.hasOwn(value, 'then')
}

function* keepValues(values: Iterable<unknown>, cause: Cause): Generator<unknown> {
  for (const value of values) yield keepThenable(value, cause)
}
