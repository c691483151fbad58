/** `explain`, `list_routes` and tools of pages, of the starter, without `fw dev`. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { linkPackages } from '../support/fixture.ts'
import { type AgentClient, connectStdio, type Json } from './agent-client.ts'

const STARTER = join(import.meta.dirname, '../../../playground/starter')
const LIST = 'src/components/note-list.tsx'

let root: string
let agent: AgentClient
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'fw-explain-'))
  cpSync(STARTER, root, { recursive: true, filter: (source) => !/[\\/](?:\.fw|dist)$/.test(source) })
  linkPackages(root)
  agent = await connectStdio(root)
})
afterAll(async () => {
  await agent?.close()
  rmSync(root, { recursive: true, force: true })
})

/** Returns `file:line` of the first line that contains a text. */
function findLine(file: string, text: string): string {
  const lines = readFileSync(join(root, file), 'utf8').split('\n')
  return `${file}:${lines.findIndex((line) => line.includes(text)) + 1}`
}
const explain = async (selector: string, path = '/') =>
  (await agent.call('explain', { path, selector })) as { route: string; page: string; total: number; elements: Json[] }

it('an element of a page is static HTML, at its place', async () => {
  const { route, page, elements } = await explain('h1')
  expect({ route, page }).toEqual({ route: '/', page: 'src/routes/index.tsx' })
  expect(elements).toEqual([
    {
      element: '<h1>',
      component: 'Home',
      renderedBy: [expect.stringContaining(`${findLine('src/routes/index.tsx', '<h1>')}:`)],
      isCertain: true,
      hydration: 'static',
      why: [expect.stringContaining('in no island')],
    },
  ])
  const layout = await explain('header a.name', '/about')
  expect(layout.elements[0]?.renderedBy).toEqual([
    expect.stringContaining(`${findLine('src/routes/_layout.tsx', 'class="name"')}:`),
  ])
})

it('an element of an island has the reasons, its state and its calls', async () => {
  const { elements, total } = await explain('button.plain')
  expect(total).toBe(2)
  expect(elements[0]).toMatchObject({
    component: 'NoteList',
    renderedBy: [expect.stringContaining(`${findLine(LIST, 'disabled={clear.pending()}')}:`)],
    isCertain: true,
    hydration: 'island',
    island: { name: 'NoteList' },
    why: expect.arrayContaining([expect.stringContaining('intent clear')]),
    calls: ['intent:NoteList.clear'],
  })
  // Its handler calls nothing that the compiler follows, so it has no position of its own in the page.
  expect(elements[1]?.renderedBy).toEqual([expect.stringContaining(`${findLine(LIST, "call('NoteList.clear')")}:`)])
})

it('an element that no source contains is not invented', async () => {
  const { elements } = await explain('input[name="fw:tool"]')
  expect(elements[0]).toMatchObject({ renderedBy: [], isCertain: false, note: expect.stringContaining('No element') })
})

it('components by name and by file', async () => {
  const byName = await agent.call('explain', { component: 'NoteList' })
  expect(byName.components[0]).toMatchObject({ hydration: 'island', at: expect.stringContaining(LIST) })
  expect(byName.components[0].intents.map(({ name }: { name: string }) => name)).toEqual([
    'NoteList.filter',
    'NoteList.clear',
  ])
  expect(await agent.call('explain', { component: LIST })).toEqual(byName)
  await expect(agent.call('explain', { component: 'Nothing' })).rejects.toThrow('no component')
})

it('what cannot be explained is an error with the reason', async () => {
  await expect(explain('h1[')).rejects.toThrow('is not valid')
  await expect(explain('.none')).rejects.toThrow('has no element that matches')
  for (const path of ['//evil.example/', 'https://evil.example/'])
    await expect(explain('h1', path)).rejects.toThrow('must begin with a single "/"')
  await expect(agent.call('explain', { path: '/' })).rejects.toThrow('Pass path and selector')
})

it('routes have the reasons for their response and their JavaScript', async () => {
  const { routes } = (await agent.call('list_routes')) as { routes: Json[] }
  const [home, about] = ['/', '/about'].map((pattern) => routes.find((route) => route.pattern === pattern))
  expect(about).toMatchObject({
    islands: [],
    javascript: expect.stringMatching(/^None/),
    layouts: ['src/routes/_layout.tsx'],
  })
  expect(home?.islands.map(({ name }: { name: string }) => name).sort()).toEqual(['McpAddress', 'NoteList'])
  const file = join(root, 'src/routes/about.tsx')
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, `export const cache = { scope: 'public', maxAge: 60 } as const\n${text}`)
  const cached = (await agent.call('list_routes', { pattern: '/about' })) as { total: number; routes: Json[] }
  expect(cached).toMatchObject({ total: 1, routes: [{ response: 'cached' }] })
  writeFileSync(file, text)
})

it('tools of pages run, and wait for a user where their guard needs one', async () => {
  const filtered = await agent.call('run_tool', { name: 'NoteList.filter', input: { word: 'milk' } })
  expect(filtered).toMatchObject({ ok: true, page: '/' })
  const refused = await agent.call('run_tool', { name: 'NoteList.filter', input: { word: 1 } })
  expect(refused).toMatchObject({ ok: false, code: 'invalid_input' })
  const waiting = await agent.call('run_tool', { name: 'api.notes.clear' })
  expect(waiting).toMatchObject({ ok: true, result: { status: 'proposal', tool: 'api.notes.clear' } })
  expect((await agent.call('run_tool', { name: 'api.notes.search' })).result).not.toEqual([])
})
