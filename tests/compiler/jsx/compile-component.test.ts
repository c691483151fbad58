import { Script } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { analyzeModule, classifyComponents } from '../../../compiler/src/jsx/analyze-module.ts'
import { type CompiledComponent, compileComponent } from '../../../compiler/src/jsx/compile-component.ts'

const place = { file: '/app/src/components/my-counter.tsx', root: '/app' }
const classify = (code: string, route = false) => classifyComponents({ ...place, code, route })
const compile = (code: string, options: Partial<Parameters<typeof compileComponent>[0]> = {}) =>
  compileComponent({ ...place, code, target: 'ssr', route: false, dev: false, ...options })

describe('classifyComponents', () => {
  test.each([
    'export default () => <p>',
    'export function Card() { return <p title="on"> }',
    'export const Card = () => (\n  <>\n)',
    'export const Card = (props) => props.on && <Tile.Big>',
  ])('an element without a closing tag is a syntax error: %s', (code) => {
    expect(() => classify(code)).toThrow(SyntaxError)
    expect(() => compile(code)).toThrow(SyntaxError)
  })

  test.each([
    'export const one = <T,>(it: T) => it',
    'export const one = <T extends object>(it: T) => it',
    'a = b < c',
  ])('a module without JSX needs no Babel: %s', (code) => {
    expect(compile(code)).toBeUndefined()
  })

  test('an event, a ref, a directive and a reactive call make an island, each with its line', () => {
    const [component] = classify(`import { createSignal } from 'solid-js'
export function Counter() {
  const [n, set] = createSignal(0)
  return <button use:tip={n} ref={node} bind:value={n} onClick={() => set(n() + 1)}>{n()}</button>
}`)
    expect(component).toMatchObject({
      name: 'Counter',
      exportName: 'Counter',
      file: 'src/components/my-counter.tsx',
      island: true,
      reasons: [
        'call createSignal (line 3)',
        'use:tip (line 4)',
        'ref (line 4)',
        'bind:value (line 4)',
        'event onClick (line 4)',
      ],
    })
    expect(component?.id).toMatch(/^[\w-]{8}#Counter$/)
    expect(component?.span).toMatchObject({ line: 2, column: 1 })
  })

  test('a live read makes an island', () => {
    const [component] = classify(`import { live } from '@fw/runtime'
import { listCards } from '../server/board.api.ts'
export function Total() {
  const cards = live(listCards)
  return <b>{cards()?.length}</b>
}`)
    expect(component).toMatchObject({ name: 'Total', island: true, reasons: ['call live (line 4)'] })
  })

  test.each([
    [
      'createMemo and useContext',
      `import { createMemo, useContext } from 'solid-js'`,
      'createMemo(() => useContext(x))',
    ],
    ['an api call', `import { createOrder } from '../server/shop.api.ts'`, 'createOrder()'],
    ['a type import', `import type { createThing } from './things.ts'`, ''],
  ])('%s alone make no island', (_, imports, body) => {
    const [component] = classify(`${imports}\nexport function Card() { ${body}; return <p title="on">x</p> }`)
    expect(component).toMatchObject({ name: 'Card', island: false, reasons: [] })
  })

  test.each([
    ['function declaration', 'export function Card(props) { useCart(); return <p /> }', 'Card', 'Card'],
    ['const arrow', 'export const Card = (props) => { useCart(); return <p /> }', 'Card', 'Card'],
    ['function expression', 'export const Card = function (props) { useCart(); return <p /> }', 'Card', 'Card'],
    ['typed value', 'export const Card = ((props) => { useCart(); return <p /> }) satisfies C', 'Card', 'Card'],
    ['export list', 'function Card() { useCart(); return <p /> }\nexport { Card as Tile }', 'Tile', 'Tile'],
    ['default function', 'export default function Card() { useCart(); return <p /> }', 'Card', 'default'],
    ['default name', 'const Card = () => { useCart(); return <p /> }\nexport default Card', 'Card', 'default'],
    ['anonymous default', 'export default () => { useCart(); return <p /> }', 'MyCounter', 'default'],
  ])('finds a component written as %s', (_, code, name, exportName) => {
    const found = classify(`import { useCart } from './cart.ts'\n${code}`)
    expect(found.map((item) => [item.name, item.exportName, item.island])).toEqual([[name, exportName, true]])
    expect(found[0]?.reasons[0]).toMatch(/^hook useCart \(line \d\)$/)
  })

  test('a local component and a local hook pass their reasons to the export that uses them', () => {
    const [outer, other] = classify(`import { createSignal } from 'solid-js'
function useToggle() { return createSignal(false) }
function Inner() { const open = useToggle(); return <b>{open()}</b> }
export function Outer() { return <div><Inner /></div> }
export function Other() { return <div><Outer /></div> }`)
    expect(outer).toMatchObject({ island: true, reasons: ['uses useToggle: call createSignal (line 2)'] })
    expect(other).toMatchObject({ island: false, reasons: [] })
  })

  test('a component of the runtime that needs a script makes its user an island', () => {
    const found = classify(`import { Copilot } from '@fw/runtime/client'
import { Copilot as Other } from './copilot.tsx'
export function Help() { return <div><Copilot /></div> }
export function Plain() { return <Other /> }`)
    expect(found.map((item) => [item.name, item.island, item.reasons])).toEqual([
      ['Help', true, ['component Copilot (line 3)']],
      ['Plain', false, []],
    ])
  })

  test('an event of a component makes its user an island: only the browser has what calls the handler', () => {
    const [menu, part, link] = classify(`import { DropdownMenu, Button } from '@kobalte/core'
import { go } from './go.ts'
export const Menu = () => <DropdownMenu.Item class="item" onSelect={() => go('/')}>Go</DropdownMenu.Item>
export const Part = () => <Button onClick={go}>Go</Button>
export const Link = () => <Button as="a" href="/" onClick="go()" once={1} format={go} ref={go}>Go</Button>`)
    expect(menu).toMatchObject({ island: true, reasons: ['event onSelect of DropdownMenu.Item (line 3)'] })
    expect(part).toMatchObject({ island: true, reasons: ['event onClick of Button (line 4)'] })
    expect(link).toMatchObject({ island: false, reasons: [] })
  })

  test('island() and the static comment override the body', () => {
    const found = classify(`import { island } from '@fw/runtime'
import { Impl } from './impl.tsx'
export const Chart = island(Impl, { when: 'visible', ssr: false })
// @fw static
export function Plain() { return <p onClick={go}>x</p> }`)
    expect(found.map((item) => [item.name, item.island, item.reasons])).toEqual([
      ['Chart', true, ['island() (line 3)']],
      ['Plain', false, ['event onClick (line 5)']],
    ])
  })

  test('nothing in a route is an island, and the reasons are recorded', () => {
    const [page] = classify('export default function Page() { return <p onClick={go}>x</p> }', true)
    expect(page).toMatchObject({ name: 'Page', island: false, reasons: ['event onClick (line 1)'] })
  })

  test('intents are read with their names and descriptions', () => {
    const [component] = classify(`import { intent } from '@fw/runtime'
export function Cart() {
  const add = intent('add', { description: 'Adds one.', input: schema, run() {} })
  return <button onClick={() => add()}>x</button>
}`)
    expect(component?.reasons).toContain('intent add (line 3)')
    expect(component?.intents).toMatchObject([
      {
        tool: 'Cart.add',
        name: 'add',
        description: 'Adds one.',
        input: { source: 'schema' },
        output: { source: 'none' },
      },
    ])
  })
})

describe('compileComponent', () => {
  const counter = `import { createSignal } from 'solid-js'
import type { Props } from './props.ts'
export function Counter(props: Props) {
  const [n, set] = createSignal(props.start)
  return <button onClick={() => set(n() + 1)}>{n()}</button>
}`

  test('on the server an island passes its body to the runtime, with hydration keys', () => {
    const { code, components } = compile(counter) as CompiledComponent
    expect(code).toContain('@fw/runtime/compiled')
    expect(code).toContain(`("${components[0]?.id}", "Counter", _Counter, props)`)
    expect(code).toContain('ssrHydrationKey')
    expect(code).not.toContain('props.ts')
  })

  test('in the browser an island is a plain Solid component', () => {
    const { code } = compile(counter, { target: 'dom' }) as CompiledComponent
    expect(code).not.toContain('@fw/runtime')
    expect(code).toContain('getNextElement')
  })

  test('static components and routes have no hydration keys, except inside islands', () => {
    const card = 'export function Card(props) { return <p class={props.kind}>{props.a}{props.b}</p> }'
    expect(compile(card)?.code).not.toMatch(/ssrHydrationKey|<!--\$-->/)
    expect(compile(card, { insideIsland: true })?.code).toMatch(/ssrHydrationKey/)
    expect(compile(counter, { route: true })?.code).not.toMatch(/ssrHydrationKey|ssrIsland/)
  })

  test('JSX after an await waits for the render; its awaited values are awaited first', () => {
    const { code } = compile(
      `export default async function Page() {
  const rows = (await list()).map((row) => <li>{row}</li>)
  return <main title={await title()}>{rows}</main>
}`,
      { route: true },
    ) as CompiledComponent
    expect(code).toMatch(/map\(row => _defer\(\(\) => /)
    expect(code).toMatch(/\(_awaited => _defer\(\(\) => [^;]*\)\(await title\(\)\);/)
  })

  test('an await inside the JSX of a page stays in its async function in the browser', () => {
    const { code } = compile(
      `export default async function Page() {
  return <main><p>{await title()}</p>{(await list()).map((row) => <li title={row}>{row}</li>)}</main>
}`,
      { route: true, target: 'dom' },
    ) as CompiledComponent
    expect(() => new Script(code.replace(/^(?:import[^\n]*\n)+/, '').replace('export default', ''))).not.toThrow()
    expect(code).toMatch(/\(_awaited, _awaited2\) => [\s\S]*\)\(await title\(\), \(await list\(\)\)\.map\(/)
    expect(code).not.toContain('_defer')
  })

  test('intent calls receive the name of their component', () => {
    const code = `import { intent } from '@fw/runtime'
export function Cart() { const add = intent('add', { description: 'Adds.', run() {} }); return <b onClick={add} /> }`
    expect(compile(code, { target: 'dom' })?.code).toMatch(/\}, "Cart"\)/)
  })

  test('a module without JSX stays unchanged', () => {
    expect(compile('export const f = <T,>(x: Array<T>) => x')).toBeUndefined()
  })

  test('the map leads back to the source, and bad syntax names the file and line', () => {
    const map = JSON.parse(compile(counter)?.map ?? '{}')
    expect(map.sources).toEqual([expect.stringMatching(/my-counter\.tsx$/)])
    expect(() => compile('export const A = () => <p></b>')).toThrow(/my-counter\.tsx[\s\S]*\(1:/)
  })

  test('types are an error in JavaScript, which names the file', () => {
    const code = 'export const A = (p: { to: string }) => <a href={p.to}>A</a>'
    expect(compile(code)?.code).not.toContain('string')
    expect(() => compile(code, { file: '/app/src/components/a.jsx' })).toThrow(/a\.jsx[\s\S]*\(1:/)
  })

  test('the cache is used for the same input and not for another target', () => {
    const kept = new Map<string, CompiledComponent>()
    const cache = {
      get: (key: string) => kept.get(key),
      set: (key: string, value: CompiledComponent) => kept.set(key, value),
    }
    const first = compile(counter, { cache })
    expect(compile(counter, { cache })).toBe(first)
    expect(compile(counter, { cache, target: 'dom' })).not.toBe(first)
    expect(kept.size).toBe(2)
  })

  test.each(['ssr', 'dom'] as const)('a module that was analysed before is compiled to the same, for %s', (target) => {
    const other = counter.replace('Counter', 'Tally')
    expect(other).not.toBe(counter)
    const options = { file: `/app/src/components/known-${target}.tsx`, target, bindingMaps: true }
    const plain = compile(counter, options)
    expect(plain?.components.map(({ name }) => name)).toContain('Counter')
    analyzeModule({ ...place, ...options, code: counter })
    expect(compile(counter, options)).toEqual(plain)
    // The analysis is of another text or another kind of file, or lacks a requested part.
    expect(compile(other, options)?.components.map(({ name }) => name)).toContain('Tally')
    expect(compile(counter, { ...options, route: true })?.components.some(({ island }) => island)).toBe(false)
    analyzeModule({ ...place, ...options, code: counter, bindingMaps: false })
    expect(compile(counter, options)).toEqual(plain)
  })
})
