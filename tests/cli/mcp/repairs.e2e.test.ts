/** A scripted agent repairs seeded errors of an app that `fw dev` serves. All that it knows is from the tools of `fw mcp`. */
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Chromium, launchChromium } from '../../browser/chromium.ts'
import { linkPackages, type Running, startFw } from '../support/fixture.ts'
import { type AgentClient, connectStdio, type Json } from './agent-client.ts'
import { listProblems, type Problem, parsePlace, repair, type Source } from './repairing-agent.ts'

const STARTER = join(import.meta.dirname, '../../../playground/starter')

let root: string
let dev: Running
let agent: AgentClient
let chromium: Chromium
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'fw-repairs-'))
  cpSync(STARTER, root, { recursive: true, filter: (source) => !/[\\/](?:\.fw|dist)$/.test(source) })
  linkPackages(root)
  dev = await startFw(root, ['dev', '--port', '0'])
  agent = await connectStdio(root)
  chromium = await launchChromium()
})
afterAll(async () => {
  await agent?.close()
  await dev?.stop('SIGTERM')
  await chromium?.close()
  rmSync(root, { recursive: true, force: true })
})

/** The contents of the changed files before the test; `undefined` for a new file. */
const originals = new Map<string, string | undefined>()
afterEach(() => {
  for (const [file, text] of originals)
    text === undefined ? rmSync(join(root, file), { force: true }) : writeFileSync(join(root, file), text)
  originals.clear()
})

interface Seed {
  readonly title: string
  readonly file: string
  /** Absent for a new file. */
  readonly from?: string
  readonly to: string
  /** Code of the finding or kind of the error by which the agent notices it. */
  readonly noticed: string
  readonly by: Source
  /** What a user reports: a page, a call, or a page in a browser. */
  readonly page?: string
  readonly run?: { readonly name: string; readonly input: object }
  readonly browser?: string
}

const API = 'src/server/notes.api.ts'
const HOME = 'src/routes/index.tsx'
const ABOUT = 'src/routes/about.tsx'
const LIST = 'src/components/note-list.tsx'
const ADDRESS = 'src/components/mcp-address.tsx'
const ADD = { name: 'api.notes.add', input: { text: 'Water the plants' } }

const SEEDS: readonly Seed[] = [
  {
    title: 'a number where a string belongs',
    file: HOME,
    from: 'search({})',
    to: 'search({ word: 5 })',
    noticed: 'TS2322',
    by: 'message',
  },
  {
    title: 'a misspelled property of a result',
    file: LIST,
    from: '{note.text}',
    to: '{note.txet}',
    noticed: 'TS2339',
    by: 'contract',
  },
  {
    title: 'a component without its import',
    file: LIST,
    from: 'For, Show }',
    to: 'For }',
    noticed: 'TS2552',
    by: 'docs',
  },
  {
    title: 'an import of a file that does not exist',
    file: HOME,
    from: '/note-list.tsx',
    to: '/notes-list.tsx',
    noticed: 'unresolved-import',
    by: 'message',
    page: '/',
  },
  {
    title: 'a tool without a description',
    file: API,
    from: '/** Stores a note and returns it. */\n',
    to: '',
    noticed: 'missing-description',
    by: 'contract',
  },
  {
    title: 'a function without a decision about its callers',
    file: API,
    from: "api({\n  access: 'public',\n  run",
    to: 'api({\n  run',
    noticed: 'undecided-access',
    by: 'message',
  },
  {
    title: 'a misspelled guard',
    file: API,
    from: "guard: 'confirm'",
    to: "guard: 'confrim'",
    noticed: 'TS2820',
    by: 'fix',
  },
  {
    title: 'a field of a form that its function does not have',
    file: HOME,
    from: "form.field('text')} auto",
    to: "form.field('txt')} auto",
    noticed: 'missing-form-field',
    by: 'message',
  },
  {
    title: 'a broken link',
    file: 'src/routes/_layout.tsx',
    from: '"/about"',
    to: '"/abuot"',
    noticed: 'dead-link',
    by: 'fix',
  },
  {
    title: 'a misspelled field of meta',
    file: ABOUT,
    from: '{ title:',
    to: '{ titel:',
    noticed: 'TS2561',
    by: 'message',
  },
  {
    title: 'a misspelled field of the configuration',
    file: 'fw.config.ts',
    from: '  title:',
    to: '  titel:',
    noticed: 'config-invalid',
    by: 'fix',
  },
  {
    title: 'a misspelled hook',
    file: 'src/hooks.ts',
    to: 'export const onAudits = () => undefined\n',
    noticed: 'unknown-hook',
    by: 'fix',
  },
  {
    title: 'fields of an api that contradict each other',
    file: API,
    from: '  readonly: true,\n',
    to: "  readonly: true,\n  effect: 'irreversible',\n",
    noticed: 'contradicting-fields',
    by: 'fix',
  },
  {
    title: 'an environment variable of a type that no variable has',
    file: 'src/env.ts',
    to: 'export interface Env {\n  /** Number of notes on a page. */\n  NOTES_LIMIT?: () => void\n}\n',
    noticed: 'env-type',
    by: 'message',
  },
  {
    title: 'a syntax error',
    file: API,
    from: 'add = api({',
    to: 'add = api({{',
    noticed: 'syntax-error',
    by: 'message',
    page: '/',
  },
  {
    title: 'server code in an island',
    file: ADDRESS,
    from: 'import { createSignal',
    to: "import 'node:fs'\nimport { createSignal",
    noticed: 'server-code',
    by: 'message',
  },
  {
    title: 'an async component in a page',
    file: ADDRESS,
    from: 'export function McpAddress',
    to: 'export async function McpAddress',
    noticed: 'async-component',
    by: 'explain',
    page: '/',
  },
  {
    title: 'a page that throws',
    file: HOME,
    from: '<h1>Notes</h1>',
    to: "<h1>Notes {(JSON.parse('{}') as { list: string[] }).list.length}</h1>",
    noticed: 'page',
    by: 'stack',
    page: '/',
  },
  {
    title: 'a function that throws',
    file: 'src/notes.ts',
    from: 'text: text.trim() }',
    to: "text: text.trim().slice(0, (JSON.parse('{}') as { limit: { end: number } }).limit.end) }",
    noticed: 'api',
    by: 'stack',
    run: ADD,
  },
  {
    title: 'an island that the browser renders differently',
    file: ADDRESS,
    from: '  onMount(() =>',
    to: '  const opened = Date.now()\n  onMount(() =>',
    noticed: 'island',
    by: 'docs',
    browser: '/',
  },
]

function plant({ file, from, to }: Pick<Seed, 'file' | 'from' | 'to'>): void {
  const path = join(root, file)
  const before = existsSync(path) ? readFileSync(path, 'utf8') : undefined
  if (from !== undefined && !before?.includes(from)) throw new Error(`${file} does not contain ${from}`)
  if (!originals.has(file)) originals.set(file, before)
  writeFileSync(path, from === undefined ? to : (before ?? '').replace(from, to))
}

/** Does what a user reports. */
async function reproduce({ page, run, browser }: Seed): Promise<void> {
  if (page !== undefined) await agent.call('request_page', { path: page })
  if (run !== undefined) await agent.call('run_tool', run)
  if (browser !== undefined) {
    const opened = await chromium.open(new URL(browser, dev.url).href)
    // The browser hydrates the islands, and reports what it finds.
    await opened.page.waitForTimeout(1500)
    await opened.page.close()
  }
}

/** Repairs until the tools report nothing. Returns what the agent noticed first, and the information of its repairs. */
async function repairAll(seed: Seed): Promise<{ noticed: readonly Problem[]; used: readonly Source[] }> {
  let noticed: readonly Problem[] | undefined
  const used: Source[] = []
  for (let round = 0; round < 5; round += 1) {
    await reproduce(seed)
    const problems = await listProblems(agent)
    noticed ??= problems
    const [first, ...others] = problems
    if (first === undefined) return { noticed, used }
    const failures: unknown[] = []
    // A finding may have its cause in another one.
    for (const problem of [first, ...others]) {
      const source = await repair(problem, agent, root).catch((error: unknown) => void failures.push(error))
      if (source === undefined) continue
      used.push(source)
      break
    }
    if (failures.length === problems.length) throw failures[0]
  }
  throw new Error(`Not repaired: ${JSON.stringify(await listProblems(agent))}`)
}

/** The page and the tool of the app work. */
async function expectWorking(): Promise<void> {
  const { status, html, errors } = await agent.call('request_page', { path: '/' })
  expect({ status, errors }).toEqual({ status: 200, errors: [] })
  expect(html).toContain('<h1>Notes')
  expect((await agent.call('request_page', { path: '/about' })).status).toBe(200)
  const { result } = await agent.call('run_tool', ADD)
  expect(result).toMatchObject({ text: ADD.input.text })
  const search = await agent.call('run_tool', { name: 'api.notes.search', input: { word: 'plants' } })
  expect(search.result.length).toBeGreaterThan(0)
  const parked = await agent.call('run_tool', { name: 'api.notes.clear' })
  expect(parked.result).toMatchObject({ status: 'proposal' })
}

test('the app has no errors before', { timeout: 120_000 }, async () => {
  expect(await listProblems(agent)).toEqual([])
  await expectWorking()
})

test.each(SEEDS)('$title', { timeout: 180_000 }, async (seed) => {
  plant(seed)
  if (seed.browser !== undefined)
    plant({
      file: seed.file,
      from: '<code>{address()}</code>',
      to: '<code>{address()}</code>\n      <span>{opened}</span>',
    })
  const { noticed, used } = await repairAll(seed)
  expect(noticed.map(({ code, kind }) => code ?? kind)).toContain(seed.noticed)
  expect(used).toContain(seed.by)
  await expectWorking()
})

test('a button without a handler: explain shows that nothing is called, and its component has the function', async () => {
  plant({ file: ADDRESS, from: ' onClick={copy}', to: '' })
  const button = async () => {
    const { elements } = (await agent.call('explain', { path: '/', selector: '.agents button' })) as {
      elements: Json[]
    }
    return elements[0]
  }
  const dead = await button()
  expect(dead?.calls ?? []).toEqual([])
  const { components } = (await agent.call('explain', { component: dead?.component })) as { components: Json[] }
  const place = parsePlace(dead?.renderedBy[0])
  if (place === undefined) throw new Error('explain knows no place')
  expect(dead?.isCertain).toBe(true)
  const text = readFileSync(join(root, place.file), 'utf8')
  // A function of the component that nothing uses.
  const unused = [...text.matchAll(/^ {2}const (\w+) = \(/gm)].map(([, name = '']) => name)
  const handler = unused.find((name) => text.split(new RegExp(`\\b${name}\\b`)).length === 2)
  expect(components[0]?.bindings).not.toContainEqual(expect.objectContaining({ kind: 'event' }))
  const lines = text.split('\n')
  const line = lines[place.line - 1] ?? ''
  lines[place.line - 1] = line.replace('<button ', `<button onClick={${handler}} `)
  writeFileSync(join(root, place.file), lines.join('\n'))
  expect((await button())?.bindings).toContainEqual(expect.objectContaining({ kind: 'event', name: 'onClick' }))
  expect(await listProblems(agent)).toEqual([])
  await expectWorking()
}, 120_000)
