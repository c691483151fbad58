import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { hookOptions } from '../../runtime/src/contract/config/hook.ts'
import { createFwServer, type FwServer } from '../../runtime/src/server.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const page = readFileSync(join(root, 'docs/guide/calls.md'), 'utf8')

/** Files of the page. */
const sources = [...page.matchAll(/^```ts\n\/\/ (src\/\S+)\n([\s\S]*?)^```$/gm)].map(([, path = '', text = '']) => ({
  path,
  text,
}))
const CALLERS: readonly Record<string, string>[] = [
  {},
  { 'x-fw-origin': 'agent' },
  { 'x-fw-origin': 'agent', 'x-fw-tainted': '1' },
]
const ROWS = [...page.matchAll(/^\| `(desk\.\w+)` `(.+?)` +\| (.+) \|$/gm)].map(
  ([, tool = '', body = '', answers = '']) => ({
    tool,
    body,
    answers: answers.split('|').map((answer) => answer.trim()),
  }),
)

let folder = ''
let server: FwServer
const heard: string[] = []

beforeAll(async () => {
  mkdirSync(join(root, '.fw'), { recursive: true })
  folder = mkdtempSync(join(root, '.fw/calls-page-'))
  const load = async (end: string) => {
    const source = sources.find(({ path }) => path.endsWith(end))
    const file = join(folder, end)
    writeFileSync(file, source?.text ?? '')
    return (await import(/* @vite-ignore */ file)) as Record<string, unknown>
  }
  const apis = { desk: await load('desk.api.ts') }
  server = createFwServer({ apis, ...hookOptions(await load('hooks.ts')), log: () => undefined, approvals: 'open' })
  vi.spyOn(console, 'log').mockImplementation((...words) => void heard.push(words.join(' ')))
})

afterAll(async () => {
  vi.restoreAllMocks()
  await server.close()
  rmSync(folder, { recursive: true })
})

async function answerOf(tool: string, body: string, headers: Record<string, string>): Promise<string> {
  const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body }
  const response = await server.fetch(new Request(`http://localhost/_fw/api/${tool}`, init))
  const answer = (await response.json()) as { code?: string; result?: { status?: string } }
  const word = answer.code ?? answer.result?.status
  return word === undefined ? String(response.status) : `${response.status} \`${word}\``
}

describe('the page about calls', () => {
  test.each(ROWS)('API-05 $tool $body has the outcome in its table', async ({ tool, body, answers }) => {
    expect(await Promise.all(CALLERS.map((headers) => answerOf(tool, body, headers)))).toEqual(answers)
  })

  test('has a row for every outcome, and its hooks run for calls and proposals', async () => {
    expect(ROWS).toHaveLength(11)
    heard.length = 0
    await answerOf('desk.publish', '{}', { 'x-fw-origin': 'agent' })
    await answerOf('desk.wipe', '{}', { 'x-fw-origin': 'agent' })
    expect(heard).toEqual([
      expect.stringMatching(/^[\w-]{24,} Approve api\.desk\.publish \{\}\?$/),
      'api.desk.publish agent ran',
      'api.desk.wipe agent forbidden',
    ])
  })

  test('a readonly api accepts GET ?input=', async () => {
    const response = await server.fetch(new Request('http://localhost/_fw/api/desk.read?input=%7B%7D'))
    expect(await response.json()).toEqual({ ok: true, result: 'text' })
  })
})
