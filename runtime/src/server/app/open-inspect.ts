/** Reports failures to development tools, with inputs redacted as in the app's own audit. */
import type { Inspect } from '#contract/config/inspect.ts'
import type { Logger } from '#contract/config/log.ts'
import { shownInput } from '../shown-input.ts'
import { callSink } from './call-sink.ts'
import type { FwServerOptions } from './options.ts'

/** Wraps the option so that its errors are contained; undefined if it isn't set. */
export function openInspect(
  { inspect, redact }: Pick<FwServerOptions, 'inspect' | 'redact'>,
  log: Logger,
): Inspect | undefined {
  if (inspect === undefined) return undefined
  return (error, facts) => {
    const { call } = facts
    const isRewritten = call !== undefined && redact !== undefined
    const shown = isRewritten
      ? { ...facts, call: { ...call, input: shownInput(redact, call.tool, call.input, log) } }
      : facts
    callSink('inspect', log, () => inspect(error, shown))
  }
}
