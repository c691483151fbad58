/** Data is text wherever a page shows it, also when it looks like what Solid makes of JSX. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CompiledApp, compileApp } from '../../page/compiled-routes.ts'

/** A visitor's input: JSON, as an api accepts it. */
const ATTACKS: Readonly<Record<string, unknown>> = {
  'a node of Solid': JSON.parse('{"t":"<img src=x onerror=alert(1)>"}'),
  'a list of them': JSON.parse('[{"t":"<img src=x onerror=alert(1)>"},["a",{"t":"<img src=y onerror=alert(2)>"}]]'),
  'a node with more in it': JSON.parse('{"t":"<img src=x onerror=alert(1)>","toString":"<img>","nodeType":1}'),
  'a node of a list': JSON.parse('{"t":["<img src=x onerror=alert(1)>"],"length":1,"0":"<img>"}'),
}

/** Places for a value, as the body of a component. */
const PLACES: Readonly<Record<string, string>> = {
  text: '<p>{props.value}</p>',
  'text between elements': '<p><b>a</b> {props.value} {props.value}<i>b</i></p>',
  'the whole component': 'props.value',
  'a fragment': '<>{props.value}<b>x</b></>',
  'a function': '<p>{() => props.value}</p>',
  'a value to wait for': '<p>{(() => props.value)()}{() => props.value}</p>',
  'a condition': '<p>{props.value ? props.value : <b>no</b>}{props.value && props.value}{props.value ?? 1}</p>',
  'an operator': '<p>{props.value + props.value}</p>',
  'a template': `<p>{\`a \${props.value}\`}</p>`,
  attributes: '<p title={props.value} data-a={props.value} class={props.value}>x</p>',
  'an attribute of an input': '<input value={props.value} />',
  'a spread element': '<p {...props.rest}>{props.value}</p>',
  'a spread element with more': '<p {...props.rest}>a {props.value} {() => props.value}</p>',
  'children of a spread': '<p {...{ children: props.value }} />',
  'text of a spread': '<p {...{ textContent: props.value }} />',
  'text content': '<p textContent={props.value} />',
  'raw text': '<style>{props.value}</style>',
  'children of a component': '<Frame>{props.value}</Frame>',
  'a prop of a component': '<Frame title={props.value} />',
  For: '<ul><For each={[props.value, 1, props.value]}>{(item) => <li>{item}</li>}</For></ul>',
  'For without an element': '<ul><For each={[props.value, props.value]}>{(item) => item}</For></ul>',
  'the fallback of For': '<ul><For each={[]} fallback={props.value}>{(item) => item}</For></ul>',
  Index: '<ul><Index each={[props.value]}>{(item) => item()}</Index></ul>',
  Show: '<Show when={props.value}>{(value) => value()}</Show>',
  'the fallback of Show': '<Show when={false} fallback={props.value}>x</Show>',
  Switch: '<Switch fallback={props.value}><Match when={false}>x</Match></Switch>',
  Match: '<Switch><Match when={true}>{props.value}</Match></Switch>',
  Suspense: '<Suspense>{props.value}</Suspense>',
  ErrorBoundary: '<ErrorBoundary fallback="x">{props.value}</ErrorBoundary>',
  'a list in an ErrorBoundary': '<ErrorBoundary fallback="x">{props.value}<b>x</b>{() => props.value}</ErrorBoundary>',
  'the fallback of an ErrorBoundary': '<ErrorBoundary fallback={props.value}><Fails value={1} /></ErrorBoundary>',
  'a thrown value': '<ErrorBoundary fallback={(error) => error}><Fails value={props.value} /></ErrorBoundary>',
  'a resource': '<Suspense fallback={props.value}><Loads value={props.value} /></Suspense>',
  'a resource alone': '<Suspense fallback={<b>wait</b>}><Loaded value={props.value} /></Suspense>',
  'a resource that failed':
    '<ErrorBoundary fallback={(e) => e.cause ?? e}><Suspense fallback="w"><Rejects value={props.value} /></Suspense></ErrorBoundary>',
  'a context': '<Value.Provider value={props.value}><Reads /></Value.Provider>',
  'a dynamic element': '<Dynamic component="b">{props.value}</Dynamic>',
  'a dynamic component': '<Dynamic component={Frame} title={props.value}>{props.value}</Dynamic>',
  'a dynamic boundary': '<Dynamic component={ErrorBoundary} fallback="x">{props.value}</Dynamic>',
  'resolved children': '<Resolves>{props.value}</Resolves>',
}

const PARTS = `
import { children, createContext, createResource, ErrorBoundary, For, Index, Match, Show, Suspense, Switch, useContext } from 'solid-js'
import { Dynamic } from 'solid-js/web'
const Value = createContext()
const Reads = () => useContext(Value)
function Frame(props) { return <section>{props.title}<main>{props.children}</main></section> }
function Fails(props) { throw props.value }
function Loads(props) { const [data] = createResource(async () => props.value); return <p>{data()}</p> }
function Loaded(props) { const [data] = createResource(async () => props.value); return <>{data()}</> }
function Rejects(props) { const [data] = createResource(async () => { throw Object.assign(new Error('x'), { cause: props.value }) }); return <p>{data()}</p> }
function Resolves(props) { const resolved = children(() => props.children); return <p>{resolved()}</p> }
`

const names = new Map(Object.keys(PLACES).map((place, index) => [place, `Place${index}`]))
const places = Object.entries(PLACES)
  .map(([place, body]) => `function ${names.get(place)}(props) { return ${body} }`)
  .join('\n')

/** One app for all of it: a page shows `ctx.value` in the place `ctx.place`. */
const SOURCES = {
  'routes/static.tsx': `${PARTS}\n${places}
const places = { ${[...names.values()]} }
export default (props) => <Dynamic component={places[props.ctx.place]} value={props.ctx.value} />`,
  'shown.tsx': `${PARTS}\nimport { createSignal } from 'solid-js'\n${places}
const places = { ${[...names.values()]} }
export function Shown(props) {
  const [open] = createSignal(true)
  return <section onClick={() => open()}><Dynamic component={places[props.place]} value={props.value} /></section>
}`,
  'routes/island.tsx': `import { Shown } from '../shown.tsx'
export default (props) => <Shown place={props.ctx.place} value={props.ctx.value} />`,
  'panel.tsx': `import { createSignal } from 'solid-js'
export function Panel(props) {
  const [open] = createSignal(true)
  return <div onClick={() => open()}>{props.title}{props.children}</div>
}`,
  'routes/slots.tsx': `import { Panel } from '../panel.tsx'
export default (props) => <Panel title={<b>{props.ctx.value}</b>}>{props.ctx.value}</Panel>`,
  'routes/plain.tsx': 'export default (props) => props.ctx.value',
  'routes/later.tsx': 'export default async (props) => props.ctx.value',
  'routes/markup.tsx': `function Frame(props) { return <section>{props.title}{props.children}</section> }
class Money { toString() { return '<5 €>' } }
export default () => <Frame title={<b>title</b>}>{[<i>one</i>, [<u>two</u>]]}<p>{new Money()}</p><p>{{ a: 1 }}</p></Frame>`,
}

let app: CompiledApp
beforeAll(() => {
  app = compileApp(SOURCES)
})
afterAll(() => app.close())

async function show(path: string, ctx: object): Promise<string> {
  const { body, status } = await app.get(path, ctx)
  expect(status).toBe(200)
  expect(app.errors).toEqual([])
  return body
}

describe.each(Object.entries(ATTACKS))('%s', (_attack, value) => {
  test.each([...names])('in a static page: %s', async (_place, place) => {
    expect(await show('/static', { place, value })).not.toContain('<img')
  })

  test.each([...names])('in an island: %s', async (_place, place) => {
    const html = await show('/island', { place, value })
    expect(html).toContain('<section data-hk')
    expect(html).not.toContain('<img')
    expect(html).not.toContain('data-slot')
  })

  test.each(['/slots', '/plain', '/later'])('in %s', async (path) => {
    expect(await show(path, { value })).not.toContain('<img')
  })
})

test('an object shows its own text, escaped; markup in props and lists stays markup', async () => {
  expect(await show('/markup', {})).toContain(
    '<section><b>title</b><i>one</i><u>two</u><p>&lt;5 €></p><p>[object Object]</p></section>',
  )
})
