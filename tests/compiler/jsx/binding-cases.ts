/** Components, and what each binding of the first exported one reads and calls. */

/** Modules that the cases import. */
export const PRELUDE = `import { For, Index, Match, Show, Switch, children, createEffect, createMemo, createMutable, createResource, createSelector, createSignal, mergeProps, on, splitProps, useContext } from 'solid-js'
import * as Solid from 'solid-js'
import { createStore } from 'solid-js/store'
import { intent, live, useStore } from '@fw/runtime'
import { cart, cart as basket, user } from '../stores.ts'
import * as stores from '../stores.ts'
import { add as addToCart, change, listCards } from '../server/cart.api.ts'
import { formatMoney } from '../money.ts'
import { useTheme } from '../use-theme.ts'
import { Price, Theme } from './price.tsx'
`

export interface BindingCase {
  readonly title: string
  readonly code: string
  readonly bindings: readonly string[]
}

/** The body of a component, and its JSX. */
export const component = (jsx: string, body = '', props = 'props') =>
  `export function Case(${props}) { ${body}\nreturn ${jsx} }`

export const CART = 'const [state, actions] = useStore(cart)'

export const BINDING_CASES: readonly BindingCase[] = [
  {
    title: 'a signal as text',
    code: component('<b>{n()}</b>', 'const [n, setN] = createSignal(0)'),
    bindings: ['text in b, reads signal:n'],
  },
  {
    title: 'constants are not bindings',
    code: component('<b title="x" class={"y"} tabindex={1}>{"text"}{/* nothing */}{1 + 1}</b>'),
    bindings: [],
  },
  {
    title: 'an attribute, a class list and a style',
    code: component(
      '<b title={n()} classList={{ on: n() > 1 }} style={{ width: n() + "px" }} prop:value={n()} bool:hidden={!n()} />',
      'const [n] = createSignal(0)',
    ),
    bindings: ['title', 'classList', 'style', 'prop:value', 'bool:hidden'].map(
      (name) => `attribute ${name} in b, reads signal:n`,
    ),
  },
  {
    title: 'an event that changes the state that it reads',
    code: component('<button onClick={() => setOpen(!open())} />', 'const [open, setOpen] = createSignal(false)'),
    bindings: ['event onClick in button, reads signal:open, calls set:open'],
  },
  {
    title: 'every spelling of an event',
    code: component(
      '<a onClick={set} on:click={set} oncapture:click={set} onclick={set} once={n()} />',
      'const [n, set] = createSignal(0)',
    ),
    bindings: [
      ...['onClick', 'on:click', 'oncapture:click', 'onclick'].map((name) => `event ${name} in a, calls set:n`),
      'attribute once in a, reads signal:n',
    ],
  },
  {
    title: 'a handler with its data',
    code: component(
      '<a onClick={[pick, id()]} />',
      'const [id] = createSignal(0)\nconst pick = (id) => actions.add({ id })\nconst [, actions] = useStore(cart)',
    ),
    bindings: ['event onClick in a, reads signal:id, calls action:cart.add'],
  },
  {
    title: 'a part of a store',
    code: component('<b>{state.lines.length}</b>', CART),
    bindings: ['text in b, reads store:cart.lines.length'],
  },
  {
    title: 'a store under another name here is called by its export',
    code: component('<b>{state.total}</b>', 'const [state] = useStore(basket)'),
    bindings: ['text in b, reads store:cart.total'],
  },
  {
    title: 'a store of a whole module',
    code: component('<b>{state.total}</b>', 'const [state] = useStore(stores.cart)'),
    bindings: ['text in b, reads store:cart.total'],
  },
  {
    title: 'a store that is taken apart',
    code: component(
      '<b title={name} onClick={() => add({})}>{rest.total}</b>',
      'const [{ user: { name = "you" }, ...rest }, { add }] = useStore(cart)',
    ),
    bindings: [
      'attribute title in b, reads store:cart.user.name',
      'event onClick in b, calls action:cart.add',
      'text in b, reads store:cart.total',
    ],
  },
  {
    title: 'a store that is not taken apart',
    code: component('<b onClick={handle[1].clear}>{handle[0].total}</b>', 'const handle = useStore(cart)'),
    bindings: ['event onClick in b, calls action:cart.clear', 'text in b, reads store:cart.total'],
  },
  {
    title: 'a memo, through to the store',
    code: component('<b>{count()}</b>', `${CART}\nconst count = createMemo(() => state.lines.length)`),
    bindings: ['text in b, reads store:cart.lines.length'],
  },
  {
    title: 'a memo of a memo and a signal',
    code: component(
      '<b>{label()}</b>',
      `${CART}\nconst [unit] = createSignal('pcs')\nconst count = createMemo(() => state.lines.length)\nconst label = createMemo(() => { if (count() === 0) return 'none'\nreturn count() + unit() })`,
    ),
    bindings: ['text in b, reads store:cart.lines.length signal:unit'],
  },
  {
    title: 'a derived function, and a member of its result',
    code: component('<b>{last()?.name.toUpperCase()}</b>', `${CART}\nconst last = () => state.lines.at(-1)`),
    bindings: ['text in b, reads store:cart.lines[].name'],
  },
  {
    title: 'functions that call each other in a circle end',
    code: component(
      '<b>{a()}</b>',
      'const [n] = createSignal(0)\nfunction a() { return n() ? b() : 0 }\nfunction b() { return a() }',
    ),
    bindings: ['text in b, reads signal:n'],
  },
  {
    title: 'props, taken apart or not',
    code: component('<b title={props.line.name}>{formatMoney(props.line.price)}</b>'),
    bindings: ['attribute title in b, reads prop:line.name', 'text in b, reads prop:line.price'],
  },
  {
    title: 'props that are taken apart',
    code: component('<b title={label} {...rest}>{line.name.trim()}</b>', '', '{ line, name: label = "x", ...rest }'),
    bindings: [
      'attribute title in b, reads prop:name',
      'attribute ... in b, reads prop:*',
      'text in b, reads prop:line.name',
    ],
  },
  {
    title: 'splitProps and mergeProps',
    code: component(
      '<b title={own.name} lang={all.lang} {...rest} />',
      'const all = mergeProps({ lang: "en" }, props)\nconst [own, rest] = splitProps(all, ["name"])',
    ),
    bindings: [
      'attribute title in b, reads prop:name',
      'attribute lang in b, reads prop:lang',
      'attribute ... in b, reads prop:*',
    ],
  },
  {
    title: 'arguments of a callback of a component',
    code: component('<input onInput={(event) => props.onChange(event.currentTarget.value)} value={props.value()} />'),
    bindings: ['event onInput in input, calls prop:onChange', 'attribute value in input, reads prop:value'],
  },
  {
    title: 'what another component is given',
    code: component('<p><Price cents={state.total} onPick={() => actions.pick({})}>{state.label}</Price></p>', CART),
    bindings: [
      'attribute cents in p > Price, reads store:cart.total',
      'event onPick in p > Price, calls action:cart.pick',
      'text in p > Price, reads store:cart.label',
    ],
  },
  {
    title: 'a signal and a setter that are handed on uncalled',
    code: component('<Price value={n} set={setN} />', 'const [n, setN] = createSignal(0)'),
    bindings: ['attribute value in Price, reads signal:n', 'attribute set in Price, calls set:n'],
  },
  {
    title: 'an intent: its call, and that it is under way',
    code: component(
      '<button disabled={add.pending()} title={String(add.error())} onClick={() => add({ n: 1 })} />',
      `const add = intent('add', { description: 'Adds.', run: () => addToCart({}) })`,
    ),
    bindings: [
      'attribute disabled in button, reads intent:Case.add.pending',
      'attribute title in button, reads intent:Case.add.error',
      'event onClick in button, calls intent:Case.add',
    ],
  },
  {
    title: 'an intent through a local function, which may fail',
    code: component(
      '<form onSubmit={submit} />',
      `const [email] = createSignal('')\nconst [busy, setBusy] = createSignal(false)\nconst pay = intent('pay', { description: 'Pays.', run: () => 1 })\nconst submit = async (event) => { event.preventDefault(); setBusy(true); try { await pay({ email: email() }) } finally { setBusy(false) } }`,
    ),
    bindings: ['event onSubmit in form, reads signal:email, calls set:busy intent:Case.pay'],
  },
  {
    title: 'an intent that is handed to something else',
    code: component(
      '<button onClick={debounce(add)} />',
      `const add = intent('add', { description: 'Adds.', run: () => 1 })`,
    ),
    bindings: ['event onClick in button, calls intent:Case.add'],
  },
  {
    title: 'an api, from a handler and as the action of a form',
    code: component('<form action={change} onReset={() => addToCart({ id: props.id })} />'),
    bindings: [
      'attribute action in form, calls api:cart.change',
      'event onReset in form, reads prop:id, calls api:cart.add',
    ],
  },
  {
    title: 'state of its own: createStore and createMutable',
    code: component(
      '<b title={form.name} onClick={() => setForm("name", "")}>{draft.text}</b>',
      'const [form, setForm] = createStore({ name: "" })\nconst draft = createMutable({ text: "" })',
    ),
    bindings: [
      'attribute title in b, reads state:form.name',
      'event onClick in b, calls set:form',
      'text in b, reads state:draft.text',
    ],
  },
  {
    title: 'a resource',
    code: component('<b hidden={found.loading}>{found()?.items.length}</b>', 'const [found] = createResource(search)'),
    bindings: ['attribute hidden in b, reads resource:found.loading', 'text in b, reads resource:found.items.length'],
  },
  {
    title: 'a live read, and a call that changes it',
    code: component(
      '<button hidden={cards.loading} onClick={() => cards.call(addToCart, { id: 1 })}>{cards()?.length}</button>',
      'const cards = live(listCards, () => ({ board: props.board }))',
    ),
    bindings: [
      'attribute hidden in button, reads resource:cards.loading',
      'event onClick in button, reads resource:cards.call, calls api:cart.add',
      'text in button, reads resource:cards.length',
    ],
  },
  {
    title: 'a selector',
    code: component(
      '<b class={isChosen(3) ? "on" : ""} />',
      'const [id] = createSignal(1)\nconst isChosen = createSelector(id)',
    ),
    bindings: ['attribute class in b, reads signal:id'],
  },
  {
    title: 'a context, and a hook of another module',
    code: component(
      '<b title={theme.name}>{colours.accent}</b>',
      'const theme = useContext(Theme)\nconst colours = useTheme()',
    ),
    bindings: ['attribute title in b, reads context:Theme.name', 'text in b, reads hook:useTheme.accent'],
  },
  {
    title: 'members of props that a handler calls; a function that is called for its result is a read',
    code: component(
      '<b title={props.format(n())} onClick={() => (props.pick(n()), dispatch({ n: 1 }), set(2))}>{t("hello")}{locale().trim()}</b>',
      'const [n] = createSignal(0)\nconst { dispatch } = useContext(Theme)\nconst { set, t, locale } = useTheme()',
    ),
    bindings: [
      'attribute title in b, reads prop:format signal:n',
      'event onClick in b, reads signal:n, calls prop:pick context:Theme.dispatch hook:useTheme.set',
      'text in b, reads hook:useTheme.t',
      'text in b, reads hook:useTheme.locale',
    ],
  },
  {
    title: 'members of props that a handler calls without arguments',
    code: component(
      '<b onClick={() => (props.close(), theme.toggle(), dispatch())} />',
      'const theme = useContext(Theme)\nconst { dispatch } = useTheme()',
    ),
    bindings: ['event onClick in b, reads prop:close context:Theme.toggle hook:useTheme.dispatch'],
  },
  {
    title: 'calls that are not written to their end yet',
    code: component(
      '<b title={state} onClick={() => (go(), Object.values().map())}>{memo()}{Object.values()}</b>',
      'const [state] = useStore()\nconst go = intent()\nconst memo = createMemo()\nconst theme = useContext()\nconst [, rest] = splitProps()\nconst all = mergeProps()',
    ),
    bindings: [],
  },
  {
    title: 'a hook of this module, through its result',
    code: `function useTotals() { const [state, { clear }] = useStore(cart)\nconst sum = createMemo(() => state.total)\nreturn { sum, get count() { return state.lines.length }, clear } }\n${component('<b title={totals.count} onClick={() => totals.clear()}>{totals.sum()}</b>', 'const totals = useTotals()')}`,
    bindings: [
      'attribute title in b, reads store:cart.lines.length',
      'event onClick in b, calls action:cart.clear',
      'text in b, reads store:cart.total',
    ],
  },
  {
    title: 'signals that a hook of this module makes are called after it',
    code: `function useToggle() { return createSignal(false) }\n${component('<b onClick={() => set(true)}>{on()}</b>', 'const [on, set] = useToggle()')}`,
    bindings: ['event onClick in b, calls set:useToggle', 'text in b, reads signal:useToggle'],
  },
  {
    title: 'a signal of the module, and Solid as a whole module',
    code: `const [open, setOpen] = Solid.createSignal(false)\n${component('<b onClick={() => setOpen(true)}>{open()}</b>')}`,
    bindings: ['event onClick in b, calls set:open', 'text in b, reads signal:open'],
  },
  {
    title: 'a local component, under its own name',
    code: `function Row(props) { const [, { drop }] = useStore(cart)\nreturn <li onClick={() => drop(props.line.id)}>{props.line.name}</li> }\n${component('<ul><For each={state.lines}>{(line) => <Row line={line} />}</For></ul>', CART)}`,
    bindings: [
      'attribute each in ul > For, reads store:cart.lines',
      'attribute line in ul > For > Row, reads store:cart.lines[]',
      'event onClick in Row > li, reads prop:line.id, calls action:cart.drop',
      'text in Row > li, reads prop:line.name',
    ],
  },
  {
    title: 'a local function that makes elements',
    code: `const row = (name) => <li title={name}>{name}</li>\n${component('<ul>{row(state.first)}</ul>', CART)}`,
    bindings: ['text in ul, reads store:cart.first'],
  },
  {
    title: 'elements in an expression have bindings of their own',
    code: component(
      '<p>{open() ? <b>{state.a}</b> : state.b}{open() && <i title={state.c} />}</p>',
      `${CART}\nconst [open] = createSignal(false)`,
    ),
    bindings: [
      'text in p, reads signal:open store:cart.b',
      'text in p > b, reads store:cart.a',
      'text in p, reads signal:open',
      'attribute title in p > i, reads store:cart.c',
    ],
  },
  {
    title: 'code outside elements is not a binding: effects, intents, early returns',
    code: component(
      '<p>{n()}</p>',
      `${CART}\nconst [n, setN] = createSignal(0)\ncreateEffect(() => setN(state.total))\nintent('wipe', { description: 'Wipes.', run: () => actions.wipe({}) })\nif (state.gone) return null`,
    ),
    bindings: ['text in p, reads signal:n'],
  },
  {
    title: 'types are not code',
    code: component(
      '<p>{(state.total as Total<typeof n>)!}</p>',
      `${CART}\nconst [n] = createSignal<number>(0)`,
      'props: { n: number }',
    ),
    bindings: ['text in p, reads store:cart.total'],
  },
  {
    title: 'a name that is something else inside',
    code: component('<p>{list.map((n) => n + 1)}</p>', 'const [n] = createSignal(0)\nconst list = [1]'),
    bindings: [],
  },
  {
    title: 'a ref, a directive and a fragment',
    code: component(
      '<><i ref={(node) => setNode(node)} use:tip={n()} />{n()}</>',
      'const [n] = createSignal(0)\nconst [, setNode] = createSignal()',
    ),
    bindings: ['attribute ref in i, calls set:node', 'attribute use:tip in i, reads signal:n', 'text, reads signal:n'],
  },
  {
    title: 'svg and names with colons and dots',
    code: component('<svg xlink:href={n()}><Theme.Provider value={n()} /></svg>', 'const [n] = createSignal(0)'),
    bindings: [
      'attribute xlink:href in svg, reads signal:n',
      'attribute value in svg > Theme.Provider, reads signal:n',
    ],
  },
]
