/** What `/_fw/dev/live` returns. */
import type { ExplainedRead, ExplainedWrite } from '@fw/runtime/contract'

export interface DevLiveList {
  /** The latest first. */
  readonly reads: readonly DevLiveRead[]
  /** The latest first. */
  readonly writes: readonly ExplainedWrite[]
}

/** A live read, as the callers of one user have it. */
export interface DevLiveRead extends Pick<ExplainedRead, 'read' | 'input' | 'tags'> {
  /** The latest first. */
  readonly states: readonly DevLiveState[]
}

interface DevLiveState extends Pick<ExplainedRead, 'at' | 'refreshedBy'> {
  /** Starts of the receipts with which pages show this state. */
  readonly receipts: readonly string[]
}
