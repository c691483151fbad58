/**
 * Random components: JSX with values of every kind, conditions, lists, components, contexts, boundaries and errors. Every
 * expression is valid JavaScript, and throws at most when it is evaluated.
 */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the strings are code.
import fc from 'fast-check'

/** Code around the components of a module. */
export const COMPONENT_PRELUDE = `
import { children, createContext, createMemo, createSignal, createUniqueId, ErrorBoundary, For, Index, Match, Show, splitProps, Suspense, Switch, useContext } from 'solid-js'
import { Dynamic } from 'solid-js/web'
const Theme = createContext('light')
const item = 'outer'
const index = () => 'outer index'
const id = () => createUniqueId()
const read = (value) => value
function Frame(props) { return <section title={props.name}>{props.title}<main>{props.children}</main></section> }
function Bare(props) { return props.children }
function Twice(props) { return <>{props.children}<hr />{props.children}</> }
function Reader() { return <b>{useContext(Theme)}</b> }
function Kids(props) { const all = children(() => props.children); return <p>{all.toArray().length}{all()}</p> }
function Count(props) { const [count] = createSignal(props.start); const twice = createMemo(() => count() * 2); return <b>{count()}{twice()}</b> }
function Rest(props) { const [own, others] = splitProps(props, ['children']); return <p {...others}>{own.children}</p> }
function Keyed() { return <i id={createUniqueId()}>{createUniqueId()}</i> }
`

/** Names that components read from their props: see `createProps` in `random-components.ts`. */
const TEXTS = [
  'props.text',
  'props.plain',
  'props.empty',
  '"a < b & c"',
  "'\"'",
  '`t < ${props.text}`',
  'item',
] as const
const NUMBERS = ['props.number', 'props.zero', 'props.tick()', '3', '1.50', '-0'] as const
const OTHERS = [
  'props.yes',
  'props.no',
  'props.nothing',
  'props.missing',
  'null',
  'undefined',
  'true',
  'false',
] as const
const LISTS = ['props.items', 'props.none', 'props.holes', 'props.mixed', '[1, "a<", null, "b"]'] as const
const FUNCTIONS = ['props.accessor', 'props.tick', 'props.lists', 'index'] as const
const CALLS = ['props.accessor()', 'read(item)', 'index()', 'id()', 'props.fail()'] as const
/** Values of `each` that aren't arrays. */
const NO_LISTS = ['props.text', 'props.nothing', 'props.missing', 'props.zero', 'props.yes'] as const

const scalar = fc.oneof(fc.constantFrom(...TEXTS), fc.constantFrom(...NUMBERS), fc.constantFrom(...OTHERS))
const list = fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...LISTS) }, fc.constantFrom(...NO_LISTS))
const leaf = fc.oneof(
  { weight: 6, arbitrary: scalar },
  { weight: 1, arbitrary: fc.constantFrom(...LISTS) },
  { weight: 1, arbitrary: fc.constantFrom(...FUNCTIONS) },
  { weight: 1, arbitrary: fc.constantFrom(...CALLS) },
)
/** An expression without functions and markup, whose text is the same in every compiler. */
const primitive = fc.oneof(
  { weight: 3, arbitrary: scalar },
  fc.tuple(scalar, fc.constantFrom('+', '-', '===', '<', '&&', '||', '??'), scalar).map(
    ([left, operator, right]) =>
      // `??` needs parentheses beside the other two.
      `(${left} ${operator} ${right})`,
  ),
  fc.tuple(scalar, scalar, scalar).map(([test, left, right]) => `(${test} ? ${left} : ${right})`),
  scalar.map((value) => `\`a ${'$'}{${value}} "b"\``),
  scalar.map((value) => `read(${value})`),
  scalar.map((value) => `!${value}`),
)

const TAGS = ['p', 'div', 'ul', 'b', 'td'] as const
const WORDS = ['text', 'a &amp; b', ' spaced ', 'two\n      lines', '&lt;'] as const

const attribute = fc.oneof(
  primitive.map((value) => `title={${value}}`),
  primitive.map((value) => `class={${value}}`),
  primitive.map((value) => `data-a={${value}}`),
  primitive.map((value) => `disabled={${value}}`),
  primitive.map((value) => `classList={{ a: ${value}, "b c": true, d: props.no }}`),
  primitive.map((value) => `style={{ color: ${value}, "font-size": "1px" }}`),
  fc.constantFrom('id="x"', 'class="a  b"', 'style="color: red"', 'hidden', 'onClick={() => props.fail()}'),
  fc.constantFrom('classList={props.classes}', 'style={props.style}', '{...props.attributes}', '{...read(props.more)}'),
)
const attributes = fc.uniqueArray(attribute, { maxLength: 3, selector: (text) => /^[\w-]*/.exec(text)?.[0] })

/** An expression that may be a child of an element, at most `depth` levels deep. Shrinks to its parts. */
function node(depth: number): fc.Arbitrary<string> {
  const known = nodes.get(depth)
  if (known !== undefined) return known
  const inner = depth === 0 ? leaf : node(depth - 1)
  const child = fc.oneof({ weight: 4, arbitrary: inner.map(toChild) }, fc.constantFrom(...WORDS))
  const content = fc.array(child, { maxLength: 3 }).map((all) => all.join(''))
  const made =
    depth === 0
      ? fc.oneof({ withCrossShrink: true }, { weight: 2, arbitrary: leaf }, { weight: 3, arbitrary: element(content) })
      : fc.oneof(
          { withCrossShrink: true },
          { weight: 1, arbitrary: inner },
          { weight: 6, arbitrary: element(content) },
          { weight: 4, arbitrary: expression(inner) },
          { weight: 5, arbitrary: flow(inner, content) },
          { weight: 4, arbitrary: component(inner, content) },
        )
  nodes.set(depth, made)
  return made
}

const nodes = new Map<number, fc.Arbitrary<string>>()

function toChild(code: string): string {
  return code.startsWith('<') ? code : `{${code}}`
}

function element(content: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const own = fc
    .tuple(fc.constantFrom(...TAGS), attributes, content)
    .map(([tag, all, children]) => `<${[tag, ...all].join(' ')}>${children}</${tag}>`)
  return fc.oneof(
    { weight: 8, arbitrary: own },
    attributes.map((all) => `<${['input', ...all].join(' ')} />`),
    content.map((children) => `<>${children}</>`),
    primitive.map((value) => `<p innerHTML={${value}} />`),
    primitive.map((value) => `<p textContent={${value}} />`),
  )
}

function expression(inner: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const pair = fc.tuple(inner, inner)
  return fc.oneof(
    fc.tuple(primitive, inner, inner).map(([test, left, right]) => `(${test} ? ${left} : ${right})`),
    fc.tuple(primitive, inner).map(([test, value]) => `(${test} && ${value})`),
    pair.map(([left, right]) => `(${left} || ${right})`),
    pair.map(([left, right]) => `(${left} ?? ${right})`),
    pair.map(([left, right]) => `[${left}, ${right}]`),
    inner.map((value) => `(() => ${value})`),
    inner.map((value) => `(() => ${value})()`),
    inner.map((value) => `read(${value})`),
    fc.tuple(fc.constantFrom(...LISTS), inner).map(([values, value]) => `${values}.map((item) => ${value})`),
    primitive,
  )
}

/** The body of a callback. */
function body(inner: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 4, arbitrary: inner.map((value) => (value.startsWith('{') ? `(${value})` : value)) },
    fc
      .tuple(primitive, inner, inner)
      .map(([test, left, right]) => `{ const found = ${test}; if (found) return ${left}; return ${right} }`),
    fc.tuple(primitive, inner).map(([test, value]) => `{ if (${test}) return ${value} }`),
  )
}

function flow(inner: fc.Arbitrary<string>, content: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const fallback = fc.oneof(
    { weight: 2, arbitrary: fc.constant('') },
    inner.map((value) => ` fallback={${value}}`),
  )
  const parameters = fc.constantFrom('item', '(item)', '(item, index)', '()', '({ length })', '(item = 7, ...index)')
  const arrow = parameters.map((text) => `${text.startsWith('(') ? text : `(${text})`} =>`)
  const callback = fc.tuple(arrow, body(inner)).map(([head, code]) => `{${head} ${code}}`)
  const plainCallback = body(inner).map((code) => `{(item) => ${code}}`)
  return fc.oneof(
    {
      weight: 4,
      arbitrary: fc
        .tuple(list, fallback, callback)
        .map(([each, other, code]) => `<For each={${each}}${other}>${code}</For>`),
    },
    fc
      .tuple(list, fallback, plainCallback)
      .map(([each, other, code]) => `<Index each={${each}}${other}>${code}</Index>`),
    {
      weight: 2,
      arbitrary: fc
        .tuple(
          primitive,
          fallback,
          fc.oneof({ weight: 3, arbitrary: content }, plainCallback),
          fc.constantFrom('', ' keyed'),
        )
        .map(([when, other, code, keyed]) => `<Show when={${when}}${other}${keyed}>${code}</Show>`),
    },
    fc
      .tuple(primitive, content, primitive, content, fallback)
      .map(
        ([first, one, second, two, other]) =>
          `<Switch${other}><Match when={${first}}>${one}</Match><Match when={${second}}>${two}</Match></Switch>`,
      ),
    boundary(inner, content),
    fc.tuple(inner, content).map(([fallback, code]) => `<Suspense fallback={${fallback}}>${code}</Suspense>`),
  )
}

/**
 * An error boundary with elements in it: Solid escapes a list that the boundary contains in place, so that the app's data
 * changes, and calls a function in it whenever its result is printed. Ours don't.
 */
function boundary(inner: fc.Arbitrary<string>, content: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const fallback = fc.oneof(
    inner.map((value) => `<b>${toChild(value)}</b>`),
    inner.map((value) => `(error) => <b>{String(error)}${toChild(value)}</b>`),
  )
  return fc
    .tuple(fallback, content)
    .map(([instead, code]) => `<ErrorBoundary fallback={${instead}}><p>${code}</p></ErrorBoundary>`)
}

function component(inner: fc.Arbitrary<string>, content: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.oneof(
    fc.tuple(inner, content).map(([title, code]) => `<Frame title={${title}}>${code}</Frame>`),
    fc.tuple(fc.constantFrom('Bare', 'Twice', 'Kids'), content).map(([name, code]) => `<${name}>${code}</${name}>`),
    fc.tuple(attributes, content).map(([all, code]) => `<${['Rest', ...all.filter(isProp)].join(' ')}>${code}</Rest>`),
    fc.tuple(scalar, content).map(([value, code]) => `<Theme.Provider value={${value}}>${code}</Theme.Provider>`),
    fc
      .tuple(fc.constantFrom('"p"', 'Frame', 'props.yes && "b"', 'undefined'), attributes, content)
      .map(
        ([tag, all, code]) => `<${[`Dynamic component={${tag}}`, ...all.filter(isProp)].join(' ')}>${code}</Dynamic>`,
      ),
    fc.constantFrom('<Reader />', '<Count start={props.number} />', '<Keyed />'),
  )
}

/** Whether a component may have the attribute: these are the props that `Rest` and `Dynamic` pass to an element. */
function isProp(attribute: string): boolean {
  return /^(?:title|class|data-a|disabled|id)=/.test(attribute)
}

/** A component: a function from its props to markup, as an expression. */
export const componentSource: fc.Arbitrary<string> = fc
  .tuple(node(3), node(1), fc.boolean())
  .map(([root, saved, uses]) =>
    uses
      ? `(props) => { const saved = ${saved}; return <div>{saved}${toChild(root)}{saved}</div> }`
      : `(props) => ${root.startsWith('{') ? `(${root})` : root}`,
  )
