/** An app that is set up wrongly: found when it starts, and for its developer to put right. */

/**
 * Thrown while an app is being put together. The message says what is wrong and what to do, so the command line prints it
 * without a stack. Known by its `name`: an app's bundle has a copy of this class of its own.
 */
export class SetupError extends TypeError {
  override readonly name = 'SetupError'
}

/** Whether an error says that the app is set up wrongly, from whichever copy of the framework it comes. */
export function isSetupError(error: unknown): error is Error {
  return error instanceof Error && error.name === 'SetupError'
}
