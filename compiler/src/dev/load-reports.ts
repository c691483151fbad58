/**
 * Reports files that fail to load, in an app that runs in process: each once, however many pages and calls fail with
 * it.
 */

import { findProjectName } from '../analyze/modules/workspace-files.ts'
import { sourceDiagnostics } from '../build/source-failure.ts'
import type { AnalysisProcess } from './analysis.ts'
import { failureText } from './failure-response.ts'

export interface LoadReports {
  /** Adds an error that the app's sources explain, and returns whether it is one. */
  add(error: unknown): boolean
  /** Resolves when all added errors have been reported. */
  flush(): Promise<void>
}

/** Waits for the type analysis before it reports: a file with a diagnostic of the analysis needs no second report. */
export function createLoadReports(root: string, analysis: AnalysisProcess, log: (line: string) => void): LoadReports {
  const failures = new Map<string, unknown>()
  const reported = new Set<string>()
  let pending: Promise<void> | undefined
  const report = async (): Promise<void> => {
    const diagnostics = await analysis.current().then(
      (result) => result.diagnostics,
      () => [],
    )
    for (const [file, error] of failures) {
      if (reported.has(file)) continue
      reported.add(file)
      if (!diagnostics.some(({ severity, span }) => severity === 'error' && span?.file === file))
        log(failureText(error, root))
    }
  }
  return {
    add(error) {
      const file = findFailedFile(error, root)
      if (file === undefined) return false
      if (!failures.has(file)) failures.set(file, error)
      pending ??= new Promise((resolve) => setImmediate(resolve)).then(report).finally(() => {
        pending = undefined
      })
      return true
    },
    flush: async () => pending,
  }
}

/** Returns the file of the app that prevents a module from loading, relative to the root. */
function findFailedFile(error: unknown, root: string): string | undefined {
  const place = sourceDiagnostics(error, root)[0]?.span?.file
  if (place !== undefined) return place
  const { id, plugin } = Object(error) as { readonly id?: unknown; readonly plugin?: unknown } // anything can be thrown
  if (typeof id !== 'string' || typeof plugin !== 'string') return undefined
  return findProjectName(root, id.replace(/\?.*$/, ''))
}
