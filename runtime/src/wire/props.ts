/** Encodes the props of an island for the browser: as JSON if possible, otherwise with devalue (`Date`, `Map` …). */
import { DevalueError, stringify } from 'devalue'

interface EncodedProps {
  readonly text: string
  /** Whether the string was encoded by devalue instead of JSON. */
  readonly rich: boolean
}

/**
 * Encodes props. Throws a `TypeError` that names the component and the prop if one of them can't be sent to the browser:
 * functions, symbols and class instances.
 */
export function encodeProps(component: string, props: Readonly<Record<string, unknown>>): EncodedProps {
  if (isJson(props, 0)) return { text: JSON.stringify(props), rich: false }
  try {
    return { text: stringify(props), rich: true }
  } catch (error) {
    if (!(error instanceof DevalueError)) throw error
    const prop = error.path.replace(/^\./, '')
    throw new TypeError(
      `The island <${component}> has a value in its prop "${prop}" that cannot be sent to the browser: ${error.message}. Pass plain data, dates, maps, sets, URLs or children; keep functions inside the island.`,
    )
  }
}

/** Throws the same error as `encodeProps`, without encoding props that are JSON. */
export function checkProps(component: string, props: Readonly<Record<string, unknown>>): void {
  if (!isJson(props, 0)) encodeProps(component, props)
}

/**
 * Encodes a store's state with devalue, or returns undefined if JSON is sufficient. Throws a `TypeError` that names the
 * store and the member if the state can't be sent to the browser.
 */
export function encodeStore(alias: string, state: unknown): string | undefined {
  if (isJson(state, 0)) return undefined
  try {
    return stringify(state)
  } catch (error) {
    if (!(error instanceof DevalueError)) throw error
    throw new TypeError(
      `The store "${alias}" has a value in "${error.path.replace(/^\./, '')}" that cannot be sent to the browser: ${error.message}. Keep plain data, dates, maps, sets or URLs in it.`,
    )
  }
}

/** Whether `JSON.parse(JSON.stringify(value))` returns the same value. */
function isJson(value: unknown, depth: number): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0)
  if (typeof value !== 'object' || depth > 32) return false
  if (Array.isArray(value)) return value.every((item) => isJson(item, depth + 1))
  const prototype = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return false
  return Object.entries(value).every(([key, item]) => key !== '__proto__' && isJson(item, depth + 1))
}
