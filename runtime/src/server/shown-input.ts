/** What others than the tool may see of an input. */
import type { Logger } from '#contract/log.ts'
import { isThenable } from '#contract/thenable.ts'
import { callSink } from './call-sink.ts'
import type { FwServerOptions } from './options.ts'

/** The input as the app's `redact` rewrites it; undefined when it cannot: what could not be rewritten is not shown. */
export function shownInput(
  redact: NonNullable<FwServerOptions['redact']>,
  tool: string,
  input: unknown,
  log: Logger,
): unknown {
  let rewritten: unknown
  callSink('redact', log, () => {
    const shown = redact(tool, input)
    if (isThenable(shown)) throw lateRedact(shown)
    rewritten = shown
  })
  return rewritten
}

/** Nobody waits. What the promise comes to is nobody's business, a rejection of it included. */
function lateRedact(answer: PromiseLike<unknown>): TypeError {
  answer.then(undefined, () => undefined)
  return new TypeError(
    'redact answered a promise. Answer what is to be shown, at once; nothing of this input is shown.',
  )
}
