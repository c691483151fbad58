/** Markup, told apart from data. */

/**
 * What compiled JSX is on the server. Solid takes any object with a `t` for markup, so data of that shape would be
 * printed as it is: `{"t":"<img onerror=…>"}` in a comment is a script on the page. Only instances of this class are
 * markup here, and no data can be one.
 */
export class Html {
  /** Solid's name for it: its own printer reads it too. */
  readonly t: string

  constructor(t: string) {
    this.t = t
  }
}

/** Whether an object is neither markup nor a list: it is shown as text, whatever it looks like. */
export function isData(value: object): boolean {
  return !(value instanceof Html) && !Array.isArray(value)
}

/** The text of such an object, not escaped. Never throws for data: a `toString` that is no function is a field like any other. */
export function dataText(value: { toString?: unknown }): string {
  return typeof value.toString === 'function' ? String(value) : '[object Object]'
}
