import { describe, expect, test } from 'vitest'
import { analyzeModule } from '../../../compiler/src/jsx/analyze-module.ts'
import { compileComponent, compileRun } from '../../../compiler/src/jsx/compile-component.ts'
import { parseSplitRunId } from '../../../compiler/src/jsx/split-run-id.ts'

const FILE = '/app/src/cart.tsx'
const at = (code: string) => ({ code, file: FILE, root: '/app' })
const component = (code: string) =>
  compileComponent({ ...at(code), target: 'dom', route: false, dev: false, splitIntents: true })?.code ?? ''

const CART = `
import { intent, type IntentCall } from '@fw/runtime'
import { createSignal } from 'solid-js'
import { type Price, priceOf } from './prices.ts'
import format, { currency } from './format.ts'
import * as rates from './rates.ts'
const step = 2
export function Cart(props: { start: number }) {
  const [count, setCount] = createSignal(props.start)
  const add = intent('add', {
    description: 'Adds.',
    async run({ input, ctx }: IntentCall<{ by: number; price?: Price }>, state) {
      const { start } = props
      setCount(count() + input.by * step + (await priceOf(rates, start)))
      return { count: count(), again: () => add.pending(), nested: function () { return this }, ctx, state }
    },
  })
  const clear = intent('clear', { description: 'Clears.', run: () => setCount(0) })
  const given = intent('given', { description: 'Given.', run: props.onGiven })
  return <button title={format(currency)} onClick={() => add({ by: 1 })}>{count()}</button>
}
`

describe('splitIntents', () => {
  test('the component retains the code that it uses itself, and passes the variables that the run uses', () => {
    const code = component(CART)
    expect(code).toContain('import { splitRun as _splitRun } from "@fw/runtime/compiled"')
    expect(code).toContain(
      'run: _splitRun(() => import("./cart.tsx?fw-run=Cart$add.js"), () => [add, count, props, setCount, step])',
    )
    expect(code).toContain('run: _splitRun(() => import("./cart.tsx?fw-run=Cart$clear.js"), () => [setCount])')
    expect(code).toContain('run: props.onGiven')
    expect(code).not.toMatch(/prices|rates/)
    expect(code).toContain('import format, { currency } from')
  })

  test('the file of a run is its function, with the imports that it uses', () => {
    const { code, map } = compileRun(at(CART), 'Cart$add')
    expect(code).toContain('import { priceOf } from')
    expect(code).toContain('import * as rates from')
    expect(code).not.toMatch(/format|solid-js|@fw\/runtime|IntentCall|Price\b/)
    expect(code).toMatch(/export default \(?\[add, count, props, setCount, step\]\)? => async function \(\{/)
    expect(JSON.parse(map).sources).toEqual(['cart.tsx'])
    expect(compileRun(at(CART), 'Cart$clear').code).toContain('export default ([setCount]) => () => setCount(0);')
    expect(() => compileRun(at(CART), 'Cart$none')).toThrow('The module has no intent "Cart$none"')
  })

  test('nothing is split without the option, or on the server', () => {
    const off = compileComponent({ ...at(CART), target: 'dom', route: false, dev: false })?.code
    const server = compileComponent({ ...at(CART), target: 'ssr', route: false, dev: false, splitIntents: true })?.code
    expect(off).not.toContain('splitRun')
    expect(server).not.toContain('splitRun')
  })

  test('an id names the file and the intent', () => {
    expect(parseSplitRunId('/app/src/cart.tsx?fw-run=Cart$add.js')).toEqual({ file: FILE, name: 'Cart$add' })
    expect(parseSplitRunId('/app/src/cart.tsx?raw')).toBeUndefined()
  })
})

const problems = (run: string, before = '') =>
  analyzeModule(
    at(`
import { intent } from '@fw/runtime'
let outer = 1
export function later() { outer = 2 }
export function Cart(props) {
  const same = 1
  ${before}
  intent('add', { description: 'Adds.', ${run} })
  return <b onClick={() => 0} />
}`),
  ).splits.map(({ tool, problem, name }) => [tool, problem, name])

describe('problems that prevent splitting a run', () => {
  test.each([
    ['a variable that is counted', 'run: () => count++', 'let count = 0', 'reassigned', 'count'],
    ['one that is only assigned', 'run() { last = 1 }', 'let last', 'reassigned', 'last'],
    [
      'one that is assigned elsewhere',
      'run: () => last',
      'let last = 1; const more = () => { last = 2 }',
      'reassigned',
      'last',
    ],
    ['one of the module', 'run: () => outer', '', 'reassigned', 'outer'],
    ['a parameter that is assigned', 'run: () => props.a', 'props = {}', 'reassigned', 'props'],
    ['this of the definition', 'run() { return this.description }', '', 'this', 'this'],
    ['this of the component', 'run: () => [1].map(() => this)', '', 'this', 'this'],
    ['arguments of the component', 'run: () => arguments.length', '', 'this', 'arguments'],
  ])('%s', (_, run, before, problem, name) => {
    expect(problems(run, before)).toEqual([['Cart.add', problem, name]])
  })

  test.each([
    ['what stays the same', 'run: () => same + props.a', ''],
    ['a let that is assigned once', 'run: () => once', 'let once = 1'],
    ['its own variables', 'run() { let n = 1; n++; return n }', 'let n = 2; n++'],
    ['its own arguments and those of functions in it', 'run() { return [arguments, function () { return this }] }', ''],
    ['a name that only a type has', 'run: (call: { a: typeof last }) => 1', 'let last = 1; last = 2'],
    ['a run from elsewhere', 'run: count++ ? props.a : props.b', 'let count = 0'],
  ])('%s does not', (_, run, before) => {
    expect(problems(run, before)).toEqual([])
  })
})
