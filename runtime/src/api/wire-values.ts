/** Between the values that code sees and those that JSON carries, for whatever runs a tool. */
import type { Issue, Validator } from '#contract/validation.ts'
import type { CallHost } from './host.ts'

/** What is kept of a held call: with defaults filled in, unless the schema is one that cannot be turned back. */
export function wireInput(validator: Validator | undefined, given: unknown, value: unknown): unknown {
  if (validator?.foreign) return given
  return validator?.encode === undefined ? value : validator.encode(value)
}

/**
 * An answer as JSON carries it, checked: a promise where the validator answers with one. An answer that does not fit is a
 * `TypeError`, or a warning where the host only logs.
 */
export function toWire(
  tool: string | undefined,
  output: Validator | undefined,
  value: unknown,
  host: Pick<CallHost, 'badOutput' | 'log'>,
  requestId: string | undefined,
): unknown {
  if (output === undefined) return value
  const wire = output.encode === undefined ? value : output.encode(value)
  return output.is?.(wire) ? wire : explainOutput(tool, output, wire, host, requestId)
}

/** The slow way to a wire result: for validators without `is`, and for output that does not fit. */
async function explainOutput(
  tool: string | undefined,
  output: Validator,
  wire: unknown,
  host: Pick<CallHost, 'badOutput' | 'log'>,
  requestId: string | undefined,
): Promise<unknown> {
  const checked = await output.parse(wire)
  if (checked.issues === undefined) return output.foreign ? checked.value : wire
  const message = `${tool ?? 'An api'} answered what its output schema refuses: ${describeIssues(checked.issues)}`
  if (host.badOutput === 'fail') throw new TypeError(message)
  host.log.warn(message, { tool, requestId })
  return wire
}

function describeIssues(issues: readonly Issue[]): string {
  return issues.map(({ path, message }) => (path === '' ? message : `${path} ${message}`)).join('; ')
}
