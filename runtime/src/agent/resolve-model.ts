/** Which model answers: what the app says, what `FW_MODEL` says, or the first key that is set (spec: Model resolution order). */
import type { SetupReply } from '#contract/agent.ts'
import type { ResolvedModel } from '#contract/model.ts'
import { nearestName } from '#contract/nearest-name.ts'
import { baseUrlVariables, KNOWN_PROVIDERS, type KnownProvider } from './known-models.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/**
 * `explicit` is the `model` of `defineAgent`, as `provider/model`; `options` its `modelOptions`. Undefined when nothing is
 * configured, and when the model that is asked for has no key: then no other model answers in its place, and
 * `setupCard(model)` says what to do.
 */
export function resolveModel(
  explicit: string | undefined,
  env: Environment,
  options?: Readonly<Record<string, unknown>>,
): ResolvedModel | undefined {
  const asked = given(explicit)
  if (asked !== undefined) return resolveNamedModel(asked, 'agent', env, options)
  const fromEnv = given(env.FW_MODEL)
  if (fromEnv !== undefined) return resolveNamedModel(fromEnv, 'FW_MODEL', env, options)
  for (const known of KNOWN_PROVIDERS) {
    const key = firstSet(known.keys, env)
    if (key === undefined || known.defaultModel === undefined) continue
    return resolveKnownModel(known, known.defaultModel, key.name, env, options)
  }
  return undefined
}

function resolveNamedModel(
  written: string,
  source: string,
  env: Environment,
  options: ResolvedModel['options'],
): ResolvedModel | undefined {
  const { known, model } = splitModel(written)
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

/** A model of OpenRouter has a slash of its own: only the first one ends the provider's name. */
function splitModel(written: string): { known: KnownProvider | undefined; provider: string; model: string } {
  const slash = written.indexOf('/')
  const provider = slash === -1 ? written : written.slice(0, slash)
  const known = KNOWN_PROVIDERS.find((one) => one.provider === provider)
  return { known, provider, model: slash === -1 ? '' : written.slice(slash + 1) }
}

function firstSet(names: readonly string[], env: Environment): { name: string; value: string } | undefined {
  for (const name of names) {
    const value = given(env[name])
    if (value !== undefined) return { name, value }
  }
  return undefined
}

/** An empty variable is how shells and containers leave one out. */
function given(text: string | undefined): string | undefined {
  const trimmed = text?.trim()
  return trimmed === '' ? undefined : trimmed
}

/** What the endpoint answers when no model is there: which variable to set. `model` is the one that was asked for. */
export function setupCard(model?: string): SetupReply {
  return { type: 'setup', message: model === undefined ? anyKey() : describeMissing(model.trim()) }
}

function anyKey(): string {
  const keys = KNOWN_PROVIDERS.filter(({ defaultModel }) => defaultModel !== undefined).map(({ keys: [key] }) => key)
  return `No model is configured. Set one of ${keys.join(', ')} in the environment of the server, or FW_MODEL=provider/model with the key of that provider.`
}

function describeMissing(written: string): string {
  const { known, provider, model } = splitModel(written)
  const names = KNOWN_PROVIDERS.map((one) => one.provider)
  if (known === undefined) {
    const nearest = nearestName(provider, names)
    return `The model "${written}" names no provider that is known${nearest === undefined ? '' : `; did you mean "${nearest}"`}. Write provider/model, with one of ${names.join(', ')}.`
  }
  if (model === '')
    return `The model "${written}" names a provider only. Write ${written}/${known.defaultModel ?? '<model>'}.`
  if (known.keyless)
    return `The model "${written}" is not reachable: set ${baseUrlVariables(known)[0]} to the address of the server that has it, as http://127.0.0.1:11434/v1.`
  return `The model "${written}" needs a key: set ${known.keys.join(' or ')} in the environment of the server.`
}
