/** Stops a build at errors in the app's sources, after their diagnostics have been logged. */
import { formatCount, isSetupError } from '@fw/runtime/contract'
import { printDiagnostics } from '#diagnostic/print.ts'
import type { Diagnostic } from '#model.ts'
import { BuildError } from './build-error.ts'

interface Explaining {
  readonly root: string
  readonly log: (line: string) => void
  /** Logs the bundler's own errors. They are omitted if a diagnostic names the position. */
  readonly release?: () => void
}

/**
 * Returns the result of `bundle`. If it fails because of the app's sources, logs the diagnostics and throws a
 * `BuildError`.
 */
export async function explainFailure<T>({ root, log, release }: Explaining, bundle: () => Promise<T>): Promise<T> {
  try {
    const result = await bundle()
    release?.()
    return result
  } catch (error) {
    const { sourceDiagnostics } = await import('../source-failure.ts')
    const diagnostics = sourceDiagnostics(error, root)
    if (diagnostics.length === 0) {
      release?.()
      throw wrongSetup(error) ?? error
    }
    log(printDiagnostics(diagnostics, 'pretty'))
    throw new BuildError(
      `The build stopped at ${formatCount(diagnostics.length, 'error')}; dist/ is not complete.`,
      diagnostics,
    )
  }
}

/** Returns an error of the framework's own plugins, from all errors that the bundler collected. */
function wrongSetup(error: unknown): Error | undefined {
  const { errors }: { readonly errors?: unknown } = Object(error) // anything can be thrown
  return Array.isArray(errors) ? errors.find(isSetupError) : undefined
}

/** Logs errors that are found late, and throws a `BuildError` if there are any. */
export function stopAt(errors: readonly Diagnostic[], log: (line: string) => void): void {
  if (errors.length === 0) return
  log(printDiagnostics(errors, 'pretty'))
  throw new BuildError(`The build stopped at ${formatCount(errors.length, 'error')}; the site is not complete.`, errors)
}
