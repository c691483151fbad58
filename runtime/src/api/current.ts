/** The call or page that is currently being handled. Direct API calls inherit its ctx and origin. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { ParkedResult } from '#contract/agent/proposal.ts'
import type { Ctx, Origin } from '#contract/api.ts'
import type { RefusedForm } from '#contract/page/form.ts'
import { refusedForms } from '#solid/forms/refused-forms.ts'
import type { OwnTool } from '#solid/islands/own-calls.ts'
import type { CallHost } from './host.ts'

export interface Current {
  /** Ctx of calls made from here. A function creates it for the first call that needs it. */
  readonly ctx: Ctx | (() => Ctx | Promise<Ctx>)
  /** Origin of API calls made from here. */
  readonly origin: Origin
  /** Whether untrusted content has influenced the call; inherited like the origin. */
  readonly tainted?: boolean | undefined
  readonly host: CallHost
  /**
   * Called if a `confirm` API that is called from here becomes a proposal. Its caller receives no result in this process.
   */
  readonly onParked?: ((parked: ParkedResult) => void) | undefined
  /** Handles a component's call of its own tool during an agent's call, so that the tool's guard applies. */
  readonly ownCall?: ((tool: OwnTool, input: unknown) => Promise<unknown>) | undefined
  /** Id of the request that calls made from here belong to. */
  readonly requestId?: string | undefined
  /** Provides the signal of calls made from here: they end with the surrounding call. */
  readonly call?: { readonly signal: AbortSignal } | undefined
  /** The refused form that the page renders again. */
  readonly refusedForm?: RefusedForm | undefined
  /** Identity of the page's render. Calls from here don't inherit it: they may have another origin. */
  readonly render?: object
}

const storage = new AsyncLocalStorage<Current | undefined>()
refusedForms.current = () => storage.getStore()?.refusedForm

/** Runs `work`. Direct calls in it inherit `current`. */
export function withCurrent<Result>(current: Current, work: () => Result): Result {
  return storage.run(current, work)
}

/** Returns a copy with other members. A spread would leave out members that are getters of a class. */
export function changeCurrent(current: Current, changes: Partial<Current>): Current {
  const { ctx, origin, tainted, host, onParked, ownCall, requestId, call, refusedForm } = current
  return { ctx, origin, tainted, host, onParked, ownCall, requestId, call, refusedForm, ...changes }
}

/** The scopes of imports that haven't ended, for code that has lost its own. See `withFallback`. */
const fallbacks = new Set<Current>()
let fallback: Current | undefined

/**
 * Runs `work`. Until it ends, `current` is also the current call of all code that has none: Bun evaluates a module outside of the
 * scope that imports it.
 */
export async function withFallback<Result>(current: Current, work: () => Promise<Result>): Promise<Result> {
  fallbacks.add(current)
  fallback = current
  try {
    return await withCurrent(current, work)
  } finally {
    fallbacks.delete(current)
    fallback = [...fallbacks].at(-1)
  }
}

/** Returns the current call; undefined outside a request. */
export function currentCall(): Current | undefined {
  return storage.getStore() ?? fallback
}

/** Returns an object that identifies the render of a page for one request; undefined outside of a render. */
export function getRender(): object | undefined {
  return storage.getStore()?.render
}

/** Whether the runtime itself knows the current call. */
export function isInScope(): boolean {
  return storage.getStore() !== undefined
}

/** Returns the ctx of calls made from here, and creates it if necessary. */
export function openCtx({ ctx }: Current): Ctx | Promise<Ctx> {
  return typeof ctx === 'function' ? ctx() : ctx
}

/** Returns the ctx if it exists already: a call with its own ctx doesn't create another one. */
export function madeCtx(current: Current | undefined): Ctx | undefined {
  return typeof current?.ctx === 'function' ? undefined : current?.ctx
}

/** Returns the request that a call made from here belongs to. */
export function getRequest(current: Current): {
  readonly signal?: AbortSignal
  readonly requestId: string | undefined
} {
  const { call, requestId } = current
  if (call === undefined) return { requestId }
  return {
    requestId,
    get signal() {
      return call.signal
    },
  }
}
