/** From anything thrown to what may be shown: the one place where unexpected errors get their public text. */
import { FwError } from '#contract/error.ts'
import type { Logger } from '#contract/log.ts'
import { asFwError, getMessage } from '#contract/thrown.ts'
import type { App } from './app.ts'

/**
 * An `FwError` as it is, with its detail logged; anything else as `internal`, whose text begins with `Error:`. In
 * production that text is the request's id, which is logged with the error. Never a stack, never a path of this machine.
 */
export function toFwError(
  error: unknown,
  { production, log }: Pick<App, 'production' | 'log'>,
  requestId: string,
): FwError {
  const known = asFwError(error)
  if (known !== undefined) {
    if (known.detail !== undefined || known.cause !== undefined) logRefusal(known, log, requestId)
    return known
  }
  log.error('Unexpected error', { requestId, err: error })
  const message = production ? `Error: internal error ${requestId}` : `Error: ${withoutPlaces(getMessage(error))}`
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

/** Lines of a stack that an app put into its message. */
const FRAME = /\n\s+at .*/g
/** Absolute paths, by the folders that machines keep at their root; `/orders/5` is an address of the app and stays. */
const PLACE =
  /(?:file:\/\/)?(?:\/(?:bin|dev|etc|home|lib|media|mnt|opt|private|proc|root|run|srv|sys|tmp|usr|var|Users|Volumes|app|work|workspace)\/|\b[A-Za-z]:[\\/])[^\s'"`)\],;]*/g

/** In development messages are shown, and a message often names a file: its own folder is nobody's business. */
function withoutPlaces(message: string): string {
  const root = process.cwd()
  const local = root.length > 1 ? message.replaceAll(`${root}/`, '') : message
  return local.replace(FRAME, '').replace(PLACE, '<path>')
}
