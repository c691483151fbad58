/** `api()`: a typed function with its description and its rules for users and agents. */
import type { Access, AnyApi, Api, ApiDefinition, Ctx } from '#contract/api.ts'
import { checkAccess } from '#contract/config/check-access.ts'
import { checkOptions, checkRestrictions } from '#contract/config/check-options.ts'
import { dropHeaders, ensureHeaders } from './ctx.ts'
import { currentCall, getRequest, madeCtx, openCtx } from './current.ts'
import { checkTags, DEFINITION_OPTIONS } from './definition-options.ts'
import { Dispatch } from './dispatch.ts'
import type { DispatchOutcome } from './dispatch-outcome.ts'
import { NO_HOST } from './host.ts'
import { type ApiRecord, attachRecord, createRecord, settleContract } from './record.ts'

/**
 * Defines an api. Only `export const x = api({…})` in `src/server/<module>.api.ts` becomes a tool, named
 * `api.<module>.<export>`.
 *
 * `run: ({ input, ctx }: Call<Refund>) => …` is enough: the compiler derives the contract from the type. Server code calls
 * the returned function directly: the call is validated like any other, has the origin of the request that caused it, and
 * uses that request's ctx unless one is given. Outside a request it has human origin. Throws a `TypeError` for unknown options,
 * and for values that an option doesn't accept.
 */
export function api<Input, Output, Given = Input, Rule extends Access<Input> = Access<Input>>(
  definition: ApiDefinition<Input, Output, Given, Rule>,
): Api<Given, Output> {
  checkOptions('api', definition, DEFINITION_OPTIONS)
  checkRestrictions('api', definition)
  checkAccess('api', definition)
  checkTags('api', definition)
  // `run` only receives values that passed the input validator: from here on the type argument is checked at run time.
  const record = createRecord(definition as unknown as ApiDefinition<unknown, unknown>)
  settleContract(record)
  // The output was validated, and Given encoded, by the contract that these types come from.
  return createCallable(record) as unknown as Api<Given, Output>
}

/** Returns the function that calls an API from code. */
export function createCallable(record: ApiRecord): AnyApi {
  const callable = (input?: unknown, ctx?: Ctx) => callDirectly(record, input, ctx)
  attachRecord(callable, record)
  return callable as unknown as AnyApi // `attachRecord` makes it an API
}

async function callDirectly(record: ApiRecord, input: unknown, ctx: Ctx | undefined): Promise<unknown> {
  const current = currentCall()
  const host = current?.host ?? NO_HOST
  const tainted = current?.tainted ?? false
  // No `await` for a value that isn't a promise: it would delay each call by a turn. Only code that runs before the ctx of
  // its request exists has to wait.
  const opened = ctx === undefined && current !== undefined ? openCtx(current) : madeCtx(current)
  const around = opened instanceof Promise ? await opened : opened
  const given = ctx ?? around
  const own = ensureHeaders(given, around)
  const options = { tainted, request: current && getRequest(current) }
  const call = new Dispatch(record, own, current?.origin ?? 'human', host, options)
  let outcome: DispatchOutcome
  try {
    outcome = await call.runForCode(
      input === undefined ? {} : input,
      current?.onParked === undefined ? 'code' : 'waiting code',
    )
  } finally {
    if (around === undefined && own !== given) dropHeaders(own, record.name ?? 'An api', host.log)
  }
  if (outcome.kind === 'result') return outcome.value
  // The calling code expects a result, not a proposal, so a pending call never resolves.
  current?.onParked?.(outcome.wire)
  return new Promise(() => {})
}
