/** Runs codemods and tells what they did: diffs of a dry run on stdout, everything else on stderr. */
import type { Codemod, CodemodReport, FileChange } from '@fw/codemods'
import { CliError } from '../fail.ts'
import type { Io } from '../io.ts'
import { hasUncommitted } from './uncommitted.ts'

export interface ApplyOptions {
  readonly root: string
  readonly codemods: readonly Codemod[]
  readonly dryRun: boolean
}

/** Answers the exit code: what is left for the person is no failure. */
export async function applyCodemods(io: Io, { root, codemods, dryRun }: ApplyOptions): Promise<number> {
  const { runCodemods } = await import('@fw/codemods')
  if (!dryRun && hasUncommitted(root))
    io.note(
      io.errorColors.yellow(
        'Some files have changes that are not committed: git cannot tell them from what changes now.',
      ),
    )
  const reports = await runCodemods(codemods, { root, dryRun }).catch((error: unknown) => {
    if (!isOutside(error)) throw error
    throw new CliError({ code: error.code, title: error.message })
  })
  for (const report of reports) {
    io.note(`${io.errorColors.bold(report.codemod.id)}: ${report.codemod.title}`)
    for (const change of report.changes) io.note(`  ${dryRun ? 'would have ' : ''}${changeLine(change)}`)
    if (report.changes.length === 0) io.note('  nothing to change')
    if (dryRun) await printDiffs(io, report.changes)
  }
  printLeft(io, reports)
  const files = new Set(reports.flatMap(({ changes }) => changes.map(({ file }) => file))).size
  const verb = dryRun ? 'would change' : 'changed'
  io.note(`${counted(files, 'file')} ${verb}.${dryRun ? ' Nothing was written.' : ''}`)
  return 0
}

function isOutside(error: unknown): error is Error & { readonly code: 'outside_app' } {
  return error instanceof Error && 'code' in error && error.code === 'outside_app'
}

/** One line a codemod: id, release, title. */
export function listCodemods(codemods: readonly Codemod[]): string {
  const width = Math.max(...codemods.map(({ id }) => id.length))
  return codemods
    .map(({ id, release, title }) => `${id.padEnd(width)}  ${(release ?? 'migration').padEnd(9)}  ${title}`)
    .join('\n')
}

function changeLine({ file, from, before, after }: FileChange): string {
  if (from !== undefined) return `moved ${from} to ${file}`
  if (before === undefined) return `wrote ${file}`
  return after === undefined ? `deleted ${file}` : `changed ${file}`
}

function printLeft(io: Io, reports: readonly CodemodReport[]): void {
  const all = reports.flatMap((report) => report.left)
  // What no codemod can read, each of them leaves.
  const left = new Set(all.map(({ file, line, reason }) => `${file}${line === undefined ? '' : `:${line}`} ${reason}`))
  if (left.size === 0) return
  io.note(io.errorColors.yellow(`${counted(left.size, 'place')} left for you:`))
  for (const place of left) io.note(`  ${place}`)
}

/** What `git apply` takes. */
async function printDiffs(io: Io, changes: readonly FileChange[]): Promise<void> {
  const { unifiedDiff } = await import('@fw/compiler')
  for (const { file, from, before, after } of changes) {
    const [, , ...hunks] = unifiedDiff(file, before ?? '', after ?? '').split('\n')
    const old = from ?? file
    const moved =
      from === undefined ? [] : [`diff --git a/${from} b/${file}`, `rename from ${from}`, `rename to ${file}`]
    const names = [
      before === undefined ? '--- /dev/null' : `--- a/${old}`,
      after === undefined ? '+++ /dev/null' : `+++ b/${file}`,
    ]
    const lines = [...moved, ...(hunks.length === 0 ? [] : [...names, ...hunks])]
    io.result(lines.map((line) => coloured(io, line)).join('\n'))
  }
}

function coloured({ resultColors }: Io, line: string): string {
  if (/^(?:---|\+\+\+|diff|rename) /.test(line)) return resultColors.bold(line)
  if (line.startsWith('@@')) return resultColors.cyan(line)
  if (line.startsWith('-')) return resultColors.red(line)
  return line.startsWith('+') ? resultColors.green(line) : line
}

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`
}
