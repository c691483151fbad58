/** Runs the live reads of a page that renders, each once, and gives them receipts. */
import { currentCall } from '#api/current.ts'
import { findRecord, getContract } from '#api/record.ts'
import { wireInput } from '#api/wire-values.ts'
import { collectTags } from '#cache/read-tags.ts'
import type { AnyApi, Ctx } from '#contract/api.ts'
import type { ReadCall } from '#contract/live/read-tags.ts'
import type { SentRead } from '#solid/live/live-read.ts'
import { serverReads } from '#solid/live/server-reads.ts'
import type { AppLive } from './open-live.ts'

/** The live reads of one render. */
interface RenderReads {
  seal(read: Parameters<AppLive['sealRead']>[0], call: ReadCall): ReturnType<AppLive['sealRead']>
  /** By name and wire input. Islands of a page often have the same read. */
  readonly running: Map<string, Promise<SentRead>>
}

/** By the identities of renders. */
const renders = new WeakMap<object, RenderReads>()

/** Gives the live reads of a render receipts of this caller. */
export function sealReads(render: object, live: AppLive, ctx: Ctx): void {
  serverReads.read = renderRead
  renders.set(render, { seal: (read, call) => live.sealRead(read, ctx, call), running: new Map() })
}

/** Calls an API directly. Rejects with a `TypeError` for a function that isn't a readonly API. */
async function renderRead(api: AnyApi, input: unknown): Promise<SentRead> {
  const record = findRecord(api)
  if (record === undefined)
    throw new TypeError('The first argument of live() is not an api. Import one from src/server: live(listCards).')
  const { name = 'an api' } = record
  if (record.definition.readonly !== true)
    throw new TypeError(`live() reads ${name} again and again, so it must not change data. Set readonly: true.`)
  const call = () => (api as (input?: unknown) => Promise<unknown>)(input)
  const { render } = currentCall() ?? {}
  const reads = render && renders.get(render)
  if (reads === undefined || record.name === undefined) return { value: await call() }
  const contract = await getContract(record)
  const given = input === undefined ? {} : input
  let wire: unknown
  try {
    wire = wireInput(contract.input, given, given)
  } catch {
    // The call reports what is wrong with its input.
    return { value: await call() }
  }
  const key = `${name} ${JSON.stringify(wire)}`
  const running = reads.running.get(key) ?? readSealed(call, (read) => reads.seal(read, { tool: name, input: wire }))
  reads.running.set(key, running)
  return running
}

async function readSealed(
  call: () => Promise<unknown>,
  seal: (read: Parameters<AppLive['sealRead']>[0]) => ReturnType<AppLive['sealRead']>,
): Promise<SentRead> {
  const { result: value, ...tagged } = await collectTags(call)
  const live = await seal(tagged)
  return live === undefined ? { value } : { value, live }
}
