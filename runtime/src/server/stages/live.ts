/** `POST /_fw/live`: a stream that reports which live reads of a browser have changed. */
import { FwError } from '#contract/http/error.ts'
import { isRecord } from '#contract/is-object.ts'
import { MAX_STREAM_READS } from '#contract/live/wire.ts'
import type { ServerStage } from '../http/exchange.ts'
import { readJson } from '../http/read-body.ts'
import { DEFAULT_HEADERS } from '../http/reply.ts'
import { LiveCaller } from '../live/stream-caller.ts'

const HEADERS = Object.freeze({
  ...DEFAULT_HEADERS,
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // Some proxies collect a response before they send it.
  'x-accel-buffering': 'no',
})

/** The stream contains no data of reads, only their indexes: the caller fetches them as any other call. */
export const liveStage: ServerStage = async (request, exchange) => {
  if (request.method !== 'POST') throw new FwError('method_not_allowed', { headers: { allow: 'POST' } })
  const given = readReceipts(await readJson(request))
  const { live, policy } = exchange.app
  const ctx = await exchange.ctx()
  await live.receipts.ready()
  const subject = policy.subjectOf(ctx)
  const reads = given.map((receipt) => live.receipts.open(receipt, subject))
  return { status: 200, headers: HEADERS, body: live.streams.create(new LiveCaller(exchange, ctx), reads) }
}

function readReceipts(body: unknown): readonly string[] {
  const reads = isRecord(body) ? body.reads : undefined
  if (!Array.isArray(reads) || reads.length > MAX_STREAM_READS || !reads.every((read) => typeof read === 'string'))
    throw new FwError('invalid_request', { message: `"reads" must be a list of at most ${MAX_STREAM_READS} receipts.` })
  return reads
}
