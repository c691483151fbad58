/** The call host of a server: where its calls are parked, audited and measured. */
import { findUser } from '#api/caller-identity.ts'
import { currentCall, withCurrent } from '#api/current.ts'
import { type CallHost, getCaller } from '#api/host.ts'
import { withoutCaller } from '#api/without-caller.ts'
import type { Ctx } from '#contract/api.ts'
import type { Logger } from '#contract/config/log.ts'
import type { CallObserver, CallSpan } from '#contract/config/telemetry.ts'
import type { PublishToTopic } from '#contract/http/websocket.ts'
import type { ProposalRegistry } from '#proposals/proposal-registry.ts'
import { shownInput } from '../shown-input.ts'
import { callSink } from './call-sink.ts'
import type { Observed } from './observe.ts'
import { openInspect } from './open-inspect.ts'
import type { FwServerOptions } from './options.ts'

/** What the host needs from other parts of an app. */
interface HostParts {
  readonly proposals: ProposalRegistry
  readonly subjectOf: (ctx: Ctx) => string | undefined
  readonly observed: Observed | undefined
  readonly publish: PublishToTopic | undefined
  readonly production: boolean
  readonly log: Logger
}

export function createCallHost(options: FwServerOptions, parts: HostParts): CallHost {
  const { proposals, subjectOf, observed, publish, production, log } = parts
  const host: CallHost = {
    findUser: (ctx) => findUser(ctx, options.subjectOf),
    park: parkIn(proposals, subjectOf),
    audit: options.onAudit === undefined ? undefined : containAudit(options, subjectOf, () => host),
    changes: { name: 'server' },
    publish,
    inspect: openInspect(options, log),
    ...(observed === undefined ? {} : { observe: lateObserver(observed) }),
    badOutput: production && !options.validateOutput ? 'log' : 'fail',
    log,
  }
  return host
}

/**
 * Observes calls. Calls outside a request may run before the OpenTelemetry API has been loaded: they aren't measured.
 */
function lateObserver(observed: Observed): CallObserver {
  return (tool, origin) => observed.telemetry?.calls(tool, origin) ?? UNMEASURED
}

const UNMEASURED: CallSpan = { within: (work) => work(), end: () => undefined }

/** Returns a function that stores pending calls with the subject and the caller of their ctx. */
export function parkIn(
  proposals: ProposalRegistry,
  subjectOf: (ctx: Ctx) => string | undefined,
): NonNullable<CallHost['park']> {
  return ({ tool, input, ctx, origin, tainted }) => {
    const subject = subjectOf(ctx)
    const agent = ctx.agent?.verified ? ctx.agent.keyId : undefined
    const { client, assistant } = getCaller(ctx)
    return proposals.park({ tool, input, origin, tainted, subject, agent, client, assistant })
  }
}

/**
 * Wraps an audit sink so that its exceptions and rejections never affect the call. Calls in it have the ctx and the
 * origin of the call that it reports. `getHost` returns the server's host, for calls outside its requests.
 */
export function containAudit(
  { onAudit, redact }: Pick<FwServerOptions, 'onAudit' | 'redact'>,
  subjectOf: (ctx: Ctx) => string | undefined,
  getHost: () => CallHost,
): NonNullable<CallHost['audit']> {
  let last: { readonly around: CallHost; readonly host: CallHost } | undefined
  return (entry, ctx) => {
    const around = currentCall()?.host ?? getHost()
    // Calls of the sink aren't audited: their entries would call it again, without an end.
    if (last?.around !== around) last = { around, host: { ...around, audit: undefined } }
    const { host } = last
    const { log } = host
    const report = () => {
      callSink('subjectOf', log, () => {
        const subject = ctx && subjectOf(ctx)
        if (subject !== undefined) entry.subject = subject
      })
      if (redact !== undefined) entry.input = shownInput(redact, entry.tool, entry.input, log)
      callSink('onAudit', log, () => onAudit?.(entry))
    }
    if (ctx === undefined) return withoutCaller(host, report)
    const { tainted = false, requestId, proposal } = entry
    // An approval covers only the call that the approver read.
    const origin = entry.origin === 'human' && proposal === undefined ? 'human' : 'agent'
    withCurrent({ ctx, origin, tainted, requestId, host }, report)
  }
}
