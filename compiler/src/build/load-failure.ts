/** Explains why a part of the app can't be loaded. */
import { isSetupError, SetupError } from '@fw/runtime/contract'
import { toSlashes } from '#slash-path.ts'
import type { Diagnostic } from '../model.ts'

/**
 * Returns a `SetupError` with the positions in the sources of the app at `root`, if they explain the error, and otherwise the
 * error itself. `what` is the part that can't be loaded.
 */
export async function explainLoadFailure(error: unknown, what: string, root: string): Promise<unknown> {
  const { sourceDiagnostics } = await import('./source-failure.ts')
  const base = toSlashes(root)
  const found = sourceDiagnostics(error, base)
  if (found.length > 0) return createSetupError(what, found)
  if (isSetupError(error)) return error
  const { diagnoseThrown } = await import('./thrown-module.ts')
  const thrown = diagnoseThrown(error, base)
  if (thrown.length > 0) return createSetupError(what, thrown)
  if (error instanceof Error) return error
  // A thrown value that isn't an Error has no stack, and so no position.
  return new SetupError(
    `${what} cannot be loaded, because a module throws ${JSON.stringify(error) ?? String(error)}.\nThrow an Error instead: its position can be reported.`,
  )
}

async function createSetupError(what: string, found: readonly Diagnostic[]): Promise<SetupError> {
  const { printDiagnostics } = await import('../diagnostic/print.ts')
  return new SetupError(`${what} cannot be loaded.\n${printDiagnostics(found, 'pretty').trimEnd()}`)
}
