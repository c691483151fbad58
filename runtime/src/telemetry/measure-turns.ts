/** Spans `invoke_agent` and `chat …` by OpenTelemetry's conventions for generative AI, with token usage and durations. */
import type * as Api from '@opentelemetry/api'
import type { ResolvedModel } from '#contract/agent/model.ts'
import type { RoundOutcome, TurnObserver } from '#contract/config/telemetry.ts'

interface TurnMeterOptions {
  readonly tracer: Api.Tracer
  readonly meter: Api.Meter
  /** Whether spans contain messages. */
  readonly content: boolean
}

/** Provider names in the conventions. */
const NAMES: Readonly<Record<string, string>> = { google: 'gcp.gemini' }

export function createTurnMeter(api: typeof Api, { tracer, meter, content }: TurnMeterOptions): TurnObserver {
  const { context, trace, SpanKind, SpanStatusCode } = api
  const tokens = meter.createHistogram('gen_ai.client.token.usage', {
    description: 'Tokens of each round of a model.',
    unit: '{token}',
  })
  const durations = meter.createHistogram('gen_ai.client.operation.duration', {
    description: 'Duration of each round of a model.',
    unit: 's',
  })
  const fail = (span: Api.Span, type: string | undefined, message?: string): void => {
    if (type === undefined) return
    span.setAttribute('error.type', type)
    span.setStatus({ code: SpanStatusCode.ERROR, ...(message && { message }) })
  }

  return (model) => {
    const about = getAttributes(model)
    const outside = context.active()
    let begun: { readonly span: Api.Span; readonly inside: Api.Context } | undefined
    let ended = false
    // Starts the span lazily, so that a turn that never runs has no span.
    const begin = () => {
      if (begun === undefined) {
        const attributes = { 'gen_ai.operation.name': 'invoke_agent', ...about }
        const span = tracer.startSpan('invoke_agent', { kind: SpanKind.INTERNAL, attributes }, outside)
        begun = { span, inside: trace.setSpan(outside, span) }
      }
      return begun
    }
    return {
      within: (work) => context.with(begin().inside, work),
      round() {
        const attributes = { 'gen_ai.operation.name': 'chat', ...about }
        const span = tracer.startSpan(`chat ${model.model}`, { kind: SpanKind.CLIENT, attributes }, begin().inside)
        const started = performance.now()
        return {
          end(outcome) {
            span.setAttributes({ ...getOutcomeAttributes(outcome), ...(content ? getContent(outcome) : {}) })
            fail(span, outcome.error, outcome.detail || outcome.message)
            span.end()
            const facts = { ...attributes, ...(outcome.error !== undefined && { 'error.type': outcome.error }) }
            durations.record((performance.now() - started) / 1000, facts)
            for (const [type, count] of tokenCounts(outcome))
              tokens.record(count, { ...attributes, 'gen_ai.token.type': type })
          },
        }
      },
      end({ usage, error }) {
        if (ended) return
        ended = true
        const { span } = begin()
        if (usage !== undefined) span.setAttributes(getUsageAttributes({ usage }))
        fail(span, error)
        span.end()
      },
    }
  }
}

function getAttributes({ provider, model }: Pick<ResolvedModel, 'provider' | 'model'>): Api.Attributes {
  return { 'gen_ai.provider.name': NAMES[provider] ?? provider, 'gen_ai.request.model': model }
}

function getOutcomeAttributes(outcome: RoundOutcome): Api.Attributes {
  const { model, stopReason, responseId, response = {} } = outcome
  return {
    ...getUsageAttributes(outcome),
    ...(response.status !== undefined && { 'http.response.status_code': response.status }),
    ...(response.requestId !== undefined && { 'fw.provider.request_id': response.requestId }),
    ...(model !== undefined && { 'gen_ai.response.model': model }),
    ...(responseId !== undefined && { 'gen_ai.response.id': responseId }),
    ...(stopReason !== undefined && { 'gen_ai.response.finish_reasons': [stopReason] }),
  }
}

function getUsageAttributes({ usage }: Pick<RoundOutcome, 'usage'>): Api.Attributes {
  if (usage === undefined) return {}
  const { inputTokens, outputTokens, cachedInputTokens, costUsd } = usage
  return {
    'gen_ai.usage.input_tokens': inputTokens,
    'gen_ai.usage.output_tokens': outputTokens,
    'gen_ai.usage.cache_read.input_tokens': cachedInputTokens,
    ...(costUsd !== undefined && { 'fw.usage.cost_usd': costUsd }),
  }
}

function tokenCounts({ usage }: RoundOutcome): readonly (readonly ['input' | 'output', number])[] {
  if (usage === undefined) return []
  return [
    ['input', usage.inputTokens],
    ['output', usage.outputTokens],
  ]
}

/** Returns the messages. Used only if the app enables contents. */
function getContent({ input, output }: RoundOutcome): Api.Attributes {
  return {
    ...(input !== undefined && { 'gen_ai.input.messages': JSON.stringify(input) }),
    ...(output !== undefined && { 'gen_ai.output.messages': output }),
  }
}
