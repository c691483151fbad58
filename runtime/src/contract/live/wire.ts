/** The requests and responses of live reads. No page without live reads loads this module. */

/** Endpoint that streams the changes of live reads as server-sent events. The body is `{ reads }`, a list of receipts. */
export const LIVE_PATH = '/_fw/live'

/**
 * Header of a call or a page request. `read`: the success envelope of a read contains a receipt. `page`: the response is the
 * page or its live region, with a new receipt.
 */
export const LIVE_HEADER = 'x-fw-live'

/** Header of a call: receipts, separated by commas. The success envelope contains the reads that the call has changed. */
export const LIVE_READS_HEADER = 'x-fw-live-reads'

/** Maximum characters of the value of `x-fw-live-reads`. The server ignores a longer one. */
export const MAX_READS_HEADER = 6000

/** Maximum receipts of one stream. */
export const MAX_STREAM_READS = 500

/** Maximum bytes of the body of a request for a stream. */
export const MAX_STREAM_BYTES = 262_144

/** Additional members of a success envelope, for callers that send the headers above. */
export interface LiveEnvelope {
  /** Receipt of the read; absent if it has no tags. */
  readonly live?: string
  /** Results of the reads that the call has changed. */
  readonly fresh?: readonly FreshRead[]
  /** Indexes of reads that the call has changed without a result in `fresh`: the caller fetches them. */
  readonly stale?: readonly number[]
}

/** A read that ran again after a write. */
interface FreshRead {
  /** Index of its receipt in the request. */
  readonly read: number
  /** The wire value; absent for `undefined`. */
  readonly result?: unknown
  /** The new receipt; absent if the read has no tags any more. */
  readonly live?: string
}

/**
 * The events of a stream, with their data as JSON. `open` is the first one. `change`: the receipts whose reads have changed.
 * `end` is the last one, with its reason.
 */
export interface LiveEvents {
  readonly open: Readonly<Record<string, never>>
  readonly change: readonly LiveChange[]
  readonly end: LiveEndReason
}

/**
 * A changed read: the index of its receipt, and the current versions in the form of the receipt's second part; empty if they
 * are unknown, and for a receipt of another user.
 */
export type LiveChange = readonly [index: number, versions: string]

/** The readable parts of a receipt, `<tags>.<versions>.<sealed>`. */
interface ReceiptParts {
  /** Keyed hash of the tags and of the user. Receipts with the same one change together. */
  readonly tags: string
  /** Keyed hash of the versions of the tags. Receipts with the same one show the same state. */
  readonly versions: string
}

/** Returns the readable parts of a receipt. */
export function readReceipt(receipt: string): ReceiptParts {
  const [tags = '', versions = ''] = receipt.split('.')
  return { tags, versions }
}

/**
 * Why the server ends a stream. `session`: the user has changed, or the session has ended, so every read has to be fetched
 * again. `limit`: the caller has opened too many streams. `closing`: the server shuts down, and another one takes over.
 */
export type LiveEndReason = 'session' | 'limit' | 'closing'
