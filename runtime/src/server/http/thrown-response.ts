/** Replaces a `Response` that an app throws: no caller catches it, and it would be logged as `[object Response]`. */

/** Runs `work`. If it throws or rejects with a `Response`, throws an error with this message instead. */
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
