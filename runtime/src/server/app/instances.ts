/** `instancesFor`: the live tools of a page for a caller inside this process, which counts as an agent. */

import { type Current, currentCall, withCurrent } from '#api/current.ts'
import { describeFailure } from '#api/describe-failure.ts'
import type { CallHost, OpenAuditEntry } from '#api/host.ts'
import { toWire, wireInput } from '#api/wire-values.ts'
import type { InstanceHooks, LiveTool, PageInstances } from '#contract/agent/manifest.ts'
import { isParked, type ParkedResult, type Proposal } from '#contract/agent/proposal.ts'
import type { AuditEntry, Ctx, Origin } from '#contract/api.ts'
import { type ErrorCode, FwError, FwIntentError } from '#contract/http/error.ts'
import { type CallRefusal, checkPageCall } from '#contract/page/page-call.ts'
import type { PageTarget } from '#contract/page/page-target.ts'
import { createMemoryProposalStore } from '#data/memory-proposals.ts'
import { type PageTool, toTool } from '#page/page-tools.ts'
import { createProposalRegistry, type Execution, type ProposalRegistry } from '#proposals/proposal-registry.ts'
import { type OwnTool, ownCalls } from '#solid/islands/own-calls.ts'
import { toFwError } from '../http/failure.ts'
import { newRequestId } from '../http/request-id.ts'
import { onPage } from '../pages/manifest.ts'
import type { App } from './app.ts'
import { containAudit, parkIn } from './call-host.ts'
import { callSink } from './call-sink.ts'

/** A render of a page, and the caller of its tools. */
interface LivePage {
  readonly app: App
  readonly ctx: Ctx
  readonly hooks: InstanceHooks
  readonly host: CallHost
  /** Its proposals contain closures of this render, so they end with it and aren't accessible to requests. */
  readonly proposals: ProposalRegistry
}

/**
 * Renders the page with `ctx` and returns its mounted components. Empty for an unmatched path. Rejects with the page's
 * error.
 */
export async function instancesFor(
  app: App,
  path: string,
  ctx: Ctx,
  hooks: InstanceHooks = {},
): Promise<PageInstances> {
  const host = { ...app.host, audit: createAudit(app, hooks) }
  const livePage: LivePage = { app, ctx, hooks, host, proposals: openPageRegistry(app) }
  const render = (target: PageTarget) => app.pages.instances(target, ctx)
  const cause = { origin: 'agent', tainted: currentCall()?.tainted ?? false } as const
  const instances = (await onPage(app, path, ctx, render, cause)) ?? []
  return {
    instances: instances.map(({ id, component, intents, actions, stores }) => ({
      id,
      component,
      intents: [...intents, ...actions].map((tool) => toLiveTool(livePage, tool)),
      stores,
    })),
  }
}

function openPageRegistry({ data, now, log }: App): ProposalRegistry {
  return createProposalRegistry({
    store: createMemoryProposalStore(),
    ...data.proposalLimits,
    now,
    log,
  })
}

/** Audits every call for the app and for the caller's hooks. A redacted input is redacted for both. */
function createAudit({ host, policy }: App, { onAudit }: InstanceHooks): CallHost['audit'] {
  if (onAudit === undefined) return host.audit
  const redact = host.audit === undefined ? policy.redact : undefined
  const audit = containAudit(redact === undefined ? { onAudit } : { onAudit, redact }, policy.subjectOf, () => host)
  return (entry, ctx) => {
    host.audit?.(entry, ctx)
    audit(entry, ctx)
  }
}

/** Copies property descriptors, so that the getter `ready` is preserved. */
function toLiveTool(livePage: LivePage, tool: PageTool): LiveTool {
  const run = (input?: unknown) => callTool(livePage, tool, input)
  return Object.defineProperties({ run }, Object.getOwnPropertyDescriptors(tool.entry)) as unknown as LiveTool
}

type Approval = Pick<Proposal, 'id' | 'tainted'>

/** Handles a call. `approved` is the approved proposal that is being run. */
function callTool(livePage: LivePage, tool: PageTool, given: unknown, approved?: Approval): Promise<unknown> {
  const { ctx, host } = livePage
  const around = currentCall()
  const tainted = approved === undefined ? (around?.tainted ?? false) : approved.tainted === true
  // Guards, schemas and sinks are functions of the app too.
  const current: Current = { ctx, host, origin: 'agent', tainted, requestId: around?.requestId }
  return withCurrent(current, () => handleCall(livePage, tool, given, { approved, tainted }))
}

/** Checks a call, runs it or creates a proposal, and audits it. */
async function handleCall(
  livePage: LivePage,
  tool: PageTool,
  given: unknown,
  { approved, tainted }: { readonly approved: Approval | undefined; readonly tainted: boolean },
): Promise<unknown> {
  const { app } = livePage
  const requestId = currentCall()?.requestId
  const proposal = approved?.id
  const origin: Origin = approved === undefined ? 'agent' : 'human'
  const call = { at: Date.now(), started: performance.now(), origin, input: given, proposal, requestId }
  try {
    const caller = { origin, scopes: livePage.ctx.scopes, tainted }
    const checked = await checkPageCall(tool.entry.name, tool.definition, given, { validator: tool.input, caller })
    if (!checked.ok) throw toError(tool, checked)
    if (checked.guard === 'confirm') {
      const parked = await park(livePage, tool, wireInput(tool.input, given, checked.input) ?? {}, tainted)
      audit(livePage, tool, { ...call, proposal: parked.id })
      return parked
    }
    const ended = await runOrPark(livePage, { requestId, tainted }, () => tool.run(checked.input, origin))
    if ('parked' in ended) {
      audit(livePage, tool, { ...call, proposal: ended.parked.id })
      return ended.parked
    }
    const result = await toWire(tool.entry.name, tool.output, ended.value, livePage.host, requestId)
    audit(livePage, tool, call)
    return result
  } catch (error) {
    audit(livePage, tool, call, describeFailure(error))
    throw toFwError(error, app, requestId ?? newRequestId())
  }
}

ownCalls.intercept = (tool, input) => currentCall()?.ownCall?.(tool, input)

/**
 * Handles a component's call of its own tool during an agent's call, with the same checks. The calling code expects a
 * result, not a proposal, so a pending call never resolves in this render.
 */
async function callOwn(livePage: LivePage, own: OwnTool, input: unknown, onParked: (parked: ParkedResult) => void) {
  const tool = await toTool(own.name, own.definition, own.contract, own.run)
  const wire = tool.input?.encode === undefined ? input : tool.input.encode(input ?? {})
  const outcome = await callTool(livePage, tool, wire)
  if (!isParked(outcome, own.name)) return outcome
  onParked(outcome)
  return new Promise<never>(() => {})
}

type Ended = { readonly value: unknown } | { readonly parked: ParkedResult }

/**
 * Resolves to the result of the tool, or to the pending API call that it waits for: the user may decide late, and the
 * caller doesn't wait. Calls inside the tool have agent origin, even if the tool was approved, because the approval covers
 * only that one call.
 */
async function runOrPark(
  livePage: LivePage,
  facts: Pick<Current, 'requestId' | 'tainted'>,
  run: () => Promise<unknown>,
): Promise<Ended> {
  const { ctx, host } = livePage
  let park: (ended: Ended) => void = () => undefined
  const waiting = new Promise<Ended>((resolve) => {
    park = resolve
  })
  const onParked = (parked: ParkedResult) => park({ parked })
  const current: Current = {
    ctx,
    host,
    origin: 'agent',
    ...facts,
    onParked,
    ownCall: (tool, input) => callOwn(livePage, tool, input, onParked),
  }
  return Promise.race([withCurrent(current, run).then((value) => ({ value })), waiting])
}

function toError({ entry }: PageTool, { code, error, issues }: CallRefusal<ErrorCode>): FwError {
  const options = { message: error, ...(issues && { issues }) }
  return code === 'forbidden' ? new FwIntentError(entry.name, options) : new FwError(code, options)
}

/** Creates a proposal, and passes the function that resolves it to the hook. */
async function park(livePage: LivePage, tool: PageTool, input: unknown, tainted: boolean): Promise<ParkedResult> {
  const { app, ctx, hooks, proposals } = livePage
  const call = { tool: tool.entry.name, input, ctx, origin: 'agent', tainted } as const
  const parked = await parkIn(proposals, app.policy.subjectOf)(call)
  const proposal = await proposals.find(parked.id, anyCaller)
  const settle = (decision: 'approve' | 'reject'): Promise<unknown> =>
    decision === 'approve' ? approve(livePage, tool, parked.id) : proposals.reject(parked.id, anyCaller)
  if (proposal !== undefined) {
    const proposed = { ...proposal, message: parked.message }
    callSink('onProposal', app.log, () => hooks.onProposal?.(proposed, settle))
  }
  return parked
}

type Approved = Execution & ({ readonly result: unknown } | { readonly error: unknown })

/** Runs the stored call, unaffected by later changes to copies of it. Scopes and input are checked again. */
async function approve(livePage: LivePage, tool: PageTool, id: string): Promise<unknown> {
  const ended = await livePage.proposals.approve(id, anyCaller, async (proposal): Promise<Approved> => {
    try {
      // The result is returned to the approver only, because no other caller can read this proposal.
      return { result: await callTool(livePage, tool, proposal.input, proposal), outcome: { ok: true } }
    } catch (error) {
      return { error, outcome: { ok: false, ...describeFailure(error) } as Execution['outcome'] }
    }
  })
  if ('error' in ended) throw ended.error
  return ended.result
}

/** Every caller of `settle` has received it from the hook, so no further check is needed. */
function anyCaller(): boolean {
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
  { host, ctx }: LivePage,
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
