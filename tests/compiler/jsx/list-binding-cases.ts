/** Components with lists and conditions, and what each binding reads and calls. */
import { type BindingCase, CART, component } from './binding-cases.ts'

export const LIST_CASES: readonly BindingCase[] = [
  {
    title: '<For>, and its items',
    code: component(
      '<ul><For each={state.lines}>{(line, index) => <li title={index()}>{line.name}</li>}</For></ul>',
      CART,
    ),
    bindings: [
      'attribute each in ul > For, reads store:cart.lines',
      'text in ul > For > li, reads store:cart.lines[].name',
    ],
  },
  {
    title: '<For> of some of them in another order',
    code: component(
      '<For each={open()}>{({ name }) => <li>{name}</li>}</For>',
      `${CART}\nconst open = () => [...state.lines].filter((line) => line.open).sort((a, b) => a.at - b.at)`,
    ),
    bindings: [
      'attribute each in For, reads store:cart.lines store:cart.lines[].at store:cart.lines[].open',
      'text in For > li, reads store:cart.lines[].name',
    ],
  },
  {
    title: '<For> under another name, from another door of Solid',
    code: `import { For as Each } from 'solid-js/web'\n${component('<Each each={state.lines}>{(line) => line.name}</Each>', CART)}`,
    bindings: ['attribute each in Each, reads store:cart.lines', 'text in Each, reads store:cart.lines[].name'],
  },
  {
    title: '<Index>, whose items are functions',
    code: component('<Index each={state.lines}>{(line) => <li>{line().name}</li>}</Index>', CART),
    bindings: ['attribute each in Index, reads store:cart.lines', 'text in Index > li, reads store:cart.lines[].name'],
  },
  {
    title: '<For> in <For>',
    code: component(
      '<For each={state.groups}>{(group) => <ul><For each={group.lines}>{(line) => <li>{line.name}</li>}</For></ul>}</For>',
      CART,
    ),
    bindings: [
      'attribute each in For, reads store:cart.groups',
      'attribute each in For > ul > For, reads store:cart.groups[].lines',
      'text in For > ul > For > li, reads store:cart.groups[].lines[].name',
    ],
  },
  {
    title: '<Show> with its condition as an argument',
    code: component(
      '<Show when={state.user} fallback={<i>{n()}</i>}>{(user) => <b>{user().name}</b>}</Show>',
      `${CART}\nconst [n] = createSignal(0)`,
    ),
    bindings: [
      'attribute when in Show, reads store:cart.user',
      'text in Show > i, reads signal:n',
      'text in Show > b, reads store:cart.user.name',
    ],
  },
  {
    title: '<Show keyed>, <Switch> and <Match>',
    code: component(
      '<Switch><Match when={state.user} keyed>{(user) => user.name}</Match><Match when={n()}>{n()}</Match></Switch>',
      `${CART}\nconst [n] = createSignal(0)`,
    ),
    bindings: [
      'attribute when in Switch > Match, reads store:cart.user',
      'text in Switch > Match, reads store:cart.user.name',
      'attribute when in Switch > Match, reads signal:n',
      'text in Switch > Match, reads signal:n',
    ],
  },
  {
    title: 'map, find and reduce',
    code: component(
      '<ul title={state.lines.find((line) => line.first)?.name}>{state.lines.map((line) => <li>{line.name}</li>)}{state.lines.reduce((sum, line) => sum + line.price, 0)}</ul>',
      CART,
    ),
    bindings: [
      'attribute title in ul, reads store:cart.lines[].name store:cart.lines[].first',
      'text in ul, reads store:cart.lines',
      'text in ul > li, reads store:cart.lines[].name',
      'text in ul, reads store:cart.lines store:cart.lines[].price',
    ],
  },
  {
    title: 'an item by number, by name and by something else that is read',
    code: component(
      '<b title={state.lines[0].name} lang={state["lang"]}>{state.byId[id()].name}</b>',
      `${CART}\nconst [id] = createSignal(1)`,
    ),
    bindings: [
      'attribute title in b, reads store:cart.lines[0].name',
      'attribute lang in b, reads store:cart.lang',
      'text in b, reads store:cart.byId[].name signal:id',
    ],
  },
  {
    title: 'the values of an object',
    code: component('<For each={Object.values(state.byId)}>{(one) => one.name}</For>', CART),
    bindings: ['attribute each in For, reads store:cart.byId', 'text in For, reads store:cart.byId[].name'],
  },
]
