/** What writing a static site did: plain data, also the message of the process that does it. */
import type { SourcePosition } from './source-position.ts'

export interface StaticProblem {
  /** What is wrong and what to do, as sentences. */
  readonly message: string
  /** The route file, and the line where it is known. */
  readonly at: SourcePosition | { readonly file: string } | undefined
}

/** A route that a static site has no page of: it has parameters, and no `staticParams`. */
export interface SkippedRoute {
  readonly pattern: string
  /** Relative to the app root. */
  readonly file: string
}

/** What a static build has written into `dist/client`. */
export interface StaticReport {
  /** Written documents: pages, redirects and copies of rewrites. */
  readonly pages: number
  /** All files that were written beside the assets. */
  readonly files: number
  /** Of `files`, those that are new or other than in the build before. */
  readonly changed: number
  /** Of all `files`. */
  readonly bytes: number
  /** Dynamic routes whose pages nobody lists. */
  readonly skipped: readonly SkippedRoute[]
  readonly warnings: readonly string[]
}

/** With problems the site is not whole, and the build fails. */
export interface StaticOutcome {
  readonly report: StaticReport
  readonly problems: readonly StaticProblem[]
}

export interface ExportRequest {
  readonly root: string
  /** Absolute: `dist/client`. */
  readonly folder: string
  /** Absolute: what it held before this build. */
  readonly previous: string
  /** Route file by pattern, relative to the app root. */
  readonly routes: Readonly<Record<string, string>>
  readonly lang: string
}
