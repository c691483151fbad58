/** `/_fw/agent` and `/_fw/llm`: a turn of the app's agent, with agent origin regardless of the request headers. */
import { withSomeCaller } from '#api/without-caller.ts'
import type { AgentMount } from '#contract/agent/agent.ts'
import { findDirect } from '#contract/agent/agent-request.ts'
import type { TurnDeps } from '#contract/agent/turn-deps.ts'
import { FwError } from '#contract/http/error.ts'
import type { FwRequest } from '#contract/http/request.ts'
import { reportsData } from '#identity/origin.ts'
import type { App } from '../app/app.ts'
import { containDeps } from '../app/contained-deps.ts'
import { getCallTitle } from '../describe-proposal.ts'
import type { Exchange, ServerStage } from '../http/exchange.ts'
import { readJsonText } from '../http/read-body.ts'
import { followRead } from '../live/follow-read.ts'
import { canAsk, parkRemoteCall } from '../remote-call.ts'
import { findProposal, followProposal } from '../resolve-proposal.ts'

/** Earlier stages have refused cross-site requests; `ctxFor` may refuse the caller. */
export const agentStage: ServerStage = async (request, exchange) => {
  if (request.method !== 'POST') throw new FwError('method_not_allowed', { headers: { allow: 'POST' } })
  // Read here to enforce the server's limits before the agent receives the body.
  const body = await readJsonText(request)
  const [mount, deps] = await Promise.all([getAgent(exchange.app), turnDeps(exchange)])
  const handleTurn = findDirect(mount)
  if (handleTurn === undefined) return mount.handle(withBody(exchange, request, body), deps)
  const { path, signal } = request
  return handleTurn({ path, signal, body, header: (name) => request.header(name) }, deps)
}

/** `/_fw/agent/<id>/stream`: the rest of a streamed reply, for the caller that requested it. */
export const agentStreamStage: ServerStage = async (request, exchange) => {
  if (request.method !== 'GET' && request.method !== 'DELETE')
    throw new FwError('method_not_allowed', { headers: { allow: 'GET, DELETE' } })
  const [mount, deps] = await Promise.all([getAgent(exchange.app), turnDeps(exchange)])
  if (mount.stream === undefined) throw new FwError('not_found')
  return mount.stream(exchange.web(), deps)
}

/** Waits for turns of the agent whose reply is read through another process. */
export async function drainAgent(app: App, limitMs: number): Promise<void> {
  const mount = app.agents.mount ?? builtIn.get(app)
  await withSomeCaller(app.host, () => mount?.drain?.(limitMs))
}

/** Ends turns of the agent that run without a client. */
export function closeAgent(app: App): void {
  const mount = app.agents.mount ?? builtIn.get(app)
  if (mount?.close !== undefined) withSomeCaller(app.host, () => mount.close?.())
}

const builtIn = new WeakMap<App, AgentMount>()

/** Returns the app's own agent, or a default one that is created on first use, because most requests don't need it. */
export async function getAgent(app: App): Promise<AgentMount> {
  const known = app.agents.mount ?? builtIn.get(app)
  if (known !== undefined) return known
  const { defineAgent } = await import('#agent/define-agent.ts')
  const made = builtIn.get(app) ?? defineAgent()
  builtIn.set(app, made)
  return made
}

function withBody(exchange: Exchange, request: FwRequest, body: string): Request {
  const { url, headers } = exchange.web()
  return new Request(url, { method: 'POST', headers, body, signal: request.signal })
}

/**
 * Returns the dependencies of a turn whose conversation only the server stores, so that its pending calls are its own: the
 * sender of a channel's message is often not a caller who may resolve them.
 */
export async function storedTurnDeps(exchange: Exchange): Promise<TurnDeps> {
  const { proposals } = exchange.app.data
  const find = (id: string) => proposals.find(id, () => true)
  return { ...(await turnDeps(exchange)), proposal: (id) => followProposal(find, id) }
}

/** Returns the dependencies of a turn. */
async function turnDeps(exchange: Exchange): Promise<TurnDeps> {
  const { app, requestId } = exchange
  const deps = await containDeps(exchange)
  const subject = app.policy.subjectOf(deps.ctx)
  const identity = app.policy.identityOf(deps.ctx)
  const telemetry = await app.observed?.ready
  return {
    ...deps,
    skills: app.agents.skills,
    ...(subject !== undefined && { subject }),
    ...(identity !== undefined && { identity }),
    ...(exchange.tainted && { tainted: true }),
    ...(reportsData(exchange.request) && { holdsData: true }),
    data: app.data.store,
    ...(app.data.shared !== undefined && { sharedData: app.data.shared }),
    followRead: (read) => followRead(app.live, read),
    proposal: (id) => followProposal((one) => findProposal(app, deps.ctx, one), id),
    // A caller inside this process is a program, such as an eval.
    ...(!exchange.entry.inProcess && canAsk(app, subject) && { canAsk: true }),
    getTitle: (tool, input) => getCallTitle(app, tool, input),
    park: (call) => parkRemoteCall(app, { ...call, tainted: call.tainted || exchange.tainted }, deps.ctx, requestId),
    ...(telemetry !== undefined && { observe: telemetry.turns }),
    ...(app.agents.signer !== undefined && { sign: app.agents.signer.sign }),
    showDetail: !app.production,
    warn: (message, err) => app.log.warn(message, { requestId, ...(err !== undefined && { err }) }),
    log: (level, message, fields) => app.log[level](message, { requestId, ...fields }),
  }
}
