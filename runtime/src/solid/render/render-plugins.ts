/** Plugins for Solid's serializer that remove values the browser must not get. */

/**
 * Solid's serializer would write the message and the stack of an error that a boundary caught into the page. This plugin
 * precedes it and writes neither.
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
 * Runs `register`, in which Solid creates and serializes a promise for a pending boundary. Only hydration reads that promise,
 * so the plugin omits it for static parts.
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
