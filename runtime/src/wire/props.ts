/** Props of an island on their way to the browser: JSON where that is enough, devalue where it is not (`Date`, `Map` …). */
import { DevalueError, stringify } from 'devalue'

export interface EncodedProps {
  readonly text: string
  /** The text is devalue's; JSON otherwise. */
  readonly rich: boolean
}

/**
 * Encodes props. Throws a `TypeError` that names the component and the prop when one of them cannot cross the boundary:
 * functions, symbols and instances of classes.
 */
export function encodeProps(component: string, props: Readonly<Record<string, unknown>>): EncodedProps {
  if (isJson(props, 0)) return { text: JSON.stringify(props), rich: false }
  try {
    return { text: stringify(props), rich: true }
  } catch (error) {
    if (!(error instanceof DevalueError)) throw error
    const prop = error.path.replace(/^\./, '')
    throw new TypeError(
      `The island <${component}> got a value as its prop "${prop}" that cannot be sent to the browser: ${error.message}. Pass plain data, dates, maps, sets, URLs or children; keep functions inside the island.`,
    )
  }
}

/**
 * The devalue text of a store's state; undefined where JSON is enough. Throws a `TypeError` that names the store and the
 * member when the state cannot cross the boundary.
 */
export function encodeStore(alias: string, state: unknown): string | undefined {
  if (isJson(state, 0)) return undefined
  try {
    return stringify(state)
  } catch (error) {
    if (!(error instanceof DevalueError)) throw error
    throw new TypeError(
      `The store "${alias}" holds a value in "${error.path.replace(/^\./, '')}" that cannot be sent to the browser: ${error.message}. Keep plain data, dates, maps, sets or URLs in it.`,
    )
  }
}

/** Whether `JSON.parse(JSON.stringify(value))` is the same value again. */
function isJson(value: unknown, depth: number): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0)
  if (typeof value !== 'object' || depth > 32) return false
  if (Array.isArray(value)) return value.every((item) => isJson(item, depth + 1))
  const prototype = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return false
  return Object.entries(value).every(([key, item]) => key !== '__proto__' && isJson(item, depth + 1))
}
