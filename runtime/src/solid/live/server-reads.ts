/** How the server runs the live reads of a page. The server replaces `read`, because this folder doesn't know it. */
import type { AnyApi } from '#contract/api.ts'
import type { SentRead } from './live-read.ts'

type Call = (input?: unknown) => Promise<unknown>

export const serverReads: {
  /** Calls an API directly, and returns its value with a receipt. */
  read(api: AnyApi, input: unknown): Promise<SentRead>
} = { read: async (api, input) => ({ value: await (api as Call)(input) }) }
