/**
 * Checks a call of a page tool before it runs, in a browser or in the process of a server. The order of checks is the
 * same as for APIs; the caller does the lookup and the audit.
 */
import type { Guard, ManifestTool, Origin } from '../api.ts'
import { isFwError } from '../http/call-error.ts'
import { type AnyErrorCode, type ErrorCode, getOwnStatus } from '../http/error.ts'
import { toGuard } from '../known-guard.ts'
import { getRequiredScopes } from '../required-scopes.ts'
import type { JsonSchema } from '../schema/json-schema.ts'
import { toValidator } from '../schema/standard.ts'
import type { CompiledContract, Issue, Validator } from '../schema/validation.ts'
import type { PageToolDefinition } from './intent.ts'

/** The result of `window.fw.call`: the dispatch envelope. */
export type CallAnswer = { readonly ok: true; readonly result: unknown } | CallRefusal

/** A failed call. The refusals of this module have a built-in code, and errors of the app any. */
export interface CallRefusal<Code extends string = AnyErrorCode> {
  readonly ok: false
  readonly error: string
  readonly code: Code
  /** HTTP status of an error with an own code of the app; built-in codes have only one. */
  readonly status?: number
  readonly issues?: readonly Issue[]
}

/** The caller, as far as the place of the call knows it. */
interface PageCaller {
  readonly origin: Origin
  /** Scopes of the caller's ctx. */
  readonly scopes: readonly string[] | undefined
  /** The caller is an agent that has read untrusted content: irreversible calls then need approval. Default: false. */
  readonly tainted?: boolean
}

/** A call that passed the checks. `guard` decides whether it runs or becomes a proposal. */
interface PassedCall {
  readonly ok: true
  readonly input: unknown
  readonly guard: Guard
}

/**
 * Returns the validators of a page tool: a schema in the definition takes precedence over the compiled one. Throws in
 * development if the types of the tool have errors, because it has no contract then.
 */
export function pageToolValidators(
  definition: Pick<PageToolDefinition, 'input' | 'output'>,
  compiled: CompiledContract | undefined,
): { readonly input?: Validator; readonly output?: Validator } {
  if (compiled?.fault !== undefined) throw new Error(compiled.fault)
  const input = definition.input === undefined ? compiled?.input : toValidator(definition.input, 'input')
  const output = definition.output === undefined ? compiled?.output : toValidator(definition.output, 'output')
  return { ...(input && { input }), ...(output && { output }) }
}

/** Returns the entry of a page tool in a list of tools. */
export function pageToolEntry(
  name: string,
  definition: PageToolDefinition,
  compiled: CompiledContract | undefined,
): ManifestTool {
  const { description, title, effect } = definition
  const scopes = getRequiredScopes(definition)
  const { input, output } = pageToolValidators(definition, compiled)
  return {
    name,
    ...(typeof title === 'string' && { title }),
    description,
    guard: toGuard(definition.guard),
    input: input?.schema ?? ANY_OBJECT,
    ...(output === undefined ? {} : { output: output.schema }),
    ...(scopes === undefined ? {} : { scopes }),
    ...(effect === undefined ? {} : { effect }),
    where: 'page',
  }
}

const ANY_OBJECT: JsonSchema = { type: 'object' }

/**
 * Checks scopes, `forbidden` and the input, in this order. Never rejects. A tool without an input schema accepts any input.
 */
export async function checkPageCall(
  tool: string,
  definition: PageToolDefinition,
  input: unknown,
  { validator, caller }: { readonly validator: Validator | undefined; readonly caller: PageCaller },
): Promise<PassedCall | CallRefusal<ErrorCode>> {
  const { effect } = definition
  const scopes = getRequiredScopes(definition) ?? []
  const guard = toGuard(definition.guard)
  const missing = scopes.filter((scope) => !caller.scopes?.includes(scope))
  if (missing.length > 0) return refuseCall('out_of_scope', `${tool} needs the scope ${missing.join(', ')}.`)
  if (guard === 'forbidden' && caller.origin === 'agent') return refuseCall('forbidden', `Agents may not call ${tool}.`)
  const checked = validator === undefined ? { value: input } : await validator.parse(input ?? {})
  if (checked.issues !== undefined)
    return refuseCall('invalid_input', 'The input does not match the schema of the tool.', checked.issues)
  if (caller.origin !== 'agent') return { ok: true, input: checked.value, guard: 'auto' }
  const needsApproval = guard === 'auto' && effect === 'irreversible' && caller.tainted === true
  return { ok: true, input: checked.value, guard: needsApproval ? 'confirm' : guard }
}

export function refuseCall<Code extends AnyErrorCode>(
  code: Code,
  error: string,
  issues?: readonly Issue[],
): CallRefusal<Code> {
  return { ok: false, error, code, ...(issues && { issues }) }
}

/**
 * Converts an error of a call to a refusal. Errors of stubs and `FwError` have a code; any other error is the page's own
 * failure.
 */
export function toCallRefusal(error: unknown): CallRefusal {
  if (!(error instanceof Error)) return refuseCall('internal', `Error: ${String(error)}`)
  if (isFwError(error)) return { ...refuseCall(error.code, error.message, error.issues), ...getOwnStatus(error) }
  return refuseCall('internal', `Error: ${error.message}`)
}
