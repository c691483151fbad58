/** The call or page that is being answered right now, so that a direct call of an api finds its caller's ctx and origin. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Ctx, Origin } from '#contract/api.ts'
import type { RefusedForm } from '#contract/form.ts'
import type { ParkedResult } from '#contract/proposal.ts'
import type { OwnTool } from '#solid/own-calls.ts'
import { refusedForms } from '#solid/refused-forms.ts'
import type { CallHost } from './host.ts'

export interface Current {
  /** Ctx of the calls made from here. A function makes it for the first call that needs it. */
  readonly ctx: Ctx | (() => Ctx | Promise<Ctx>)
  /** What an api called from here has as its origin. */
  readonly origin: Origin
  /** Whether the call was reached through untrusted content; inherited like the origin. */
  readonly tainted?: boolean
  readonly host: CallHost
  /** A `confirm` api called from here is parked, which this hears of; its caller gets no answer in this process. */
  readonly onParked?: (parked: ParkedResult) => void
  /** A component calls a tool of its own, in an agent's call: its guard applies. */
  readonly ownCall?: (tool: OwnTool, input: unknown) => Promise<unknown>
  /** Of the request behind it, which the calls made from here belong to as well. */
  readonly requestId?: string | undefined
  /** Whose signal the calls made from here share: they end with the call around them. */
  readonly call?: { readonly signal: AbortSignal } | undefined
  /** The form that the page is shown again for. */
  readonly refusedForm?: RefusedForm | undefined
}

const storage = new AsyncLocalStorage<Current | undefined>()
refusedForms.current = () => storage.getStore()?.refusedForm

/** Runs `work` with `current` as what direct calls inherit. */
export function withCurrent<Result>(current: Current, work: () => Result): Result {
  return storage.run(current, work)
}

/** Undefined outside a request. */
export function currentCall(): Current | undefined {
  return storage.getStore()
}

/** The ctx of the calls made from here. */
export function openCtx({ ctx }: Current): Ctx | Promise<Ctx> {
  return typeof ctx === 'function' ? ctx() : ctx
}

/** The same where it exists already: a call with a ctx of its own doesn't make another one. */
export function madeCtx(current: Current | undefined): Ctx | undefined {
  return typeof current?.ctx === 'function' ? undefined : current?.ctx
}

/** The request that a call made from here belongs to. */
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
