/** Runs the steps of a scenario in order, until one fails its expectations. */
import { addUsage, isRecord, NO_USAGE, type TokenUsage } from '@fw/runtime/contract'
import { type Mismatch, mismatches } from './match.ts'
import type { Outcome } from './outcome.ts'
import { MissingReferenceError, resolveReferences } from './reference.ts'
import { describeStep, type Expectation, type Scenario, type Step } from './scenario.ts'
import type { Caller, ReadyStep } from './step-caller.ts'

/** Report of one step. */
export interface StepReport {
  /** Zero-based index, as in references. */
  readonly index: number
  /** Label such as `api.shop.search` or `approve $steps[0].result.id`. */
  readonly step: string
  readonly verdict: 'passed' | 'failed' | 'skipped'
  readonly durationMs?: number
  readonly outcome?: Outcome
  /** Differences between the outcome and the expectation. */
  readonly mismatches?: readonly Mismatch[]
  /** Reason if the step has no outcome. */
  readonly problem?: string
}

/** Report of one run of a scenario. */
export interface ScenarioReport {
  readonly file: string
  readonly name: string
  /** Zero-based index. Present only with more than one trial. */
  readonly trial?: number
  readonly ok: boolean
  readonly durationMs: number
  /** Model that replied to the turns. Absent without turns. */
  readonly model?: string
  readonly usage: TokenUsage
  readonly steps: readonly StepReport[]
}

/** Runs the scenario. Never rejects: if the app doesn't respond, the step fails. */
export async function runScenario(scenario: Scenario, call: Caller): Promise<ScenarioReport> {
  const begin = performance.now()
  const outcomes: Outcome[] = []
  const steps: StepReport[] = []
  for (const [index, step] of scenario.steps.entries()) {
    const about = { index, step: describeStep(step) }
    if (steps.some(({ verdict }) => verdict === 'failed')) {
      steps.push({ ...about, verdict: 'skipped' })
      continue
    }
    const report = await runStep(step, outcomes, call)
    if (report.outcome !== undefined) outcomes.push(report.outcome)
    steps.push({ ...about, ...report })
  }
  const replies = scenario.steps.flatMap(({ form }, index) => (form === 'turn' ? [outcomes[index]?.result] : []))
  const model = [...new Set(replies.flatMap(readModels))].join(', ')
  return {
    file: scenario.file,
    name: scenario.name,
    ok: steps.every(({ verdict }) => verdict === 'passed'),
    durationMs: Math.round(performance.now() - begin),
    ...(model !== '' && { model }),
    usage: replies.map(readUsage).reduce(addUsage, NO_USAGE),
    steps,
  }
}

async function runStep(
  step: Step,
  outcomes: readonly Outcome[],
  call: Caller,
): Promise<Omit<StepReport, 'index' | 'step'>> {
  const begin = performance.now()
  try {
    const outcome = await call(readyStep(step, outcomes))
    const found = compare(step.expect, outcome, step.form === 'tool' ? getHint(step.tool, outcome) : '')
    const durationMs = Math.round(performance.now() - begin)
    if (found.length === 0) return { verdict: 'passed', durationMs, outcome }
    return { verdict: 'failed', durationMs, outcome, mismatches: found }
  } catch (error) {
    if (error instanceof MissingReferenceError) return { verdict: 'failed', problem: error.message }
    return { verdict: 'failed', problem: `The app did not respond: ${getReason(error)}` }
  }
}

function readyStep(step: Step, outcomes: readonly Outcome[]): ReadyStep {
  switch (step.form) {
    case 'tool':
      return { form: step.form, tool: step.tool, input: resolveReferences(step.input, outcomes) }
    case 'turn':
      return step
    default:
      return { form: step.form, proposal: resolveReferences(step.proposal, outcomes) }
  }
}

/** Returns a hint for an unknown tool such as `AddToCart.add`, which may be an intent of a page. */
function getHint(tool: string, { status }: Outcome): string {
  return status === 404 && /^(?!api\.)[A-Za-z_$][\w$]*\.[A-Za-z_$][\w$]*$/.test(tool)
    ? '. If it is an intent, it needs a page, and no page is open. Let the agent call it in a step with "turn" and "path".'
    : ''
}

/** Compares the outcome with the expectation. `hint` is appended to the message of a failed outcome. */
function compare(expect: Expectation, outcome: Outcome, hint: string): readonly Mismatch[] {
  const { error, code } = outcome
  const coded = code === undefined ? '' : ` and the code ${code}`
  const detail = error === undefined ? hint : `, with the error ${JSON.stringify(error)}${coded}${hint}`
  const found: Mismatch[] = []
  if (outcome.ok !== expect.ok)
    found.push({ path: 'ok', expected: String(expect.ok), actual: `${outcome.ok} (status ${outcome.status}${detail})` })
  if (expect.status !== undefined && outcome.status !== expect.status)
    found.push({ path: 'status', expected: String(expect.status), actual: `${outcome.status}${detail}` })
  if (expect.error !== undefined && error?.includes(expect.error) !== true)
    found.push({
      path: 'error',
      expected: `a string that contains ${JSON.stringify(expect.error)}`,
      actual: error ?? 'nothing',
    })
  if (expect.code !== undefined && code !== expect.code)
    found.push({ path: 'code', expected: expect.code, actual: `${code ?? 'nothing'}${detail}` })
  if ('result' in expect) found.push(...mismatches(expect.result, outcome.result, 'result'))
  return found
}

/** Maximum length of a model's name. */
const MAX_MODEL = 200

function readModels(reply: unknown): string[] {
  const model = isRecord(reply) ? reply.model : undefined
  return typeof model === 'string' ? [model.slice(0, MAX_MODEL)] : []
}

/** Reads the usage of a reply. The server may have sent anything. */
function readUsage(reply: unknown): TokenUsage {
  const usage = isRecord(reply) && isRecord(reply.usage) ? reply.usage : {}
  const { inputTokens, outputTokens, cachedInputTokens, costUsd } = usage
  return {
    inputTokens: readCount(inputTokens),
    outputTokens: readCount(outputTokens),
    cachedInputTokens: readCount(cachedInputTokens),
    ...(typeof costUsd === 'number' && { costUsd: readCount(costUsd) }),
  }
}

function readCount(value: unknown): number {
  return typeof value === 'number' && value >= 0 && value <= Number.MAX_SAFE_INTEGER ? value : 0
}

function getReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}
