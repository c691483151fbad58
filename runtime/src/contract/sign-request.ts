/** How what the app itself sends says who sends it (decisions: Web Bot Auth). */

/** A request that is about to be sent. */
export interface OutgoingRequest {
  readonly method: string
  /** Absolute. */
  readonly url: string
  /** Absent for a request without one; covered by the signature. */
  readonly body?: string | Uint8Array<ArrayBuffer>
}

/** The headers to add to a request. */
export type SignRequest = (request: OutgoingRequest) => Promise<Readonly<Record<string, string>>>
