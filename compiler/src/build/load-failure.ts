/** Why something of the app cannot be loaded, as its author is told it. */
import { SetupError } from '@fw/runtime/contract'

/**
 * A `SetupError` with the places in the sources of the app at `root`, where they explain the error; else the error itself, as
 * one that the app throws when it runs. `what` cannot be loaded.
 */
export async function loadFailure(error: unknown, what: string, root: string): Promise<unknown> {
  const { sourceDiagnostics } = await import('./source-failure.ts')
  const found = sourceDiagnostics(error, root.replaceAll('\\', '/'))
  if (found.length === 0) return error
  const { printDiagnostics } = await import('../diagnostic/print.ts')
  return new SetupError(`${what} cannot be loaded.\n${printDiagnostics(found, 'pretty').trimEnd()}`)
}
