/** Runs the live reads of a page that renders, and gives each a receipt. */
import { currentCall } from '#api/current.ts'
import { findRecord, getContract } from '#api/record.ts'
import { wireInput } from '#api/wire-values.ts'
import { collectTags } from '#cache/read-tags.ts'
import type { AnyApi, Ctx } from '#contract/api.ts'
import type { ReadCall } from '#live/receipts.ts'
import type { SentRead } from '#solid/live/live-read.ts'
import { serverReads } from '#solid/live/server-reads.ts'
import type { AppLive } from './open-live.ts'

type SealRead = (read: Parameters<AppLive['sealRead']>[0], call: ReadCall) => ReturnType<AppLive['sealRead']>

/** By the identities of renders. */
const sealers = new WeakMap<object, SealRead>()

/** Gives the live reads of a render receipts of this caller. */
export function sealReads(render: object, live: AppLive, ctx: Ctx): void {
  serverReads.read = renderRead
  sealers.set(render, (read, call) => live.sealRead(read, ctx, call))
}

/** Calls an API directly. Throws a `TypeError` for a function that isn't a readonly API. */
async function renderRead(api: AnyApi, input: unknown): Promise<SentRead> {
  const record = findRecord(api)
  if (record === undefined)
    throw new TypeError('The first argument of live() is not an api. Import one from src/server: live(listCards).')
  const name = record.name ?? 'the api'
  if (record.definition.readonly !== true)
    throw new TypeError(`live() reads ${name} again and again, so it must not change data. Set readonly: true.`)
  const { result: value, ...tagged } = await collectTags(() => (api as (input?: unknown) => Promise<unknown>)(input))
  const { render } = currentCall() ?? {}
  const sealRead = render && sealers.get(render)
  if (sealRead === undefined || record.name === undefined) return { value }
  const contract = await getContract(record)
  const given = input === undefined ? {} : input
  const live = await sealRead(tagged, { tool: record.name, input: wireInput(contract.input, given, given) })
  return live === undefined ? { value } : { value, live }
}
