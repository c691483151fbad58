/** `instancesFor`: the live tools of a page for a caller inside this process, who is an agent (decisions: Manifest). */
import type { AuditEntry, Ctx, Origin } from '#contract/api.ts'
import { FwError, FwIntentError } from '#contract/error.ts'
import type { InstanceHooks, LiveTool, PageInstances } from '#contract/manifest.ts'
import { type CallRefusal, checkPageCall } from '#contract/page-call.ts'
import { isParked, type ParkedResult } from '#contract/proposal.ts'
import { type OwnTool, ownCalls } from '#solid/own-calls.ts'
import { type Current, currentCall, withCurrent } from '../api/current.ts'
import { describeFailure } from '../api/dispatch.ts'
import type { CallHost, OpenAuditEntry } from '../api/host.ts'
import { toWire, wireInput } from '../api/wire-values.ts'
import { createMemoryProposalStore } from '../data/memory-proposals.ts'
import { type PageTool, toTool } from '../page/page-tools.ts'
import { createVault, type Execution, type Vault } from '../proposals/vault.ts'
import { type App, containAudit, parkIn } from './app.ts'
import { callSink } from './call-sink.ts'
import { toFwError } from './failure.ts'
import { onPage } from './manifest.ts'
import { MAX_PENDING, TEN_MINUTES_MS } from './open-vault.ts'
import { newRequestId } from './request-id.ts'

/** One render of a page, and who calls in it. */
interface Room {
  readonly app: App
  readonly ctx: Ctx
  readonly hooks: InstanceHooks
  readonly host: CallHost
  /** Its proposals run closures of this render: they live and end with it, and no request knows them. */
  readonly vault: Vault
}

/** Renders the page under `ctx` and hands out what it mounts. Empty for an unmatched path; rejects with what the page throws. */
export async function instancesFor(
  app: App,
  path: string,
  ctx: Ctx,
  hooks: InstanceHooks = {},
): Promise<PageInstances> {
  const host = { ...app.host, audit: createAudit(app, hooks) }
  const room: Room = { app, ctx, hooks, host, vault: openRoomVault(app) }
  const render = (canonical: string) => app.pages.instances(canonical, ctx)
  const cause = { origin: 'agent', tainted: currentCall()?.tainted ?? false } as const
  const instances = (await onPage(app, path, ctx, render, cause)) ?? []
  return {
    instances: instances.map(({ id, component, intents, actions, stores }) => ({
      id,
      component,
      intents: [...intents, ...actions].map((tool) => toLiveTool(room, tool)),
      stores,
    })),
  }
}

function openRoomVault({ options, log }: App): Vault {
  return createVault({
    store: createMemoryProposalStore(),
    ttlMs: options.proposalTtlMs ?? TEN_MINUTES_MS,
    maxPending: options.maxPendingProposals ?? MAX_PENDING,
    now: options.now ?? Date.now,
    log,
  })
}

/** The app hears of every call, whoever else listens; what it redacts is redacted for both. */
function createAudit({ host, options, subjectOf, log }: App, { onAudit }: InstanceHooks): CallHost['audit'] {
  if (onAudit === undefined) return host.audit
  const redact = host.audit === undefined ? options.redact : undefined
  const audit = containAudit(redact === undefined ? { onAudit } : { onAudit, redact }, subjectOf, log)
  return (entry, ctx) => {
    host.audit?.(entry, ctx)
    audit(entry, ctx)
  }
}

/** The descriptors, so that `ready` stays a question. */
function toLiveTool(room: Room, tool: PageTool): LiveTool {
  const run = (input?: unknown) => callTool(room, tool, input)
  return Object.defineProperties({ run }, Object.getOwnPropertyDescriptors(tool.entry)) as unknown as LiveTool
}

/** One call: the order of checks, park or run, and its audit. `proposal`: the parked call that a person has approved. */
async function callTool(room: Room, tool: PageTool, given: unknown, proposal?: string): Promise<unknown> {
  const { app, ctx } = room
  const requestId = currentCall()?.requestId
  const origin: Origin = proposal === undefined ? 'agent' : 'human'
  const call = { at: Date.now(), started: performance.now(), origin, input: given, proposal, requestId }
  try {
    const caller = { origin, scopes: ctx.scopes, tainted: currentCall()?.tainted ?? false }
    const checked = await checkPageCall(tool.entry.name, tool.definition, given, { validator: tool.input, caller })
    if (!checked.ok) throw toError(tool, checked)
    if (checked.guard === 'confirm') {
      const parked = await park(room, tool, wireInput(tool.input, given, checked.input) ?? {})
      audit(room, tool, { ...call, proposal: parked.id })
      return parked
    }
    const ended = await runOrPark(room, requestId, () => tool.run(checked.input, origin))
    if ('parked' in ended) {
      audit(room, tool, { ...call, proposal: ended.parked.id })
      return ended.parked
    }
    const result = await toWire(tool.entry.name, tool.output, ended.value, room.host, requestId)
    audit(room, tool, call)
    return result
  } catch (error) {
    audit(room, tool, call, describeFailure(error))
    throw toFwError(error, app, requestId ?? newRequestId())
  }
}

ownCalls.intercept = (tool, input) => currentCall()?.ownCall?.(tool, input)

/**
 * A component's call of its own tool, in an agent's: the same checks. Code is promised a result, and a proposal is none, so
 * that it goes no further in this render.
 */
async function callOwn(room: Room, own: OwnTool, input: unknown, onParked: (parked: ParkedResult) => void) {
  const tool = await toTool(own.name, own.definition, own.contract, own.run)
  const wire = tool.input?.encode === undefined ? input : tool.input.encode(input ?? {})
  const answer = await callTool(room, tool, wire)
  if (!isParked(answer, own.name)) return answer
  onParked(answer)
  return new Promise<never>(() => {})
}

type Ended = { readonly value: unknown } | { readonly parked: ParkedResult }

/**
 * What the tool answers, or the call of an api that it waits for: a person may take their time, and its caller has none.
 * Calls inside the tool have agent origin, also when the tool was approved: the approver read that one call.
 */
async function runOrPark(room: Room, requestId: string | undefined, run: () => Promise<unknown>): Promise<Ended> {
  const { ctx, host } = room
  let park: (ended: Ended) => void = () => undefined
  const waiting = new Promise<Ended>((resolve) => {
    park = resolve
  })
  const onParked = (parked: ParkedResult) => park({ parked })
  const current: Current = {
    ctx,
    host,
    origin: 'agent',
    requestId,
    onParked,
    tainted: currentCall()?.tainted ?? false,
    ownCall: (tool, input) => callOwn(room, tool, input, onParked),
  }
  return Promise.race([withCurrent(current, run).then((value) => ({ value })), waiting])
}

function toError({ entry }: PageTool, { code, error, issues }: CallRefusal): FwError {
  const options = { message: error, ...(issues && { issues }) }
  return code === 'forbidden' ? new FwIntentError(entry.name, options) : new FwError(code, options)
}

/** Parks the call, and hands what settles it to whoever listens. */
async function park(room: Room, tool: PageTool, input: unknown): Promise<ParkedResult> {
  const { app, ctx, hooks, vault } = room
  const parked = await parkIn(vault, app.subjectOf)({ tool: tool.entry.name, input, ctx, origin: 'agent' })
  const proposal = await vault.find(parked.id, anybody)
  const settle = (decision: 'approve' | 'reject'): Promise<unknown> =>
    decision === 'approve' ? approve(room, tool, parked.id) : vault.reject(parked.id, anybody)
  if (proposal !== undefined) {
    const proposed = { ...proposal, message: parked.message }
    callSink('onProposal', app.log, () => hooks.onProposal?.(proposed, settle))
  }
  return parked
}

type Approved = Execution & ({ readonly result: unknown } | { readonly error: unknown })

/** Runs what was parked, and nothing that was done since to any copy of it; scopes and input are checked again. */
async function approve(room: Room, tool: PageTool, id: string): Promise<unknown> {
  const ended = await room.vault.approve(id, anybody, async (proposal): Promise<Approved> => {
    try {
      // What it answers goes to the approver; nobody else can ask for this proposal.
      return { result: await callTool(room, tool, proposal.input, id), outcome: { ok: true } }
    } catch (error) {
      return { error, outcome: { ok: false, ...describeFailure(error) } as Execution['outcome'] }
    }
  })
  if ('error' in ended) throw ended.error
  return ended.result
}

/** Whoever holds `settle` was handed it. */
function anybody(): boolean {
  return true
}

interface Audited {
  readonly at: number
  readonly started: number
  readonly origin: Origin
  readonly input: unknown
  readonly proposal: string | undefined
  readonly requestId: string | undefined
}

function audit(
  { host, ctx }: Room,
  { entry: { name, guard } }: PageTool,
  { at, started, origin, input, proposal, requestId }: Audited,
  failure?: Pick<AuditEntry, 'error' | 'code' | 'issues'>,
): void {
  if (host.audit === undefined) return
  const durationMs = performance.now() - started
  const entry: OpenAuditEntry = { tool: name, origin, guard, ok: failure === undefined, input, at, durationMs }
  if (ctx.agent?.verified) entry.agent = ctx.agent.keyId
  if (proposal !== undefined) entry.proposal = proposal
  if (requestId !== undefined) entry.requestId = requestId
  host.audit(Object.assign(entry, failure), ctx)
}
