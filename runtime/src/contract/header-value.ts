/** What every host can send as the value of a header. `Headers` takes more than that, and fails the answer later. */

const UNSENDABLE = /[^\t\u0020-\u007e\u0080-\u00ff]/

/** Whether a header value holds no control character and nothing beyond one byte. */
export function isSendable(value: string): boolean {
  return !UNSENDABLE.test(value)
}
