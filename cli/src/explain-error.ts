/** Formats errors for stderr. Loaded after a command has failed, so that `fw start` doesn't load it. */
import { isSetupError } from '@fw/runtime/contract'
import { CliError } from './cli-error.ts'

/** Returns whether the user can fix the error: a `CliError`, or a configuration error of the app. */
export function isExpected(error: unknown): boolean {
  return error instanceof CliError || isSetupError(error)
}

/** Formats an error for stderr. An unexpected error includes its stack and a request to report it. */
export function explainError(error: unknown): string {
  if (isSetupError(error)) return error.message
  if (error instanceof CliError) return error.fix === undefined ? error.message : `${error.message}\n${error.fix}`
  const what = error instanceof Error ? (error.stack ?? error.message) : `Thrown: ${String(error)}`
  return `${what}\n\nThis error is unexpected. If the stack does not point to your app, please report it with the lines above and the output of "fw --version".`
}
