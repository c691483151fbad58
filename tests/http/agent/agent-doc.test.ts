/** What `docs/guide/copilot.md` and `remote-tools.md` promise: their tables and examples are run as they are there. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test, vi } from 'vitest'
import { KNOWN_PROVIDERS } from '../../../runtime/src/agent/known-models.ts'
import { type AgentConfig, defineAgent } from '../../../runtime/src/agent.ts'
import { PANEL_STYLE } from '../../../runtime/src/browser/copilot/panel-style.ts'
import { type CopilotOptions, createCopilot } from '../../../runtime/src/client.ts'
import { createFwServer } from '../../../runtime/src/server.ts'
import type { ScriptedFormat, ScriptedStep } from '../../../runtime/src/testing.ts'
import { compileApp } from '../../runtime/page/compiled-routes.ts'
import { ask, tidyAfterEach, withModel } from '../agent-app.ts'

tidyAfterEach()

const readPage = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../../docs/guide/${name}.md`, import.meta.url)), 'utf8')
const page = readPage('copilot')

/** The rows of the table whose first heading is this. */
function tableOf(heading: string): string[][] {
  const lines = page.split('\n')
  const from = lines.findIndex((line) => line.startsWith(`| ${heading} `)) + 2
  const rows = lines.slice(
    from,
    lines.findIndex((line, at) => at > from && !line.startsWith('|')),
  )
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

test('the table of models in the docs matches the resolution order', () => {
  const known = KNOWN_PROVIDERS.filter(({ defaultModel }) => defaultModel !== undefined)
  expect(
    tableOf('key').map((row) => row.map((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name))),
  ).toEqual(known.map(({ keys, provider, defaultModel }) => [keys, [provider], [defaultModel]]))
})

test('the documented budget, prices and memory are valid options of an agent', async () => {
  const { model, options } = await withModel([{ text: 'Yes.', usage: { input: 200_000, output: 0 } }, 'Red.'])
  const shown = /budget: (\{.*\}),\n {2}prices: (\{.*\}),\n/.exec(page) ?? []
  const [budget, prices] = shown.slice(1).map((text) => new Function(`return ${text}`)() as object)
  const config = { memory: true, budget, prices } as AgentConfig // read from the page
  const agent = defineAgent(config, { env: model.env('anthropic') })
  const server = createFwServer({ ...options, agent, ctxFor: () => ({ userId: 'ann' }) })
  const thread = /`(\{ "threadId".*\})`/.exec(page)?.[1] ?? ''
  const post = () =>
    server.fetch(new Request('http://localhost/_fw/agent', { method: 'POST', headers: JSON_TYPE, body: thread }))
  expect(await (await post()).json()).toMatchObject({ type: 'text', usage: { costUsd: 0.4 } })
  expect((await post()).status).toBe(429)
  await server.close()
})

test('the remote server in the docs is a valid option', () => {
  const shown = /mcp: (\{.*\}),\n/.exec(readPage('remote-tools'))?.[1] ?? ''
  const mcp = new Function(`return ${shown}`)() as AgentConfig['mcp'] // read from the page
  expect(mcp).toMatchObject({ url: 'https://docs.example.com/mcp', name: 'docs', exclude: ['delete_page'] })
  expect(() => defineAgent({ mcp })).not.toThrow()
})

test('the copilot in the docs works in a page', async () => {
  const [, options = ''] = /createCopilot\((\{.*\})\)/.exec(page) ?? []
  const filter = new Function(`return ${options}`)() as CopilotOptions // read from the page
  const { options: app, model } = await withModel(['Hello.'])
  const server = createFwServer(app)
  const copilot = createCopilot(
    { ...filter, path: () => '/' },
    { fetch: (input, init) => server.fetch(new Request(new URL(String(input), 'http://localhost'), init)) },
  )
  const statuses: string[] = [copilot.state.status]
  copilot.subscribe(() => statuses.push(copilot.state.status))
  await copilot.send('Hi.')
  expect([...new Set(statuses)]).toEqual(['ready', 'asking', 'answering'])
  expect(copilot.state.status).toBe('ready')
  expect(JSON.stringify(model.requests[0]?.body)).not.toContain('shop__report')
  const shown = tableOf('`state` member').map(([name]) => name?.replaceAll('`', ''))
  expect(shown).toEqual(expect.arrayContaining(Object.keys(copilot.state)))
  await server.close()
})

test('the panel that is shown is one: its files make a page, and its props and variables are all there are', async () => {
  const files = [...page.matchAll(/^```tsx\n\/\/ src\/(\S+)\n([\s\S]*?)^```$/gm)].map(([, path = '', text = '']) => [
    path,
    text,
  ])
  expect(files.map(([path]) => path)).toEqual([
    'components/tea-helper.tsx',
    'components/assistant.tsx',
    'routes/help.tsx',
  ])
  vi.stubEnv('FW_MODEL', 'anthropic/some')
  vi.stubEnv('ANTHROPIC_API_KEY', '')
  const app = compileApp(Object.fromEntries(files))
  const { body } = await app.get('/help')
  app.close()
  vi.unstubAllEnvs()
  expect(app.errors).toEqual([])
  for (const text of ['What are you looking for?', 'What is in my basket?', 'No model is configured.', '>Ask</button>'])
    expect(body).toContain(text)
  expect(body).toMatch(/<section class="fw-copilot assistant" aria-label="Shop assistant"/)
  const variables = new Set([...PANEL_STYLE.matchAll(/--fw-copilot-[\w-]+/g)].map(([name]) => name))
  expect(new Set([...page.matchAll(/`(--fw-copilot-[\w-]+)`/g)].map(([, name]) => name))).toEqual(variables)
  const source = readFileSync(
    fileURLToPath(new URL('../../../runtime/src/browser/copilot/copilot.ts', import.meta.url)),
    'utf8',
  )
  const props = [...source.matchAll(/^ {2}readonly (\w+)\?:/gm)].map(([, name]) => `\`${name}\``)
  expect(
    tableOf('prop')
      .map(([name]) => name)
      .sort(),
  ).toEqual(props.sort())
})

const JSON_TYPE = { 'content-type': 'application/json' }
const busy = { headers: { 'retry-after': '0' } }
const three = (step: ScriptedStep): ScriptedStep[] => [step, step, step]

/** This row has no visible effect: a separate test covers it. */
const LEFT = 'the client disconnects'

/** What each row of the table of failures is, whole and streamed. */
const STEPS: Readonly<Record<string, { whole: readonly ScriptedStep[]; streamed?: readonly ScriptedStep[] }>> = {
  '401, the key is invalid': { whole: [{ status: 401 }] },
  '400, the request is invalid': { whole: [{ status: 400 }] },
  '429 three times': { whole: three({ ...busy, status: 429 }) },
  '429, then a reply': { whole: [{ ...busy, status: 429 }, 'Hello there.'] },
  '429, retry after an hour': { whole: [{ status: 429, headers: { 'retry-after': '3600' } }] },
  '500 three times': { whole: three({ ...busy, status: 500 }) },
  'connection fails three times': { whole: three({ reset: 'before' }) },
  'connection breaks within the reply': { whole: [{ text: 'a b c d e f', reset: 'within' }] },
  'incomplete reply': {
    whole: [{ body: '{"content":[{"ty', headers: JSON_TYPE }],
    streamed: [{ body: 'data: {"ty\n\n', headers: { 'content-type': 'text/event-stream' } }],
  },
  'invalid JSON': { whole: [{ body: '{"content":]', headers: JSON_TYPE }] },
  HTML: { whole: [{ body: '<h1>Welcome</h1>', headers: { 'content-type': 'text/html' } }] },
  'timeout before the first token': { whole: [{ hang: 'before' }] },
  'timeout within the reply': { whole: [{ text: 'a b c d e f', hang: 'within' }] },
  [LEFT]: { whole: [{ hang: 'before' }], streamed: [{ text: 'a b c d e f', hang: 'within' }] },
}

const TITLES: readonly [ScriptedFormat, string][] = [
  ['anthropic', 'Anthropic'],
  ['openai', 'OpenAI'],
  ['google', 'Google'],
]

const isSilent = (step: ScriptedStep) => typeof step === 'object' && step.hang !== undefined

async function post(format: ScriptedFormat, steps: readonly ScriptedStep[], stream: boolean): Promise<Response> {
  const { options } = await withModel(steps, { format, config: steps.some(isSilent) ? { providerTimeoutMs: 500 } : {} })
  const server = createFwServer({ log: () => undefined, production: true, ...options })
  const request = new Request('http://localhost/_fw/agent', {
    method: 'POST',
    headers: { ...JSON_TYPE, ...(stream && { accept: 'text/event-stream' }) },
    body: JSON.stringify(ask('Hi.')),
  })
  const response = await server.fetch(request)
  const answer = new Response(await response.text(), response)
  await server.close()
  return answer
}

describe.each(TITLES)('the table of failures holds for %s', (format, title) => {
  const all = tableOf('at the provider')
  const rows = all.filter(([what]) => what !== LEFT)
  test('every row is run', () => {
    expect(all.map(([what]) => what)).toEqual(Object.keys(STEPS))
  })

  test.each([false, true])(`${LEFT} ends the request to the provider; streamed: %s`, async (stream) => {
    const { whole = [], streamed = whole } = STEPS[LEFT] ?? {}
    const { options, model } = await withModel(stream ? streamed : whole, { format })
    const server = createFwServer({ log: () => undefined, production: true, ...options })
    const leaving = new AbortController()
    const headers = { ...JSON_TYPE, ...(stream && { accept: 'text/event-stream' }) }
    const init = { method: 'POST', headers, body: JSON.stringify(ask('Hi.')), signal: leaving.signal }
    const answer = server.fetch(new Request('http://localhost/_fw/agent', init))
    // The first words have come: it is left in the middle of them.
    const reader = stream ? (await answer).body?.getReader() : undefined
    let text = ''
    while (stream && !text.includes('text-delta')) text += new TextDecoder().decode((await reader?.read())?.value)
    await expect.poll(() => model.requests.length).toBe(1)
    expect(model.requests[0]?.aborted).toBe(false)
    leaving.abort()
    await reader?.cancel().catch(() => undefined)
    await expect.poll(() => model.requests[0]?.aborted).toBe(true)
    expect(model.requests).toHaveLength(1)
    await server.close()
  })

  test.each(rows)('%s: %s', async (what, whole) => {
    const response = await post(format, STEPS[what ?? '']?.whole ?? [], false)
    const body = (await response.json()) as { type: string; error?: string }
    const [status, text] = [whole?.slice(0, 3), /`(.*)`/.exec(whole ?? '')?.[1]?.replace('PROVIDER', title)]
    expect(String(response.status)).toBe(status)
    expect(response.headers.get('retry-after')).toBe(/after an hour/.test(what ?? '') ? '3600' : null)
    expect(body).toMatchObject(text === undefined ? { type: 'text' } : { type: 'error', error: text })
  })

  test.each(rows)('%s: %s, %s when streamed', async (what, whole, streamed) => {
    const { whole: same, streamed: other } = STEPS[what ?? ''] ?? { whole: [] }
    const events = await (await post(format, other ?? same, true)).text()
    const text = /`(.*)`/.exec(whole ?? '')?.[1]?.replace('PROVIDER', title)
    expect(events.includes('"type":"text-delta"')).toBe(/the text so far|the reply/.test(streamed ?? ''))
    if (streamed?.includes('`error`')) expect(events).toContain(JSON.stringify(text).slice(1, -1))
    else expect(events).toContain('"type":"finish"')
    expect(events.endsWith('data: [DONE]\n\n')).toBe(true)
  })
})
