import { expect, test } from 'vitest'
import { resolveModel, setupCard } from '../../../runtime/src/agent.ts'

const EVERY_KEY = {
  ANTHROPIC_API_KEY: 'key-a',
  OPENAI_API_KEY: 'key-b',
  GOOGLE_GENERATIVE_AI_API_KEY: 'key-c',
  OPENROUTER_API_KEY: 'key-d',
}

test('MDL-01 MDL-10 AGC-02 the model of the app has precedence', () => {
  const env = { ...EVERY_KEY, FW_MODEL: 'google/gemini-3.8-flash' }
  expect(resolveModel('openai/gpt-5.6-terra', env, { temperature: 0 })).toEqual({
    provider: 'openai',
    model: 'gpt-5.6-terra',
    apiKey: 'key-b',
    source: 'agent',
    baseUrl: 'https://api.openai.com/v1',
    options: { temperature: 0 },
  })
})

test('MDL-02 FW_MODEL is second', () => {
  expect(resolveModel(undefined, { ...EVERY_KEY, FW_MODEL: 'openrouter/z-ai/glm-5' })).toEqual({
    provider: 'openrouter',
    model: 'z-ai/glm-5',
    apiKey: 'key-d',
    source: 'FW_MODEL',
    baseUrl: 'https://openrouter.ai/api/v1',
  })
})

test('MDL-03 the first key that is set selects the provider and its default model', () => {
  expect(resolveModel(undefined, EVERY_KEY)).toMatchObject({ provider: 'anthropic', source: 'ANTHROPIC_API_KEY' })
  const { ANTHROPIC_API_KEY: _, ...others } = EVERY_KEY
  expect(resolveModel(undefined, others)).toMatchObject({ provider: 'openai', source: 'OPENAI_API_KEY' })
  // An empty variable counts as unset.
  expect(resolveModel(undefined, { ...EVERY_KEY, ANTHROPIC_API_KEY: '', OPENAI_API_KEY: ' ' })).toMatchObject({
    provider: 'google',
  })
})

test.each([
  ['ANTHROPIC_API_KEY', 'anthropic', 'claude-sonnet-5-5', 'https://api.anthropic.com'],
  ['OPENAI_API_KEY', 'openai', 'gpt-5.6-terra', 'https://api.openai.com/v1'],
  ['GOOGLE_GENERATIVE_AI_API_KEY', 'google', 'gemini-3.8-flash', 'https://generativelanguage.googleapis.com/v1beta'],
  ['OPENROUTER_API_KEY', 'openrouter', 'deepseek/deepseek-v4.1-flash', 'https://openrouter.ai/api/v1'],
  ['GEMINI_API_KEY', 'google', 'gemini-3.8-flash', 'https://generativelanguage.googleapis.com/v1beta'],
  ['GOOGLE_API_KEY', 'google', 'gemini-3.8-flash', 'https://generativelanguage.googleapis.com/v1beta'],
])('MDL-04 MDL-05 MDL-06 MDL-07 %s selects %s with its default model', (variable, provider, model, baseUrl) => {
  expect(resolveModel(undefined, { [variable]: ' the key ' })).toEqual({
    provider,
    model,
    apiKey: 'the key',
    source: variable,
    baseUrl,
  })
})

test('another URL of a provider is read from the variable beside its key', () => {
  const env = { ...EVERY_KEY, ANTHROPIC_BASE_URL: 'http://127.0.0.1:9/v/', GEMINI_BASE_URL: 'http://127.0.0.1:8' }
  expect(resolveModel(undefined, env)?.baseUrl).toBe('http://127.0.0.1:9/v')
  expect(resolveModel('google/gemini-3.8-flash', env)?.baseUrl).toBe('http://127.0.0.1:8')
})

test('a server of one’s own needs an address and no key, and is never chosen unasked', () => {
  const env = { OPENAI_COMPATIBLE_BASE_URL: 'http://127.0.0.1:11434/v1' }
  expect(resolveModel(undefined, env)).toBeUndefined()
  expect(resolveModel('openai-compatible/qwen3', env)).toMatchObject({ model: 'qwen3', apiKey: '' })
  expect(resolveModel('openai-compatible/qwen3', {})).toBeUndefined()
  expect(setupCard('openai-compatible/qwen3').message).toContain('OPENAI_COMPATIBLE_BASE_URL')
})

test('a model that is asked for and has no key is not replaced by another', () => {
  const env = { OPENAI_API_KEY: 'key-b' }
  expect(resolveModel('anthropic/claude-sonnet-5-5', env)).toBeUndefined()
  expect(resolveModel(undefined, { ...env, FW_MODEL: 'google/gemini-3.8-flash' })).toBeUndefined()
  expect(resolveModel('gpt-5.6-terra', env)).toBeUndefined()
  expect(resolveModel('openai', env)).toBeUndefined()
})

test('MDL-11 the setup card names the variables to set, or the one that is missing', () => {
  expect(resolveModel(undefined, {})).toBeUndefined()
  expect(setupCard()).toEqual({
    type: 'setup',
    message:
      'No model is configured. Set one of ANTHROPIC_API_KEY, OPENAI_API_KEY, GOOGLE_GENERATIVE_AI_API_KEY, OPENROUTER_API_KEY in the environment of the server, or FW_MODEL=provider/model with the key of that provider.',
  })
  expect(setupCard('anthropic/claude-sonnet-5-5').message).toContain('ANTHROPIC_API_KEY')
  expect(setupCard('anthropc/claude-sonnet-5-5').message).toContain('did you mean "anthropic"')
  expect(setupCard('openai').message).toContain('openai/gpt-5.6-terra')
})
