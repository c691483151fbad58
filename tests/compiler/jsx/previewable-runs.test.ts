/** Which intents and actions of stores run on copies before an approval: those without any other effect. */
import { expect, test } from 'vitest'
import { classifyComponents } from '../../../compiler/src/jsx/analyze-module.ts'
import { compileComponent } from '../../../compiler/src/jsx/compile-component.ts'
import { readPreviewableActions } from '../../../compiler/src/jsx/previews/previewable-runs.ts'
import { NOT_PREVIEWABLE, PREVIEWABLE, type RunCase } from './previewable-cases.ts'
import { ENDING, ENDLESS } from './previewable-loops.ts'

const STATE = 'count, lines: [lines, setLines], cart'

interface IntentOptions {
  readonly state?: string
  readonly guard?: string
  readonly target?: 'dom' | 'ssr'
}

/** Whether the compiled intent has the mark. */
function isMarked({ run, beside = '', above = '' }: RunCase, options: IntentOptions = {}): boolean {
  const { state = STATE, guard = "guard: 'confirm'", target = 'dom' } = options
  const code = `import { intent, useStore } from '@fw/runtime'
import { createSignal } from 'solid-js'
import { order } from './shop.api.ts'
import * as shop from './shop.ts'
import { basket } from './stores.ts'
${above}
export function Desk(props: { id: string }) {
  const count = createSignal(0)
  const [lines, setLines] = createSignal([])
  const [, setText] = createSignal('')
  const cart = useStore(basket), same = useStore(basket)
  ${beside}
  intent('act', { description: 'Acts.', ${guard}, state: { ${state} }, ${run} })
  return <b onClick={() => order(props.id, shop)}>{count[0]()}</b>
}`
  const compiled = compileComponent({ code, file: '/app/desk.tsx', root: '/app', target, route: false, dev: false })
  const printed = compiled?.code.replace(/\s+/g, ' ') ?? ''
  expect(printed).toMatch(/"Desk"(?:, undefined, \(\) => .*?)?(?:, true)?\);/)
  return /, true\);/.test(printed)
}

test.each([...PREVIEWABLE, ...ENDING])('an intent has a preview if its run only uses: %s', (_name, code) => {
  expect(isMarked(code)).toBe(true)
})

test.each([...NOT_PREVIEWABLE, ...ENDLESS])('an intent has no preview if its run uses: %s', (_name, code) => {
  expect(isMarked(code)).toBe(false)
})

const WRITE: RunCase = { run: 'run: (_call, { count: [, write] }) => write(1)' }

test.each([
  ['signals and stores', STATE, true],
  ['a signal by its functions', 'count: [lines, setLines]', true],
  ['functions of another kind', 'count: [() => fetch("/"), setLines]', false],
  ['a setter of another kind', 'count: [lines, order]', false],
  ['a setter of the component', 'count: [lines, (next) => order(next)]', false],
  ['the setter of another signal', 'count: [lines, setText]', false],
  ['one signal by two names', 'count: [lines, setLines], lines: [lines, setLines]', false],
  ['one signal by two names, in a constant', 'count, other: count', false],
  ['one store by two names', 'count, cart, other: useStore(basket)', false],
  ['one store in two constants', 'count, cart, same', false],
  ['functions in another order', 'count: [setLines, lines]', false],
  ['another value', 'count: order(1)', false],
  ['a prop', 'count: props.id', false],
  ['a list of the store', 'count: [cart[0], cart[1]]', false],
  ['a spread', '...props', false],
  ['a name that is computed', '[props.id]: count', false],
])('an intent has a preview only if its state is signals and stores: %s', (_name, state, expected) => {
  expect(isMarked(WRITE, { state })).toBe(expected)
})

test('a signal is one of Solid, in a constant', () => {
  expect(isMarked(WRITE, { state: 'count: other' })).toBe(false)
  expect(isMarked({ ...WRITE, beside: 'const other = createSignal(1)' }, { state: 'count: other' })).toBe(true)
  expect(isMarked({ ...WRITE, beside: 'let other = createSignal(1)' }, { state: 'count: other' })).toBe(false)
  const own = { beside: 'const other = createSignal(1)', above: 'const createSignal = () => [fetch, fetch]' }
  expect(() => isMarked({ ...WRITE, ...own }, { state: 'count: other' })).toThrow()
  expect(isMarked({ ...WRITE, beside: 'const other = order(1)' }, { state: 'count: other' })).toBe(false)
})

test('only guarded intents carry the mark, in browsers', () => {
  expect(isMarked(WRITE, { guard: "effect: 'irreversible'" })).toBe(true)
  expect(isMarked(WRITE, { guard: "title: 'Act'" })).toBe(false)
  expect(isMarked(WRITE, { target: 'ssr' })).toBe(false)
})

test('the bindings of a component name its guarded intents without a preview, and the line of the code that prevents it', () => {
  const code = `import { intent } from '@fw/runtime'
import { createSignal } from 'solid-js'
export function Desk() {
  const count = createSignal(0)
  intent('rise', { description: 'Rises.', guard: 'confirm', state: { count }, run: (_call, { count: [, set] }) => set(1) })
  intent('send', { description: 'Sends.', guard: 'confirm', state: { count }, run(_call, { count: [, set] }) {
    set(1)
    void fetch('/sent')
  } })
  intent('open', { description: 'Opens.', state: { count }, run: () => fetch('/sent') })
  intent('blind', { description: 'Has no state.', guard: 'confirm', run: () => fetch('/sent') })
  return <b onClick={() => count[1](2)}>{count[0]()}</b>
}`
  const [desk] = classifyComponents({ code, file: '/app/desk.tsx', root: '/app', bindingMaps: true })
  expect(desk?.withoutPreview).toEqual(['Desk.send (line 8)'])
})

test('actions of a store have a preview by the same rules', () => {
  const code = `import { defineStore, type StoreCall } from '@fw/runtime'
import { order } from './shop.api.ts'
type Line = { sku: string }
let sent = 0
export const basket = defineStore({ lines: [] as Line[] }, { actions: {
  add: { description: 'Adds.', run({ input, state, set }: StoreCall<any, Line>) { set('lines', state.lines.length, input); return state.lines.length } },
  clear: { description: 'Empties.', guard: 'confirm', run: ({ set }) => set('lines', []) },
  rise: { description: 'Rises.', run: (call) => call.set('lines', (line) => line.sku === call.input.sku, 'qty', (n) => n + 1) },
  send: { description: 'Sends.', run: ({ input }) => order(input) },
  count: { description: 'Counts.', run: ({ set }) => { sent++; set('lines', []) } },
  pass: { description: 'Passes on.', run: ({ set }) => [set].map((act) => act('lines', [])) },
  whole: { description: 'Passes on all.', run: (call) => [call] },
  sum: { description: 'Sums.', run({ input, set }) { for (const { qty } of input.lines) set('sum', (n) => n + qty) } },
  repeat: { description: 'Adds to its own list.', run({ state, set }) { for (const line of state.lines) set('lines', state.lines.length, line) } },
  'two words': { description: 'Has a name.', run: ({ set }) => set('lines', []) },
} } as const)
export const other = defineStore({ n: 0 }, { actions: { ...more, save: { run: () => order(1) } } })
export const late = defineStore({ n: 0 }, { actions: { save: { run: () => 1 }, ...more } })
const inner = defineStore({ n: 0 }, { actions: { set: { run: ({ set }) => set('n', 1) } } })
export { inner as named }
export let open = defineStore({ n: 0 }, { actions: { set: { run: ({ set }) => set('n', 1) } } })
`
  expect([...readPreviewableActions(code, '/app/src/stores.ts')]).toEqual([
    ['basket', ['add', 'clear', 'rise', 'sum', 'two words']],
    ['inner', ['set']],
  ])
})
