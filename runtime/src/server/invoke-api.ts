/** `invokeApi`: the pipeline for code that has a tool but no server. */
import type { ApiTool, AuditEntry, Ctx, GivenCtx, Origin } from '#contract/api.ts'
import { dropHeaders, ensureHeaders } from '../api/ctx.ts'
import { currentCall, getRequest, madeCtx } from '../api/current.ts'
import { Dispatch } from '../api/dispatch.ts'
import type { CallHost } from '../api/host.ts'
import { findRecord } from '../api/record.ts'
import { containAudit, parkIn } from './app/call-host.ts'
import { PROCESS_LOG, PROCESS_REGISTRY } from './app/process-proposal-registry.ts'
import { toFwError } from './http/failure.ts'
import { newRequestId } from './http/request-id.ts'
import { subjectOf } from './pages/subject.ts'

/**
 * Runs the pipeline: guard, input, run, output, audit. `ctx` may be the return value of the app's `ctxFor`. Resolves to the
 * plain wire result, or to the proposal of a `confirm` tool. Throws `FwError`: `FwIntentError` for an agent's call of a
 * `forbidden` tool. Inside a request, the proposal is stored by that request's server; elsewhere it is stored in the memory
 * of this process, where `server.settle` of any server finds it.
 */
export async function invokeApi(
  tool: ApiTool,
  input: unknown,
  ctx: GivenCtx | Promise<GivenCtx>,
  origin: Origin,
  onAudit?: (entry: AuditEntry) => void | Promise<void>,
): Promise<unknown> {
  const record = findRecord(tool.api)
  if (record === undefined) throw new TypeError('invokeApi needs a tool of collectApis(modules).')
  const current = currentCall()
  const server = current?.host ?? outside()
  const host = onAudit === undefined ? server : { ...server, audit: alsoTo(onAudit, server) }
  const around = madeCtx(current)
  const given = (await ctx) as Ctx // `ensureHeaders` adds the framework's members
  const own = ensureHeaders(given, around)
  const call = new Dispatch(record, own, origin, host, {
    request: current && getRequest(current),
    tainted: current?.tainted ?? false,
  })
  try {
    return (await call.run(input ?? {})).wire
  } catch (error) {
    throw toFwError(error, { production: isProduction(), log: host.log }, current?.requestId ?? newRequestId())
  } finally {
    if (around === undefined && own !== given) dropHeaders(own, tool.name, host.log)
  }
}

/** Audits for the surrounding server and for `onAudit`. A redacted input stays redacted. */
function alsoTo(onAudit: NonNullable<Parameters<typeof invokeApi>[4]>, around: CallHost): CallHost['audit'] {
  const audit = containAudit({ onAudit }, subjectOf, () => around)
  return (entry, ctx) => {
    around.audit?.(entry, ctx)
    audit(entry, ctx)
  }
}

function outside(): CallHost {
  return {
    park: parkIn(PROCESS_REGISTRY, subjectOf),
    audit: undefined,
    badOutput: isProduction() ? 'log' : 'fail',
    log: PROCESS_LOG,
  }
}

function isProduction(): boolean {
  return process.env.NODE_ENV === 'production'
}
