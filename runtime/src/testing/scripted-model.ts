/** A model provider on this machine that replies from a script, for the tests of an app. */
import type { ScriptedFormat, ScriptedRequest, ScriptedStep } from './script.ts'
import { type ServerHooks, startScriptedServer } from './scripted-server.ts'

/** A provider on loopback that replies as a test defines. `close` it when the test ends. */
export interface ScriptedModel {
  /** `http://127.0.0.1:<port>` */
  readonly url: string
  /** All received requests, in order. */
  readonly requests: readonly ScriptedRequest[]
  /** Number of steps that no request has used yet. */
  readonly left: number
  /** Appends steps to the script. */
  add(...steps: readonly ScriptedStep[]): void
  /** Returns the environment variables that make an app use this model. Default format: `anthropic`. */
  env(format?: ScriptedFormat): Readonly<Record<string, string>>
  close(): Promise<void>
}

const ENVIRONMENTS: Readonly<Record<ScriptedFormat, (url: string) => Record<string, string>>> = {
  anthropic: (url) => ({ ANTHROPIC_API_KEY: 'scripted-key', ANTHROPIC_BASE_URL: url }),
  openai: (url) => ({ OPENAI_API_KEY: 'scripted-key', OPENAI_BASE_URL: `${url}/v1` }),
  'openai-compatible': (url) => ({
    FW_MODEL: 'openai-compatible/scripted',
    OPENAI_COMPATIBLE_API_KEY: 'scripted-key',
    OPENAI_COMPATIBLE_BASE_URL: `${url}/v1`,
  }),
  google: (url) => ({
    GOOGLE_GENERATIVE_AI_API_KEY: 'scripted-key',
    GOOGLE_GENERATIVE_AI_BASE_URL: `${url}/v1beta`,
  }),
}

/**
 * Starts a provider on a loopback port that supports every wire format, streamed or not. Each request uses the next step; a
 * request after the last step receives a 500 with an explanation. `OPENROUTER_BASE_URL` may be set to `url + '/v1'`.
 */
export function scriptedModel(steps: readonly ScriptedStep[] = []): Promise<ScriptedModel> {
  return openScriptedModel(steps)
}

/** `scriptedModel` with the checks of a stricter server. */
export async function openScriptedModel(
  steps: readonly ScriptedStep[],
  hooks: ServerHooks = {},
): Promise<ScriptedModel> {
  const { url, requests, script, close } = await startScriptedServer(steps, hooks)
  return {
    url,
    requests,
    get left() {
      return script.length
    },
    add: (...more) => void script.push(...more),
    env: (format = 'anthropic') => ENVIRONMENTS[format](url),
    close,
  }
}
