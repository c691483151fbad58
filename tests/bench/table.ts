/** The table of a run: every result beside its targets. */
import { type Comparison, compareResult, findUnmeasured } from './compare.ts'
import { formatValue, type Result } from './result.ts'
import type { Target } from './targets.ts'

const HEAD = ['row', 'measure', 'contender', 'median', 'best', 'n', 'target', 'value', 'verdict']

/** Returns the lines of the table. Contenders of a measure are beside each other; a further target has a further line. */
export function formatTable(results: readonly Result[], targets: readonly Target[]): readonly string[] {
  const lines = results.flatMap((result) => {
    const { row, measure, contender, runtime, unit, values } = result
    const [middle, best] = [formatValue(result.median, unit), formatValue(result.best, unit)]
    const head = [row, measure, `${contender}, ${runtime}`, middle, best, String(values.length)]
    const [first, ...more] = compareResult(result, results, targets)
    return [
      [...head, ...(first === undefined ? [] : formatComparison(first, unit))],
      ...more.map((comparison) => [...head.map(() => ''), ...formatComparison(comparison, unit)]),
    ]
  })
  const missing = findUnmeasured(results, targets).map(({ row, measure, contender = 'fw' }) => [
    ...[row, measure, contender, '-', '-', '0', '', ''],
    'not measured',
  ])
  return alignColumns([HEAD, ...lines, ...missing])
}

function formatComparison({ text, value, target, verdict }: Comparison, unit: string): readonly string[] {
  const compared = value === undefined ? '-' : formatValue(value, target.of === undefined ? unit : 'x')
  return [text, compared, verdict]
}

function alignColumns(lines: readonly (readonly string[])[]): readonly string[] {
  const widths = HEAD.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)))
  return lines.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

/** Returns the same as data. */
export function toReport(results: readonly Result[], targets: readonly Target[]) {
  return results.map((result) => ({
    ...result,
    targets: compareResult(result, results, targets).map(({ text, value, verdict }) => ({ text, value, verdict })),
  }))
}
