/** Decides who may call a tool, for calls and for lists of tools. */
import type { Access, Ctx } from '#contract/api.ts'
import { FwError } from '#contract/http/error.ts'
import { isRecord } from '#contract/is-object.ts'
import { isThenable } from '#contract/thenable.ts'
import { findUser } from './caller-identity.ts'
import type { ApiRecord } from './record.ts'

/** Returns the user of a ctx; undefined for an anonymous caller. */
export type FindUser = (ctx: Ctx) => string | undefined

interface Rule {
  readonly access?: Access<never> | undefined
}

/**
 * Checks the caller of an API before the input of the call is known, and returns whether the decision needs the input.
 *
 * @throws FwError `unauthenticated` for an anonymous caller who is refused, `forbidden` for a user.
 */
export function admitCaller({ name, definition }: ApiRecord, ctx: Ctx, find: FindUser | undefined): boolean {
  const decision = decideAccess(definition, ctx, find)
  if (decision === 'refused') throw createAccessError(name, ctx, find)
  return decision === 'by-input'
}

/** Checks the caller of an API with the validated input of the call. Throws like `admitCaller`. */
export function admitInput(
  { name, definition }: ApiRecord,
  ctx: Ctx,
  input: unknown,
  find: FindUser | undefined,
): void {
  const { access } = definition
  // The input has passed the validator of its type.
  if (typeof access !== 'function' || !isDecided(access({ ctx, input } as never)))
    throw createAccessError(name, ctx, find)
}

/** Whether lists of tools show a tool to the caller. A function that fails hides it. */
export function showsTool(rule: Rule, ctx: Ctx, find: FindUser | undefined): boolean {
  try {
    return decideAccess(rule, ctx, find) !== 'refused'
  } catch {
    return false
  }
}

/** `by-input`: the app's function reads the input, so it is decided once the input has been validated. */
type AccessDecision = 'allowed' | 'refused' | 'by-input'

/**
 * Scopes are checked elsewhere, because `scopes` exists without `access`. A value that isn't an `access` refuses every
 * caller: it bypassed the checks of the definition.
 */
function decideAccess({ access }: Rule, ctx: Ctx, find: FindUser = findUser): AccessDecision {
  if (access === undefined || access === 'public') return 'allowed'
  if (access === 'user') return find(ctx) === undefined ? 'refused' : 'allowed'
  if (typeof access === 'function') return decideWithoutInput(access, ctx)
  return isRecord(access) && Array.isArray(access.scopes) ? 'allowed' : 'refused'
}

function createAccessError(tool: string | undefined, ctx: Ctx, find: FindUser = findUser): FwError {
  if (find(ctx) === undefined) return new FwError('unauthenticated')
  return new FwError('forbidden', { message: `You may not call ${tool ?? 'this api'}.` })
}

/**
 * Calls the function with an input that can't be read. The property is the object's own and enumerable, so that a copy of
 * the call reads it too.
 */
function decideWithoutInput(access: AppRule, ctx: Ctx): AccessDecision {
  let readsInput = false
  const call = {
    ctx,
    get input(): never {
      readsInput = true
      throw new TypeError('The input is not known yet.')
    },
  }
  let decided: unknown
  try {
    decided = access(call as never)
  } catch (error) {
    if (!readsInput) throw error
    return 'by-input'
  }
  const isAllowed = isDecided(decided)
  if (readsInput) return 'by-input'
  return isAllowed ? 'allowed' : 'refused'
}

type AppRule = Extract<Access<never>, (...args: never) => unknown>

/**
 * Whether an app's function returned `true`.
 *
 * @throws TypeError for a promise, so that the app's developer learns why every call is refused.
 */
function isDecided(decided: unknown): boolean {
  if (!isThenable(decided)) return decided === true
  decided.then(undefined, () => undefined) // a rejection without a handler would end the process
  throw new TypeError('access returned a promise. Load the data in ctxFor, and decide without waiting.')
}
