/** Parses a scenario file into a scenario, or into a list of everything that is wrong with it. */
import { getMessage, isRecord, nearestName } from '@fw/runtime/contract'
import { matcherProblems } from './match.ts'
import { isReference, parseReference, referencesIn } from './reference.ts'
import type { Expectation, Scenario, Step } from './scenario.ts'

type Parsed = { readonly scenario: Scenario } | { readonly problems: readonly string[] }

type Fields = Readonly<Record<string, unknown>>
type Report = (path: string, problem: string) => void

const FORMS = ['tool', 'approve', 'reject', 'turn'] as const

/** Parses the file. Never throws. Each problem is one line that begins with the file. */
export function parseScenario(file: string, text: string): Parsed {
  const problems: string[] = []
  const report: Report = (path, problem) => problems.push(`${file}${path === '' ? '' : ` ${path}`}: ${problem}`)
  const scenario = readScenario(file, parseJson(text, report), report)
  return scenario === undefined || problems.length > 0 ? { problems } : { scenario }
}

function parseJson(text: string, report: Report): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    report('', `invalid JSON: ${getMessage(error)}`)
    return undefined
  }
}

function readScenario(file: string, value: unknown, report: Report): Scenario | undefined {
  if (value === undefined) return undefined
  if (!isRecord(value)) {
    report('', 'a scenario must be an object with "name" and "steps".')
    return undefined
  }
  onlyKnown(value, ['$schema', 'name', 'steps', 'reset'], '', report)
  const { name, steps, reset = false } = value
  if (typeof name !== 'string' || name.trim() === '') report('name', 'must be a non-empty string.')
  if (typeof reset !== 'boolean') report('reset', 'must be true or false.')
  if (!Array.isArray(steps) || steps.length === 0) {
    report('steps', 'must be a list with at least one step.')
    return undefined
  }
  const read = steps.map((step: unknown, index) => readStep(step, index, report))
  return { file, name: String(name), reset: reset === true, steps: read.filter((step) => step !== undefined) }
}

function readStep(value: unknown, index: number, report: Report): Step | undefined {
  const path = `steps[${index}]`
  const forms = isRecord(value) ? FORMS.filter((name) => Object.hasOwn(value, name)) : []
  const [form] = forms
  if (!isRecord(value) || form === undefined || forms.length > 1) {
    report(path, `a step must have exactly one of ${FORMS.map((name) => `"${name}"`).join(', ')}.`)
    return undefined
  }
  const more = { tool: ['input'], turn: ['path'], approve: [], reject: [] }[form]
  onlyKnown(value, [form, 'expect', ...more], path, report)
  const subject = value[form]
  if (typeof subject !== 'string' || subject === '') {
    report(`${path}.${form}`, 'must be a string.')
    return undefined
  }
  const expect = readExpectation(value.expect, `${path}.expect`, report)
  switch (form) {
    case 'tool':
      checkReferences(value.input, `${path}.input`, index, report)
      if (UI_TOOL.test(subject))
        report(
          `${path}.tool`,
          `"${subject}" is a page tool, and no page is open. Let the agent call it in a "turn" step.`,
        )
      return { form, tool: subject, input: value.input ?? {}, expect }
    case 'turn':
      if (value.path !== undefined && !String(value.path).startsWith('/'))
        report(`${path}.path`, 'must begin with "/".')
      return { form, message: subject, path: String(value.path ?? '/'), expect }
    default:
      checkReferences(subject, `${path}.${form}`, index, report)
      return { form, proposal: subject, expect }
  }
}

/** Matches `ui_click`, but not `ui__click`, which is `api.ui.click`. */
const UI_TOOL = /^ui_[a-z]/

function checkReferences(value: unknown, path: string, index: number, report: Report): void {
  for (const { text, path: below } of referencesIn(value)) {
    const reference = isReference(text) ? parseReference(text) : undefined
    if (reference === undefined)
      report(path + below, `"${text}" is not a valid reference. Write only the reference, such as $steps[0].result.id.`)
    else if (reference.step >= index)
      report(path + below, `"${text}" refers to a step that has not run yet. Step indexes start at 0.`)
  }
}

function readExpectation(value: unknown, path: string, report: Report): Expectation {
  if (value === undefined) return { ok: true }
  if (!isRecord(value)) {
    report(path, 'must be an object.')
    return { ok: true }
  }
  onlyKnown(value, ['ok', 'status', 'error', 'code', 'result'], path, report)
  const { ok = true, status, error, code } = value
  if (typeof ok !== 'boolean') report(`${path}.ok`, 'must be true or false.')
  if (status !== undefined && !Number.isInteger(status)) report(`${path}.status`, 'must be an HTTP status such as 403.')
  if (error !== undefined && typeof error !== 'string')
    report(`${path}.error`, 'must be a string that the error contains.')
  if (code !== undefined && typeof code !== 'string')
    report(`${path}.code`, 'must be an error code such as "invalid_input".')
  for (const problem of matcherProblems(value.result, `${path}.result`)) report('', problem)
  return {
    ok: ok !== false,
    ...(status !== undefined && { status: Number(status) }),
    ...(error !== undefined && { error: String(error) }),
    ...(code !== undefined && { code: String(code) }),
    ...(Object.hasOwn(value, 'result') && { result: value.result }),
  }
}

function onlyKnown(value: Fields, known: readonly string[], path: string, report: Report): void {
  for (const key of Object.keys(value)) {
    if (known.includes(key)) continue
    const nearest = nearestName(key, known)
    const hint =
      nearest === undefined
        ? `Known fields: ${known.filter((name) => name !== '$schema').join(', ')}.`
        : `Did you mean "${nearest}"?`
    report(path, `unknown field "${key}". ${hint}`)
  }
}
