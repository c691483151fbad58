/** Previews of calls on copies of stores and signals. */
import { createSignal } from 'solid-js'
import { expect, test } from 'vitest'
import type { LivePageTool } from '../../../../runtime/src/browser/agent/page-tools.ts'
import { copyData } from '../../../../runtime/src/browser/approvals/copy-data.ts'
import { previewCall } from '../../../../runtime/src/browser/approvals/preview-call.ts'
import { defineStore, useStore } from '../../../../runtime/src/solid/stores/store-client.ts'
import type { StoreCall } from '../../../../runtime/src/solid/stores/store-definition.ts'

class Size {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
  toString(): string {
    return this.name
  }
}

interface State {
  note: string
  size: unknown
}

let stores = 0

/** Opens a store. Returns a call of its action `put`, on the page or on a copy, and the state. */
function openStore() {
  const alias = `shop${stores++}`
  const put = {
    description: 'Sets any part.',
    run: ({ input, set }: StoreCall<State, { path: readonly unknown[] }>) => set(...(input.path as unknown as [State])),
  }
  const definition = defineStore<State, { put: typeof put }>({ note: 'x', size: 's' }, { actions: { put } }, alias)
  Object.assign(definition, { previewable: ['put'] })
  const [state, actions] = useStore(definition) as unknown as [State, { put(input: object): Promise<unknown> }]
  const tool = { name: `${alias}.put`, definition: put, isPreviewable: true } as unknown as LivePageTool
  return {
    state,
    put: (...path: readonly unknown[]) => actions.put({ path }),
    preview: (...path: readonly unknown[]) => previewCall(tool, { path }),
  }
}

test('a preview shows a change of a store, and the error of a path out of its state, as the real call', async () => {
  const { state, put, preview } = openStore()
  expect((await preview('note', 'y'))?.changes).toMatchObject([{ before: 'x', after: 'y' }])
  expect(state.note).toBe('x')
  const failed = "A store's set received a path out of its state. Pass only names of the state's own members."
  expect(await preview('note', 'trim', 'polluted', 1)).toEqual({ changes: [], failed })
  await expect(put('note', 'trim', 'polluted', 1)).rejects.toThrow(failed)
  expect('polluted' in String.prototype.trim).toBe(false)
  await put('note', 'y')
  expect(state.note).toBe('y')
})

test('a store with an instance of a class has no preview, because its copy would be another value', async () => {
  const { put, preview } = openStore()
  expect(await preview('note', 'y')).toBeDefined()
  await put('size', new Size('small'))
  expect(await preview('note', 'y')).toBeUndefined()
})

test('a signal with data has a preview', async () => {
  const count = createSignal(1)
  const run = (_call: object, { count: [, write] }: { count: typeof count }) => write(2)
  const tool = {
    name: 'Desk.rise',
    definition: { state: { count }, run },
    isPreviewable: true,
  } as unknown as LivePageTool
  expect(await previewCall(tool, {})).toEqual({ changes: [{ path: 'count', before: 1, after: 2 }] })
})

test.each([
  ['an instance of a class', new Size('s')],
  ['an object without a prototype', Object.create(null)],
  ['a frozen object', Object.freeze({ a: 1 })],
  ['a frozen list inside', { a: Object.freeze([1]) }],
  ['a member that never changes', Object.defineProperty({}, 'a', { value: 1, enumerable: true })],
  [
    'a getter',
    {
      get a() {
        return 1
      },
    },
  ],
  ['an error', new Error('a')],
])('a copy is of plain data only: %s', (_name, value) => {
  expect(() => copyData({ value })).toThrow('The value is not plain data.')
})

test('a copy has the same data', () => {
  const data = {
    a: [1, { b: new Date(1) }],
    m: new Map([['k', new Set([1])]]),
    u: undefined,
    bytes: new Uint8Array([1]),
  }
  expect(copyData(data)).toEqual(data)
})
