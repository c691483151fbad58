/** Error that commands throw. */

interface CliErrorOptions {
  /** Error code in snake_case, for tests and scripts. */
  readonly code: string
  /** What happened, in one sentence. */
  readonly title: string
  /** How to fix it, in one or a few sentences. */
  readonly fix?: string
}

/** Error that the user can fix. It is printed without a stack, and the command exits with 1. */
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
