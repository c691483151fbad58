/** From anything thrown to what may be shown: the one place where unexpected errors get their public text. */
import { FwError } from '#contract/error.ts'
import type { Logger } from '#contract/log.ts'
import type { App } from './app.ts'

/**
 * An `FwError` as it is, with its detail logged; anything else as `internal`, whose text begins with `Error:`. In
 * production that text is the request's id, which is logged with the error. Never a stack.
 */
export function toFwError(
  error: unknown,
  { production, log }: Pick<App, 'production' | 'log'>,
  requestId: string,
): FwError {
  if (error instanceof FwError) {
    if (error.detail !== undefined || error.cause !== undefined) logRefusal(error, log, requestId)
    return error
  }
  log.error('Unexpected error', { requestId, err: error })
  const message = production ? `Error: internal error ${requestId}` : `Error: ${messageOf(error)}`
  return new FwError('internal', { message, cause: error })
}

/** What the thrower left for the log. A caller's own mistake is no error of the app's. */
function logRefusal(error: FwError, log: Logger, requestId: string): void {
  const { code, message, detail, cause } = error
  const fields = {
    requestId,
    code,
    ...(detail === undefined ? {} : { detail }),
    ...(cause === undefined ? {} : { err: cause }),
  }
  if (error.status >= 500) log.error(message, fields)
  else log.info(message, fields)
}

/** Thrown values can be anything, also something whose `toString` throws. */
function messageOf(error: unknown): string {
  try {
    return error instanceof Error ? error.message : String(error)
  } catch {
    return 'something that cannot be shown was thrown'
  }
}
