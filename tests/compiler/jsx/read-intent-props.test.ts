/** The props that an intent with an approval reads for its card. */
import { expect, test } from 'vitest'
import { compileComponent } from '../../../compiler/src/jsx/compile-component.ts'

/** Compiles a component `Row` with this head and body. Returns the last arguments of its `intent()`, printed on one line. */
function compile(head: string, body: string, options: { target?: 'dom' | 'ssr'; guard?: string } = {}): string {
  const { target = 'dom', guard = `guard: 'confirm', ` } = options
  const code = `import { intent } from '@fw/runtime'
    import { order, wrap } from './shop.api.ts'
    export ${head} { ${body.replace('INTENT', `const remove = intent('remove', { description: 'Removes.', ${guard}RUN })`)} }`
  const compiled = compileComponent({
    code: code.replace('RUN', 'run: () => work()'),
    file: '/app/row.tsx',
    root: '/app',
    target,
    route: false,
    dev: false,
  })
  const printed = compiled?.code.replace(/\s+/g, ' ') ?? ''
  return /\}, ("Row".*?)\);/.exec(printed)?.[1] ?? printed
}

const ROW = 'function Row(props: { id: string; label: string; children?: unknown })'

test.each([
  [
    'a member that code uses',
    ROW,
    'const work = () => order(props.id); INTENT; return <b onClick={remove}>x</b>',
    '"id": props["id"]',
  ],
  [
    'an optional member, and one by its string',
    ROW,
    'const work = () => order(props?.id, props["label"]); INTENT; return <b onClick={remove}>x</b>',
    '"id": props["id"], "label": props["label"]',
  ],
  ['a member that a handler uses', ROW, 'INTENT; return <b onClick={() => order(props.id)}>x</b>', '"id": props["id"]'],
  [
    'variables of destructured props',
    'const Row = ({ id, label: text = "", ...rest }: Record<string, string>) =>',
    'const work = () => order(id, text, rest); INTENT; return <b onClick={remove}>x</b>',
    '"id": id, "label": text, ...rest',
  ],
  [
    'variables of nested patterns',
    'const Row = ({ item: { id, price = 5, ...more }, pair: [first, , { label }, ...others] = [], unused: { code } }: any) =>',
    'const work = () => order(id, price, more, first, label, others); INTENT; return <b onClick={remove}>{code}</b>',
    '"item": { "id": id, "price": price, ...more }, "pair": { "0": first, "2": { "label": label }, "3": others }',
  ],
  [
    'variables of keys that are no identifiers',
    'const Row = ({ "data-id": id, 2: two, ["label"]: label, [wrap()]: text, [wrap(1)]: { code } }: any) =>',
    'const work = () => order(id, two, label, text, code); INTENT; return <b onClick={remove}>x</b>',
    '"data-id": id, "2": two, "label": label, "[text]": text, "[code]": code',
  ],
  [
    'variables of destructured props with a default for all of them',
    'const Row = ({ item: { children } }: any = {}) =>',
    'const work = () => order(children); INTENT; return <b onClick={remove}>x</b>',
    '"item": { "children": children }',
  ],
  [
    'a member whose object a variable of the same name hides',
    ROW,
    'const work = () => order(props.id); { const props = wrap(); INTENT; wrap(props) } return <b onClick={work}>x</b>',
    '"id": props["id"]',
  ],
  [
    'a variable that another one of the same name hides',
    'const Row = ({ id }: { id: string }) =>',
    'const work = () => order(id); { const id = wrap(); INTENT; wrap({ id }) } return <b onClick={work}>x</b>',
    '"id": id',
  ],
  [
    'a member that is only rendered, if the intent is in rendered code',
    ROW,
    'return <b title={props.label}>{wrap(props.id, () => { INTENT; return remove })}</b>',
    '"label": props["label"], "id": props["id"]',
  ],
])('the intent reads %s', (_name, head, body, read) => {
  expect(compile(head, body)).toBe(`"Row", undefined, () => ({ ${read} })`)
})

test.each([`'guard': 'confirm', `, `"effect": 'irreversible', `, `[wrap]: 'confirm', `])(
  'the intent may need an approval: { %s… }',
  (guard) => {
    const body = 'const work = () => order(props.id); INTENT; return <b onClick={remove}>x</b>'
    expect(compile(ROW, body, { guard })).toBe('"Row", undefined, () => ({ "id": props["id"] })')
  },
)

test('the intent reads all props of a component that computes the name of one', () => {
  expect(
    compile(ROW, 'const work = () => order(props[wrap() as "id"]); INTENT; return <b onClick={remove}>x</b>'),
  ).toBe('"Row", undefined, () => props')
})

test('the intent reads all props of a component that passes them on', () => {
  expect(compile(ROW, 'const work = () => order(wrap(props)); INTENT; return <b onClick={remove}>x</b>')).toBe(
    '"Row", undefined, () => props',
  )
})

test.each([
  ['that are only rendered', ROW, 'INTENT; return <b title={props.label} onClick={remove}>{props.id}</b>', {}],
  ['of rendered children', ROW, 'const work = () => props.children; INTENT; return <b onClick={remove}>x</b>', {}],
  [
    'behind a variable of the same name',
    ROW,
    '{ const props = wrap(); const work = () => order(props.id); INTENT } return <b onClick={order}>x</b>',
    {},
  ],
  [
    'of an intent that never needs an approval',
    ROW,
    'const work = () => order(props.id); INTENT; return <b onClick={remove}>x</b>',
    { guard: '' },
  ],
  [
    'on the server',
    ROW,
    'const work = () => order(props.id); INTENT; return <b onClick={remove}>x</b>',
    { target: 'ssr' },
  ],
] as const)('the intent reads no props %s', (_name, head, body, options) => {
  expect(compile(head, body, options)).not.toContain('=>  ({')
  expect(compile(head, body, options)).not.toMatch(/undefined, \(\)/)
})
