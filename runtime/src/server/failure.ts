/** From anything thrown to what may be shown: the one place where unexpected errors get their public text. */
import { randomBytes } from 'node:crypto'
import { FwError } from '#contract/error.ts'
import type { App } from './app.ts'

/**
 * An `FwError` as it is, with its detail logged; anything else as `internal`, whose text begins with `Error:`. In
 * production that text is an id, and the id is logged with the error. Never a stack.
 */
export function toFwError(error: unknown, { production, log }: Pick<App, 'production' | 'log'>): FwError {
  if (error instanceof FwError) {
    if (error.detail !== undefined || error.cause !== undefined)
      log(`${error.code}: ${error.message}`, error.detail ?? error.cause)
    return error
  }
  const id = randomBytes(6).toString('hex')
  log(`Unexpected error ${id}`, error)
  const message = production ? `Error: internal error ${id}` : `Error: ${messageOf(error)}`
  return new FwError('internal', { message, cause: error })
}

/** Thrown values can be anything, also something whose `toString` throws. */
function messageOf(error: unknown): string {
  try {
    return error instanceof Error ? error.message : String(error)
  } catch {
    return 'something that cannot be shown was thrown'
  }
}
