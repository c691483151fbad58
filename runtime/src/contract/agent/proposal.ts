/** A pending call as data, and the interface of its store. */
import type { Origin } from '../api.ts'
import type { AnyErrorCode } from '../http/error.ts'
import type { Issue } from '../schema/validation.ts'
import type { CallQuestions } from './question.ts'

/** The state of a proposal. Only a `pending` proposal can be resolved, and only once. */
export type ProposalState = 'pending' | 'executed' | 'rejected' | 'expired'

/** A stored call that needs approval: plain data, no closure. Approving it runs the stored call once. */
export interface Proposal {
  /** 18 or more random bytes, base64url. */
  readonly id: string
  readonly tool: string
  /**
   * The validated wire input. Approval runs this input, never data of the approver. Absent once the proposal isn't pending.
   */
  readonly input?: unknown
  /** SHA-256 over tool and canonical input, base64url. */
  readonly inputHash: string
  /** Subject who may resolve it; absent if the caller had none. */
  readonly subject?: string
  /** Verified key id of the calling agent. */
  readonly agent?: string
  /** Client id, or else subject, of the verified bearer token of the caller. */
  readonly client?: string
  /** The app's own assistant made the call. `channel`: for a message from this channel. */
  readonly assistant?: { readonly channel?: string }
  readonly origin: Origin
  /** The agent that called had read untrusted content: this also holds for the calls inside the approved one. */
  readonly tainted?: true
  /**
   * The question to the user, derived from the stored call only. Like `input`, which it quotes, absent once the proposal
   * isn't pending.
   */
  readonly message?: string
  /**
   * The call runs already, and the server of its tool waits for these responses. Approving such a proposal takes them; a
   * rejection declines the questions. Like `input`, absent once the proposal isn't pending.
   */
  readonly question?: CallQuestions & {
    /** Key of the data with which the call goes on, in the data store. */
    readonly resumeKey: string
  }
  /** The call had begun, and waited for responses. */
  readonly isQuestion?: true
  /** Epoch milliseconds. */
  readonly createdAt: number
  /** Epoch milliseconds. */
  readonly expiresAt: number
  readonly state: ProposalState
  /** Subject of the user who approved or rejected it. This user may still read the outcome. */
  readonly resolvedBy?: string
  /**
   * A `ProposalOutcome`, once the approved call has ended. Absent while the call runs. If the process stopped during the
   * call, callers read the outcome `interrupted`; it is never stored.
   */
  readonly result?: unknown
}

/** A pending proposal, with the call for the user to decide on. */
export type ProposedCall = Proposal & { readonly message: string }

/** The members of a proposal that are deleted once it isn't pending any more. */
export type StoredCall = Pick<Proposal, 'input' | 'message' | 'question'>

/** Separates the data of a call from the part of its proposal that remains. */
export function separateCall<Given extends StoredCall>({
  input,
  message,
  question,
  ...rest
}: Given): { readonly call: StoredCall; readonly rest: Omit<Given, keyof StoredCall> } {
  return { call: { input, ...(message !== undefined && { message }), ...(question && { question }) }, rest }
}

/** Returns a proposal without the data of its call: the part that is stored once it isn't pending any more. */
export function withoutCall(proposal: Proposal): Proposal {
  return separateCall(proposal).rest
}

/** The outcome of an approved call: the envelope that the approver received. */
export type ProposalOutcome =
  | ({ readonly ok: true; readonly result?: unknown } & OutcomeFacts)
  | ({
      readonly ok: false
      readonly error: string
      readonly code: AnyErrorCode
      /** HTTP status of an error with an own code of the app; built-in codes have only one. */
      readonly status?: number
      readonly issues?: readonly Issue[]
    } & OutcomeFacts)

interface OutcomeFacts {
  /** The result, or the message of the error, may contain untrusted content; an agent receives it marked as such. */
  readonly tainted?: true
  /** What the user has done with the questions of the server. Absent if the proposal had none. */
  readonly response?: 'accept' | 'decline'
  /** The call hasn't ended: its server asks questions, which wait in the proposal with this id. */
  readonly next?: string
}

/** The result of a call that became a proposal. */
export interface ParkedResult {
  readonly status: 'proposal'
  readonly id: string
  readonly tool: string
  readonly input: unknown
  readonly message: string
  readonly expiresAt: number
}

/** A pending call as a person reads it in a message, and where a person decides. */
export interface PendingApproval {
  readonly id: string
  /** Absent if the proposal could not be read. */
  readonly tool?: string
  /** Title, input, effect, caller, expiry and URL, in several lines. */
  readonly text: string
  /** URL at which a person approves or rejects the call; a path if the app has no `siteUrl`. */
  readonly approveAt: string
}

/**
 * Member of the dispatch result of a pending call. A registered symbol, because a command and the app have separate copies
 * of this module.
 */
const PENDING = Symbol.for('fw.pending')

/**
 * Marks the result of a call that the dispatch made pending. JSON can't contain this mark, so HTTP responses have
 * `PROPOSAL_HEADER`.
 */
export function markPending<Result extends ParkedResult>(result: Result): Result {
  return Object.defineProperty(result, PENDING, { value: true })
}

/** Whether a call is pending. A result that a function returns isn't, even if it looks like a proposal. */
export function isPending(result: unknown): result is ParkedResult {
  return typeof result === 'object' && result !== null && PENDING in result
}

/** Whether a call of this tool is pending. */
export function isParked(result: unknown, tool: string): result is ParkedResult {
  return isPending(result) && result.tool === tool
}

/** The members of a pending proposal that are needed to count proposals. */
export type PendingProposal = Pick<Proposal, 'id' | 'createdAt' | 'expiresAt'>

/** The channel of the data store for the ids of proposals that have been resolved, or whose outcome is known. */
export const PROPOSALS_CHANNEL = 'proposals'

/** Stores proposals. The framework has implementations for memory, SQLite, Redis and Postgres. Times are in epoch milliseconds. */
export interface ProposalStore {
  put(proposal: Proposal): Promise<void>
  get(id: string): Promise<Proposal | undefined>
  /** Returns pending, unexpired proposals of a subject (undefined: proposals without a subject), oldest first. */
  list(subject: string | undefined, now: number): Promise<readonly Proposal[]>
  /**
   * Like `list`, without members that may be large. It is called for every new proposal, so it must not read the inputs. If
   * it is missing, `list` is called instead.
   */
  pending?(subject: string | undefined, now: number): Promise<readonly PendingProposal[]>
  /**
   * Atomic compare-and-set from `pending` to `state`: true for exactly one caller, false for every other and for an
   * unknown or expired id. Removes `input`, `message` and `question` from the record, and the subject's oldest resolved
   * records beyond a bound, but never an executed one that has no result yet. `by` becomes `resolvedBy`.
   */
  claim(id: string, state: Exclude<ProposalState, 'pending'>, now: number, by?: string): Promise<boolean>
  /** Records the outcome of the claimed call, plain JSON. Nothing happens for an unknown id. */
  settle(id: string, result: unknown): Promise<void>
  /**
   * Marks a call as running for the next `ttlMs`. It is called before `claim`, and again and again while the call runs. A
   * store without it, such as one in memory, never has calls of a process that stopped.
   */
  hold?(id: string, ttlMs: number): Promise<void>
  /** Whether a process has marked the call as running and the mark hasn't expired. Implement it together with `hold`. */
  isHeld?(id: string): Promise<boolean>
  close?(): Promise<void>
}
