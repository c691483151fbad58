/** `npm run prices` against a recorded part of the public table, in its form of November 2026. */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, expect, test } from 'vitest'
import { MODEL_PRICES } from '../../runtime/src/agent/model-prices.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'fw-prices-'))
const out = join(folder, 'model-prices.ts')

let server: Server | undefined
afterAll(() => rmSync(folder, { recursive: true, force: true }))
afterEach(async () => {
  await new Promise((resolve) => (server === undefined ? resolve(undefined) : server.close(resolve)))
  rmSync(out, { force: true })
})

const chat = (provider: string, input: number, output: number, more: object = {}) => ({
  litellm_provider: provider,
  mode: 'chat',
  input_cost_per_token: input,
  output_cost_per_token: output,
  supports_function_calling: true,
  ...more,
})

/** Rows of https://github.com/BerriAI/litellm/blob/main/model_prices_and_context_window.json, with the fields that matter. */
const TABLE: Record<string, object> = {
  sample_spec: { litellm_provider: 'one of https://docs.litellm.ai/docs/providers', mode: 'one of: chat, embedding' },
  'claude-sonnet-5-5': chat('anthropic', 2e-6, 1e-5, { cache_read_input_token_cost: 1e-7 }),
  'claude-haiku-5-5': chat('anthropic', 1e-7, 5e-7, {
    cache_read_input_token_cost: 1e-8,
    input_cost_per_token_above_100k_tokens: 5e-7,
  }),
  'gpt-5.6-terra': chat('openai', 2.1e-6, 1.2e-5, { cache_read_input_token_cost: 2.1e-7 }),
  'gpt-5-pro': chat('openai', 1.5e-5, 1.2e-4, { mode: 'responses' }),
  'gemini/gemini-3.8-flash': chat('gemini', 7.5e-7, 3.75e-6, { cache_read_input_token_cost: 7.5e-8 }),
  'gemini-3.8-flash': chat('vertex_ai-language-models', 9e-7, 9e-6),
  'gpt-4o-ended': chat('openai', 2.5e-6, 1e-5, { deprecation_date: '2026-01-31' }),
  'ft:gpt-4.1-mini': chat('openai', 8e-7, 3.2e-6),
  'text-embedding-3-small': { litellm_provider: 'openai', mode: 'embedding', input_cost_per_token: 2e-8 },
  'azure/gpt-5.6-terra': chat('azure', 3e-6, 1.5e-5),
}

async function refresh(reply: { status?: number; body: string }) {
  server = createServer((_request, response) => response.writeHead(reply.status ?? 200).end(reply.body))
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const from = `http://127.0.0.1:${(server.address() as AddressInfo).port}/prices.json` // a TCP server has this form
  const child = spawn(process.execPath, ['scripts/prices.mjs', '--from', from, '--out', out], { cwd: ROOT })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (printed += String(part)))
  const code = await new Promise((resolve) => child.on('close', resolve))
  return { code, printed }
}

test('the script writes new and changed prices of chat models, retains the others, and reports both', async () => {
  const { code, printed } = await refresh({ body: JSON.stringify(TABLE) })
  expect(printed).not.toContain('default model')
  expect(code).toBe(0)
  const text = readFileSync(out, 'utf8')
  expect(text).toContain(`PRICES_DATE = '${new Date().toISOString().slice(0, 10)}'`)
  expect(text).toContain("'anthropic/claude-haiku-5-5': { input: 0.1, output: 0.5, cachedInput: 0.01 },")
  expect(text).toContain("'openai/gpt-5.6-terra': { input: 2.1, output: 12, cachedInput: 0.21 },")
  expect(text).toContain("'openai/gpt-5-pro': { input: 15, output: 120 },")
  expect(text).toContain("'google/gemini-3.8-flash': { input: 0.75, output: 3.75, cachedInput: 0.075 },")
  for (const id of Object.keys(MODEL_PRICES)) expect(text).toContain(`'${id}':`)
  expect(text).not.toMatch(/ended|ft:|embedding|azure|sample_spec/)
  expect(printed).toContain('anthropic/claude-haiku-5-5: new: { input: 0.1, output: 0.5, cachedInput: 0.01 }')
  expect(printed).toContain(
    'openai/gpt-5.6-terra: { input: 2, output: 12, cachedInput: 0.2 } becomes { input: 2.1, output: 12, cachedInput: 0.21 }',
  )
  expect(printed).not.toContain('claude-sonnet-5-5')
  expect(printed).toContain('openai/gpt-6-astra: not in the table, so its price is unchanged')
  const own = readFileSync(join(ROOT, 'runtime/src/agent/model-prices.ts'), 'utf8')
  expect(withoutRows(text), 'the file in the repository has the form that the script writes').toBe(withoutRows(own))
})

/** The text of the module without its date and its rows. */
function withoutRows(text: string): string {
  return text.replace(/'\d{4}-\d\d-\d\d'/, '').replace(/^ {2}'.*\n/gm, '')
}

test('the script fails if the provider of a default model ends it', async () => {
  const ends = { ...TABLE['claude-sonnet-5-5'], deprecation_date: '2099-01-31' }
  const { code, printed } = await refresh({ body: JSON.stringify({ ...TABLE, 'claude-sonnet-5-5': ends }) })
  expect(printed).toContain('The default model anthropic/claude-sonnet-5-5 ends on 2099-01-31: choose another one.')
  expect(code).toBe(1)
})

test.each([
  ['an error', { status: 404, body: 'Not found' }, 'responds with 404'],
  ['a page', { body: '<html></html>' }, 'is not a table of prices'],
  ['another form', { body: '{"models":[]}' }, 'has prices for 0 models'],
  [
    'prices per million tokens',
    { body: JSON.stringify({ ...TABLE, 'gpt-x': chat('openai', 2, 10) }) },
    'The price of openai/gpt-x is above $1000 per million tokens.',
  ],
])('the script writes nothing for %s', async (_name, reply, message) => {
  const { code, printed } = await refresh(reply)
  expect(printed).toContain(message)
  expect(code).toBe(1)
  expect(() => readFileSync(out, 'utf8')).toThrow('ENOENT')
})
