/** Prints the changes of a contract: as a table, as JSON, and as annotations of GitHub. */
import { type Diagnostic, printDiagnostics } from '@fw/compiler'
import { formatCount } from '@fw/runtime/contract'
import { printableText } from '../printable-text.ts'
import { describeChange } from './contract-notes.ts'
import { isUnexplained, type ReviewedChange } from './review-changes.ts'

/** Formats the changes for people. No line is cut: the table is read in reviews. */
export function formatChanges(changes: readonly ReviewedChange[]): string {
  const rows = changes.map((change) => [
    change.verdict,
    change.function,
    `${change.file}:${change.line}`,
    `${describeChange(change)}${change.note === undefined ? '' : ` (note: ${change.note})`}`,
  ])
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return printableText(
    rows
      .map((row) =>
        row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd(),
      )
      .join('\n'),
  )
}

/** Counts the changes: `2 breaking changes, 1 of them without a note, 1 notice, 3 compatible changes`. */
export function summarizeChanges(changes: readonly ReviewedChange[]): string {
  const count = (verdict: ReviewedChange['verdict']) => changes.filter((one) => one.verdict === verdict).length
  const unexplained = changes.filter(isUnexplained).length
  return [
    formatCount(count('breaking'), 'breaking change'),
    ...(unexplained > 0 ? [`${unexplained} without a note`] : []),
    ...(count('notice') > 0 ? [formatCount(count('notice'), 'notice')] : []),
    formatCount(count('compatible'), 'compatible change'),
  ].join(', ')
}

/**
 * Formats annotations: errors for breaking changes, warnings for those with a note and for notices. Compatible changes
 * have none, because GitHub shows at most ten of a kind.
 *
 * @param folder of the app in its repository, such as `apps/shop/`
 */
export function formatAnnotations(changes: readonly ReviewedChange[], folder: string): string {
  const shown = changes.filter(({ verdict }) => verdict !== 'compatible')
  return printDiagnostics(
    shown.map((change) => toDiagnostic(change, folder)),
    'github',
  ).trimEnd()
}

function toDiagnostic(change: ReviewedChange, folder: string): Diagnostic {
  const { file, line, column, note } = change
  const isBreaking = change.verdict === 'breaking'
  return {
    code: isBreaking ? 'breaking-change' : 'contract-change',
    number: 0,
    severity: isUnexplained(change) ? 'error' : 'warning',
    title: change.function,
    message: `${change.function}: ${describeChange(change)}${note === undefined ? '' : ` (note: ${note})`}`,
    span: { file: `${folder}${file}`, line, column, start: 0, end: 0 },
  }
}
