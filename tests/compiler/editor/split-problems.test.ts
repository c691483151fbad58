import { describe, expect, it } from 'vitest'
import type { SplitRunFact } from '../../../compiler/src/analyze/pages/components.ts'
import { createSpan } from '../../../compiler/src/diagnostic/code-frame.ts'
import { readComponents } from '../../../compiler/src/editor/app/component-facts.ts'
import { readSplitProblems } from '../../../compiler/src/editor/app/split-problems.ts'
import { analyzeModule } from '../../../compiler/src/jsx/compile-component.ts'
import { typescript } from './edited-program.ts'

const ROOT = '/app'
const FILE = 'src/cart.tsx'

/** Compares the problems that the build finds with Babel and the editor finds with TypeScript. */
function readTwice(code: string): {
  readonly build: readonly SplitRunFact[]
  readonly editor: readonly SplitRunFact[]
} {
  const file = `${ROOT}/${FILE}`
  const { splits } = analyzeModule({ code, file, root: ROOT })
  const source = typescript.createSourceFile(file, code, typescript.ScriptTarget.Latest, true)
  const program = typescript.createProgram({
    rootNames: [file],
    options: { noLib: true, noResolve: true, jsx: typescript.JsxEmit.Preserve, types: [] },
    host: { ...HOST, getSourceFile: () => source },
  })
  const { components } = readComponents(typescript, source, { root: ROOT, file: FILE, route: false })
  const checker = program.getTypeChecker()
  const build = splits.map(({ start, end, ...rest }) => ({ ...rest, span: createSpan(FILE, code, start, end) }))
  return {
    build: sorted(build),
    editor: sorted(readSplitProblems({ ts: typescript, checker, source, file: FILE }, components)),
  }
}

const HOST = typescript.createCompilerHost({})

function sorted(facts: readonly SplitRunFact[]): readonly SplitRunFact[] {
  return [...facts].sort((a, b) => a.span.start - b.span.start || a.name.localeCompare(b.name))
}

const module = (run: string, before = '', rest = '') => `import { intent } from '@fw/runtime'
import { createSignal } from 'solid-js'
import rates, { priceOf } from './prices'
let outer = 1
export function later() { outer = 2 }
function twice() {}
interface Rows {}
class Row {}
${rest}
export function Cart(props, { rows = 1, ...others }) {
  const same = 1
  const [count, setCount] = createSignal(0)
  ${before}
  const add = intent('add', { description: 'Adds.', ${run} })
  return <b onClick={() => add()} />
}
`

/** Returns the found names, for a run and the code before it in the component. */
const FOUND: readonly (readonly [run: string, before: string, names: readonly string[]])[] = [
  ['run: () => n++', 'let n = 0', ['n']],
  ['run: () => --n + n', 'let n = 0', ['n']],
  ['run() { last = 1 }', 'let last', ['last']],
  ['run() { last += 1; return last }', 'let last = 0', ['last']],
  ['run() { return last; last = 1 }', 'let last = 0', ['last']],
  ['run() { last ??= 1 }', 'let last', ['last']],
  ['run: () => last', 'let last = 1; const more = () => { last = 2 }', ['last']],
  ['run: () => ({ last })', 'let last = 1; last = 2', ['last']],
  ['run() { ({ last, a: [b = 1, ...c], ...d } = props) }', 'let last, b, c, d', ['b', 'c', 'd', 'last']],
  ['run() { [b] = props; return b }', 'let b', ['b']],
  ['run() { for (b of props) ; for (c in props) ; for ({ d } of props) ; }', 'let b, c, d', ['b', 'c', 'd']],
  ['run: () => { for (const x of props) b = x }', 'let b = 1', ['b']],
  ['run: () => outer', '', ['outer']],
  ['run: () => props.a', 'props = {}', ['props']],
  ['run: () => [rows, others]', 'rows = 2; others.a = 1', ['rows']],
  ['run: () => <p>{n}<N a={n} /></p>', 'let n = 0, N = Row; n = 1; N = Row', ['N', 'n']],
  ['run: () => twice()', 'twice = later', ['twice']],
  ['run: () => x', 'var x = 1; var x = 2', ['x']],
  ['run: () => x', 'for (const a of []) { var x = a }', ['x']],
  ['run: () => inner(() => { n = 2 })', 'let n = 1; const inner = (f) => f()', ['n']],
  ['async run({ input }) { await priceOf(input); n = input }', 'let n', ['n']],
  ['run: (async function () { return n })', 'let n = 1; n = 2', ['n']],
  ['run() { return this.description }', '', ['this']],
  ['run: () => [1].map(() => this)', '', ['this']],
  ['run() { return super.run() }', '', ['super']],
  ['run: () => arguments.length', '', ['arguments']],
  ['run() { return new.target }', '', ['new.target']],
  ['run: () => [new.target, this, n]', 'let n = 1; n++', ['n', 'new.target', 'this']],
  ['run: (a = this.b) => a', '', ['this']],
]

/** Of each nothing is found. */
const FREE: readonly (readonly [run: string, before: string])[] = [
  ['run: () => same + props.a + count() + rates', ''],
  ['run: () => setCount(twice())', ''],
  ['run: () => once', 'let once = 1'],
  ['run() { let n = 1; n++; return n }', 'let n = 2; n++'],
  ['run(n) { n = 1; return n }', 'let n = 2; n++'],
  ['run() { const f = ({ n }) => n; return { n: 1, f }.n }', 'let n = 2; n++'],
  ['run() { return [arguments, function () { return this }, class { a = this }] }', ''],
  ['run() { return { get a() { return this }, b() { return super.b } } }', ''],
  ['run: (call: { a: typeof last }) => 1', 'let last = 1; last = 2'],
  ['run: (call: Rows) => call as typeof last', 'let last = 1; last = 2'],
  ['run: props.run', 'props = {}'],
  ['run: last++ ? props.a : props.b', 'let last = 0; props = {}'],
  ['*run() { yield n }', 'let n = 1; n = 2'],
  ['run: function* () { yield n }', 'let n = 1; n = 2'],
  ['get run() { return () => n }', 'let n = 1; n = 2'],
  ["'run': () => n", 'let n = 1; n = 2'],
  ['run: (() => n) as never', 'let n = 1; n = 2'],
  ['run: () => x + f()', 'for (const a of []) { let x = a; function f() {} } const x = 1'],
  ['run: () => { n: for (;;) break n }', 'let n = 1; n = 2'],
]

describe('problems that prevent a run from being a separate file', () => {
  it.each(FOUND)('is the same to the editor as to the build: %s, with %s', (run, before, names) => {
    const { build, editor } = readTwice(module(run, before))
    expect(editor).toEqual(build)
    expect(editor.map(({ name }) => name).sort()).toEqual(names)
    expect(editor.every(({ tool }) => tool === 'Cart.add')).toBe(true)
  })

  it.each(FREE)('is nothing to either: %s, with %s', (run, before) => {
    expect(readTwice(module(run, before))).toEqual({ build: [], editor: [] })
  })

  it('are reported for each intent, also in a hook that the component calls', () => {
    const code = module(
      'run: () => n',
      'let n = 1; n = 2; intent("put", { run: () => n })',
      'function useRows() { let m = 1; return intent("clear", { run() { m = 2 } }) }',
    ).replace('const same = 1', 'useRows()')
    const { build, editor } = readTwice(code)
    expect(editor).toEqual(build)
    expect(editor.map(({ tool, name }) => [tool, name])).toEqual([
      ['Cart.clear', 'm'],
      ['Cart.put', 'n'],
      ['Cart.add', 'n'],
    ])
  })
})
