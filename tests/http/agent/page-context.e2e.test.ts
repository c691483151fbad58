/** A turn of several steps on a page whose data changes: the model reads the page as it is at each step. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ScriptedModel } from '../../../runtime/src/testing.ts'
import { type Running, startFw } from '../../cli/support/fixture.ts'
import { type WrittenApp, writeApp } from '../../cli/support/written-app.ts'
import { strictModel } from '../../support/vendors/strict-model.ts'

const FILES = {
  'src/renders.ts': `const state = { count: 0 }
export const note = () => { state.count++ }
export const take = () => {
  const { count } = state
  state.count = 0
  return count
}
`,
  'src/server/board.api.ts': `import { api, type Call } from '@fw/runtime'
import { take } from '../renders.ts'
let cards: string[] = []
/** Lists the cards. */
export const list = api({ readonly: true, tags: ['cards'], run: async () => cards })
/** Adds a card. */
export const add = api({
  invalidates: ['cards'],
  run: async ({ input }: Call<{ title: string }>) => {
    cards = [...cards, input.title]
    return { added: true }
  },
})
/** Writes into the log. */
export const log = api({ invalidates: ['log'], run: async () => ({ logged: true }) })
/** Returns how often the page was rendered. */
export const renders = api({
  readonly: true,
  tags: ['log'],
  run: async () => take(),
})
`,
  'src/agent.ts': `import { defineAgent } from '@fw/runtime/agent'
export default defineAgent({})
`,
  'src/components/sorter.tsx': `import { createSignal } from 'solid-js'
import { intent } from '@fw/runtime'
/** Sorts the cards. */
export function Sorter() {
  const [n, set] = createSignal(0)
  intent('sort', { description: 'Sorts the cards.', run: () => set(n() + 1) })
  return <button onClick={() => set(n() + 1)}>{n()}</button>
}
`,
  'src/routes/index.tsx': `import { Sorter } from '../components/sorter.tsx'
import { note } from '../renders.ts'
import { list } from '../server/board.api.ts'
export default async function Board() {
  note()
  return <main>{(await list()).length > 0 ? <Sorter /> : 'No cards'}</main>
}
`,
}

let app: WrittenApp
let model: ScriptedModel
let built: Running
beforeAll(async () => {
  model = await strictModel()
  app = writeApp(FILES)
  const { code, stdout, stderr } = await app.fw('build')
  if (code !== 0) throw new Error(`${stdout}\n${stderr}`)
  built = await startFw(app.root, ['start', '--port', '0'], model.env())
})
afterAll(async () => {
  await Promise.all([built?.stop('SIGTERM'), model?.close()])
  app?.remove()
})

const post = async (path: string, body: object) => {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(new URL(path, built.url), { method: 'POST', headers, body: JSON.stringify(body) })
  return (await response.json()) as { readonly result: unknown; readonly type: string }
}
const countRenders = async () => (await post('/_fw/api/board.renders', {})).result
const ask = () => post('/_fw/agent', { messages: [{ role: 'user', content: 'Tidy up.' }], path: '/' })
const shows = () =>
  model.requests.map(({ system = '', tools }) => [system.includes('- Sorter'), tools.includes('Sorter__sort')])

test('the page is read again after a call that changed it, and only then', async () => {
  model.add(
    { calls: [{ id: 'c1', name: 'api.board.log', input: {} }] },
    { calls: [{ id: 'c2', name: 'api.board.add', input: { title: 'Crane' } }] },
    { calls: [{ id: 'c3', name: 'api.board.log', input: {} }] },
    'Done.',
  )
  expect((await ask()).type).toBe('text')
  expect(shows()).toEqual([
    [false, false],
    [false, false],
    [true, true],
    [true, true],
  ])
  expect(await countRenders()).toBe(2)
})
