/** The fixture app with a page whose tools have no written schemas: an intent and the actions of a store. */
import { mkdirSync } from 'node:fs'
import { type AppCopy, copyFixture } from '../../compiler/build/app-copy.ts'

const TSCONFIG = {
  compilerOptions: {
    target: 'es2022',
    lib: ['es2022', 'dom'],
    module: 'esnext',
    moduleResolution: 'bundler',
    strict: true,
    jsx: 'preserve',
    jsxImportSource: 'solid-js',
  },
}

const STORES = `import { defineStore, type Int, type StoreCall } from '@fw/runtime'

export interface Line {
  sku: string
  /** @minimum 1 @maximum 20 @default 1 */
  qty?: Int
}

interface Basket {
  lines: Line[]
}

export const basket = defineStore({ lines: [] } as Basket, {
  description: 'What the visitor is about to buy.',
  expose: true,
  actions: {
    put: {
      description: 'Puts pieces of a product into the basket.',
      run({ input, state, set }: StoreCall<Basket, Line>) {
        set('lines', state.lines.length, input)
        return state.lines.length
      },
    },
  },
})

interface Visit {
  at: Date
  n: Int
}

export const visit = defineStore({ at: new Date(0), n: 0 } as Visit, {
  persist: 'local',
  actions: {
    note: {
      description: 'Notes a visit.',
      run: ({ state, set }: StoreCall<Visit>) => set({ at: new Date(Date.UTC(2031, 1)), n: state.n + 1 }),
    },
  },
})
`

const COMPONENT = `import { type IntentCall, intent, useStore } from '@fw/runtime'
import { createSignal } from 'solid-js'
import { basket, type Line, visit } from '../stores.ts'

export function Shelf() {
  const [state, { put }] = useStore(basket)
  const [seen, { note }] = useStore(visit)
  const [said, say] = createSignal('nothing')
  const order = intent('order', {
    description: 'Orders pieces of a product for a day.',
    run({ input, ctx }: IntentCall<Line & { day: Date }>) {
      say(ctx.origin + ' ' + input.qty + ' ' + input.day.getUTCFullYear())
      return { day: input.day }
    },
  })
  const wipe = intent('wipe', { description: 'Forgets what was said.', run: () => void say('nothing') })
  const failed = (error: { code: string; issues: { path: string }[] }) => say(error.code + ' at ' + error.issues[0]?.path)
  return (
    <div>
      <p role="status">{said()}</p>
      <b>{state.lines.length}</b>
      <i>visit {seen.n} in {seen.at.getUTCFullYear()}</i>
      <button type="button" onClick={() => note()}>note</button>
      <button type="button" onClick={() => order({ sku: 'tea', day: new Date(0) })}>order</button>
      <button type="button" onClick={() => order({ sku: 'tea', qty: 21, day: new Date(0) }).catch(failed)}>order many</button>
      <button type="button" onClick={() => put({ sku: 'tea', qty: 2 })}>put</button>
      <button type="button" onClick={() => put({ sku: 'tea', qty: 0 }).catch(failed)}>put none</button>
      <button type="button" onClick={() => wipe()}>wipe</button>
    </div>
  )
}
`

const PAGE = `import { Shelf } from '../components/shelf.tsx'

export default function Tools() {
  return <Shelf />
}
`

/** The page is \`/tools\`. Remove the copy when the tests are over. */
export function copyToolApp(): AppCopy {
  const app = copyFixture()
  mkdirSync(app.path('src/components'), { recursive: true })
  app.write('tsconfig.json', JSON.stringify(TSCONFIG))
  app.write('src/stores.ts', STORES)
  app.write('src/components/shelf.tsx', COMPONENT)
  app.write('src/routes/tools.tsx', PAGE)
  return app
}
