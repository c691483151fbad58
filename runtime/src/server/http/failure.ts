/** Converts thrown values to public errors: the only place where unexpected errors get their public message. */

import type { Logger } from '#contract/config/log.ts'
import { FwError } from '#contract/http/error.ts'
import { asFwError, getMessage } from '#contract/http/thrown-error.ts'
import type { App } from '../app/app.ts'

/**
 * Returns an `FwError` unchanged after logging its detail, and any other value as `internal`, whose message begins with
 * `Error:`. In production that message contains the request's id, which is logged with the error. The message never
 * contains a stack or a path of this machine.
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

/** Logs the details of an `FwError`. A mistake of a caller isn't logged as an error. */
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

/** Stack lines that an app put into its message. */
const FRAME = /\n[^\S\n]+at .*/g
/** Absolute paths, recognized by usual root folders of machines. `/orders/5` is a path of the app and isn't removed. */
const PLACE =
  /(?:file:\/\/)?(?:\/(?:bin|dev|etc|home|lib|media|mnt|opt|private|proc|root|run|srv|sys|tmp|usr|var|Users|Volumes|app|work|workspace)\/|\b[A-Za-z]:[\\/])[^\s'"`)\],;]*/g

/**
 * Removes paths of this machine. In development messages are shown, and a message often names a file; the location of the
 * project must not leak.
 */
function withoutPlaces(message: string): string {
  const root = process.cwd()
  const local = root.length > 1 ? message.replaceAll(`${root}/`, '') : message
  return local.replace(FRAME, '').replace(PLACE, '<path>')
}
