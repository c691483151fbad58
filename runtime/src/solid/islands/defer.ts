/** JSX of an async function, as the compiler hands it over: rendered when the page is, not when the function resumed. */

const DEFERRED = Symbol('fw.deferred')

/** Marks `render` as markup, so that an island takes it as a slot and not as a function prop. */
export function defer(render: () => unknown): () => unknown {
  return Object.assign(render, { [DEFERRED]: true })
}

/** Whether `value` came from `defer`. */
export function isDeferred(value: unknown): boolean {
  return typeof value === 'function' && DEFERRED in value
}
