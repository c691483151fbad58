/** The providers that an app can use by setting a key, in the order in which keys are looked up. */
import type { ProviderName, ResolvedModel } from '#contract/agent/model.ts'

export interface KnownProvider {
  readonly provider: ProviderName
  /** Name for display. */
  readonly title: string
  /** Environment variables that may hold its key; the first one that is set wins. */
  readonly keys: readonly string[]
  /** Model in use when only the key is set; absent if the app must name a model. */
  readonly defaultModel?: string
  /** Without a trailing slash; absent if the app must set it. */
  readonly baseUrl?: string
  /** The provider needs no key. */
  readonly keyless?: true
}

export const KNOWN_PROVIDERS: readonly KnownProvider[] = [
  {
    provider: 'anthropic',
    title: 'Anthropic',
    keys: ['ANTHROPIC_API_KEY'],
    defaultModel: 'claude-sonnet-5-5',
    baseUrl: 'https://api.anthropic.com',
  },
  {
    provider: 'openai',
    title: 'OpenAI',
    keys: ['OPENAI_API_KEY'],
    defaultModel: 'gpt-5.6-terra',
    baseUrl: 'https://api.openai.com/v1',
  },
  {
    provider: 'google',
    title: 'Google',
    keys: ['GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY', 'GOOGLE_API_KEY'],
    defaultModel: 'gemini-3.8-flash',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
  },
  {
    provider: 'openrouter',
    title: 'OpenRouter',
    keys: ['OPENROUTER_API_KEY'],
    defaultModel: 'deepseek/deepseek-v4.1-flash',
    baseUrl: 'https://openrouter.ai/api/v1',
  },
  { provider: 'openai-compatible', title: 'your own server', keys: ['OPENAI_COMPATIBLE_API_KEY'], keyless: true },
]

/** Context windows in tokens, as the providers document them in November 2026. */
const WINDOWS: readonly (readonly [provider: ProviderName, models: RegExp, tokens: number])[] = [
  ['anthropic', /^claude-(?:sonnet|opus|fable|mythos)-5/, 1_000_000],
  ['anthropic', /^claude-haiku-4-5/, 200_000],
  ['openai', /^gpt-5\.6/, 1_050_000],
  ['google', /^gemini-[3-9]/, 1_048_576],
]

/** Returns the context window of a model in tokens; `undefined` for a model whose window isn't known. */
export function findWindow({ provider, model }: Pick<ResolvedModel, 'provider' | 'model'>): number | undefined {
  return WINDOWS.find(([name, models]) => name === provider && models.test(model))?.[2]
}

/** Returns the environment variables that override the base URL of a provider, for example `ANTHROPIC_BASE_URL`. */
export function baseUrlVariables({ keys }: KnownProvider): readonly string[] {
  return keys.map((key) => key.replace(/_API_KEY$/, '_BASE_URL'))
}
