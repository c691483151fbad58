/** The error that commands throw. */

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
