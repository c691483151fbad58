/** Rules for error codes of an app. Browsers load this file with every intent, so it has one message. */

/** Maximum length of an `ErrorInfo.reason`, in which A2A clients receive the code. */
const MAX_LENGTH = 63

/** Whether an app's own error can have this code and status. Traces use `ok` and `proposal` for other outcomes. */
export function isOwnCode(code: unknown, status: unknown): boolean {
  const isName = typeof code === 'string' && /^[a-z][a-z\d_]*$/.test(code) && !/__|_$|^(?:ok|proposal)$/.test(code)
  return (
    isName && code.length <= MAX_LENGTH && Number.isInteger(status) && Number(status) >= 400 && Number(status) < 600
  )
}

/** Describes what an error with a code that isn't built in needs. */
export function describeOwnCode(code: unknown): string {
  return `FwError: "${String(code).slice(0, 99)}" isn't a built-in code. A code of your own is in snake_case, has at most ${MAX_LENGTH} characters, isn't ok or proposal, and needs a status from 400 to 599 and a message: new FwError('sold_out', { status: 409, message: '…' }).`
}
