/** `/_fw/a2a` and paths below it: the Agent2Agent protocol, with agent origin regardless of the request headers. */

import type { A2aCall } from '#a2a/call.ts'
import type { A2a } from '#a2a/create-a2a.ts'
import type { TurnDeps } from '#contract/agent/turn-deps.ts'
import { FwError } from '#contract/http/error.ts'
import { A2A_PATH } from '#contract/http/path.ts'
import { parseQuery } from '#contract/http/query.ts'
import { digestText } from '#digest/digest-text.ts'
import { mapToolNames } from '#mcp/tool-names.ts'
import { readBearerToken } from '#wire/bearer-token.ts'
import type { App } from '../app/app.ts'
import { toA2aReply } from '../http/a2a-reply.ts'
import type { Exchange, ServerStage } from '../http/exchange.ts'
import { toFwError } from '../http/failure.ts'
import { readJsonText } from '../http/read-body.ts'
import { followProposal, withdraw } from '../resolve-proposal.ts'
import { getAgent, storedTurnDeps } from './agent.ts'

/** Earlier stages have refused cross-site requests and callers without the token. */
export const a2aStage: ServerStage = async (request, exchange) => {
  const { path, method, query } = request
  const search = parseQuery(query)
  const version = request.header('a2a-version') ?? search.get('A2A-Version') ?? undefined
  if (path !== A2A_PATH) {
    const a2a = await getA2a(exchange.app)
    const segments = request.segments.slice(ENDPOINT_SEGMENTS)
    const sent = { method, segments, query: search, body: () => readJsonText(request) }
    return toA2aReply(await a2a.http(sent, version, createCall(exchange)))
  }
  if (method !== 'POST') throw new FwError('method_not_allowed', { headers: { allow: 'POST' } })
  const [a2a, text] = await Promise.all([getA2a(exchange.app), readJsonText(request)])
  return toA2aReply(await a2a.rpc(text, version, createCall(exchange)))
}

const ENDPOINT_SEGMENTS = 2

const made = new WeakMap<App, Promise<A2a>>()

/** Loaded and created for the first request to it, because most requests come from users. */
function getA2a(app: App): Promise<A2a> {
  const known = made.get(app)
  if (known !== undefined) return known
  const opened = open(app)
  made.set(app, opened)
  return opened
}

async function open(app: App): Promise<A2a> {
  const { createA2a } = await import('#a2a/create-a2a.ts')
  const { data, info, agents, policy, tools, now } = app
  return createA2a({
    data: data.store,
    // Tools that agents may not call have names here too, so that a call of one is refused and audited instead of unknown.
    names: mapToolNames(tools),
    siteUrl: info.siteUrl,
    now,
    // The caller owns a task that contains the id.
    proposal: (id) => followProposal((one) => data.proposals.find(one, () => true), id),
    extendedCard: policy.bearerCheck && agents.cardFor,
  })
}

function createCall(exchange: Exchange): A2aCall {
  const { app } = exchange
  let deps: Promise<TurnDeps> | undefined
  return {
    owner: async () => findOwner(exchange, app.policy.subjectOf(await exchange.ctx())),
    deps: () => {
      deps ??= storedTurnDeps(exchange)
      return deps
    },
    agent: () => getAgent(app),
    toShown: (error) => toFwError(error, app, exchange.requestId),
    withdraw: async (id) => withdraw(app, id, await exchange.ctx()),
    get url() {
      return exchange.web().url
    },
  }
}

/** Returns the owner of tasks: a user or a service, else the client, the key or the token of the caller. */
async function findOwner(exchange: Exchange, subject: string | undefined): Promise<string | undefined> {
  if (subject !== undefined) return `subject:${subject}`
  const { identity, app, request } = exchange
  if (identity?.clientId !== undefined) return `client:${identity.clientId}`
  const agent = await exchange.agent()
  if (agent?.verified) return `key:${agent.keyId}`
  if (app.policy.bearerCheck === undefined) return undefined
  return `token:${digestText(readBearerToken(request.header('authorization')) ?? '')}`
}
