/** The live reads of a server: the receipts of its reads, and the streams that report changes. */
import type { Ctx } from '#contract/api.ts'
import type { DataStore } from '#contract/config/data.ts'
import type { InspectLive } from '#contract/config/inspect.ts'
import type { Logger } from '#contract/config/log.ts'
import type { ReadCall, ReadVersions } from '#contract/live/read-tags.ts'
import { LiveHub, type StreamCaller } from '#live/live-hub.ts'
import { createReceiptKeys } from '#live/receipt-keys.ts'
import { createReceipts, type Receipts } from '#live/receipts.ts'
import { inStoreScope } from '#signals/store-scope.ts'
import { createLiveUse, type LiveUse } from './live-use.ts'
import { StreamEnds } from './stream-ends.ts'

export interface AppLive {
  readonly receipts: Receipts
  readonly streams: LiveHub<StreamCaller>
  /**
   * Creates the receipt of a read of this caller; undefined for a read without tags. `call`: absent for a page, which
   * development tools show by its path.
   */
  sealRead(read: ReadVersions, ctx: Ctx, call?: ReadCall, page?: string): Promise<string | undefined>
  readonly mayHaveStreams: LiveUse['mayHaveStreams']
  /** Ends the streams with a name in every process, when the browser has taken the response: at most once a second. */
  endStreams(name: string): void
  /** Ends all streams: the server stops. */
  close(): Promise<void>
}

interface LiveParts {
  /** The store of the app. */
  readonly data: DataStore
  /** The store in which processes share the versions of tags; undefined if this process has its own. */
  readonly shared: DataStore | undefined
  readonly subjectOf: (ctx: Ctx) => string | undefined
  /** Reports reads to development tools. */
  readonly inspect: InspectLive | undefined
  readonly log: Pick<Logger, 'warn'>
}

/** Channel of the names of streams that should end. */
const STREAM_ENDS = 'live:stream-ends'

export function openLive({ data, shared, subjectOf, inspect, log }: LiveParts): AppLive {
  const receipts = createReceipts(createReceiptKeys(shared), shared !== undefined)
  const use = createLiveUse(data)
  let watch: Promise<() => Promise<void>> | undefined
  let isClosed = false
  const streams = new LiveHub<StreamCaller>({
    receipts,
    onFirst() {
      use.note()
      // After lost messages, the heartbeats of the streams find the sessions that have ended.
      if (!isClosed)
        watch ??= inStoreScope(data, () => data.watch(STREAM_ENDS, (name) => streams.endNamed(name), ignore))
    },
  })
  const ends = new StreamEnds((name) => {
    streams.endNamed(name)
    data.publish(STREAM_ENDS, name).catch((err: unknown) => {
      log.warn(
        'Other processes were not notified that the streams of a browser should end. If its session has ended, they end within 25 seconds.',
        { err },
      )
    })
  })
  return {
    receipts,
    streams,
    async sealRead(read, ctx, call, page) {
      const receipt = await receipts.create(read, subjectOf(ctx), call)
      if (receipt === undefined) return undefined
      use.note()
      if (call !== undefined || page !== undefined)
        inspect?.({ kind: 'read', receipt, tags: read.tags, ...call, ...(page !== undefined && { page }) })
      return receipt
    },
    mayHaveStreams: use.mayHaveStreams,
    endStreams: (name) => ends.endSoon(name),
    async close() {
      ends.close()
      streams.endAll('closing')
      isClosed = true
      const ending = watch
      watch = undefined
      await (await ending)?.()
    },
  }
}

function ignore(): void {}
