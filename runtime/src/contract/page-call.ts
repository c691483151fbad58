/**
 * The order of checks before a tool of a page runs, wherever the page is: in a browser, or rendered in the process of a
 * server. The same order as for apis (decisions: Dispatch); lookup and audit are the caller's.
 */
import type { Guard, ManifestTool, Origin } from './api.ts'
import type { ErrorCode } from './error.ts'
import type { PageToolDefinition } from './intent.ts'
import type { JsonSchema } from './json-schema.ts'
import { toGuard } from './known-guard.ts'
import { toValidator } from './standard.ts'
import type { CompiledContract, Issue, Validator } from './validation.ts'

/** The answer of `window.fw.call` and of a failed call anywhere: the dispatch envelope. */
export type CallAnswer = { readonly ok: true; readonly result: unknown } | CallRefusal

export interface CallRefusal {
  readonly ok: false
  readonly error: string
  readonly code: ErrorCode
  readonly issues?: readonly Issue[]
}

/** Who calls, as far as the place of the call knows. */
export interface PageCaller {
  readonly origin: Origin
  /** Scopes of the caller's ctx. */
  readonly scopes: readonly string[] | undefined
  /** An agent that has read what nobody vouches for: what cannot be undone then waits for a person. Default: false. */
  readonly tainted?: boolean
}

/** What a call that passed goes on with: `guard` says whether it runs or is parked. */
export interface PassedCall {
  readonly ok: true
  readonly input: unknown
  readonly guard: Guard
}

/**
 * The validators of a page's tool: a written schema wins over the compiled one. Throws in development for a tool whose types
 * are wrong, which has no contract.
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

/** What a list of tools shows of a tool of a page. */
export function pageToolEntry(
  name: string,
  definition: PageToolDefinition,
  compiled: CompiledContract | undefined,
): ManifestTool {
  const { description, title, scopes, effect } = definition
  const { input, output } = pageToolValidators(definition, compiled)
  return {
    name,
    ...(title === undefined ? {} : { title }),
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

/** Scopes, `forbidden`, input, in this order. Never rejects. A tool without an input schema takes what it is given. */
export async function checkPageCall(
  tool: string,
  definition: PageToolDefinition,
  input: unknown,
  { validator, caller }: { readonly validator: Validator | undefined; readonly caller: PageCaller },
): Promise<PassedCall | CallRefusal> {
  const { scopes = [], effect } = definition
  const guard = toGuard(definition.guard)
  const missing = scopes.filter((scope) => !caller.scopes?.includes(scope))
  if (missing.length > 0) return refuseCall('out_of_scope', `${tool} needs the scope ${missing.join(', ')}.`)
  if (guard === 'forbidden' && caller.origin === 'agent') return refuseCall('forbidden', `Agents may not call ${tool}.`)
  const checked = validator === undefined ? { value: input } : await validator.parse(input ?? {})
  if (checked.issues !== undefined)
    return refuseCall('invalid_input', 'The input does not match the schema of the tool.', checked.issues)
  if (caller.origin !== 'agent') return { ok: true, input: checked.value, guard: 'auto' }
  const waits = guard === 'auto' && effect === 'irreversible' && caller.tainted === true
  return { ok: true, input: checked.value, guard: waits ? 'confirm' : guard }
}

export function refuseCall(code: ErrorCode, error: string, issues?: readonly Issue[]): CallRefusal {
  return { ok: false, error, code, ...(issues && { issues }) }
}

/** What a call threw, as its answer. Errors of stubs and `FwError` say their code; anything else is the page's own failure. */
export function toCallRefusal(error: unknown): CallRefusal {
  if (!(error instanceof Error)) return refuseCall('internal', `Error: ${String(error)}`)
  if ('code' in error && typeof error.code === 'string' && 'status' in error) {
    const issues = 'issues' in error ? (error.issues as readonly Issue[] | undefined) : undefined
    return refuseCall(error.code as ErrorCode, error.message, issues)
  }
  return refuseCall('internal', `Error: ${error.message}`)
}
