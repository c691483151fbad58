/** Finding of a check of `fw info --check`, and the input of the checks. */
import type { FwServerOptions } from '@fw/runtime/server'
import type { InfoReport } from './info.ts'

export interface Finding {
  /** Name of the check, such as `siteUrl`. */
  readonly check: string
  /** An error prevents the app, or a part of it, from working in production. */
  readonly verdict: 'ok' | 'warning' | 'error'
  /** Result of the check, in a sentence. */
  readonly message: string
  /** Suggested fix. */
  readonly fix?: string
}

/** Input of the checks. It isn't printed. */
export interface Facts {
  /** Folder of the app. */
  readonly root: string
  readonly report: InfoReport
  /** Description of the app. `undefined` if it doesn't load. */
  readonly options: FwServerOptions | undefined
  /** Whether the data store responds. `undefined` if it wasn't tested. */
  readonly isReady: boolean | undefined
  readonly env: Readonly<Record<string, string | undefined>>
  /** `process.versions` of the runtime. */
  readonly versions: Readonly<Record<string, string | undefined>>
}

/**
 * Check of one subject. Returns at least one finding, so that the report lists the check; none if it doesn't apply to
 * the app.
 */
export type Check = (facts: Facts) => readonly Finding[] | Promise<readonly Finding[]>

export const createPass = (check: string, message: string): Finding => ({ check, verdict: 'ok', message })

export const createWarning = (check: string, message: string, fix: string): Finding => ({
  check,
  verdict: 'warning',
  message,
  fix,
})

export const createFailure = (check: string, message: string, fix: string): Finding => ({
  check,
  verdict: 'error',
  message,
  fix,
})
