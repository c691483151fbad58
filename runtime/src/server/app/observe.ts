/** The app's telemetry, if an SDK is registered. */
import { changeCurrent, currentCall, withCurrent } from '#api/current.ts'
import type { Logger } from '#contract/config/log.ts'
import { hasOpenTelemetry, openTelemetry, type Telemetry } from '#telemetry/open-telemetry.ts'
import { shownInput } from '../shown-input.ts'
import type { FwServerOptions } from './options.ts'

/** Absent from an app without an SDK, so that requests don't check again. */
export interface Observed {
  /** Resolves when the OpenTelemetry API package is loaded, which takes time. */
  readonly ready: Promise<Telemetry | undefined>
  /** Set after `ready` has settled. */
  telemetry: Telemetry | undefined
}

/**
 * Checks once whether an SDK is registered. It must be registered before the app is created (`node --import ./otel.mjs`).
 */
export function openObserved(
  options: Pick<FwServerOptions, 'telemetry' | 'redact' | 'now'>,
  log: Logger,
): Observed | undefined {
  if (!hasOpenTelemetry()) return undefined
  const { telemetry, redact, now = Date.now } = options
  const show = (tool: string, input: unknown) =>
    redact === undefined ? input : withoutReports(() => shownInput(redact, tool, input, log))
  const opening = openTelemetry({ content: telemetry?.content === true, shownInput: show, now })
  // A failure of telemetry must not stop the app.
  const ready = opening.catch((err: unknown) => {
    log.warn("OpenTelemetry can't be loaded, so the app records no telemetry.", { err })
    return undefined
  })
  const observed: Observed = { ready, telemetry: undefined }
  void ready.then((opened) => {
    observed.telemetry = opened
  })
  return observed
}

/** Runs a function whose calls aren't reported: their reports would call it again, without an end. */
function withoutReports<Result>(work: () => Result): Result {
  const current = currentCall()
  if (current === undefined) return work()
  const host = { ...current.host, audit: undefined, observe: undefined }
  return withCurrent(changeCurrent(current, { host }), work)
}
