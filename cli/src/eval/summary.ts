/** A run in short: what the gate file, the history and a baseline have in common (spec: eval rules, 8 and 9). */
import { addUsage, NO_USAGE, type TokenUsage } from '@fw/runtime/contract'
import type { ScenarioReport } from './run-scenario.ts'
import type { Scenario } from './scenario.ts'

/** One scenario over all trials. */
export interface ScenarioSummary {
  readonly file: string
  readonly name: string
  /** How many trials passed, and how many failed. */
  readonly passed: number
  readonly failed: number
  /** Of all trials. */
  readonly usage: TokenUsage
}

/** Where a run took place. */
export interface RunFacts {
  /** When it began, as ISO 8601. */
  readonly date: string
  /** Absent outside of version control. */
  readonly commit?: string
  /** Files differ from the commit. */
  readonly dirty?: true
}

export interface RunSummary extends RunFacts {
  /** Whether the gate lets it pass: no scenario failed every trial. */
  readonly ok: boolean
  readonly trials: number
  readonly durationMs: number
  /** The model that answered its turns; absent where none did. */
  readonly model?: string
  /** Of all trials. */
  readonly usage: TokenUsage
  readonly scenarios: readonly ScenarioSummary[]
}

/** What these reports, one for each trial of each scenario, come to. */
export function summarize(
  scenarios: readonly Scenario[],
  reports: readonly ScenarioReport[],
  facts: RunFacts & { readonly trials: number; readonly durationMs: number },
): RunSummary {
  const summaries = scenarios.map(({ file, name }) => {
    const own = reports.filter((report) => report.file === file)
    const passed = own.filter(({ ok }) => ok).length
    return { file, name, passed, failed: own.length - passed, usage: totalOf(own) }
  })
  const models = reports.flatMap(({ model }) => (model === undefined ? [] : model.split(', ')))
  const model = [...new Set(models)].join(', ')
  const { date, commit, dirty, trials, durationMs } = facts
  return {
    ok: summaries.every((summary) => !isBroken(summary)),
    date,
    ...(commit !== undefined && { commit }),
    ...(dirty && { dirty }),
    trials,
    durationMs,
    ...(model !== '' && { model }),
    usage: totalOf(summaries),
    scenarios: summaries,
  }
}

/** Whether it failed every trial: that is what stops the gate. */
export function isBroken({ passed }: Pick<ScenarioSummary, 'passed'>): boolean {
  return passed === 0
}

/** Whether some trials passed and some failed. */
export function isFlaky({ passed, failed }: ScenarioSummary): boolean {
  return passed > 0 && failed > 0
}

function totalOf(parts: readonly { readonly usage: TokenUsage }[]): TokenUsage {
  return parts.reduce((sum, { usage }) => addUsage(sum, usage), NO_USAGE)
}
