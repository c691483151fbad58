/** What to tell people about a call that failed: the server's own sentence, where there is one. */
export function problemOf(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : 'That did not work. Please try again.'
}
