/** JSX of an async function, which the compiler wraps: it renders with the page, not when the function resumes. */

const DEFERRED = Symbol('fw.deferred')

/** Marks `render` as markup, so that an island takes it as a slot and not as a function prop. */
export function defer(render: () => unknown): () => unknown {
  return Object.assign(render, { [DEFERRED]: true })
}

/** Returns whether `value` is a result of `defer`. */
export function isDeferred(value: unknown): boolean {
  return typeof value === 'function' && DEFERRED in value
}
