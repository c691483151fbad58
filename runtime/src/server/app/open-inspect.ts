/** Reports failures and live reads to development tools, with inputs redacted as in the app's own audit. */
import type { Inspect, InspectLive } from '#contract/config/inspect.ts'
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

/** Wraps the option as `openInspect` does. */
export function openInspectLive(
  { inspectLive, redact }: Pick<FwServerOptions, 'inspectLive' | 'redact'>,
  log: Logger,
): InspectLive | undefined {
  if (inspectLive === undefined) return undefined
  return (facts) => {
    const isRewritten = facts.kind === 'read' && facts.tool !== undefined && redact !== undefined
    const shown = isRewritten ? { ...facts, input: shownInput(redact, facts.tool, facts.input, log) } : facts
    callSink('inspectLive', log, () => inspectLive(shown))
  }
}

/** Returns `onChange` of the app, which also reports each write to development tools. */
export function inspectWrites(
  onChange: FwServerOptions['onChange'],
  inspect: InspectLive | undefined,
): FwServerOptions['onChange'] {
  if (inspect === undefined) return onChange
  return (change) => {
    inspect({ kind: 'write', change })
    return onChange?.(change)
  }
}
