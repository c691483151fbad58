/** Converts between real values and their JSON form, for code that runs tools. */
import { getMessage } from '#contract/http/thrown-error.ts'
import type { Issue, Validator } from '#contract/schema/validation.ts'
import type { CallHost } from './host.ts'

/**
 * Returns the stored input of a pending call: with defaults filled in, unless the schema's conversion can't be reversed.
 */
export function wireInput(validator: Validator | undefined, given: unknown, value: unknown): unknown {
  if (validator?.foreign) return given
  return validator?.encode === undefined ? value : validator.encode(value)
}

/**
 * Returns a result in its JSON form, validated: a promise if the validator returns one. An invalid result throws a
 * `TypeError`, or logs a warning if the host only logs.
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

/** The slow path to a wire result: for validators without `is`, and for invalid output. */
async function explainOutput(
  tool: string | undefined,
  output: Validator,
  wire: unknown,
  host: Pick<CallHost, 'badOutput' | 'log'>,
  requestId: string | undefined,
): Promise<unknown> {
  const checked = await output.parse(wire)
  if (checked.issues === undefined) return output.foreign ? checked.value : wire
  const message = `${tool ?? 'An api'} returned a value that does not match its output schema: ${describeIssues(checked.issues)}`
  if (host.badOutput === 'fail') throw new TypeError(message)
  host.log.warn(message, { tool, requestId })
  return wire
}

function describeIssues(issues: readonly Issue[]): string {
  return issues.map(({ path, message }) => (path === '' ? message : `${path} ${message}`)).join('; ')
}

/** Serializes here and not at the edge, so that a result that can't be sent fails the call before it is audited. */
export function toJson(name: string | undefined, wire: unknown): string | undefined {
  try {
    return JSON.stringify(wire)
  } catch (error) {
    const [reason] = getMessage(error).split('\n')
    throw new TypeError(`${name ?? 'An api'} returned a value that JSON cannot represent: ${reason}`)
  }
}
