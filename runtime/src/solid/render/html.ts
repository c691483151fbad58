/** Distinguishes markup from data. */

/**
 * Result of compiled JSX on the server. Solid treats any object with a `t` as markup and prints it unescaped, so data such
 * as `{"t":"<img onerror=…>"}` in a comment would run a script on the page. Only instances of this class are markup here,
 * and data is never an instance.
 */
export class Html {
  /** The HTML. The name is Solid's, because Solid's printer reads it too. */
  readonly t: string

  constructor(t: string) {
    this.t = t
  }
}

/** Returns whether an object is neither markup nor a list, and so is always shown as text. */
export function isData(value: object): boolean {
  return !(value instanceof Html) && !Array.isArray(value)
}

/** Returns the unescaped text of such an object. Doesn't throw for data with a field `toString`. */
export function dataText(value: { toString?: unknown }): string {
  return typeof value.toString === 'function' ? String(value) : '[object Object]'
}
