/** The policy of an app: who a caller is, and what the server accepts from callers. */
import type { ApiTool, Ctx } from '#contract/api.ts'
import type { DataStore } from '#contract/config/data.ts'
import type { Logger } from '#contract/config/log.ts'
import { type FormLimits, resolveFormLimits } from '#forms/form-limits.ts'
import type { BearerCheck } from '#identity/bearer.ts'
import type { Challenge } from '#identity/challenge.ts'
import { createHostCheck, createKnownHosts, type HostCheck } from '#identity/host-check.ts'
import { createProxyTrust, type ProxyTrust } from '#identity/proxy-trust.ts'
import type { AgentAuth } from '#identity/web-bot-auth.ts'
import { getIdentity, subjectOf } from '../pages/subject.ts'
import { type Csp, openCsp } from './open-csp.ts'
import { openAgentAuth, openBearerCheck, openChallenge } from './open-identity.ts'
import type { FwServerOptions } from './options.ts'

export interface AppPolicy extends Pick<FwServerOptions, 'middleware' | 'ctxFor' | 'session' | 'canSettle' | 'redact'> {
  readonly maxBodyBytes: number
  /** Limits of a submitted form. */
  readonly formLimits: FormLimits
  /** Content-Security-Policy of the app's pages; absent if it is off. */
  readonly csp: Csp | undefined
  /** Callers who may resolve a proposal without a subject. */
  readonly approvals: 'open' | 'signed-in'
  /** Verifies signatures of agents; absent if the app has no agent keys. */
  readonly agentAuth: AgentAuth | undefined
  /** Verifies bearer tokens of callers of the protocol endpoints; absent if no token is required. */
  readonly bearerCheck: BearerCheck | undefined
  /** The challenge for refused callers of the protocol endpoints; absent if the app declares no way to get a token. */
  readonly challenge: Challenge | undefined
  /** Checks the host name by which a caller addresses this server. */
  readonly hostCheck: HostCheck
  /** Whether a host is certainly the app's, so that a page may print it. */
  readonly knowsHost: (host: string) => boolean
  /** Resolves the client of a request behind proxies; absent if no proxy is trusted. */
  readonly proxyTrust: ProxyTrust | undefined
  /** Returns the owner of the caller's proposals; undefined for a caller without any identity. */
  subjectOf(ctx: Ctx): string | undefined
  /** Returns the same without the session id: the identity that the app gives the caller. */
  identityOf(ctx: Ctx): string | undefined
}

const MIB = 1_048_576

export function createAppPolicy(
  options: FwServerOptions,
  { store, tools, log }: { readonly store: DataStore; readonly tools: readonly ApiTool[]; readonly log: Logger },
): AppPolicy {
  const { maxBodyBytes = MIB, middleware, ctxFor, session, canSettle, redact } = options
  return {
    middleware,
    ctxFor,
    session,
    canSettle,
    redact,
    maxBodyBytes,
    formLimits: resolveFormLimits(options.uploads, maxBodyBytes),
    csp: openCsp(options.csp),
    approvals: chooseApprovals(options, tools, log),
    agentAuth: openAgentAuth(options, store),
    bearerCheck: openBearerCheck(options, log),
    challenge: openChallenge(options),
    hostCheck: createHostCheck(options.allowedHosts, options.siteUrl),
    knowsHost: createKnownHosts(options.allowedHosts),
    proxyTrust: createProxyTrust(options.trustProxy),
    subjectOf: (ctx) => subjectOf(ctx, options.subjectOf),
    identityOf: (ctx) => getIdentity(ctx, options.subjectOf),
  }
}

/** Returns the callers who may resolve a proposal without a subject. Warns if this is every caller by default. */
function chooseApprovals(
  { approvals, session }: FwServerOptions,
  tools: readonly ApiTool[],
  log: Logger,
): AppPolicy['approvals'] {
  if (approvals !== undefined) return approvals
  if (session !== undefined) return 'signed-in'
  if (tools.some((tool) => tool.guard === 'confirm'))
    log.warnOnce(
      'This app has no session, so any visitor may approve calls of agents. Add src/session.ts, or set approvals.',
    )
  return 'open'
}
