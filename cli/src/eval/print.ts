/** Terminal output of an eval run. */
import { formatCount } from '@fw/runtime/contract'
import type { Io } from '../io.ts'
import { lineText, printableText } from '../printable-text.ts'
import type { Comparison, Cost } from './compare.ts'
import type { ScenarioReport, StepReport } from './run-scenario.ts'
import { isBroken, isFlaky, type RunSummary } from './summary.ts'

type Colors = Io['resultColors']

/** Formats a scenario as one line, followed by the mismatches of its failed step. */
export function printScenario(report: ScenarioReport, trials: number, colors: Colors): string {
  const { file, name, ok, durationMs, trial, steps } = report
  const which = trial === undefined ? '' : `, trial ${trial + 1} of ${trials}`
  const verdict = ok ? colors.green('passed') : colors.red('failed')
  const head = `${verdict}  ${file}  ${printableText(name)}  (${formatCount(steps.length, 'step')}, ${durationMs} ms${which})`
  return [head, ...steps.flatMap((step) => (step.verdict === 'failed' ? printFailure(step, colors) : []))].join('\n')
}

/** Formats the verdict and the comparison for stderr. */
export function printVerdict(run: RunSummary, comparison: Comparison | undefined, colors: Colors): string {
  const broken = run.scenarios.filter(isBroken)
  const flaky = run.scenarios.filter(isFlaky)
  const every = run.trials === 1 ? '' : ` in every one of ${run.trials} trials`
  const total = formatCount(run.scenarios.length, 'scenario')
  return [
    run.ok
      ? `${colors.green('Gate passed:')} ${total}, none failed${every}.`
      : `${colors.red('Gate failed:')} ${broken.length} of ${total} failed${every}.`,
    ...broken.map(({ file, name }) => `  ${file}  ${printableText(name)}`),
    ...flaky.map(
      ({ file, passed, failed }) => `  ${colors.yellow('unsteady')}  ${file}  passed ${passed} of ${passed + failed}`,
    ),
    ...(run.usage.inputTokens > 0
      ? [`Model: ${lineText(run.model ?? 'unknown')}, ${costText(totalCost(run))} in total.`]
      : []),
    ...(comparison === undefined ? [] : printComparison(comparison)),
  ].join('\n')
}

/** Scenarios that didn't run are listed apart, because they may have been left out on purpose. */
const CHANGES = [
  ['broken', 'broken'],
  ['fixed', 'fixed'],
  ['added', 'only in this run'],
  ['removed', 'not in this run'],
] as const

function printComparison({ with: name, date, commit, costPerTrial, ...lists }: Comparison): readonly string[] {
  const at = commit === undefined ? '' : `, ${commit.slice(0, 8)}`
  const changes = CHANGES.filter(([change]) => lists[change].length > 0).map(
    ([change, words]) => `  ${words}: ${lists[change].join(', ')}`,
  )
  const cost =
    costPerTrial === undefined
      ? []
      : [`  cost per trial: ${costText(costPerTrial.before)} before, ${costText(costPerTrial.now)} now`]
  const ending = changes.length + cost.length === 0 ? ': no difference.' : ':'
  return [
    `Compared with ${name === 'previous' ? 'the previous run' : name} (${date}${at})${ending}`,
    ...changes,
    ...cost,
  ]
}

function printFailure(
  { index, step, outcome, mismatches = [], problem }: StepReport,
  colors: Colors,
): readonly string[] {
  const lines = mismatches.flatMap(({ path, expected, actual }) => [
    `    ${lineText(path)}`,
    `      ${colors.green(`expected  ${lineText(expected)}`)}`,
    `      ${colors.red(`got       ${lineText(actual)}`)}`,
  ])
  const detail =
    problem ??
    (outcome?.error !== undefined && !mismatches.some(({ path }) => path !== 'result') ? outcome.error : undefined)
  return [
    `  step ${index}  ${printableText(step)}`,
    ...lines,
    ...(detail === undefined ? [] : [`    ${lineText(detail)}`]),
  ]
}

function totalCost({ usage }: RunSummary): Cost {
  const { inputTokens, outputTokens, costUsd } = usage
  return { tokens: inputTokens + outputTokens, ...(costUsd !== undefined && { costUsd }) }
}

function costText({ tokens, costUsd }: Cost): string {
  return `${Math.round(tokens)} tokens${costUsd === undefined ? '' : `, $${costUsd.toFixed(4)}`}`
}
