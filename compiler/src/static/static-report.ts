/** Result of writing a static site: plain data, also the message of the child process. */
import type { SourcePosition } from './source-position.ts'

export interface StaticProblem {
  /** The problem and the solution, as sentences. */
  readonly message: string
  /** The route file, and the line if it is known. */
  readonly at: SourcePosition | { readonly file: string } | undefined
}

/** A route without pages in a static site: it has parameters but no `staticParams`. */
export interface SkippedRoute {
  readonly pattern: string
  /** Relative to the app root. */
  readonly file: string
}

/** Files that a static build has written into `dist/client`. */
export interface StaticReport {
  /** Number of documents: pages, redirects and copies of rewrites. */
  readonly pages: number
  /** Number of all files that were written beside the assets. */
  readonly files: number
  /** Number of `files` that are new or changed since the previous build. */
  readonly changed: number
  /** Size of all `files`. */
  readonly bytes: number
  /** Dynamic routes without a list of their pages. */
  readonly skipped: readonly SkippedRoute[]
  readonly warnings: readonly string[]
}

/** If there are problems, the site is incomplete and the build fails. */
export interface StaticOutcome {
  readonly report: StaticReport
  readonly problems: readonly StaticProblem[]
}

/** Sent instead of an outcome if the app throws while it loads. */
export interface LoadError {
  readonly loadError: { readonly name: string; readonly message: string; readonly stack: string | undefined }
}

export interface ExportRequest {
  readonly root: string
  /** Absolute path of `dist/client`. */
  readonly folder: string
  /** Absolute path of its contents before this build. */
  readonly previous: string
  /** Route file by pattern, relative to the app root. */
  readonly routes: Readonly<Record<string, string>>
  readonly lang: string
}
