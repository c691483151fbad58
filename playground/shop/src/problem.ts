/** Returns the message for a failed call: the server's message, if it has one. */
export function problemOf(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : 'That did not work. Please try again.'
}
