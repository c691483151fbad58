/**
 * Logs a round of a model for the operators of the app: the model, the provider's status, request id and words, and the
 * tokens. Never the conversation.
 */
import type { ResolvedModel } from '#contract/agent/model.ts'
import type { TurnDeps } from '#contract/agent/turn-deps.ts'
import type { LogFields } from '#contract/config/log.ts'
import type { RoundOutcome } from '#contract/config/telemetry.ts'

interface FinishedRound {
  readonly outcome: RoundOutcome
  /** Number of responses of the provider, including those to retried requests. */
  readonly responses: number
  readonly durationMs: number
}

/** Logs a round: as a warning if the provider failed, and as information if it replied or the caller disconnected. */
export function logRound(
  { log }: Pick<TurnDeps, 'log'>,
  { provider, model }: ResolvedModel,
  { outcome, responses, durationMs }: FinishedRound,
): void {
  const { error, message, response } = outcome
  const isFailed = error !== undefined && error !== 'aborted'
  const name = `${provider}/${model}`
  const fields = {
    model: name,
    status: response?.status,
    durationMs: Math.round(durationMs * 1000) / 1000,
    providerRequestId: response?.requestId,
    ...(responses > 1 && { attempts: responses }),
    ...pickFailure(outcome),
    ...pickUsage(outcome),
  }
  if (isFailed) log('warn', `${name} failed: ${message ?? error}`, fields)
  else log('info', error === undefined ? `${name} replied` : `${name} was cancelled`, fields)
}

function pickFailure({ error, detail }: RoundOutcome): LogFields {
  return { ...(error !== undefined && { failure: error }), ...(detail && { detail }) }
}

function pickUsage({ usage, model, responseId, stopReason }: RoundOutcome): LogFields {
  return {
    ...(model !== undefined && { responseModel: model }),
    ...(responseId !== undefined && { responseId }),
    ...(stopReason !== undefined && { stopReason }),
    ...usage,
  }
}
