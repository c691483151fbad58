/** What was thrown can be anything: null, a Proxy, an object whose getters throw. Reading it here never throws again. */
import { ERRORS, FwError } from './error.ts'

/** The `FwError` that was thrown; undefined for anything else, also for what only looks like one. */
export function asFwError(thrown: unknown): FwError | undefined {
  try {
    if (!(thrown instanceof FwError)) return undefined
    // An object made of the prototype alone has no status to answer with.
    if (!Object.hasOwn(ERRORS, thrown.code) || ERRORS[thrown.code].status !== thrown.status) return undefined
    return typeof thrown.message === 'string' ? thrown : undefined
  } catch {
    return undefined
  }
}

/** Whether what was thrown is the app's failure, and no answer that somebody meant to give. */
export function isUnexpected(thrown: unknown): boolean {
  return (asFwError(thrown)?.status ?? 500) >= 500
}

/** The message of an error or of any object that has one, or the text of a primitive. Never the source of a function. */
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
