/** Rules for error codes of an app. */

/** Codes of outcomes in telemetry that aren't errors. */
const RESERVED: readonly string[] = ['ok', 'proposal']

/** Maximum length of an `ErrorInfo.reason`, in which A2A clients receive the code. */
const MAX_LENGTH = 63

/** Describes why an app's own error can't have this code and status; undefined if it can. */
export function describeOwnCode(code: unknown, status: unknown): string | undefined {
  if (typeof code !== 'string') return `FwError: the code is ${describe(code)}, not a string. ${EXAMPLE}`
  if (!isSnakeCase(code) || code.length > MAX_LENGTH)
    return `FwError: the code "${code.slice(0, 2 * MAX_LENGTH)}" isn't built in. A code of your own is in snake_case, with at most ${MAX_LENGTH} characters. ${EXAMPLE}`
  if (RESERVED.includes(code))
    return `FwError: "${code}" isn't the name of an error, because audits and traces use it for calls that succeeded. Choose another code.`
  if (status === undefined)
    return `FwError: the code "${code}" isn't built in, and has no status. Check its spelling, or pass a status. ${EXAMPLE}`
  if (Number.isInteger(status) && Number(status) >= 400 && Number(status) <= 599) return undefined
  return `FwError: the status of "${code}" is ${describe(status)}. It must be an integer from 400 to 599. ${EXAMPLE}`
}

const EXAMPLE = "For example: new FwError('sold_out', { status: 409, message: 'The last one is sold.' })."

function isSnakeCase(code: string): boolean {
  return /^[a-z][a-z\d_]*$/.test(code) && !code.endsWith('_') && !code.includes('__')
}

function describe(value: unknown): string {
  return typeof value === 'object' || typeof value === 'function' ? typeof value : String(value)
}
