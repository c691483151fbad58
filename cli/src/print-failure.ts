/** Prints why a command failed. */
import type { Io } from './io.ts'

/** Prints the error that a command threw. Returns its exit code. */
export async function printFailure(error: unknown, io: Io): Promise<number> {
  const { explainError, isExpected } = await import('./explain-error.ts')
  return printProblem(isExpected(error) ? 'Failed:' : 'Unexpected:', explainError(error), io)
}

/** Prints a text whose first line begins with `label`. Returns the exit code of a failure. */
export async function printProblem(label: 'Failed:' | 'Unexpected:', text: string, io: Io): Promise<number> {
  const { printableText } = await import('./printable-text.ts')
  const [first = '', ...rest] = printableText(text).split('\n')
  io.note(`${io.errorColors.red(label)} ${first}`)
  for (const line of rest) io.note(line)
  return 1
}
