/** A parked call as data, and the store that keeps it (spec: Proposal; decisions: Proposals). */
import type { Origin } from './api.ts'
import type { ErrorCode } from './error.ts'
import type { Issue } from './validation.ts'

/** What has become of a proposal. Only `pending` ones can be settled, and once. */
export type ProposalState = 'pending' | 'executed' | 'rejected' | 'expired'

/** A call that waits for a person, as it is stored: data, and no closure. Approving runs it once, as it was made. */
export interface Proposal {
  /** 18 or more random bytes, base64url. */
  readonly id: string
  readonly tool: string
  /** The validated wire input; what runs is this and nothing the approver sends. Absent once it is not pending any more. */
  readonly input?: unknown
  /** SHA-256 over tool and canonical input, base64url. */
  readonly inputHash: string
  /** Who may settle it; absent when the caller had none. */
  readonly subject?: string
  /** Verified key id of the agent that called. */
  readonly agent?: string
  readonly origin: Origin
  /** What a person is asked, made from the stored call only. Absent like `input`, which it quotes. */
  readonly message?: string
  /** Epoch milliseconds. */
  readonly createdAt: number
  /** Epoch milliseconds. */
  readonly expiresAt: number
  readonly state: ProposalState
  /** Subject of the user who approved or rejected it: this user may still read what became of it. */
  readonly resolvedBy?: string
  /**
   * A `ProposalOutcome`, once the approved call has ended. Absent while the call runs. A call whose process stopped first
   * has the outcome `interrupted`, in what callers read; a store never holds it.
   */
  readonly result?: unknown
}

/** A pending proposal, with the call that a person decides on. */
export type ProposedCall = Proposal & { readonly message: string }

/** Returns a proposal without the data of its call: what is kept of it once it is not pending any more. */
export function withoutCall({ input: _input, message: _message, ...rest }: Proposal): Proposal {
  return rest
}

/** What an approved call came to: the envelope that its approver was answered. */
export type ProposalOutcome =
  /** `tainted`: the result, or the message of the error, may contain untrusted content; an agent receives it marked as such. */
  | { readonly ok: true; readonly result?: unknown; readonly tainted?: true }
  | {
      readonly ok: false
      readonly error: string
      readonly code: ErrorCode
      readonly issues?: readonly Issue[]
      readonly tainted?: true
    }

/** The result of a call that was parked. */
export interface ParkedResult {
  readonly status: 'proposal'
  readonly id: string
  readonly tool: string
  readonly input: unknown
  readonly message: string
  readonly expiresAt: number
}

/** Member of what the dispatch returns for a pending call. Registered, since a command and the app have copies of this module. */
const PENDING = Symbol.for('fw.pending')

/** Marks the result of a call that the dispatch made pending. JSON has no such mark, so HTTP responses have `PROPOSAL_HEADER`. */
export function markPending<Result extends ParkedResult>(result: Result): Result {
  return Object.defineProperty(result, PENDING, { value: true })
}

/** Whether a call is pending. What a function returns is its result, also when it looks like a proposal. */
export function isPending(result: unknown): result is ParkedResult {
  return typeof result === 'object' && result !== null && PENDING in result
}

/** Whether a call of this tool is pending. */
export function isParked(result: unknown, tool: string): result is ParkedResult {
  return isPending(result) && result.tool === tool
}

/** As much of a pending proposal as counting takes. */
export type PendingProposal = Pick<Proposal, 'id' | 'createdAt' | 'expiresAt'>

/**
 * Where proposals are kept: those that come with the framework are in memory, SQLite and Redis. Times are in epoch
 * milliseconds.
 */
export interface ProposalStore {
  put(proposal: Proposal): Promise<void>
  get(id: string): Promise<Proposal | undefined>
  /** Pending, unexpired proposals of a subject (undefined: those without one), oldest first. */
  list(subject: string | undefined, now: number): Promise<readonly Proposal[]>
  /**
   * The same as `list` without what may be large: asked at every park, so it must not read the inputs. Without it, `list`
   * is asked.
   */
  pending?(subject: string | undefined, now: number): Promise<readonly PendingProposal[]>
  /**
   * Atomic compare-and-set from `pending` to `state`: true for exactly one caller, false for every other and for an
   * unknown or expired id. Removes `input` and `message` from the record, and the subject's oldest resolved records beyond
   * a bound, but never an executed one that has no result yet. `by` becomes `resolvedBy`.
   */
  claim(id: string, state: Exclude<ProposalState, 'pending'>, now: number, by?: string): Promise<boolean>
  /** Records the outcome of the claimed call, plain JSON. Nothing happens for an unknown id. */
  settle(id: string, result: unknown): Promise<void>
  /**
   * Marks a call as running for the next `ttlMs`. It is called before `claim`, and again and again while the call runs. A
   * store without it, such as one in memory, never has calls of a process that stopped.
   */
  hold?(id: string, ttlMs: number): Promise<void>
  /** Whether some process has marked the call as running and the time of the mark isn't over. Goes with `hold`. */
  isHeld?(id: string): Promise<boolean>
  close?(): Promise<void>
}
