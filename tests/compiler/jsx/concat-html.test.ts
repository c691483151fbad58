/** The concatenation prints what Solid's own `ssr` prints, byte for byte, except for `<` in attributes. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { transformSync } from '@babel/core'
import solid from 'babel-preset-solid'
import { renderToString } from 'solid-js/web'
import { afterAll, describe, expect, test } from 'vitest'
import { compileComponent } from '../../../compiler/src/jsx/compile-component.ts'
import { Html } from '../../../runtime/src/solid/render/html.ts'
import { escapeInAttributes } from '../../soak/escape-attributes.ts'

const WORK = fileURLToPath(new URL('../../../.fw/tests/', import.meta.url))
mkdirSync(WORK, { recursive: true })
const root = mkdtempSync(join(WORK, 'concat-'))
afterAll(() => rmSync(root, { recursive: true }))

type Component = (props: Record<string, unknown>) => never
let files = 0

async function load(code: string): Promise<Component> {
  files += 1
  const file = join(root, `case-${files}.mjs`)
  writeFileSync(file, code)
  return (await import(/* @vite-ignore */ file)).default
}

const ours = (code: string, insideIsland: boolean): string =>
  compileComponent({
    code,
    file: '/app/src/case.jsx',
    root: '/app',
    target: 'ssr',
    route: false,
    dev: false,
    insideIsland,
  })?.code ?? ''

function solids(code: string, hydratable: boolean): string {
  const presets = [[solid, { generate: 'ssr', hydratable }]]
  return transformSync(code, { filename: 'case.jsx', babelrc: false, configFile: false, presets })?.code ?? ''
}

const VALUES: Readonly<Record<string, unknown>> = {
  text: 'a < b & "c" \'d\' >',
  plain: 'plain',
  empty: '',
  number: 4.5,
  zero: 0,
  'not a number': Number.NaN,
  big: 10n,
  yes: true,
  no: false,
  nothing: null,
  missing: undefined,
  html: new Html('<b>x</b>'),
  list: ['a<', 1, null, 2, 'b', new Html('<i>y</i>'), 'c', ['d', 'e', []], true, 'f', () => '&g', () => () => 'h'],
  holes: [undefined, 'a', undefined, 'b'],
  getter: () => 'from <a> function',
  'getter of a list': () => ['a', 'b'],
}

const BODIES: Readonly<Record<string, string>> = {
  'a value': '<p>{props.value}</p>',
  'values side by side': '<p>{props.value}{props.value} and {props.value}</p>',
  'a call': '<p>{read(props.value)}</p>',
  'an attribute': `<p title={props.value} data-a={\`x \${props.value} y\`}>x</p>`,
  classes: '<p class={props.value} classList={{ a: props.value, "b c": true }}>x</p>',
  'a class list': '<p classList={props.classes}>x</p>',
  styles: `<p style={{ color: props.plain, "font-size": \`\${props.number}px\` }}>x</p>`,
  'a style': '<p style={props.style}>x</p>',
  'boolean attributes': '<input disabled={props.value} checked readonly={true} />',
  'a conditional': '<p>{props.value ? <b>yes {props.plain}</b> : <i>no</i>}</p>',
  'a conditional of literals': '<p>{props.value ? "1 < 2" : null}</p>',
  'a conditional in a conditional': '<p>{props.value ? props.number ? <b>1</b> : 2 : props.value}</p>',
  and: '<p>{props.value && <b>yes</b>}</p>',
  'and of a value': '<p>{props.value && props.plain}</p>',
  'or and nullish': '<p>{props.value || <b>no</b>}{props.value ?? "none"}</p>',
  operators: '<p>{props.number + props.zero}{-props.number}{!props.value}{props.plain + props.number}</p>',
  literals: '<p>{1}{"a < b"}{`t`}{null}{true}{undefined}</p>',
  functions: '<p>{() => props.value}{(() => props.plain)()}</p>',
  markup: '<p innerHTML={props.plain} />',
  'text content': '<p textContent={props.plain} />',
  'a spread': '<p {...props.attributes}>{props.plain}</p>',
  'a spread inside': '<div><p {...props.attributes} class="a" /> {props.value}</div>',
  'raw text': '<style>{props.plain}</style>',
  fragments: '<>{props.plain}<b>x</b>{props.value}</>',
  'an array': '<p>{props.items.map((item) => <i>{item}</i>)}</p>',
  flow: '<ul><For each={props.items}>{(item, i) => <li class={item}>{i()} {item}</li>}</For><Show when={props.value} fallback={<b>no</b>}><i>{props.plain}</i></Show></ul>',
  components: '<Frame title={<b>{props.plain}</b>}><p>{props.value}</p>{props.plain}</Frame>',
  nested: '<div><section><h1>a</h1><p>{props.plain}</p></section><br /><img src={props.plain} alt="" /></div>',
  keys: '<div>{id()}<Frame title={id()}>{id()}</Frame>{() => id()}{id()}</div>',
}

const HEAD = `
import { createUniqueId, For, Show } from 'solid-js'
const id = () => createUniqueId()
const read = (value) => value
function Frame(props) { return <section>{props.title}<main>{props.children}</main></section> }
`

const GIVEN = {
  plain: 'p & q',
  number: 3,
  zero: 0,
  items: ['a', 'b & c', 'd'],
  classes: { a: true, 'b c': 1, d: false },
  style: { color: 'red', top: undefined, margin: '1px "2px"' },
  attributes: { title: 'a "b"', class: 'c', children: 'd < e' },
}

describe('concatenated templates', () => {
  for (const [name, body] of Object.entries(BODIES))
    test.each([false, true])(`print ${name} as Solid does, with markers: %s`, async (hydratable) => {
      const code = `${HEAD}\nexport default function Case(props) { return ${body} }`
      const [mine, theirs] = [await load(ours(code, hydratable)), await load(solids(code, hydratable))]
      for (const [kind, value] of Object.entries(VALUES)) {
        const html = (component: Component) => {
          try {
            return renderToString(() => component({ ...GIVEN, value }))
          } catch (error) {
            return String(error)
          }
        }
        expect(`${kind}: ${html(mine)}`).toBe(`${kind}: ${escapeInAttributes(html(theirs))}`)
      }
    })

  test('have nothing to join at run time if every kind of value is known', () => {
    const code = ours(
      'export default (props) => <ul class={props.a}><li>{props.b}</li>{props.c && <b>x</b>}</ul>',
      false,
    )
    expect(code).not.toMatch(/_tmpl\$|_\$ssr\(|solid-js\/web.*\bssr\b/)
    expect(code).toContain('"</li>" + ')
  })

  test('join the items of a list whose callback returns markup only', () => {
    const list = (callback: string) =>
      ours(
        `import { For } from 'solid-js'\nexport default (props) => <ul><For each={props.a}>{${callback}}</For></ul>`,
        false,
      )
    expect(list('(item) => <li class={item.done ? "a" : "b"}>{item.text}</li>')).toContain(
      '"<ul>" + _htmlList(() => props.a, item => "<li class=\\"" + (item.done ? "a" : "b") + "\\">" + _htmlText(item.text) + "</li>") + "</ul>"',
    )
    expect(list('(item) => item.text')).not.toContain('htmlList')
    expect(list('(item) => item.shown && <li />')).not.toContain('htmlList')
    expect(list('async (item) => <li />')).not.toContain('htmlList')
  })

  test('leave a value to Solid if it may have to wait for later ones', () => {
    expect(ours('export default (props) => <p>{() => props.a()}{props.b}</p>', true)).toContain('_$ssr(_tmpl$')
  })

  test('ignore functions of the app that are named ssr', () => {
    const code = ours("import { ssr } from 'solid-js/web'\nexport default () => [ssr('<b>x</b>'), <p>y</p>]", false)
    expect(code).toContain("ssr('<b>x</b>')")
  })
})
