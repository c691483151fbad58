/** Chooses the model of an app: `model` of the configuration, then `FW_MODEL`, then the first key that is set. */
import type { SetupReply } from '#contract/agent/agent.ts'
import type { LanguageModel } from '#contract/agent/language-model.ts'
import type { ResolvedModel } from '#contract/agent/model.ts'
import { nearestName } from '#contract/schema/nearest-name.ts'
import { baseUrlVariables, KNOWN_PROVIDERS, type KnownProvider } from './known-models.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Returns the model to use, or `undefined` if none is configured or the named model has no key. A named model without
 * a key is never replaced by another model; `setupCard(model)` then explains what to set.
 *
 * @param explicit The `model` of `defineAgent`: `provider/model`, or a model object of the AI SDK.
 * @param options The `modelOptions` of `defineAgent`.
 */
export function resolveModel(
  explicit: string | LanguageModel | undefined,
  env: Environment,
  options?: Readonly<Record<string, unknown>>,
): ResolvedModel | undefined {
  if (typeof explicit === 'object') return resolveModelObject(explicit, options)
  const named = readSetting(explicit)
  if (named !== undefined) return resolveNamedModel(named, 'agent', env, options)
  const fromEnv = readSetting(env.FW_MODEL)
  if (fromEnv !== undefined) return resolveNamedModel(fromEnv, 'FW_MODEL', env, options)
  for (const known of KNOWN_PROVIDERS) {
    const key = firstSet(known.keys, env)
    if (key === undefined || known.defaultModel === undefined) continue
    return resolveKnownModel(known, known.defaultModel, key.name, env, options)
  }
  return undefined
}

function resolveModelObject(languageModel: LanguageModel, options: ResolvedModel['options']): ResolvedModel {
  const model = `${languageModel.provider}/${languageModel.modelId}`
  return { provider: 'ai-sdk', model, apiKey: '', source: 'agent', languageModel, ...(options && { options }) }
}

function resolveNamedModel(
  name: string,
  source: string,
  env: Environment,
  options: ResolvedModel['options'],
): ResolvedModel | undefined {
  const { known, model } = splitModel(name)
  return known === undefined || model === '' ? undefined : resolveKnownModel(known, model, source, env, options)
}

function resolveKnownModel(
  known: KnownProvider,
  model: string,
  source: string,
  env: Environment,
  options: ResolvedModel['options'],
): ResolvedModel | undefined {
  const apiKey = firstSet(known.keys, env)?.value
  const baseUrl = firstSet(baseUrlVariables(known), env)?.value ?? known.baseUrl
  if (baseUrl === undefined || (apiKey === undefined && !known.keyless)) return undefined
  return {
    provider: known.provider,
    model,
    apiKey: apiKey ?? '',
    source,
    baseUrl: baseUrl.replace(/\/+$/, ''),
    ...(options && { options }),
  }
}

/** Splits at the first slash only, because names of OpenRouter's models contain one. */
function splitModel(reference: string): { known: KnownProvider | undefined; provider: string; model: string } {
  const slash = reference.indexOf('/')
  const provider = slash === -1 ? reference : reference.slice(0, slash)
  const known = KNOWN_PROVIDERS.find((one) => one.provider === provider)
  return { known, provider, model: slash === -1 ? '' : reference.slice(slash + 1) }
}

function firstSet(names: readonly string[], env: Environment): { name: string; value: string } | undefined {
  for (const name of names) {
    const value = readSetting(env[name])
    if (value !== undefined) return { name, value }
  }
  return undefined
}

/** Shells and containers set an empty variable to leave one out. */
function readSetting(text: string | undefined): string | undefined {
  const trimmed = text?.trim()
  return trimmed === '' ? undefined : trimmed
}

/** Returns the reply of an endpoint without a model: which variable to set. `model` is the model that the app named. */
export function setupCard(model?: string): SetupReply {
  return { type: 'setup', message: model === undefined ? anyKey() : describeMissing(model.trim()) }
}

function anyKey(): string {
  const keys = KNOWN_PROVIDERS.filter(({ defaultModel }) => defaultModel !== undefined).map(({ keys: [key] }) => key)
  return `No model is configured. Set one of ${keys.join(', ')} in the environment of the server, or FW_MODEL=provider/model with the key of that provider.`
}

function describeMissing(reference: string): string {
  const { known, provider, model } = splitModel(reference)
  const names = KNOWN_PROVIDERS.map((one) => one.provider)
  if (known === undefined) {
    const nearest = nearestName(provider, names)
    return `The model "${reference}" names an unknown provider${nearest === undefined ? '' : `; did you mean "${nearest}"`}. Write provider/model with one of these providers: ${names.join(', ')}.`
  }
  if (model === '')
    return `The model "${reference}" names a provider only. Write ${reference}/${known.defaultModel ?? '<model>'}.`
  if (known.keyless)
    return `The model "${reference}" is not reachable: set ${baseUrlVariables(known)[0]} to the URL of its server, such as http://127.0.0.1:11434/v1.`
  return `The model "${reference}" needs a key: set ${known.keys.join(' or ')} in the environment of the server.`
}
