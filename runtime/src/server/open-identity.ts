/** The verifiers of callers that the options name: signed agents, and bearer tokens of the protocol endpoints. */
import type { DataStore } from '#contract/data.ts'
import { type BearerCheck, type BearerWorld, createBearerCheck } from '../identity/bearer.ts'
import type { NonceStore } from '../identity/nonce-store.ts'
import { type AgentAuth, createAgentAuth } from '../identity/web-bot-auth.ts'
import type { FwServerOptions } from './options.ts'

/** Undefined where the app knows no agents. */
export function openAgentAuth({ agents, now = Date.now }: FwServerOptions, data: DataStore): AgentAuth | undefined {
  if (agents === undefined) return undefined
  const { webBotAuth } = agents
  const nonces = webBotAuth.nonces === true ? noncesIn(data, now) : webBotAuth.nonces
  return createAgentAuth({ ...agents, webBotAuth: { ...webBotAuth, nonces } }, now)
}

/** Undefined where no token is asked for. `verifyBearer` is `mcpAuth.verify` of `src/hooks.ts` and wins. */
export function openBearerCheck(options: FwServerOptions, log: BearerWorld['log']): BearerCheck | undefined {
  const { mcpAuth, verifyBearer, now = Date.now } = options
  if (mcpAuth === undefined && verifyBearer === undefined) return undefined
  const verify = verifyBearer ?? mcpAuth?.verify
  return createBearerCheck({ ...mcpAuth, verify }, { env: process.env, now, log })
}

/** Shared by every process of the app, and kept over a restart where the data is. */
function noncesIn(data: DataStore, now: () => number): NonceStore {
  return {
    claim: (keyId, nonce, expiresAt) => data.claim(`nonce:${keyId}:${nonce}`, Math.max(1, expiresAt - now())),
  }
}
