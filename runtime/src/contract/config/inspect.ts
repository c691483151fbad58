/** Data about failures for development tools: details that neither the log nor a response contains. */
import type { ChangeEntry, Effect, Guard, Origin } from '../api.ts'

/** The context of an error. An error passes several places, the innermost first; each adds the fields that it knows. */
export interface FailureFacts {
  /** `x-request-id` of the response. */
  readonly requestId?: string | undefined
  readonly method?: string | undefined
  readonly path?: string | undefined
  /** Pattern of the page, or path of the endpoint, that handles the request; absent before it is matched. */
  readonly route?: string | undefined
  readonly origin?: Origin | undefined
  /** The island that threw during rendering. */
  readonly island?: { readonly id: string; readonly component: string; readonly name: string } | undefined
  readonly call?: FailedCall | undefined
  /** An outer caller receives the error next, and may handle it. */
  readonly mayBeHandled?: boolean | undefined
}

/** A failed call of a tool. */
export interface FailedCall {
  readonly tool: string
  readonly origin: Origin
  /** The guard that was decided for this caller. */
  readonly guard: Guard
  readonly effect?: Effect | undefined
  /** The input of `run` if it was validated, otherwise the input as sent. */
  readonly input: unknown
  readonly isChecked: boolean
}

/** Called for failures of the app itself, never for mistakes of a caller. */
export type Inspect = (error: unknown, facts: FailureFacts) => void

/** A live read that the server has made. */
export interface LiveReadFacts {
  readonly kind: 'read'
  /** What the browser has of it. */
  readonly receipt: string
  /** Tags that the read depends on. */
  readonly tags: readonly string[]
  /** Name of the function; absent for a page. */
  readonly tool?: string
  /** Input of the function, as sent. */
  readonly input?: unknown
  /** Path of the live page; absent for a function. */
  readonly page?: string
}

/** A committed write that invalidates live reads. */
export interface LiveWriteFacts {
  readonly kind: 'write'
  readonly change: ChangeEntry
}

/** Called for each live read and each write, with names of tags that no response contains. */
export type InspectLive = (facts: LiveReadFacts | LiveWriteFacts) => void
