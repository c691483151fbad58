/** `Response`s that an app throws: nothing catches them, and their text in a log would be `[object Response]`. */

/** Runs `work`, and replaces a `Response` that it throws or rejects with by an error that has this message. */
export function refuseThrownResponse<Result>(work: () => Result, message: string): Result {
  const explain = (error: unknown): unknown => (error instanceof Response ? new TypeError(message) : error)
  try {
    const result = work()
    if (!(result instanceof Promise)) return result
    return result.catch((error: unknown) => {
      throw explain(error)
    }) as Result
  } catch (error) {
    throw explain(error)
  }
}
