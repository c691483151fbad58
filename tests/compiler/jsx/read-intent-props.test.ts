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
])('the intent reads %s', (_name, head, body, read) => {
  expect(compile(head, body)).toBe(`"Row", undefined, () => ({ ${read} })`)
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
