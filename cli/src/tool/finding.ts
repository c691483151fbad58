/** What a check of `fw info --check` says, and what it looks at. */
import type { FwServerOptions } from '@fw/runtime/server'
import type { InfoReport } from './info.ts'

export interface Finding {
  /** Which check, as `siteUrl`. */
  readonly check: string
  /** An error keeps the app, or a part of it, from working in production. */
  readonly verdict: 'ok' | 'warning' | 'error'
  /** What is the case, in a sentence. */
  readonly message: string
  /** What to do about it. */
  readonly fix?: string
}

/** Everything that checks look at; nothing of it is printed by itself. */
export interface Facts {
  /** The app's folder. */
  readonly root: string
  readonly report: InfoReport
  /** What the app is made of; undefined where it does not load. */
  readonly options: FwServerOptions | undefined
  /** Whether the data store answers; undefined where it is not asked. */
  readonly isReady: boolean | undefined
  readonly env: Readonly<Record<string, string | undefined>>
  /** Of the runtime: `process.versions`. */
  readonly versions: Readonly<Record<string, string | undefined>>
}

/** Answers at least one finding, so that it is seen what was looked at; none where the app has nothing of the kind. */
export type Check = (facts: Facts) => readonly Finding[] | Promise<readonly Finding[]>

export const ok = (check: string, message: string): Finding => ({ check, verdict: 'ok', message })

export const warning = (check: string, message: string, fix: string): Finding => ({
  check,
  verdict: 'warning',
  message,
  fix,
})

export const error = (check: string, message: string, fix: string): Finding => ({
  check,
  verdict: 'error',
  message,
  fix,
})
