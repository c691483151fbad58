import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CompiledApp, compileApp } from './compiled-routes.ts'

/** What `useStore` does to a render, without it: a store of any making is listed. */
const TOUCH = `import { sharedConfig } from 'solid-js'
export const touch = (store) => {
  const { fw, fwIsland } = sharedConfig.context
  fw.stores.set(store.alias, fw.stores.get(store.alias) ?? store)
  if (fwIsland && !fwIsland.stores.includes(store.alias)) fwIsland.stores.push(store.alias)
  return fw.stores.get(store.alias)
}
const whole = { schema: { type: 'object', properties: { n: { type: 'integer' } } }, parse: (value) => ({ value: { n: Number(value.n) } }) }
const output = { schema: { type: 'integer' }, is: Number.isInteger, parse: (value) => ({ value }) }
export const contract = { load: () => ({ input: whole, output }) }
export const basket = () => {
  const state = { lines: 0, secret: 's' }
  const action = (name, definition, more) => ({ name: 'basket.' + name, definition: { description: name, ...definition }, contract: undefined, run: async (input, origin) => [name, origin, (state.lines += 1)], ...more })
  return {
    alias: 'basket',
    options: { description: 'What is bought.', expose: ['lines'] },
    value: () => state,
    actions: [action('put', { guard: 'confirm' }, { contract }), action('wipe', { guard: 'forbidden' }), action('count', { scopes: ['staff'] })],
  }
}
export const hidden = () => ({ alias: 'hidden', options: {}, value: () => ({ a: 1 }), actions: [{ name: 'hidden.go', definition: { description: 'Goes.' }, run: async () => 1 }] })
export const open = () => ({ ...hidden(), alias: 'open', options: { expose: true }, actions: [] })`

let app: CompiledApp
beforeAll(() => {
  app = compileApp({
    'stores.ts': TOUCH,
    'basket.tsx': `import { createSignal } from 'solid-js'
import { intent } from '@fw/runtime'
import { basket, contract, open, touch } from './stores.ts'
export function Lines(props) {
  const [n] = createSignal(touch(basket()).value().lines)
  if (props.open) touch(open())
  intent('show', { description: 'Shows.', ready: () => props.ready === true, run: ({ input }) => input }, 'Lines', contract)
  intent('break', { description: 'Is never sure.', ready: () => props.nothing.at.all, run: () => 1 })
  return <i>{n()}</i>
}
export function Plain() {
  const [n] = createSignal(1)
  return <u onClick={n}>{n()}</u>
}`,
    'routes/index.tsx': `import { Lines, Plain } from '../basket.tsx'
import { hidden, touch } from '../stores.ts'
export default () => {
  touch(hidden())
  return <main><Lines /><Plain /><Lines open ready /></main>
}`,
    'panel.tsx': `import { createSignal } from 'solid-js'
export function Panel(props) {
  const [open] = createSignal(props.open)
  return <section onClick={open}>{open() && props.children}{props.note}</section>
}`,
    'reads.ts': 'export const reads = { count: 0 }',
    'routes/nested.tsx': `import { Plain } from '../basket.tsx'
import { Panel } from '../panel.tsx'
import { reads } from '../reads.ts'
const data = { get text() { reads.count += 1; return 'x' } }
export default () => <Panel open data={data} note={<Panel><Plain /></Panel>}><Plain /></Panel>`,
    'routes/unsendable.tsx': `import { Panel } from '../panel.tsx'
export default () => <Panel data={{ at: new (class Place {})() }} />`,
  })
})
afterAll(() => app.close())

const ctx = { headers: new Headers() }

test('MAN-01 stores are listed with their readers, and only what they expose', async () => {
  const { components, stores } = await app.pages.manifest({ path: '/', query: '' }, ctx)
  expect(app.errors).toEqual([])
  expect(components).toEqual([
    { id: '0', name: 'Lines', hydrate: 'load', stores: ['basket'] },
    { id: '1', name: 'Plain', hydrate: 'load', stores: [] },
    { id: '2', name: 'Lines', hydrate: 'load', stores: ['basket', 'open'] },
  ])
  expect(stores).toEqual([
    // Only the static page touches it: the browser has nothing of it.
    { alias: 'hidden', readers: [], actions: [] },
    {
      alias: 'basket',
      description: 'What is bought.',
      value: { lines: 0 },
      readers: ['0', '2'],
      actions: ['basket.put'],
    },
    { alias: 'open', value: { a: 1 }, readers: ['2'], actions: [] },
  ])
})

test('MAN-02 MAN-03 actions are tools of the page, after its intents, with compiled schemas', async () => {
  const { tools } = await app.pages.manifest({ path: '/', query: '' }, ctx)
  expect(tools.map(({ name }) => name)).toEqual(['Lines.show', 'Lines.break', 'basket.put'])
  const schemas = { input: { type: 'object', properties: { n: { type: 'integer' } } }, output: { type: 'integer' } }
  const instances = ['0', '2']
  // One of the two is ready. A `ready` that throws counts as not ready, and doesn't affect other tools.
  expect(tools[0]).toEqual({
    name: 'Lines.show',
    description: 'Shows.',
    guard: 'auto',
    ...schemas,
    where: 'page',
    instances,
    ready: true,
  })
  expect(tools[1]).toMatchObject({ name: 'Lines.break', ready: false })
  expect(tools[2]).toEqual({
    name: 'basket.put',
    description: 'put',
    guard: 'confirm',
    ...schemas,
    where: 'page',
    instances,
  })
  const staff = await app.pages.manifest({ path: '/', query: '' }, { ...ctx, scopes: ['staff'] })
  expect(staff.stores.find(({ alias }) => alias === 'basket')?.actions).toEqual(['basket.put', 'basket.count'])
})

test('SRV-30 an instance has the actions of the stores that it touches, on the store of its render', async () => {
  const [first, plain, last] = await app.pages.instances({ path: '/', query: '' }, { ...ctx, scopes: ['staff'] })
  expect(plain?.actions).toEqual([])
  const count = (instance: typeof first) => instance?.actions.find(({ entry }) => entry.name === 'basket.count')
  expect(await count(first)?.run({}, 'agent')).toEqual(['count', 'agent', 1])
  expect(await count(last)?.run({}, 'human')).toEqual(['count', 'human', 2])
})

test('the islands in slots are listed, and their props are read once, to check them', async () => {
  const { reads } = (await app.load('reads.ts')) as { reads: { count: number } }
  const { components } = await app.pages.manifest({ path: '/nested', query: '' }, ctx)
  expect(app.errors).toEqual([])
  expect(components.map(({ name }) => name).sort()).toEqual(['Panel', 'Panel', 'Plain', 'Plain'])
  expect(reads.count).toBe(1)
  const { body } = await app.get('/nested')
  const ids = [...body.matchAll(/<fw-island i="(\w+)"/g)].map(([, id]) => id)
  expect(components.map(({ id }) => id).sort()).toEqual(ids.sort())
})

test("a page whose island has a prop that can't be sent to a browser has no manifest", async () => {
  const manifest = app.pages.manifest({ path: '/unsendable', query: '' }, ctx)
  await expect(manifest).rejects.toThrow('The island <Panel> has a value in its prop "data.at" that cannot be sent')
})
