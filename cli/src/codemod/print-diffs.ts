/** Prints changes of files as a patch for `git apply`. */
import type { FileChange } from '@fw/codemods'
import type { Io } from '../io.ts'

/** Prints the changes on stdout, in color on a terminal. */
export async function printDiffs(io: Io, changes: readonly FileChange[]): Promise<void> {
  for (const change of changes) {
    const lines = await formatChange(change)
    io.result(lines.map((line) => colorLine(io, line)).join('\n'))
  }
}

/** Returns the lines of one change in the format of `git diff`. */
export async function formatChange({ file, from, before, after }: FileChange): Promise<readonly string[]> {
  const { unifiedDiff } = await import('@fw/compiler')
  const [, , ...hunks] = unifiedDiff(file, before ?? '', after ?? '').split('\n')
  const moved = from === undefined ? [] : [`diff --git a/${from} b/${file}`, `rename from ${from}`, `rename to ${file}`]
  const names = [
    before === undefined ? '--- /dev/null' : `--- a/${from ?? file}`,
    after === undefined ? '+++ /dev/null' : `+++ b/${file}`,
  ]
  return [...moved, ...(hunks.length === 0 ? [] : [...names, ...hunks])]
}

function colorLine({ resultColors }: Io, line: string): string {
  if (/^(?:---|\+\+\+|diff|rename) /.test(line)) return resultColors.bold(line)
  if (line.startsWith('@@')) return resultColors.cyan(line)
  if (line.startsWith('-')) return resultColors.red(line)
  return line.startsWith('+') ? resultColors.green(line) : line
}
