/** Errors in an app's set-up, found at start, for its developer to fix. */

/**
 * Thrown while an app is set up. The message explains the problem and its solution, so the command line prints it without a
 * stack. Recognized by its `name`, because an app's bundle has its own copy of this class.
 */
export class SetupError extends TypeError {
  override readonly name = 'SetupError'
}

/** Whether an error is a `SetupError`, from any copy of the framework. */
export function isSetupError(error: unknown): error is Error {
  return error instanceof Error && error.name === 'SetupError'
}
