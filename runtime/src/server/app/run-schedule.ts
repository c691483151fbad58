/** Runs a schedule once: its calls pass the pipeline like any other call, without a user who is responsible for them. */

import { bindSignal } from '#api/bind-signal.ts'
import { createCtx, dropHeaders } from '#api/ctx.ts'
import { withCurrent } from '#api/current.ts'
import { withoutCaller } from '#api/without-caller.ts'
import type { ParkedResult } from '#contract/agent/proposal.ts'
import type { Ctx } from '#contract/api.ts'
import { isUnexpected } from '#contract/http/thrown-error.ts'
import type { ScheduledRun } from '#schedule/keep-schedule.ts'
import { newRequestId } from '../http/request-id.ts'
import { ownCtx } from './anonymous-ctx.ts'
import type { App } from './app.ts'

/**
 * Runs the schedule. Rejects with its error. Resolves to the proposal if a call needs approval: that call never resolves,
 * and the run ends.
 */
export async function runSchedule(app: App, run: ScheduledRun): Promise<{ readonly proposal?: string }> {
  const { name, definition, scheduledAt, signal } = run
  const requestId = newRequestId()
  let ctx: Ctx | undefined
  try {
    const made = await createScheduleCtx(app, definition.ctx)
    ctx = made
    let onParked: (parked: ParkedResult) => void = () => undefined
    const parked = new Promise<{ readonly proposal: string }>((resolve) => {
      onParked = ({ id }) => resolve({ proposal: id })
    })
    const current = { ctx: made, origin: 'agent', host: app.host, requestId, call: { signal }, onParked } as const
    const ran = withCurrent(current, async () => {
      await definition.run({ name, ctx: made, scheduledAt, signal: bindSignal(signal) })
      return {}
    })
    return await Promise.race([ran, parked])
  } catch (error) {
    if (isUnexpected(error)) app.host.inspect?.(error, { requestId, origin: 'agent', route: `schedule ${name}` })
    throw error
  } finally {
    if (ctx !== undefined) dropHeaders(ctx, `The schedule "${name}"`, app.log)
  }
}

async function createScheduleCtx(app: App, given: ScheduledRun['definition']['ctx']): Promise<Ctx> {
  if (given === undefined) return ownCtx(app)
  return createCtx(typeof given === 'function' ? await withoutCaller(app.host, given) : given, {})
}
