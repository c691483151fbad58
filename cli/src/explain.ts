/** What is printed for each kind of error. Loaded once a command has failed: `fw start` should not wait for it. */
import { isSetupError } from '@fw/runtime/contract'
import { CliError } from './fail.ts'

/** Whether a user can put it right: an error of ours, or an app that says how it is set up wrongly. */
export function isExpected(error: unknown): boolean {
  return error instanceof CliError || isSetupError(error)
}

/** The text for an error on its way to stderr. What nobody expected comes with a stack, and a request. */
export function explainError(error: unknown): string {
  if (isSetupError(error)) return error.message
  if (error instanceof CliError) return error.fix === undefined ? error.message : `${error.message}\n${error.fix}`
  const what = error instanceof Error ? (error.stack ?? error.message) : `Thrown: ${String(error)}`
  return `${what}\n\nThis was not expected. If the stack does not lead into your app, please report it with the lines above and the output of "fw --version".`
}
