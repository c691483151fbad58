/** The providers that an app can use by setting a key, in the order in which keys are looked for (decisions: Names and doors). */
import type { ProviderName } from '#contract/model.ts'

export interface KnownProvider {
  readonly provider: ProviderName
  /** As people write it. */
  readonly title: string
  /** Variables that may hold its key; the first that is set counts. */
  readonly keys: readonly string[]
  /** What `FW_MODEL` and `model` are when only the key is set; absent where a model must be named. */
  readonly defaultModel?: string
  /** Without a slash at its end; absent where the app must say. */
  readonly baseUrl?: string
  /** Needs no key. */
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
  { provider: 'openai-compatible', title: 'a server of your own', keys: ['OPENAI_COMPATIBLE_API_KEY'], keyless: true },
]

/** The variables that may name another address of a provider: `ANTHROPIC_BASE_URL`. */
export function baseUrlVariables({ keys }: KnownProvider): readonly string[] {
  return keys.map((key) => key.replace(/_API_KEY$/, '_BASE_URL'))
}
