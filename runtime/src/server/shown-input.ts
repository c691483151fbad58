/** Redacts inputs for the audit and for development tools. */
import type { Logger } from '#contract/config/log.ts'
import { isThenable } from '#contract/thenable.ts'
import { callSink } from './app/call-sink.ts'
import type { FwServerOptions } from './app/options.ts'

/**
 * Returns the input as the app's `redact` rewrites it, or undefined if `redact` fails: an input that couldn't be
 * redacted is not shown.
 */
export function shownInput(
  redact: NonNullable<FwServerOptions['redact']>,
  tool: string,
  input: unknown,
  log: Logger,
): unknown {
  let rewritten: unknown
  callSink('redact', log, () => {
    const shown = redact(tool, input)
    if (isThenable(shown)) throw createRedactError(shown)
    rewritten = shown
  })
  return rewritten
}

/** The result of the promise isn't awaited; its rejection is ignored. */
function createRedactError(result: PromiseLike<unknown>): TypeError {
  result.then(undefined, () => undefined)
  return new TypeError('redact returned a promise. Return the redacted input synchronously. This input is not shown.')
}
