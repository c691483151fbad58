/** Header values that every host can send. `Headers` accepts more, and the response would fail later. */

const UNSENDABLE = /[^\t\u0020-\u007e\u0080-\u00ff]/

/** Whether a header value contains no control character and no character above U+00FF. */
export function isSendable(value: string): boolean {
  return !UNSENDABLE.test(value)
}
