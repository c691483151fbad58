/** What Solid's serializer does with values that are not to reach the browser, and the marks that split what it renders. */

/** Stand between the HTML of a page and the scripts that Solid adds. */
export const PART_MARKERS = { end: '<!--fw-end-->', scripts: '<!--xs-->' } as const

/**
 * Solid would put the message and the stack of an error that a boundary caught into the page. This plugin comes first
 * and sends neither.
 */
const ERROR_PLUGIN = {
  tag: 'fw/error',
  test: (value: unknown) => value instanceof Error,
  parse: { sync: () => ({}), async: async () => ({}), stream: () => ({}) },
  serialize: () => 'new Error("Internal error")',
  deserialize: () => new Error('Internal error'),
}

let isPart = false

/**
 * For each boundary that waits, Solid gives the browser a promise, which only hydration reads: a static part needs none.
 * Solid makes and serializes that promise within `register`.
 */
export function withPartPromise<Result>(register: () => Result): Result {
  isPart = true
  try {
    return register()
  } finally {
    isPart = false
  }
}

const PART_PLUGIN = {
  tag: 'fw/part',
  test: (value: unknown) => isPart && value instanceof Promise,
  parse: { sync: () => ({}), async: async () => ({}), stream: forget },
  serialize: () => '0',
  deserialize: () => undefined,
}

function forget(part: Promise<unknown>): object {
  part.catch(() => undefined)
  return {}
}

export const RENDER_PLUGINS = [ERROR_PLUGIN, PART_PLUGIN]
