/** For what is often there at once: a promise costs more than many a page takes to render. */

/** `use` of the value: at once, or when it is there. */
export function whenReady<Value, Result>(
  value: Value | Promise<Value>,
  use: (value: Value) => Result | Promise<Result>,
): Result | Promise<Result> {
  return value instanceof Promise ? value.then(use) : use(value)
}

/** What `work` answers; `recover` answers in its place when it throws or rejects. */
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
