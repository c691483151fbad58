/** Components for the tests of hydration mismatches. Each mismatch has a page of its own; the others share a page. */

export interface Mismatch {
  /** Body of the component `Part`, which returns JSX. */
  readonly body: string
  readonly message: string
  readonly server: string
  readonly browser: string
}

/** `inBrowser` is the difference between the two sides. */
export const MISMATCHES: Readonly<Record<string, Mismatch>> = {
  text: {
    body: `return <time onClick={tick}>{inBrowser ? '10:01' : '10:00'}</time>`,
    message: 'Hydration of <Part>: <time> differs in its text.',
    server: '<time>10:00</time>',
    browser: '<time>10:01</time>',
  },
  'text-beside': {
    body: `return <p onClick={tick}>Since <b>noon</b> {inBrowser ? 2 : 1} hours</p>`,
    message: 'Hydration of <Part>: <p> differs in its text.',
    server: '<p>1</p>',
    browser: '<p>2</p>',
  },
  'text-of-signal': {
    body: `const [text] = createSignal(inBrowser ? 'b' : 'a'); return <p><b onClick={tick}>{text()}</b></p>`,
    message: 'Hydration of <Part>: <b> differs in its text.',
    server: '<b>a</b>',
    browser: '<b>b</b>',
  },
  'text-outermost': {
    body: `const [n] = createSignal(1); return <>{inBrowser ? 'here' : 'there'}{n()}</>`,
    message: 'Hydration of <Part>: the outermost content differs in its text.',
    server: 'there1',
    browser: 'here1',
  },
  'text-of-list': {
    body: `return <ul onClick={tick}><For each={inBrowser ? ['a', 'c'] : ['a', 'b']}>{(one) => <li>{one}</li>}</For></ul>`,
    message: 'Hydration of <Part>: <li> differs in its text.',
    server: '<li>b</li>',
    browser: '<li>c</li>',
  },
  'text-content': {
    body: `return <p onClick={tick} textContent={inBrowser ? 'b' : 'a'} />`,
    message: 'Hydration of <Part>: <p> differs in its text.',
    server: '<p>a</p>',
    browser: '<p>b</p>',
  },
  inner: {
    body: `return <section onClick={tick}><Inner /></section>`,
    message: 'Hydration of <Inner>: <i> differs in its text.',
    server: '<i>server</i>',
    browser: '<i>browser</i>',
  },
  element: {
    body: `return inBrowser ? <em onClick={tick}>b</em> : <strong onClick={tick}>a</strong>`,
    message: 'Hydration of <Part>: the browser renders <em> where the server sent <strong>.',
    server: '<strong>a</strong>',
    browser: '<em>b</em>',
  },
  'inner-element': {
    body: `return <div onClick={tick}>{inBrowser ? <p>One <b>two</b> {x()}</p> : <p>None</p>}</div>`,
    message: 'Hydration of <Part>: <p> differs in its content.',
    server: '<p>None</p>',
    browser: '<p>One <b>two</b> </p>',
  },
  'static-text': {
    body: `return <div onClick={tick}>{inBrowser ? <p>b</p> : <p>a</p>}</div>`,
    message: 'Hydration of <Part>: <p> differs in its text.',
    server: '<p>a</p>',
    browser: '<p>b</p>',
  },
  attribute: {
    body: `return <a onClick={tick} href={inBrowser ? '/b' : '/a'} title={x()}>go</a>`,
    message: 'Hydration of <Part>: <a> differs in its attribute "href".',
    server: '<a href="/a" title="1">',
    browser: '<a href="/b" title="1">',
  },
  flag: {
    body: `return <button onClick={tick} disabled={inBrowser}>go</button>`,
    message: 'Hydration of <Part>: <button> differs in its attribute "disabled".',
    server: '<button>',
    browser: '<button disabled>',
  },
  value: {
    body: `return <input onInput={tick} value={inBrowser ? 'b' : 'a'} />`,
    message: 'Hydration of <Part>: <input> differs in its attribute "value".',
    server: '<input value="a">',
    browser: '<input value="b">',
  },
  class: {
    body: `return <nav onClick={tick} class={inBrowser ? 'menu' : 'menu open'}>go</nav>`,
    message: 'Hydration of <Part>: <nav> differs in its attribute "class".',
    server: '<nav class="menu open">',
    browser: '<nav class="menu">',
  },
  'class-list': {
    body: `return <nav onClick={tick} class={'menu' + x()} classList={{ open: !inBrowser, wide: x() === '1' }}>go</nav>`,
    message: 'Hydration of <Part>: <nav> differs in its attribute "class".',
    server: '<nav class="menu1 open wide">',
    browser: '<nav class="menu1 wide">',
  },
  style: {
    body: `return <p onClick={tick} style={{ color: inBrowser ? 'red' : 'blue' }}>go</p>`,
    message: 'Hydration of <Part>: <p> differs in its attribute "style".',
    server: '<p style="color:blue">',
    browser: '<p style="color: red;">',
  },
  spread: {
    body: `const rest = { title: inBrowser ? 'b' : 'a' }; return <p onClick={tick} {...rest}>go</p>`,
    message: 'Hydration of <Part>: <p> differs in its attribute "title".',
    server: '<p title="a">',
    browser: '<p title="b">',
  },
  'extra-node': {
    body: `return <div onClick={tick}><Show when={!inBrowser}><p>old</p></Show></div>`,
    message: `Hydration of <Part>: <div> has <p> from the server that the browser doesn't render.`,
    server: '<div><p>…</p></div>',
    browser: '<div></div>',
  },
  'missing-node': {
    body: `return <div onClick={tick}><Show when={inBrowser}><p>new</p></Show></div>`,
    message: `Hydration of <Part>: the browser renders <p> that the server didn't send.`,
    server: '<div></div>',
    browser: '<p>new</p>',
  },
  'longer-list': {
    body: `return <ul onClick={tick}><For each={inBrowser ? ['a', 'b'] : ['a']}>{(one) => <li>{one}</li>}</For></ul>`,
    message: `Hydration of <Part>: the browser renders <li> that the server didn't send.`,
    server: '<ul><li>a</li></ul>',
    browser: '<li></li>',
  },
  'shorter-list': {
    body: `return <ul onClick={tick}><For each={inBrowser ? ['a'] : ['a', 'b']}>{(one) => <li>{one}</li>}</For></ul>`,
    message: `Hydration of <Part>: <ul> has <li> from the server that the browser doesn't render.`,
    server: '<ul><li>…</li><li>…</li></ul>',
    browser: '<ul><li>…</li></ul>',
  },
  dynamic: {
    body: `return <div onClick={tick}><Dynamic component={inBrowser ? 'em' : 'p'}>{inBrowser ? 'b' : 'a'}</Dynamic><Show when={inBrowser}><Dynamic component="i" /></Show></div>`,
    message: 'Hydration of <Part>: the browser renders an element that the server did not send.',
    server: '<div>…</div>',
    browser: '(an element of a dynamic component)',
  },
}

/** Components without a mismatch, by what could be taken for one. */
export const MATCHES: Readonly<Record<string, string>> = {
  mount: `const [now, setNow] = createSignal('never'); onMount(() => setNow(String(Date.now()))); return <time class={now() === 'never' ? 'a' : 'b'}>{now()}</time>`,
  effect: `const [n, setN] = createSignal(0); createEffect(() => setN(1)); return <p title={String(n())}>{n() ? <b>{n()}</b> : 'zero'}</p>`,
  ref: `let box!: HTMLElement; return <p onClick={tick} class={'a' + x()} ref={(el) => { el.classList.add('ready'); el.classList.toggle('shown', true); el.title = 'set'; box = el }} title={x() === '1' ? undefined : 'no'}>{box === undefined}</p>`,
  classes: `return <p onClick={tick} class={'a ' + x()} classList={{ on: ON, off: !ON, x: x() === '1' }}><b class={x()} classList={{ on: ON }} /></p>`,
  fragment: `return <>{x()} and {[x(), 2, [' c', <b onClick={tick}>d</b>]]}{null}{false}<p>end</p>{''}</>`,
  lists: `return <ul onClick={tick}><For each={[1, 2, 3]}>{(one) => <li>{one} of {3}</li>}</For><Index each={['a']}>{(one) => <>{one()}<br /></>}</Index><For each={[]} fallback={<li>none</li>}>{() => 1}</For></ul>`,
  conditions: `return <div onClick={tick}>{x() === '1' ? <b>one</b> : 'none'}{x() === '2' && <i />}<Switch fallback={<u>else</u>}><Match when={x() === '3'}>3</Match></Switch></div>`,
  whitespace: `return <div onClick={tick}><pre>{'\\n a\\r\\n b '}</pre><p> {' '} {x()} </p><p>{''}</p><p textContent="" /><p textContent={x() === '2' ? 'a' : ''} /></div>`,
  fields: `return <form onSubmit={tick}><input value={x()} checked={false} disabled={false} /><textarea>{x()}</textarea><select value="b"><option value="a">A</option><option value="b" selected>B {x()}</option></select><input type="checkbox" checked={x() === '1'} required={x() === '1'} readonly={x() === '2'} /></form>`,
  form: `return <form method="post" action={send} onSubmit={tick}><input name="text" value={x()} /></form>`,
  markup: `return <div onClick={tick} innerHTML={'<p title="a">b &amp; c</p>' + x()} />`,
  table: `return <table onClick={tick}><tbody><tr><td colSpan={2}>{x()}</td></tr></tbody></table>`,
  svg: `return <svg viewBox="0 0 9 9" onClick={tick}><path d={'M0 0' + x()} /><For each={[1]}>{(one) => <circle r={one} />}</For></svg>`,
  styles: `return <p onClick={tick} style={{ color: x() === '1' ? '#f00' : 'blue', 'margin-top': '3px', '--gap': x() }}><b style={'color:' + (x() === '1' ? 'red' : 'blue')} /></p>`,
  spread: `const rest = { title: x(), 'aria-hidden': false, disabled: x() === '1', class: 'a', style: { color: 'red' }, 'data-n': 3, tabIndex: 0, children: x() } as const; return <button onClick={tick} {...rest} />`,
  ids: `const id = createUniqueId(); return <label for={id} onClick={tick}>{x()} <input id={id} /></label>`,
  portal: `return <div onClick={tick}>a<Portal><p>elsewhere</p></Portal>{x()}</div>`,
  dynamic: `return <div onClick={tick}><Dynamic component="h2" title={x()}>{x()}</Dynamic></div>`,
  resource: `const [data] = createResource(async () => 'data'); return <div onClick={tick}><Suspense fallback={<i>wait</i>}><b>{data()}</b> {data()}</Suspense></div>`,
  slow: `const [data] = createResource(async () => { await new Promise((done) => setTimeout(done, 300)); return 'late' }); return <div onClick={tick}>{x()}<Suspense fallback={<i>wait</i>}><b>{data()}</b></Suspense></div>`,
  lazy: `return <div onClick={tick}><Suspense><Late /></Suspense><Late /></div>`,
  boundary: `return <div onClick={tick}><ErrorBoundary fallback={(error) => <p>caught {String(error.message).length > 0}</p>}><b>{x()}</b></ErrorBoundary></div>`,
  context: `return <Level.Provider value="deep"><Inside /></Level.Provider>`,
  unhydrated: `return <div onClick={tick}><NoHydration><p>static {x()}</p>text</NoHydration></div>`,
}

/** Pages of the components without a mismatch. */
export const MATCH_PAGES: Readonly<Record<string, readonly string[]>> = {
  '/good': Object.keys(MATCHES),
  '/good-lazy': ['lazy', 'resource'],
}

const IMPORTS = `import { createContext, createEffect, createResource, createSignal, createUniqueId, ErrorBoundary, For, Index, lazy, Match, onMount, Show, Suspense, Switch, useContext } from 'solid-js'
import { Dynamic, NoHydration, Portal } from 'solid-js/web'
import { send } from '../server/post.api.ts'
export const inBrowser = typeof document !== 'undefined'
const ON = true
const Level = createContext('none')
const Late = lazy(() => import('../late.tsx'))
const tick = () => undefined
function Inside() { const [n] = createSignal(useContext(Level)); return <p onClick={tick}>{n()}</p> }
function Inner() { return <i>{inBrowser ? 'browser' : 'server'}</i> }
`

export function writeFiles(): Readonly<Record<string, string>> {
  const bodies = [
    ...Object.entries(MISMATCHES).map(([name, { body }]) => [`bad-${name}`, body] as const),
    ...Object.entries(MATCHES).map(([name, body]) => [`good-${name}`, body] as const),
  ]
  const files: Record<string, string> = {
    'src/server/post.api.ts': `import { api, type Call } from '@fw/runtime'
/** Sends. */
export const send = api({ run: async ({ input }: Call<{ text: string }>): Promise<string> => input.text })`,
    'src/late.tsx': 'export default function Late() { return <p>late</p> }',
    'src/components/frame.tsx': `import { createSignal, type JSX, Show } from 'solid-js'
export function Frame(props: { children: JSX.Element; start: Date }) {
  const [open, setOpen] = createSignal(false)
  return <section onClick={() => setOpen(true)}>{props.start.getTime()}<Show when={open()}>{props.children}</Show>{props.children}</section>
}`,
    'src/components/only.tsx': `import { createSignal } from 'solid-js'
export function Only() { const [n] = createSignal(typeof document); return <p class="only">{n()}</p> }`,
    'src/routes/good-page.tsx': `import { Frame } from '../components/frame.tsx'
import { Only } from '../components/only.tsx'
import { Part } from '../components/good-mount.tsx'
export const meta = { title: 'Page' }
export default function Page() {
  return <><Frame start={new Date(5)}><b>slot</b><Part /></Frame><Only client:only /><Part client:persist="kept" /><Part client:idle /><a href="/good">next</a></>
}`,
  }
  for (const [name, body] of bodies)
    files[`src/components/${name}.tsx`] =
      `${IMPORTS}export function Part() {\n  const [x] = createSignal('1')\n  ${body}\n}\n`
  for (const name of Object.keys(MISMATCHES)) files[`src/routes/bad-${name}.tsx`] = writePage([`bad-${name}`])
  for (const [path, names] of Object.entries(MATCH_PAGES))
    files[`src/routes${path}.tsx`] = writePage(names.map((name) => `good-${name}`))
  return files
}

/** A page with these components, each in an element whose id is its name. */
function writePage(names: readonly string[]): string {
  return `${names.map((name, at) => `import { Part as Part${at} } from '../components/${name}.tsx'\n`).join('')}
export const meta = { title: 'Parts' }
export default function Page() {
  return <>${names.map((name, at) => `<div id="${name}"><Part${at} /></div>`).join('')}</>
}
`
}
