/** JSX of an async function shows the values that plain JavaScript has when it reaches the JSX, in any flow of control. */
import fc from 'fast-check'
import * as web from 'solid-js/web'
import { expect, test } from 'vitest'
import { type CompiledComponent, compileComponent } from '../../../compiler/src/jsx/compile-component.ts'
import * as runtime from '../../../runtime/src/compiled.ts'

type Form = 'jsx' | 'plain'
/** Source text, with elements as JSX or as calls of `h`. */
type Print = (form: Form) => string

const text =
  (source: string): Print =>
  () =>
    source
const join =
  (parts: readonly Print[], between: string): Print =>
  (form) =>
    parts.map((part) => part(form)).join(between)

function element(tag: string, title: Print, children: readonly Print[]): Print {
  return (form) => {
    const inner = children.map((child) => (form === 'jsx' ? `{${child(form)}}` : child(form)))
    return form === 'jsx'
      ? `<${tag} title={${title(form)}}>${inner.join('')}</${tag}>`
      : `h('${tag}', ${title(form)}, [${inner.join(', ')}])`
  }
}

const ORDERED = [
  'i',
  'box.n',
  'box.list.length',
  'note(i)',
  'i++',
  '(total += 2)',
  '(box.n = box.n + i)',
  '[i, box.n].join(`/`)',
  '(i > 2 ? box.n : total)',
  '[box.n, i].join("-")',
  'box.list.map((one) => one + i).join(" ")',
  'box.text.toUpperCase()',
  'show(i)',
  'show(box.n + total)',
  'show(show(total))',
  'await later(i)',
  'await later(box.n)',
  '(i % 2 === 0 ? await later(total) : i)',
  '(await later(total)) + i',
].map(text)
/** Of the children of a component, which evaluates them itself. */
const LAZY = ['i', 'total', 'i + total', 'show(total)', '(i > 2 ? total : i)'].map(text)

const value = fc.constantFrom(...ORDERED)
const { statement } = fc.letrec<{ jsx: Print; statement: Print; block: Print }>((tie) => ({
  jsx: fc.oneof(
    { maxDepth: 2 },
    fc.tuple(value, fc.array(value, { maxLength: 3 })).map(([title, children]) => element('p', title, children)),
    fc
      .tuple(fc.constantFrom(...LAZY), fc.constantFrom(...LAZY))
      .map(([title, child]) => element('Box', title, [child])),
    fc
      .tuple(value, tie('jsx'), tie('jsx'))
      .map(([title, one, other]) =>
        element('div', title, [one, join([text('(i % 2 === 0 ? '), other, text(' : null)')], '')]),
      ),
    fc.tuple(value, value).map(([title, inner]) =>
      // `await` can't be in a function that isn't async.
      element('ul', title, [
        join(
          [
            text('box.list.map((one) => '),
            element('li', text('one'), [inner, text('one + total')].slice(inner('jsx').includes('await') ? 1 : 0)),
            text(')'),
          ],
          '',
        ),
      ]),
    ),
  ),
  block: fc.array(tie('statement'), { minLength: 1, maxLength: 4 }).map((parts) => join(parts, '\n')),
  statement: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc
      .constantFrom('i++', 'total += i', 'box.n += 3', 'box.list.push(i)', 'box.list = [i, total]', 'box.text += "a"')
      .map(text),
    tie('jsx').map((one) => join([text('out.push('), one, text(')')], '')),
    wrap('for (let k = 0; k < 3; k++) {', '}', tie),
    wrap('for (var v = 0; v < 2; v++) { i += v', 'total += v }', tie),
    wrap('for (const one of [4, 5]) { i += one', '}', tie),
    wrap('{ let left = 2; while (left-- > 0) {', '} }', tie),
    wrap('try { i++', 'throw new Error() } catch { total++ } finally { i += 2 }', tie),
    wrap('try { total++ } finally {', '}', tie),
    wrap('if (i % 2 === 0) {', '}', tie),
    wrap('await (async () => {', '})()', tie),
    wrap('for await (const made of (async function* () { yield i; i++; yield total })()) { total += made', '}', tie),
    fc
      .constantFrom(...LAZY)
      .map((one) =>
        join([text('{ const add = () => out.push('), element('em', one, [one]), text('); add(); i++; add() }')], ''),
      ),
    fc
      .constantFrom(...LAZY)
      .map((one) =>
        join(
          [
            text('{ const steps = (function* () { out.push('),
            element('em', one, [text('yield i'), one]),
            text(') })(); steps.next(); i++; steps.next(total) }'),
          ],
          '',
        ),
      ),
  ),
}))

function wrap(
  before: string,
  after: string,
  tie: fc.LetrecTypedTie<{ jsx: Print; statement: Print; block: Print }>,
): fc.Arbitrary<Print> {
  return tie('block').map((inside) => join([text(before), inside, text(after)], '\n'))
}

const page = (body: Print): Print =>
  join(
    [
      text(
        'export default async function Page() {\nlet i = 0, total = 1\nconst box = { n: 1, list: [1, 2], text: "t" }, out = []\n',
      ),
      body,
      text('\nreturn '),
      element('main', text('i'), [text('out')]),
      text('\n}'),
    ],
    '',
  )

const HELPERS = `function show(value) { return \`(\${value})\` }
const later = async (value) => value * 10
`

/** Runs a module that exports a page. */
async function run(code: string, names: object): Promise<unknown> {
  const body = code.replace(/^import .*$/gm, '').replace('export default ', '')
  return new Function(...Object.keys(names), `${body}\nreturn Page()`)(...Object.values(names))
}

async function runCompiled(source: string): Promise<string> {
  const code = `${HELPERS}function Box(props) { return <u title={props.title}>{props.children}</u> }\n${source}`
  const compiled = compileComponent({
    file: '/app/src/routes/index.jsx',
    root: '/app',
    code,
    target: 'ssr',
    route: true,
    dev: false,
  }) as CompiledComponent
  const names = Object.fromEntries(
    [...compiled.code.matchAll(/^import \{ (.*) \} from "(.*)"/gm)].flatMap(([, imported = '', from]) =>
      imported.split(', ').map((pair) => {
        const [name = '', local = name] = pair.split(' as ')
        return [local, Reflect.get(from === 'solid-js/web' ? web : runtime, name)]
      }),
    ),
  )
  const trace: unknown[] = []
  const note = (one: unknown) => trace.push(one)
  const tree = await run(compiled.code, { ...names, note })
  return `${web.renderToString(() => ({ t: runtime.htmlText(tree) }) as unknown as string)} ${trace.join()}`
}

async function runPlain(source: string): Promise<string> {
  const trace: unknown[] = []
  const print = (one: unknown): string =>
    Array.isArray(one) ? one.map(print).join('') : one === null ? '' : one instanceof Markup ? one.text : String(one)
  class Markup {
    readonly text: string
    constructor(markup: string) {
      this.text = markup
    }
  }
  const h = (tag: string, title: unknown, children: readonly unknown[]) => {
    const name = tag === 'Box' ? 'u' : tag
    return new Markup(`<${name} title="${print(title)}">${children.map(print).join('')}</${name}>`)
  }
  const note = (one: unknown) => trace.push(one)
  const tree = await run(`${HELPERS}${source}`, { h, note })
  return `${print(tree)} ${trace.join()}`
}

test('values in JSX are those of plain JavaScript', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(statement, { minLength: 1, maxLength: 5 }), async (parts) => {
      const source = page(join(parts, '\n'))
      expect(await runCompiled(source('jsx')), source('jsx')).toBe(await runPlain(source('plain')))
    }),
    { numRuns: 150 },
  )
})
