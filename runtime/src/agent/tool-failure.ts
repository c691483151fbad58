/** Failures of tools as the model reads them, and what is known about their text. */
import { ERRORS, type ErrorCode, type FwError } from '#contract/http/error.ts'
import { InputRefusal } from '#contract/http/input-refusal.ts'

interface Failure {
  readonly error: string
  readonly code?: unknown
}

/** Formats a failed call, so that the model can correct itself: the error text that an HTTP caller gets. */
export function formatFailure(error: FwError): string {
  const { message, code, issues } = error
  if (issues === undefined) return JSON.stringify({ error: message, code })
  return JSON.stringify({ error: message, code, issues, ...(!(error instanceof InputRefusal) && { source: 'app' }) })
}

const FAILURE_MEMBERS = new Set(['ok', 'error', 'code', 'issues', 'source', 'tool', 'channel', 'message'])

/**
 * Whether the result is a failure as `formatFailure` and pages write it. An app's data may have an `error` member too,
 * which usually is `null` beside the data.
 */
export function isFailure(result: unknown): result is Failure {
  if (typeof result !== 'object' || result === null || !('error' in result)) return false
  return typeof result.error === 'string' && Object.keys(result).every((name) => FAILURE_MEMBERS.has(name))
}

/**
 * Whether the result is a failure in the words of the framework, which contain no data of the app. An app's own error may
 * quote data in its message and in its issues.
 *
 * @param isOfApp Whether the app has the tool. The issues of other tools can contain anything.
 */
export function isFrameworkFailure(result: unknown, isOfApp = true): boolean {
  if (!isFailure(result)) return false
  const { error, code, ...others } = result
  const isKnown = typeof code === 'string' && Object.hasOwn(ERRORS, code) && ERRORS[code as ErrorCode].text === error
  return isKnown && Object.keys(others).every((name) => isOfApp && name === 'issues' && code === 'invalid_input')
}
