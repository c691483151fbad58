/** Runs codemods and reports their changes: the diff of a dry run on stdout, everything else on stderr. */

import type { Codemod, CodemodReport, FileChange } from '@fw/codemods'
import { formatCount } from '@fw/runtime/contract'
import { CliError } from '../cli-error.ts'
import type { Io } from '../io.ts'
import { printDiffs } from './print-diffs.ts'
import { hasUncommitted } from './uncommitted-changes.ts'

interface ApplyOptions {
  readonly root: string
  readonly codemods: readonly Codemod[]
  readonly dryRun: boolean
}

/** Runs the codemods and returns the exit code. Changes left for the developer don't count as a failure. */
export async function applyCodemods(io: Io, { root, codemods, dryRun }: ApplyOptions): Promise<number> {
  const { runCodemods } = await import('@fw/codemods')
  if (!dryRun && hasUncommitted(root))
    io.note(
      io.errorColors.yellow(
        'Some files have uncommitted changes. Commit them first to see the codemod changes separately in git.',
      ),
    )
  const reports = await runCodemods(codemods, { root, dryRun }).catch((error: unknown) => {
    if (!isOutside(error)) throw error
    throw new CliError({ code: error.code, title: error.message })
  })
  for (const report of reports) {
    io.note(`${io.errorColors.bold(report.codemod.id)}: ${report.codemod.title}`)
    for (const change of report.changes) io.note(`  ${dryRun ? 'would have ' : ''}${changeLine(change)}`)
    if (report.changes.length === 0) io.note('  no changes')
    if (dryRun) await printDiffs(io, report.changes)
  }
  printLeft(io, reports)
  const files = new Set(reports.flatMap(({ changes }) => changes.map(({ file }) => file))).size
  const verb = dryRun ? 'would change' : 'changed'
  io.note(`${formatCount(files, 'file')} ${verb}.${dryRun ? ' Nothing was written.' : ''}`)
  return 0
}

function isOutside(error: unknown): error is Error & { readonly code: 'outside_app' } {
  return error instanceof Error && 'code' in error && error.code === 'outside_app'
}

/** Formats each codemod as one line: id, release, title. */
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
  // Each codemod reports the same unparsable files, so print every location once.
  const left = new Set(all.map(({ file, line, reason }) => `${file}${line === undefined ? '' : `:${line}`} ${reason}`))
  if (left.size === 0) return
  io.note(io.errorColors.yellow(`${formatCount(left.size, 'location')} to change by hand:`))
  for (const place of left) io.note(`  ${place}`)
}
