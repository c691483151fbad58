/** Summary of a run, shared by the gate file, the history and a baseline. */
import { addUsage, NO_USAGE, type TokenUsage } from '@fw/runtime/contract'
import type { ScenarioReport } from './run-scenario.ts'
import type { Scenario } from './scenario.ts'

/** Summary of one scenario over all trials. */
export interface ScenarioSummary {
  readonly file: string
  readonly name: string
  /** Number of passed and failed trials. */
  readonly passed: number
  readonly failed: number
  /** Total of all trials. */
  readonly usage: TokenUsage
}

/** Metadata of a run. */
export interface RunFacts {
  /** Start time in ISO 8601. */
  readonly date: string
  /** Commit of the app. Absent without version control. */
  readonly commit?: string
  /** Whether files differ from the commit. */
  readonly dirty?: true
}

export interface RunSummary extends RunFacts {
  /** Whether the gate passes: no scenario failed in every trial. */
  readonly ok: boolean
  readonly trials: number
  readonly durationMs: number
  /** Model that replied to the turns. Absent without turns. */
  readonly model?: string
  /** Total of all trials. */
  readonly usage: TokenUsage
  readonly scenarios: readonly ScenarioSummary[]
}

/** Summarizes reports, one per trial of each scenario. */
export function summarize(
  scenarios: readonly Scenario[],
  reports: readonly ScenarioReport[],
  facts: RunFacts & { readonly trials: number; readonly durationMs: number },
): RunSummary {
  const summaries = scenarios.map(({ file, name }) => {
    const own = reports.filter((report) => report.file === file)
    const passed = own.filter(({ ok }) => ok).length
    return { file, name, passed, failed: own.length - passed, usage: sumUsage(own) }
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
    usage: sumUsage(summaries),
    scenarios: summaries,
  }
}

/** Returns whether the scenario failed in every trial, which fails the gate. */
export function isBroken({ passed }: Pick<ScenarioSummary, 'passed'>): boolean {
  return passed === 0
}

/** Returns whether some trials passed and others failed. */
export function isFlaky({ passed, failed }: ScenarioSummary): boolean {
  return passed > 0 && failed > 0
}

function sumUsage(parts: readonly { readonly usage: TokenUsage }[]): TokenUsage {
  return parts.reduce((sum, { usage }) => addUsage(sum, usage), NO_USAGE)
}
