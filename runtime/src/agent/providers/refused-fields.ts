/**
 * Settings and `modelOptions` that models refuse, in the words of their providers, as of November 2026. A setting that a
 * model refuses is left out of its requests; an option is sent as written, and reported at start and by `fw verify`.
 */
import type { ModelSettings, ProviderName, ResolvedModel } from '#contract/agent/model.ts'
import { isRecord } from '#contract/is-object.ts'
import { toText } from './format.ts'

interface FieldRule {
  readonly provider: ProviderName
  /** Default: all models. */
  readonly models?: RegExp
  /** A name of the provider, and what its requests are refused with. */
  readonly fields: Readonly<Record<string, string>>
  /** A value that is accepted all the same. */
  readonly accepts?: unknown
  /** Types of an object that are refused. Default: every value. */
  readonly types?: readonly string[]
}

const REASONING = /^(?:o\d|gpt-[5-9])(?!.*chat)/

function list(names: readonly string[], words: (name: string) => string): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, words(name)]))
}

const moved = (name: string, target: string) =>
  `Unsupported parameter: '${name}'. In the Responses API, this parameter has moved to '${target}'.`

/** Models that decide themselves how much they think, and whether they call a tool. */
const SELF_DIRECTED = /^claude-(?:sonnet|opus)-5-5/

const RULES: readonly FieldRule[] = [
  {
    provider: 'anthropic',
    models: SELF_DIRECTED,
    fields: { thinking: '"thinking.type.disabled" and "thinking.type.enabled" are not supported for this model.' },
    types: ['disabled', 'enabled'],
  },
  {
    provider: 'anthropic',
    models: SELF_DIRECTED,
    fields: { tool_choice: 'tool_choice: type "tool" and "any" are not supported for this model' },
    types: ['any', 'tool'],
  },
  {
    provider: 'anthropic',
    fields: list(
      ['temperature', 'top_p', 'top_k'],
      (name) => `The ${name} request parameter is removed in API version 2026-10-21.`,
    ),
  },
  {
    provider: 'anthropic',
    fields: list(
      [
        'max_output_tokens',
        'max_completion_tokens',
        'reasoning',
        'reasoning_effort',
        'response_format',
        'seed',
        'stop',
      ],
      (name) => `${name}: Extra inputs are not permitted`,
    ),
  },
  {
    provider: 'openai',
    models: /^gpt-5\.6/,
    fields: list(
      ['temperature', 'top_p'],
      (name) => `Unsupported value: '${name}'. Only the default (1) value is supported with this model.`,
    ),
    accepts: 1,
  },
  {
    provider: 'openai',
    models: REASONING,
    fields: list(
      ['temperature', 'top_p'],
      (name) => `Unsupported parameter: '${name}' is not supported with this model.`,
    ),
    accepts: 1,
  },
  {
    provider: 'openai',
    fields: {
      max_tokens: moved('max_tokens', 'max_output_tokens'),
      max_completion_tokens: moved('max_completion_tokens', 'max_output_tokens'),
      reasoning_effort: moved('reasoning_effort', 'reasoning.effort'),
      response_format: moved('response_format', 'text.format'),
      ...list(
        ['frequency_penalty', 'presence_penalty', 'seed', 'stop', 'n', 'logit_bias', 'logprobs'],
        (name) => `Unknown parameter: '${name}'.`,
      ),
    },
  },
  {
    provider: 'google',
    fields: list(
      [
        ...['temperature', 'topP', 'topK', 'top_p', 'top_k', 'maxOutputTokens', 'max_tokens', 'seed', 'stopSequences'],
        ...['thinkingConfig', 'responseMimeType', 'responseSchema', 'candidateCount', 'reasoning_effort'],
      ],
      (name) => `Invalid JSON payload received. Unknown name "${name}": Cannot find field.`,
    ),
  },
]

type Model = Pick<ResolvedModel, 'provider' | 'model' | 'settings' | 'options' | 'languageModel'>

function findRefusal({ provider, model }: Model, field: string, value: unknown): string | undefined {
  const rule = RULES.find(
    (one) =>
      one.provider === provider &&
      Object.hasOwn(one.fields, field) &&
      (one.models?.test(model) ?? true) &&
      (one.accepts === undefined || one.accepts !== value) &&
      (one.types === undefined || (isRecord(value) && one.types.includes(toText(value.type)))),
  )
  return rule?.fields[field]
}

/** Whether the model refuses a field of a request with this value. */
export function refusesField(model: Model, field: string, value: unknown): boolean {
  return findRefusal(model, field, value) !== undefined
}

/** Returns the settings that the model accepts. */
export function acceptedSettings(model: Model): ModelSettings {
  const { temperature, ...rest } = model.settings ?? {}
  if (temperature === undefined || isTemperatureRefused(model)) return rest
  return { ...rest, temperature }
}

/** Gemini refuses the option `temperature` in its place only, so the setting has another rule than the option. */
function isTemperatureRefused(model: Model): boolean {
  return model.provider !== 'google' && findRefusal(model, 'temperature', model.settings?.temperature) !== undefined
}

/** Returns a sentence for each setting and option that the model refuses. */
export function describeRefusedFields(model: Model): readonly string[] {
  const { provider, settings = {}, options = {}, languageModel } = model
  const name = `${provider}/${model.model}`
  const refusals: string[] = []
  if (settings.temperature !== undefined && isTemperatureRefused(model)) {
    const words = findRefusal(model, 'temperature', settings.temperature)
    refusals.push(`${name} refuses temperature, which is left out of its requests: "${words}"`)
  }
  if (settings.reasoning !== undefined && languageModel?.specificationVersion === 'v3')
    refusals.push(
      `${name} is a model object of the AI SDK 6, which has no setting for reasoning. Set modelOptions.providerOptions in place of reasoning.`,
    )
  for (const [field, value] of Object.entries(options)) {
    const words = findRefusal(model, field, value)
    if (words !== undefined) refusals.push(`${name} refuses modelOptions.${field}: "${words}"`)
  }
  return refusals
}
