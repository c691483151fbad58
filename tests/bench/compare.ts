/** Compares the results of rows with their targets. */
import { median } from './median.ts'
import { formatValue, type Result } from './result.ts'
import type { Target } from './targets.ts'

/** `best only`: the median misses the target, and the best round meets it. */
export type Verdict = 'met' | 'best only' | 'missed' | 'not measured'

export interface Comparison {
  readonly target: Target
  /** Such as `>= 0.85 x by hand`. */
  readonly text: string
  /** The value that is compared: a ratio if the target has `of`. Absent if the other contender wasn't measured. */
  readonly value?: number
  readonly verdict: Verdict
}

/** Returns the targets of a result, each compared with it. */
export function compareResult(
  result: Result,
  results: readonly Result[],
  targets: readonly Target[],
): readonly Comparison[] {
  return targets
    .filter((target) => matchesTarget(result, target))
    .map((target) => compareTarget(result, target, results))
}

/** Returns the targets that no result belongs to. */
export function findUnmeasured(results: readonly Result[], targets: readonly Target[]): readonly Target[] {
  return targets.filter((target) => !results.some((result) => matchesTarget(result, target)))
}

function matchesTarget(result: Result, { row, measure, contender = 'fw', runtimes }: Target): boolean {
  if (row !== result.row || measure !== result.measure || contender !== result.contender) return false
  return runtimes === undefined || runtimes.includes(result.runtime)
}

function compareTarget(result: Result, target: Target, results: readonly Result[]): Comparison {
  const { of, value: limit, best, stretch } = target
  const sign = result.better === 'higher' ? '>=' : '<='
  const amount = of === undefined ? formatValue(limit, result.unit) : `${limit} x ${of}`
  const text = [sign, amount, ...(best ? ['(best)'] : []), ...(stretch ? ['(stretch)'] : [])].join(' ')
  const other = of === undefined ? undefined : findContender(result, of, results)
  if (of !== undefined && other === undefined) return { target, text, verdict: 'not measured' }
  const [middle, top] = other === undefined ? [result.median, result.best] : divide(result, other)
  const meets = (value: number) => (result.better === 'higher' ? value >= limit : value <= limit)
  if (best) return { target, text, value: top, verdict: meets(top) ? 'met' : 'missed' }
  return { target, text, value: middle, verdict: meets(middle) ? 'met' : meets(top) ? 'best only' : 'missed' }
}

function findContender({ row, measure, runtime }: Result, contender: string, results: readonly Result[]) {
  return results.find(
    (other) =>
      other.row === row && other.measure === measure && other.runtime === runtime && other.contender === contender,
  )
}

/** Returns the median of the ratios of each round, whose contenders had the same load, and the ratio of the best values. */
function divide(result: Result, other: Result): readonly [median: number, best: number] {
  const isPaired = result.values.length === other.values.length
  const ratios = result.values.map((value, round) => value / (other.values[round] ?? value))
  return [isPaired ? median(ratios) : result.median / other.median, result.best / other.best]
}
