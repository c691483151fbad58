/** Errors of the command line, and what is printed for each kind. */
import { isSetupError } from '@fw/runtime/contract'

export interface CliErrorOptions {
  /** snake_case, for tests and scripts. */
  readonly code: string
  /** What happened, as one sentence. */
  readonly title: string
  /** What to do now, as one sentence or a few. */
  readonly fix?: string
}

/** Something that the user can put right. Printed without a stack; the command exits with 1. */
export class CliError extends Error {
  readonly code: string
  readonly fix: string | undefined

  constructor(options: CliErrorOptions) {
    super(options.title)
    this.name = 'CliError'
    this.code = options.code
    this.fix = options.fix
  }
}

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
