/** Whether a value is a promise of any library. `instanceof Promise` recognizes only the built-in ones. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function'
}
