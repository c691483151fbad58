import type { ModelReply, ProviderError } from '../../../../runtime/src/contract/agent/model.ts'
import type { ScriptedFormat } from '../../../../runtime/src/testing.ts'

/**
 * A reply of a vendor as it was recorded in public, or as the vendor documents it: wire data with its source. Long texts,
 * signatures and members that no client reads are shortened.
 */
export interface RecordedReply {
  readonly name: string
  readonly format: ScriptedFormat
  readonly source: string
  /** HTTP status. Default 200. */
  readonly status?: number
  /** Events of a stream, or a whole body. */
  readonly wire: readonly object[] | object
  readonly reply?: Partial<ModelReply>
  readonly error?: Partial<Pick<ProviderError, 'failure' | 'detail' | 'retryAfterMs' | 'isFinal' | 'status'>>
}

/** The fixtures of the AI SDK, which its maintainers recorded. */
export const AI_SDK = 'https://github.com/vercel/ai/blob/main/packages'
