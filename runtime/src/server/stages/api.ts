/** `POST /_fw/api/<module>.<name>`: an API call. */

import { Dispatch } from '#api/dispatch.ts'
import type { ApiRecord } from '#api/record.ts'
import { collectTags } from '#cache/read-tags.ts'
import type { Ctx } from '#contract/api.ts'
import { FwError } from '#contract/http/error.ts'
import { API_PREFIX } from '#contract/http/path.ts'
import { parseQuery } from '#contract/http/query.ts'
import type { FwReply, FwRequest } from '#contract/http/request.ts'
import type { ReadCall } from '#contract/live/read-tags.ts'
import { LIVE_HEADER, LIVE_READS_HEADER } from '#contract/live/wire.ts'
import { TOOL_PREFIX } from '#contract/name.ts'
import type { Exchange } from '../http/exchange.ts'
import { parseBody, readJsonText } from '../http/read-body.ts'
import { outcomeReply } from '../http/reply.ts'
import { createUnknownTool, refuseStaleClient } from '../http/stale-client.ts'
import { writeChangedReads } from '../live/changed-reads.ts'

/** Handles a call. Refusals that don't depend on the body happen before it is read. */
export async function apiStage(request: FwRequest, exchange: Exchange): Promise<FwReply> {
  const { app } = exchange
  const record = app.records.get(TOOL_PREFIX + request.path.slice(API_PREFIX.length))
  if (record === undefined) throw createUnknownTool(request)
  exchange.route = request.path
  checkMethod(record, request)
  const made = exchange.ctx()
  const ctx = made instanceof Promise ? await made : made
  const call = startCall(record, ctx, exchange)
  let input: unknown
  try {
    const comparing = refuseStaleClient(request, record)
    if (comparing !== undefined) await comparing
    input = request.method === 'POST' ? parseBody(await readJsonText(request)) : readQuery(request)
  } catch (error) {
    throw call.refuse(error)
  }
  const live = request.header(LIVE_HEADER) === 'read' && record.definition.readonly === true
  if (live) return runLiveRead(exchange, ctx, call, { tool: record.name ?? '', input })
  const outcome = await call.run(input)
  const reads = outcome.kind === 'result' ? request.header(LIVE_READS_HEADER) : undefined
  return reads === undefined
    ? outcomeReply(outcome)
    : outcomeReply(outcome, await writeChangedReads(exchange, ctx, reads))
}

/** Runs a live read. Its response has a receipt, with which the caller is notified of changes. */
async function runLiveRead(exchange: Exchange, ctx: Ctx, call: Dispatch, read: ReadCall): Promise<FwReply> {
  const { result: outcome, ...tagged } = await collectTags(() => call.run(read.input))
  const receipt = outcome.kind === 'result' ? await exchange.app.live.sealRead(tagged, ctx, read) : undefined
  return outcomeReply(outcome, receipt === undefined ? '' : `,"live":${JSON.stringify(receipt)}`)
}

/** Starts a call of the request. Refusals that don't depend on its input happen here. */
export function startCall(record: ApiRecord, ctx: Ctx, exchange: Exchange): Dispatch {
  const { origin, tainted } = exchange
  const call = new Dispatch(record, ctx, origin, exchange.host, { request: exchange, tainted })
  exchange.dispatched = true
  call.admit()
  return call
}

function checkMethod(record: ApiRecord, { method }: FwRequest): void {
  const readable = record.definition.readonly === true
  if (method === 'POST' || (readable && (method === 'GET' || method === 'HEAD'))) return
  throw new FwError('method_not_allowed', { headers: { allow: readable ? 'GET, HEAD, POST' : 'POST' } })
}

/** Reads the input of `GET ?input=<JSON>` for a readonly API. */
function readQuery({ query }: FwRequest): unknown {
  const input = parseQuery(query).get('input')
  return input === null ? {} : parseBody(input)
}
