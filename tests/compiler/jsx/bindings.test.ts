import { describe, expect, test } from 'vitest'
import { classifyComponents } from '../../../compiler/src/jsx/analyze-module.ts'
import { BINDING_CASES, PRELUDE } from './binding-cases.ts'
import { LIST_CASES } from './list-binding-cases.ts'

const read = (code: string, bindingMaps = true) =>
  classifyComponents({ file: '/app/src/components/lines.tsx', root: '/app', code, bindingMaps })

/** `text at <- reads -> calls`, one line for each binding. */
function linesOf(code: string, name?: string): readonly string[] {
  const components = read(code)
  const component = name === undefined ? components[0] : components.find((item) => item.name === name)
  return (component?.bindings ?? []).map(({ kind, name, at, reads, calls }) =>
    [
      `${kind}${name === undefined ? '' : ` ${name}`}${at === '' ? '' : ` in ${at}`}`,
      ...(reads.length > 0 ? [`reads ${reads.join(' ')}`] : []),
      ...(calls.length > 0 ? [`calls ${calls.join(' ')}`] : []),
    ].join(', '),
  )
}

/** Parts that the cases do not cover: positions, descriptions, and results derived from the bindings. */
describe('components with their bindings', () => {
  const LINES = `${PRELUDE}
/** An older comment. */

/**
 * The lines of the cart,
 * and the total.
 *
 * @internal
 */
export function Lines() {
  const [state, { clear }] = useStore(cart)
  const wipe = intent('wipe', { description: 'Wipes.', run: () => clear({}) })
  return (
    <section>
      <b>{state.lines.length}</b>
      <button onClick={() => (clear({}), wipe())} title={state.total}>{state.lines.length}</button>
    </section>
  )
}
export default () => <i />`

  test('each binding has its line, and the position of the nearest element', () => {
    const [lines] = read(LINES)
    expect(lines?.bindings?.map(({ line, element }) => [line, element])).toEqual([
      [25, '25:7'],
      [26, '26:7'],
      [26, '26:7'],
      [26, '26:7'],
    ])
    const [bare] = read(
      `${PRELUDE}export const Bare = () => { const [n] = createSignal(0)\nreturn <Show when={n()}>{n()}</Show> }`,
    )
    expect(bare?.bindings?.map(({ element }) => element)).toEqual([undefined, undefined])
  })

  test('"shows" lists the paths of stores, "does" intents and actions, each once', () => {
    const [lines, last] = read(LINES)
    expect(lines?.shows).toEqual(['cart.lines.length', 'cart.total'])
    expect(lines?.does).toEqual(['cart.clear', 'Lines.wipe'])
    expect([last?.shows, last?.does]).toEqual([[], []])
  })

  test('the description is the doc comment right before it, up to its tags', () => {
    expect(read(LINES).map(({ description }) => description)).toEqual([
      'The lines of the cart, and the total.',
      undefined,
    ])
  })

  test('island(Body) has the bindings of Body, and intents named after it', () => {
    const code = (body: string) => `import { intent, island } from '@fw/runtime'
const Body = (props) => { const go = intent('go', { description: 'Goes.', run: () => 1 })
return <p onClick={() => go()}>{props.n}</p> }
export const Chart = island(${body}, { when: 'idle' })`
    expect(linesOf(code('Body'))).toEqual(['event onClick in p, calls intent:Body.go', 'text in p, reads prop:n'])
    const inline = "(props) => { const go = intent('go', {})\nreturn <p onClick={go}>{props.n}</p> }"
    expect(linesOf(code(inline))).toEqual(['event onClick in p, calls intent:Chart.go', 'text in p, reads prop:n'])
    expect(read(code('Body'))[0]?.does).toEqual(['Body.go'])
  })

  test('without the option the result has no bindings', () => {
    for (const component of read(LINES, false))
      expect(Object.keys(component)).not.toEqual(expect.arrayContaining(['bindings']))
    expect(read(LINES, false)[0]).not.toHaveProperty('description')
  })
})

describe("the reads and calls of a component's elements", () => {
  test.each([...BINDING_CASES, ...LIST_CASES])('$title', ({ code, bindings }) => {
    expect(linesOf(PRELUDE + code)).toEqual(bindings)
  })
})
