import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createSpan } from '../../../compiler/src/diagnostic/code-frame.ts'
import { readComponents } from '../../../compiler/src/editor/app/component-facts.ts'
import { analyzeModule } from '../../../compiler/src/jsx/compile-component.ts'
import { typescript } from './edited-program.ts'

const ROOT = resolve(import.meta.dirname, '../../..')

/** Compares the facts that the build finds with Babel and the editor finds with TypeScript. */
function readTwice(code: string, file: string) {
  const route = file.includes('/routes/')
  const { components, links } = analyzeModule({ code, file: join(ROOT, file), root: ROOT, route })
  const source = typescript.createSourceFile(file, code, typescript.ScriptTarget.Latest, true)
  const found = readComponents(typescript, source, { root: ROOT, file, route })
  return {
    build: { components, links: links.map(({ to, start, end }) => ({ to, span: createSpan(file, code, start, end) })) },
    editor: { components: found.components, links: found.links },
  }
}

const HEAD = `import { intent, intent as act, island, useStore, redirect } from '@fw/runtime'
import { createSignal, createEffect as effect, onMount, createMemo } from 'solid-js'
import * as solid from 'solid-js'
import useCart, { useTotal, type useNothing } from './hooks'
import type { createLater } from './later'
import { useShop } from './shop.api'
`

/** Cases by the difference that they contain. */
const CASES: Readonly<Record<string, string>> = {
  'events, refs and directives': `export const A = () => <button onClick={() => 1} on:click={f} ref={r} use:x bind:value={v} class="a">A</button>
export const B = () => <button onclick="f()" oncapture:click={f} on="a" only={1}>B</button>`,
  'calls that count, and calls that do not': `export function A() { const [a] = createSignal(0); effect(() => a()); onMount(() => {}); return <p>{createMemo(() => 1)()}</p> }
export function B() { useCart(); useTotal?.(); (useTotal)(); useTotal!(); useNothing(); createLater(); useShop(); solid.createSignal(1); return <p/> }
export function C() { const cart = useStore(carts); return <p>{cart.total}</p> }`,
  'own intents, and intents of rendered components': `export function Cart() { useRows(); return <Row><Other /></Row> }
function Row(props) { const add = intent('add', { description: 'Adds one.', input: schema, run() {} }); return <b>{props.children}</b> }
function useRows() { intent('clear', { input, output, run: () => 1 }); act(name, {}); return intent(name, {}) }
export function Other() { intent('see', definition); helper(); return <i /> }
function helper() { return Row() }
export const Twice = () => <><Row /><Row /></>`,
  'names of intents that are texts in other quotes, and that are none': `export function Cart() {
  intent(\`add\`, { description: \`Adds one.\`, run() {} }); intent(\`put_\${n}\`, {}); intent('a' + 'b', {}); intent((\`see\`), {})
  return <b />
}`,
  'exports of every form': `const Local = () => <p onClick={f} />
function Also() { return <Local /> }
interface Props {}
export { Local, Also as Renamed, type Props }
export { Elsewhere } from './elsewhere'
export default Also
export const [First] = [1], Second = (() => <p />) satisfies Component, third = () => <p />, Fourth = function () { return <p ref={f} /> }
export class Fifth {}
export async function Sixth(): Promise<JSX.Element>
export async function Sixth() { return <p /> }`,
  'default exports': `// @fw static
export default function () { const [a] = createSignal(1); return <p>{a()}</p> }`,
  'a default export that is an expression': `/* @fw static */
const made = island(Chart, { when: 'visible' })
export default (made as Component)
export const Chart = island(ChartImpl); export { made as Made }
export const Odd = (island)(ChartImpl), Gone = island?.(ChartImpl)`,
  'a default export that is a call': `export default island(() => <p onClick={f} />)`,
  'a default class': `export default class Page { render() { return <p onClick={f} /> } }`,
  'children and members': `export const A = (props) => props.children
export const B = (props) => props?.children
export const C = (props) => props['children']
export const D = (props) => <props.children />
export const E = (props: typeof x.children) => props.x.children.y`,
  'marks beside statements': `const a = 1 // @fw static
export const A = () => <p onClick={f} />
/** @fw static */ export const B = () => <p onClick={f} />
// @fw statically
export const C = () => <p onClick={f} />`,
  links: `export const A = () => <><a href="/a">A</a><Link href="/b" /><img src={'/c'} /><form action={(\`/d\`)} /><a href={\`/\${e}\`} xlink:href="/f" /></>
export const B = () => redirect('/g') ?? redirect((('/h'))) ?? redirect('//x') ?? redirect('https://x') ?? <p />`,
  'no element at all': `export const A = () => redirect('/gone')\nexport const b = <T,>(x: T) => x`,
  'nested functions, classes and objects': `export function A() {
  class Inner { on = () => createSignal(0); static x = <p /> }
  const o = { get a() { return effect(() => 1) }, [useTotal()]: 1 }
  for (const x of [useCart()]) if (x) return <svg:rect onClick={f}><a-b onInput={g} /></svg:rect>
  return \`\${onMount(f)}\`
}`,
  'a generic arrow and a type': `export const A = <T extends object>(props: { each: T[]; onClick: () => void }) => <p onClick={props.onClick} />
type Props = { children: JSX.Element }`,
}

describe('components and links of a module', () => {
  it.each(Object.entries(CASES))('are the same to the editor as to the build: %s', (_, code) => {
    for (const file of ['src/components/cart-row.tsx', 'src/routes/index.tsx']) {
      const { build, editor } = readTwice(HEAD + code, file)
      expect(editor).toEqual(build)
    }
  })

  it('are distinguished by the cases', () => {
    const all = Object.values(CASES).flatMap((code) => readTwice(HEAD + code, 'src/a.tsx').build.components)
    expect(all.some(({ island }) => island)).toBe(true)
    expect(all.some(({ island, reasons }) => !island && reasons.length > 0)).toBe(true)
    expect(all.flatMap(({ intents }) => intents).map(({ tool }) => tool)).toEqual([
      'Cart.clear',
      'Row.add',
      'Other.see',
      'Cart.add',
      'Cart.see',
    ])
  })

  it('are the same in the example apps', () => {
    const files = readdirSync(join(ROOT, 'playground'), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx$/.test(file) && !/(?:^|\/)(?:node_modules|dist|\.fw)\//.test(file))
      .map((file) => `playground/${file}`)
    expect(files.length).toBeGreaterThan(10)
    for (const file of files) {
      const { build, editor } = readTwice(readFileSync(join(ROOT, file), 'utf8'), file)
      expect(editor, file).toEqual(build)
    }
  })
})
