import { expect, it } from 'vitest'
import { check } from '../../../../compiler/src/index.ts'
import { temporaryApp } from '../../temporary-app.ts'

/** Imports and globals of islands; each row is a separate island. */
async function found(
  rows: readonly (readonly [code: string, ...unknown[]])[],
  files: Readonly<Record<string, string>>,
): Promise<readonly (readonly string[])[]> {
  const islands = rows.map(([code], index) => [`src/components/island-${index}.tsx`, island(code)] as const)
  const { diagnostics } = await check(temporaryApp({ ...files, ...Object.fromEntries(islands) }))
  return islands.map(([own]) =>
    diagnostics
      .filter(({ span, related = [] }) => span?.file === own || related.some((step) => step.message.startsWith(own)))
      .map(({ code, message, span }) => {
        const [, name] = /^(?:A browser would load )?"?(.+?)"?(?:, | isn't )/.exec(message) ?? []
        return [code, ...(span?.file === own ? [] : [span?.file]), name].join(' ')
      }),
  )
}

function island(code: string): string {
  const lines = code.split('\n')
  const head = lines.filter((line) => /^(?:import|export)\b/.test(line))
  const body = lines.filter((line) => !head.includes(line))
  return `${head.join('\n')}
declare const use: (...values: unknown[]) => void
export function Island() {
  ${body.join('\n  ')}
  return <button onClick={() => use()}>Go</button>
}
`
}

const FILES = {
  'src/server/db.ts': 'export const rate = 0.92\nexport class Order {}\nexport default 1\n',
  'src/server/setup.ts': 'globalThis.name = ""\n',
  'src/server/prices.json': '{}',
  'src/rates.server.ts': 'export const rate = 0.92\n',
  'src/all.ts': "export * from './lists.ts'\n",
  'src/lists.ts': "export { rate } from './server/db.ts'\n",
  'src/spaces.ts': "export * as db from './server/db.ts'\n",
  'src/keys.ts': 'export const KEY = process.env.API_KEY\n',
  'src/keys-again.ts': "export { KEY as PUBLIC } from './keys.ts'\n",
  'src/worker.ts': "import { rate } from './server/db.ts'\npostMessage(rate)\n",
  'src/lazy.ts': "export const lazy = () => import('./server/db.ts')\n",
  'src/effects.ts': "import './server/setup.ts'\nexport const ready = true\n",
  'src/types.ts':
    "export type { Order } from './server/db.ts'\nexport { type Order as Same } from './server/db.ts'\nexport const NAME = 'x'\n",
  'src/styles.css': '',
}

it('finds server code that a browser would load, however it is imported', async () => {
  const rows = [
    ["import { rate } from '../server/db.ts'\nuse(rate)", 'server-code src/server/db.ts'],
    ["import one from '../server/db.ts'\nuse(one)", 'server-code src/server/db.ts'],
    ["import * as db from '../server/db.ts'\nuse(db.rate)", 'server-code src/server/db.ts'],
    ["import { rate } from '../rates.server.ts'\nuse({ rate })", 'server-code src/rates.server.ts'],
    ["import { Order } from '../server/db.ts'\nuse(class extends Order {})", 'server-code src/server/db.ts'],
    ["import prices from '../server/prices.json'\nuse(prices)", 'server-code src/server/prices.json'],
    ["import '../server/setup.ts'", 'server-code src/server/setup.ts'],
    ["use(import('../server/db.ts'))", 'server-code src/server/db.ts'],
    ['use(import(`../server/db.ts`))', 'server-code src/server/db.ts'],
    ["import { rate } from '../all.ts'\nuse(rate)", 'server-code src/lists.ts src/server/db.ts'],
    ["import { db } from '../spaces.ts'\nuse(db)", 'server-code src/spaces.ts src/server/db.ts'],
    ["import { PUBLIC } from '../keys-again.ts'\nuse(PUBLIC)", 'server-code src/keys.ts process.env.API_KEY'],
    ["use(import('../lazy.ts'))", 'server-code src/lazy.ts src/server/db.ts'],
    ["use(new Worker(new URL('../worker.ts', import.meta.url)))", 'server-code src/worker.ts src/server/db.ts'],
    ["use(new SharedWorker(new URL('../server/setup.ts', import.meta.url)))", 'server-code src/server/setup.ts'],
    ["use(new URL('../server/db.ts', import.meta.url))", 'server-code src/server/db.ts'],
    ["import { ready } from '../effects.ts'\nuse(ready)", 'server-code src/effects.ts src/server/setup.ts'],
    ["export { rate } from '../server/db.ts'", 'server-code src/server/db.ts'],
    ["import { readFileSync } from 'node:fs'\nuse(readFileSync)", 'server-code node:fs'],
    ["import { createFwServer } from '@fw/runtime/server'\nuse(createFwServer)", 'server-code @fw/runtime/server'],
  ] as const
  const all = await found(rows, FILES)
  // Code that several islands reach is reported once, with the path from the first.
  expect(rows.map(([code], index) => [code, all[index]])).toEqual(rows.map(([code, said]) => [code, [said]]))
})

it('finds each way to read the environment', async () => {
  const rows = [
    ['use(process.env.API_KEY)', 'process.env.API_KEY'],
    ["use(process.env['API_KEY'])", "process.env['API_KEY']"],
    ['use(process.env)', 'process.env'],
    ['const { API_KEY } = process.env\nuse(API_KEY)', 'process.env'],
    ['const { env } = process\nuse(env)', 'process.env'],
    ['const { env: secrets } = process\nuse(secrets)', 'process.env'],
    ['use(globalThis.process.env.API_KEY)', 'globalThis.process.env.API_KEY'],
    ['use(Bun.env.API_KEY)', 'Bun.env.API_KEY'],
    ['use(process.env.NODE_ENV, process.env.API_KEY)', 'process.env.API_KEY'],
  ] as const
  expect(await found(rows, {})).toEqual(rows.map(([, name]) => [`server-code ${name}`]))
})

it('ignores erased imports, stubs, styles, and code that checks where it runs', async () => {
  const rows = [
    ["import type { Order } from '../server/db.ts'\nconst order: Order | undefined = undefined\nuse(order)"],
    ["import { type Order } from '../server/db.ts'\nconst order: Order | undefined = undefined\nuse(order)"],
    ["import { Order } from '../server/db.ts'\nconst order = undefined as Order | undefined\nuse(order)"],
    ["import { Order } from '../server/db.ts'\nuse(class implements Order {})"],
    ["import { Order } from '../server/db.ts'\nuse({ Order() {} }, { Order: 1 })"],
    ["import { Order } from '../server/db.ts'\nexport type { Order }"],
    ["import { rate } from '../server/db.ts'\nconst price: { rate: typeof rate } = { rate: 1 }\nuse(price)"],
    ["let order: import('../server/db.ts').Order | undefined\nuse(order)"],
    ["export type { Order } from '../server/db.ts'"],
    ["export { type Order } from '../server/db.ts'"],
    ["import { NAME } from '../types.ts'\nuse(NAME)"],
    ["import '../styles.css'"],
    ["if (typeof process !== 'undefined') use(process.env.API_KEY)"],
    ["const key = import.meta.env.SSR ? process.env.API_KEY : ''\nuse(key)"],
    ["const key = () => {\nif (typeof window === 'object') return ''\nreturn process.env.API_KEY\n}\nuse(key)"],
    ['const run = (process: { env: string }) => process.env\nuse(run)'],
    ['const process = { env: 1 }\nuse(process.env)'],
    ['use(process.env.NODE_ENV, process.platform)'],
  ] as const
  expect(await found(rows, FILES)).toEqual(rows.map(() => []))
})
