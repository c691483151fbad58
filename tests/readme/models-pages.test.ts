import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { createFwServer } from '../../runtime/src/server.ts'
import { strictModel } from '../support/vendors/strict-model.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

mkdirSync(join(root, '.fw'), { recursive: true })
const folder = mkdtempSync(join(root, '.fw/models-pages-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
afterEach(() => vi.unstubAllEnvs())

/** The agents of a page, as files. */
function writeAgents(page: string): string[] {
  const text = readFileSync(join(root, 'docs/guide', `${page}.md`), 'utf8')
  const agents = [...text.matchAll(/^```ts\n\/\/ src\/agent\.ts\n([\s\S]*?)^```$/gm)]
  return agents.map(([, code = ''], index) => {
    const file = join(folder, `${page.replaceAll('/', '-')}-${index}.ts`)
    writeFileSync(file, code)
    return file
  })
}

/** The variables of each provider that a page describes. */
const ENVIRONMENTS: Readonly<Record<string, (url: string) => Record<string, string>>> = {
  anthropic: (url) => ({ ANTHROPIC_API_KEY: 'key', ANTHROPIC_BASE_URL: url }),
  openai: (url) => ({ OPENAI_API_KEY: 'key', OPENAI_BASE_URL: `${url}/v1` }),
  gemini: (url) => ({ GEMINI_API_KEY: 'key', GEMINI_BASE_URL: `${url}/v1beta` }),
  'compatible-servers': (url) => ({ OPENAI_COMPATIBLE_BASE_URL: `${url}/v1` }),
  'ai-sdk': (url) => ({ ANTHROPIC_API_KEY: 'key', ANTHROPIC_BASE_URL: `${url}/v1` }),
}

/** Runs a turn of the agent in `file`, and returns the reply and the warnings of the server. */
async function runTurn(file: string, env: (url: string) => Record<string, string>) {
  const model = await strictModel([{ calls: [{ name: 'ui_read_page', input: {} }] }, 'Done.'])
  for (const [name, value] of Object.entries(env(model.url))) vi.stubEnv(name, value)
  const { default: agent } = await import(/* @vite-ignore */ file)
  const warnings: string[] = []
  const server = createFwServer({ agent, log: ({ msg }) => void warnings.push(msg) })
  const body = JSON.stringify({ messages: [{ role: 'user', content: 'Hello' }], path: '/' })
  const headers = { 'content-type': 'application/json' }
  const response = await server.fetch(new Request('http://localhost/_fw/agent', { method: 'POST', headers, body }))
  const reply = await response.json()
  await server.close()
  await model.close()
  return { reply, broken: model.broken, warnings: warnings.filter((warning) => warning.includes('refuses')) }
}

const pages = readdirSync(join(root, 'docs/guide/models')).map((name) => name.replace(/\.md$/, ''))

test('each page has its variables', () => {
  expect(pages.sort()).toEqual(Object.keys(ENVIRONMENTS).sort())
})

test.each(pages)('the agent of the page %s makes a call on a strict server', async (page) => {
  const [file = ''] = writeAgents(`models/${page}`)
  const { reply, broken, warnings } = await runTurn(file, ENVIRONMENTS[page] as (url: string) => Record<string, string>)
  expect(broken).toEqual([])
  expect(warnings).toEqual([])
  expect(reply).toMatchObject({ type: 'ui_calls', calls: [{ name: 'ui_read_page' }] })
})

test.each(['anthropic', 'openai', 'gemini'])(
  'the first example of the agent works on the default model of %s',
  async (name) => {
    const [file = ''] = writeAgents('copilot')
    const { reply, broken } = await runTurn(file, ENVIRONMENTS[name] as (url: string) => Record<string, string>)
    expect(broken).toEqual([])
    // Its filter excludes the tools of the page.
    expect(reply).toMatchObject({ type: 'text', text: 'Done.' })
  },
)
