import { expect, it } from 'vitest'
import { check } from '../../../../compiler/src/index.ts'
import { temporaryApp } from '../../temporary-app.ts'

const SHOP = `import { api, type Call } from '@fw/runtime'
import { audit } from './audit.ts'

const SENSITIVE = 'forbidden'

/** Pays an order back. */
export const refund = api({ guard: 'confirm', run: ({ input }: Call<{ id: string }>) => ({ id: input.id }) })
/** Reads the keys. */
export const keys = api({ guard: SENSITIVE, run: () => ({ keys: ['a'] }) })
/** Reads an order. */
export const order = api({ readonly: true, run: ({ input }: Call<{ id: string }>) => audit(input.id) })
/** Deletes an order. */
export const remove = api({ guard: ({ input }) => (input.id === '' ? 'auto' : 'confirm'), run: ({ input }: Call<{ id: string }>) => ({ id: input.id }) })
`

async function findCalls(files: Readonly<Record<string, string>>): Promise<readonly (readonly string[])[]> {
  const app = temporaryApp({
    'src/server/shop.api.ts': SHOP,
    'src/server/audit.ts': 'export const audit = (id: string) => ({ id })\n',
    ...files,
  })
  const { diagnostics } = await check(app)
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  return diagnostics
    .filter(({ code }) => code === 'guarded-render')
    .map(({ span, message, related = [] }) => [
      `${span?.file}:${span?.line}`,
      /calls (\S+),/.exec(message)?.[1] ?? message,
      ...related.map((step) => step.message),
    ])
}

it('guarded-render: a page, a layout and meta that call a guarded function, directly', async () => {
  const found = await findCalls({
    'src/routes/index.tsx': `import { keys, refund } from '../server/shop.api.ts'
export const meta = async () => ({ title: (await keys({})).keys.join() })
export default async function Home() {
  const { id } = await refund({ id: 'a' })
  return <p>{id}</p>
}
`,
    'src/routes/_layout.tsx': `import type { LayoutProps } from '@fw/runtime'
import * as shop from '../server/shop.api.ts'
export default async function Layout(props: LayoutProps) {
  const rows = await Promise.all(['a', 'b'].map(async (id) => (await shop.refund({ id })).id))
  return <main>{rows.join()}{props.children}</main>
}
`,
  })
  expect(found).toEqual([
    ['src/routes/_layout.tsx:4', 'api.shop.refund', 'src/routes/_layout.tsx renders a layout.'],
    ['src/routes/index.tsx:2', 'api.shop.keys', 'src/routes/index.tsx renders the page /.'],
    ['src/routes/index.tsx:4', 'api.shop.refund', 'src/routes/index.tsx renders the page /.'],
  ])
})

it('guarded-render: the path leads through helpers, components, wrappers, re-exports and other apis', async () => {
  const found = await findCalls({
    'src/server/audit.ts': `import { keys } from './shop.api.ts'
export async function audit(id: string): Promise<{ id: string }> {
  return { id: id + (await keys({})).keys.length }
}
`,
    'src/lib/load.ts': `import { cached } from '@fw/runtime'
import { refund } from '../server/shop.api.ts'
const pay = async (id: string) => refund({ id })
export const load = cached(async (id: string) => pay(id), { ttl: 1 })
`,
    'src/lib/barrel.ts': "export { load as read } from './load.ts'\nexport * from './more.ts'\n",
    'src/lib/more.ts': 'export const more = 1\n',
    'src/components/total.tsx': `import { For } from 'solid-js'
import { read } from '../lib/barrel.ts'
function Row(props: { id: string }) {
  const inner = () => read(props.id)
  return <li>{String(inner())}</li>
}
export const Total = () => <ul><For each={['a']}>{(id) => <Row id={id} />}</For></ul>
`,
    'src/routes/a.tsx': `import { Total } from '../components/total.tsx'
export default () => <Total />
`,
    'src/routes/b.tsx': `import { order } from '../server/shop.api.ts'
import { Total } from '../components/total.tsx'
export default async () => <p>{(await order({ id: 'a' })).id}<Total /></p>
`,
  })
  expect(found).toEqual([
    [
      'src/lib/load.ts:3',
      'api.shop.refund',
      'src/routes/a.tsx renders the page /a.',
      'src/routes/a.tsx renders <Total>.',
      'src/components/total.tsx renders <Row>.',
      'src/components/total.tsx calls load().',
      'src/lib/load.ts calls pay().',
    ],
    [
      'src/server/audit.ts:3',
      'api.shop.keys',
      'src/routes/b.tsx renders the page /b.',
      'src/routes/b.tsx calls order().',
      'src/server/shop.api.ts calls audit().',
    ],
  ])
})

it('guarded-render: handlers, effects, intents, forms, callbacks and client-only components are not part of the render', async () => {
  const found = await findCalls({
    'src/components/buttons.tsx': `import { type IntentCall, intent, island } from '@fw/runtime'
import { createEffect, onMount } from 'solid-js'
import { keys, order, refund, remove } from '../server/shop.api.ts'
export function Buttons(props: { later?: (run: () => unknown) => void }) {
  const pay = intent('pay', { description: 'Pays.', run: ({ input }: IntentCall<{ id: string }>) => refund(input) })
  const onClick = () => refund({ id: 'a' })
  createEffect(() => void keys({}))
  onMount(() => refund({ id: 'b' }))
  setTimeout(() => refund({ id: 'c' }), 10)
  props.later?.(() => refund({ id: 'd' }))
  return <button onClick={onClick} onFocus={() => pay({ id: 'a' })}>{typeof order}</button>
}
export function Heavy() {
  return <p onClick={() => 1}>{String(refund({ id: 'a' }))}</p>
}
const Body = () => <p>{String(keys({}))}</p>
export const Late = island(Body, { ssr: false })
export function Shadow() {
  const refund = (input: { id: string }) => input.id
  return <p onClick={() => 1}>{refund({ id: 'a' })}{String(remove({ id: '' }))}</p>
}
`,
    'src/routes/index.tsx': `import { Buttons, Heavy, Late, Shadow } from '../components/buttons.tsx'
import { refund } from '../server/shop.api.ts'
export default () => (
  <main>
    <Buttons />
    <Heavy client:only />
    <Late />
    <Shadow />
    <form action={refund}><input name="id" /></form>
  </main>
)
`,
  })
  expect(found).toEqual([])
})
