/** Helpers for values that often are available synchronously: a promise costs more than rendering many a page. */

/** Calls `use` with the value, synchronously if it is available. */
export function whenReady<Value, Result>(
  value: Value | Promise<Value>,
  use: (value: Value) => Result | Promise<Result>,
): Result | Promise<Result> {
  return value instanceof Promise ? value.then(use) : use(value)
}

/** Returns the result of `work`, or that of `recover` if it throws or rejects. */
export function orElse<Result>(
  work: () => Result | Promise<Result>,
  recover: (error: unknown) => Result | Promise<Result>,
): Result | Promise<Result> {
  try {
    const result = work()
    return result instanceof Promise ? result.catch(recover) : result
  } catch (error) {
    return recover(error)
  }
}
