/** The end of a turn: its thread is saved and `onTurn` is called, whether it succeeds, fails or loses its client. */
import type { AgentConfig, TurnReply } from '#contract/agent/agent.ts'
import type { TurnDeps } from '#contract/agent/turn-deps.ts'
import type { TurnSpan } from '#contract/config/telemetry.ts'
import type { TurnEvent } from './turn.ts'
import type { TurnRecord } from './turn-record.ts'

type Turn = AsyncGenerator<TurnEvent, TurnReply>

interface FinishOptions {
  readonly record: TurnRecord
  readonly span: TurnSpan | undefined
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal
  readonly onTurn: AgentConfig['onTurn']
  readonly deps: TurnDeps
}

/** Runs the turn and finishes it. For a turn that the client aborted, `onTurn` isn't called. */
export async function* finishTurn(turn: Turn, options: FinishOptions): Turn {
  const { span, signal, record } = options
  const started = performance.now()
  let reply: TurnReply
  let outcome: Parameters<TurnSpan['end']>[0] = { error: 'aborted' }
  try {
    reply = yield* reportFailure(turn, options)
    if (!signal.aborted) outcome = getOutcome(reply)
  } catch (error) {
    outcome = { error: 'internal' }
    throw error
  } finally {
    span?.end(outcome)
    await record.save()
  }
  if (!signal.aborted) await notify(reply, performance.now() - started, options)
  return reply
}

/** A turn that has made calls fails with a reply that contains them, so that a retry doesn't repeat them. */
async function* reportFailure(turn: Turn, { record, deps }: FinishOptions): Turn {
  try {
    return yield* turn
  } catch (error) {
    if (!record.hasCalled) throw error
    deps.warn('A turn failed after it had made calls.', error)
    return { type: 'error', error: 'The turn failed.', code: 'unavailable', ...record.toReplyFields() }
  }
}

async function notify(reply: TurnReply, durationMs: number, { onTurn, deps }: FinishOptions): Promise<void> {
  const { subject, channel, warn } = deps
  try {
    await onTurn?.({
      reply,
      ...(subject !== undefined && { subject }),
      ...(channel !== undefined && { channel }),
      durationMs,
    })
  } catch (error) {
    warn('onTurn failed.', error)
  }
}

function getOutcome(reply: TurnReply): Parameters<TurnSpan['end']>[0] {
  const usage = 'usage' in reply ? reply.usage : undefined
  return { ...(usage !== undefined && { usage }), ...(reply.type === 'error' && { error: reply.code }) }
}
