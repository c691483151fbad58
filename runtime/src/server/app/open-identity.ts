/** Creates the verifiers of callers from the options: signed agents, and bearer tokens of the protocol endpoints. */
import type { DataStore } from '#contract/config/data.ts'
import type { Logger } from '#contract/config/log.ts'
import { digestText } from '#digest/digest-text.ts'
import { type BearerCheck, type BearerDeps, createBearerCheck } from '#identity/bearer.ts'
import { type Challenge, createChallenge } from '#identity/challenge.ts'
import type { NonceStore } from '#identity/nonce-store.ts'
import { createRequestSigner, type RequestSigner } from '#identity/sign-requests.ts'
import { type AgentAuth, createAgentAuth } from '#identity/web-bot-auth.ts'
import type { FwServerOptions } from './options.ts'

/** Returns undefined if the app has no agent keys. */
export function openAgentAuth({ agents, now = Date.now }: FwServerOptions, data: DataStore): AgentAuth | undefined {
  if (agents === undefined) return undefined
  const { webBotAuth } = agents
  const nonces = webBotAuth.nonces === true ? noncesIn(data, now) : webBotAuth.nonces
  return createAgentAuth({ ...agents, webBotAuth: { ...webBotAuth, nonces } }, now)
}

/**
 * Returns undefined if no token is required. `verifyBearer` is `mcpAuth.verify` from `src/hooks.ts` and takes
 * precedence.
 */
export function openBearerCheck(options: FwServerOptions, log: BearerDeps['log']): BearerCheck | undefined {
  const { mcpAuth, verifyBearer, siteUrl, now = Date.now } = options
  if (mcpAuth === undefined && verifyBearer === undefined) return undefined
  const verify = verifyBearer ?? mcpAuth?.verify
  return createBearerCheck({ ...mcpAuth, verify }, { env: process.env, now, log, siteUrl })
}

/** Returns undefined if the app declares no way to get a token: a challenge would not help callers then. */
export function openChallenge({ mcpAuth, siteUrl }: FwServerOptions): Challenge | undefined {
  if (mcpAuth?.resourceMetadataUrl === undefined && mcpAuth?.authorizationServers === undefined) return undefined
  return createChallenge(mcpAuth, siteUrl)
}

/** Returns undefined if the app has no key to sign with. */
export function openOwnSigner(
  { signing, siteUrl, now = Date.now }: FwServerOptions,
  log: Pick<Logger, 'warn'>,
): RequestSigner | undefined {
  if (signing === undefined) return undefined
  return createRequestSigner(signing, { env: process.env, now, siteUrl, warn: (message) => log.warn(message) })
}

/** Shared by all processes of the app, and preserved over a restart if the data is. */
function noncesIn(data: DataStore, now: () => number): NonceStore {
  return {
    async claim(keyId, nonce, expiresAt) {
      const lifetime = expiresAt - now()
      if (lifetime <= 0) return false
      // A digest, because the signer chooses the length of the nonce.
      const digest = digestText(JSON.stringify([keyId, nonce]))
      return data.claim(`nonce:${digest}`, lifetime)
    },
  }
}
