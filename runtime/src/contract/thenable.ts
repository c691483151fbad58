/** Whether a value is a promise, of whatever library: `instanceof Promise` knows those of one only. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function'
}
