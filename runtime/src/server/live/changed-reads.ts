/**
 * Single flight: the response to a call contains the new results of the live reads that it has changed, so that its tab needn't
 * fetch them.
 */
import { findCtxHeaders } from '#api/ctx.ts'
import { Dispatch } from '#api/dispatch.ts'
import { collectTags } from '#cache/read-tags.ts'
import type { Ctx } from '#contract/api.ts'
import type { ReadCall } from '#contract/live/read-tags.ts'
import { MAX_READS_HEADER } from '#contract/live/wire.ts'
import { readStates } from '#live/read-states.ts'
import type { OpenReceipt } from '#live/receipts.ts'
import { withCaller } from '../caller-scope.ts'
import { Exchange } from '../http/exchange.ts'
import { mayReplaceUser } from './end-replaced-streams.ts'

/** Further changed reads are left to the tab. */
const MAX_READS = 16
/** Time that the response waits for the reads. */
const WAIT_MS = 300

interface ChangedRead {
  readonly index: number
  /** Absent if only the tab can repeat the read. */
  readonly call: ReadCall | undefined
}

/** A result as JSON. */
interface FreshResult {
  readonly index: number
  readonly json: string
}

/**
 * Returns the members `fresh` and `stale` of the envelope as JSON, each with a comma before it; empty if nothing has changed.
 * Never rejects: the call has run.
 *
 * @param header The receipts of the tab's reads.
 */
export async function writeChangedReads(exchange: Exchange, ctx: Ctx, header: string): Promise<string> {
  if (header.length > MAX_READS_HEADER) return ''
  const given = header.split(',')
  // The tab's next requests may be another user's.
  if (mayReplaceUser(exchange, readCookies(ctx))) return `,"stale":[${[...given.keys()].join()}]`
  const changed = await findChanged(exchange, ctx, given)
  if (changed.length === 0) return ''
  const found = mayRepeat(exchange, ctx) ? await runAll(exchange, changed) : []
  const fresh = found.map(({ json }) => json)
  const done = new Set(found.map(({ index }) => index))
  const stale = changed.flatMap(({ index }) => (done.has(index) ? [] : index))
  return (fresh.length > 0 ? `,"fresh":[${fresh.join()}]` : '') + (stale.length > 0 ? `,"stale":[${stale.join()}]` : '')
}

/** An agent's reads may need approval, and after a change of the session, another user may read. */
function mayRepeat({ origin }: Exchange, ctx: Ctx): boolean {
  return origin === 'human' && !setsCookies(ctx)
}

function setsCookies(ctx: Ctx): boolean {
  return readCookies(ctx).length > 0
}

function readCookies(ctx: Ctx): readonly string[] {
  return findCtxHeaders(ctx)?.getSetCookie() ?? []
}

async function findChanged({ app }: Exchange, ctx: Ctx, given: readonly string[]): Promise<readonly ChangedRead[]> {
  const { receipts } = app.live
  await receipts.ready()
  const subject = app.policy.subjectOf(ctx)
  const opened = given.map((receipt) => receipts.open(receipt, subject))
  const states = await readStates(opened.flatMap((receipt) => receipt?.tags ?? []))
  const isChanged = ({ tags, versions }: OpenReceipt) =>
    versions === '' || receipts.hashVersions(tags.map((tag) => states.get(tag))) !== versions
  return opened.flatMap((receipt, index) =>
    receipt === undefined || isChanged(receipt) ? { index, call: receipt?.call } : [],
  )
}

/** Runs reads as the same caller, with a new ctx, because the old one can have data from before the write. */
async function runAll(exchange: Exchange, changed: readonly ChangedRead[]): Promise<readonly FreshResult[]> {
  const repeated = changed.filter(({ call }) => call !== undefined).slice(0, MAX_READS)
  if (repeated.length === 0) return []
  const results: FreshResult[] = []
  const inner = new Exchange(exchange.app, exchange.request, exchange.entry)
  const work = async () => {
    const ctx = await inner.ctx()
    await Promise.all(repeated.map((read) => runRead(exchange, ctx, read, results)))
    // These cookies can't be sent any more.
    if (setsCookies(ctx)) results.length = 0
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, WAIT_MS)
  })
  await Promise.race([withCaller(inner, work).catch(() => undefined), late])
  clearTimeout(timer)
  return results.splice(0).sort((a, b) => a.index - b.index)
}

/** Adds the result of a read. A read that fails is left to the tab, which receives its error. */
async function runRead(exchange: Exchange, ctx: Ctx, read: ChangedRead, results: FreshResult[]): Promise<void> {
  const { app, origin, tainted } = exchange
  const { call, index } = read
  const record = call && app.records.get(call.tool)
  if (call === undefined || record?.definition.readonly !== true) return
  try {
    const { result: outcome, ...tagged } = await collectTags(() =>
      new Dispatch(record, ctx, origin, app.host, { request: exchange, tainted }).run(call.input ?? {}),
    )
    if (outcome.kind !== 'result') return
    const live = await app.live.sealRead(tagged, ctx, call)
    const receipt = live === undefined ? '' : `,"live":${JSON.stringify(live)}`
    results.push({ index, json: `{"read":${index},"result":${outcome.json ?? 'null'}${receipt}}` })
  } catch {
    // Audited by the dispatch.
  }
}
