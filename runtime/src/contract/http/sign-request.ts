/** Signatures of requests that the app sends. */

/** A request that will be sent. */
interface OutgoingRequest {
  readonly method: string
  /** Absolute URL. */
  readonly url: string
  /** Covered by the signature. Absent for a request without a body. */
  readonly body?: string | Uint8Array<ArrayBuffer>
}

/** Returns the headers to add to a request. */
export type SignRequest = (request: OutgoingRequest) => Promise<Readonly<Record<string, string>>>
