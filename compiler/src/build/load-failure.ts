/** Explains to an app's author why a part of the app can't be loaded. */
import { SetupError } from '@fw/runtime/contract'

/**
 * Returns a `SetupError` with the positions in the sources of the app at `root`, if they explain the error; or else the
 * error itself, as an error that the app throws at run time. `what` is the subject of the message.
 */
export async function loadFailure(error: unknown, what: string, root: string): Promise<unknown> {
  const { sourceDiagnostics } = await import('./source-failure.ts')
  const found = sourceDiagnostics(error, root.replaceAll('\\', '/'))
  if (found.length === 0) return error
  const { printDiagnostics } = await import('../diagnostic/print.ts')
  return new SetupError(`${what} cannot be loaded.\n${printDiagnostics(found, 'pretty').trimEnd()}`)
}
