/**
 * Safe access to thrown values, which can be anything: null, a Proxy, an object whose getters throw. Nothing here throws
 * again.
 */
import { describeCodeProblem, FwError } from './error.ts'

/** Returns a thrown `FwError`, or undefined for any other value, including objects that only look like one. */
export function asFwError(thrown: unknown): FwError | undefined {
  try {
    if (!(thrown instanceof FwError)) return undefined
    // An object created from the prototype alone has no status for a response.
    if (describeCodeProblem(thrown.code, thrown.status) !== undefined) return undefined
    return typeof thrown.message === 'string' ? thrown : undefined
  } catch {
    return undefined
  }
}

/** Whether a thrown value is a failure of the app, not an intended error response. */
export function isUnexpected(thrown: unknown): boolean {
  return (asFwError(thrown)?.status ?? 500) >= 500
}

/**
 * Returns the message of an error or another object that has one, or a primitive as a string. Never the source of a
 * function.
 */
export function getMessage(thrown: unknown): string {
  try {
    if (typeof thrown !== 'object' && typeof thrown !== 'function') return String(thrown)
    const text: unknown = thrown === null ? 'null' : (thrown as { message?: unknown }).message
    return typeof text === 'string' ? text : NOT_SHOWN
  } catch {
    return NOT_SHOWN
  }
}

const NOT_SHOWN = 'something that cannot be shown was thrown'
