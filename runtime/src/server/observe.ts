/** The app's telemetry, where an SDK is there to hear it. */
import type { Logger } from '#contract/log.ts'
import { hasOpenTelemetry, openTelemetry, type Telemetry } from '../telemetry/open-telemetry.ts'
import type { FwServerOptions } from './options.ts'

/** Absent from an app without an SDK, so that no request asks twice. */
export interface Observed {
  /** Loads the api package, which is not free. */
  readonly ready: Promise<Telemetry | undefined>
  /** Set once `ready` has settled. */
  telemetry: Telemetry | undefined
}

/** Looks once whether an SDK was registered; it has to be, before the app is made (`node --import ./otel.mjs`). */
export function openObserved(options: Pick<FwServerOptions, 'telemetry' | 'now'>, log: Logger): Observed | undefined {
  if (!hasOpenTelemetry()) return undefined
  const { telemetry, now = Date.now } = options
  // What measures an app must not stop it.
  const ready = openTelemetry({ content: telemetry?.content === true, now }).catch((err: unknown) => {
    log.warn('OpenTelemetry cannot be used, so nothing is measured.', { err })
    return undefined
  })
  const observed: Observed = { ready, telemetry: undefined }
  void ready.then((opened) => {
    observed.telemetry = opened
  })
  return observed
}
