import { describe, expect, test } from 'vitest'
import { trimRoute } from '../../../../compiler/src/analyze/modules/trim-route.ts'
import { typescript as ts } from '../../../../compiler/src/program/typescript.ts'

function trim(code: string, ...names: string[]) {
  const file = ts.createSourceFile('/app/src/routes/index.tsx', code, ts.ScriptTarget.Latest, true)
  const { code: trimmed, problems } = trimRoute(ts, file, names)
  // Every offset is unchanged.
  expect(trimmed.length).toBe(code.length)
  expect(trimmed.replace(/[^\n]/g, '')).toBe(code.replace(/[^\n]/g, ''))
  const lines = trimmed.split('\n').map((line) => line.replace(/\s+/g, ' ').trim())
  return {
    lines: lines.filter((line) => line !== ''),
    problems: problems.map(({ name, start, end }) => `${name}: ${code.slice(start, end)}`),
  }
}

const PAGE = `import { createSignal, onMount as mounted } from 'solid-js'
import database, { connect, format } from '../db.ts'
import * as queries from '../queries.ts'
import type { Row } from '../rows.ts'
import './page.css'
/** Comment of the page. */
const pool = connect('postgres://secret')
export const LIMIT = 20, UNIT = 'EUR' as const
const texts = { buy: 'Buy', list: [LIMIT, -1] } satisfies object
export const price = (cents: number): string => format(cents) + UNIT
export function Badge(props: { row: Row }) {
  mounted(() => {})
  return <b title={texts.buy}>{price(props.row.cents)}</b>
}
export const total = pool.query('select 1')
export const listed = queries.all
export class Shape { static unit = UNIT; area() { return pool } }
console.log('starts', pool)
export { texts as words, listed as rows }
export { helper, other } from '../helper.ts'
export default async function Page() {
  return <p>{await total} {database.name}</p>
}
`

describe('a page trimmed to', () => {
  test('a constant has only this constant', () => {
    expect(trim(PAGE, 'LIMIT')).toEqual({
      lines: ["export const LIMIT = 20, UNIT = 'EUR' as const"],
      problems: [],
    })
  })

  test('a component has what the component refers to, and no other names of an import', () => {
    expect(trim(PAGE, 'Badge')).toEqual({
      lines: [
        "import { onMount as mounted } from 'solid-js'",
        "import { format } from '../db.ts'",
        "export const LIMIT = 20, UNIT = 'EUR' as const",
        "const texts = { buy: 'Buy', list: [LIMIT, -1] } satisfies object",
        'export const price = (cents: number): string => format(cents) + UNIT',
        'export function Badge(props: { row: Row }) {',
        'mounted(() => {})',
        'return <b title={texts.buy}>{price(props.row.cents)}</b>',
        '}',
      ],
      problems: [],
    })
  })

  test('names of export lists has only these names', () => {
    expect(trim(PAGE, 'helper', 'words').lines).toEqual([
      "export const LIMIT = 20, UNIT = 'EUR' as const",
      "const texts = { buy: 'Buy', list: [LIMIT, -1] } satisfies object",
      'export { texts as words, }',
      "export { helper, } from '../helper.ts'",
    ])
    expect(trim(PAGE, 'rows').lines).toEqual([
      "import * as queries from '../queries.ts'",
      'export const listed = queries.all',
      'export { listed as rows }',
    ])
  })

  test('a name that it lacks has its export stars', () => {
    const code = `export * from './a.ts'\nexport * as all from './b.ts'\nexport const own = 1\n`
    expect(trim(code, 'other').lines).toEqual(["export * from './a.ts'"])
    expect(trim(code, 'own').lines).toEqual(['export const own = 1'])
    expect(trim(code, 'all').lines).toEqual(["export * as all from './b.ts'"])
  })

  test('an import has the default, the namespace or both', () => {
    const code = `import a, * as b from './x.ts'\nexport const one = () => a\nexport const two = () => b\nexport default 5\n`
    expect(trim(code, 'one').lines[0]).toBe("import a from './x.ts'")
    expect(trim(code, 'two').lines[0]).toBe("import * as b from './x.ts'")
    expect(trim(code, 'default')).toEqual({ lines: ['export default 5'], problems: [] })
  })
})

describe('problems', () => {
  test.each([
    ['a value that code creates', 'total', "total: const pool = connect('postgres://secret')"],
    ['the page itself', 'default', "default: const pool = connect('postgres://secret')"],
    ['a class', 'Shape', "Shape: const pool = connect('postgres://secret')"],
    ['every export', '*', "total: const pool = connect('postgres://secret')"],
  ])('%s', (_, name, problem) => {
    expect(trim(PAGE, name).problems).toContain(problem)
  })

  test.each([
    'export let label = 1',
    'export var label = 1',
    'export const label = create()',
    'export const label = { inner: [create`x`] }',
    'export const label = new Thing()',
    'export const label = await load',
    'export const label = (other = 1)',
    'export const label = other++',
    'export const label = <b />',
    'export const label = <></>',
    'export class label { static { create() } }',
    'export class label { static a = create() }',
    'export class label extends create() {}',
    'export class label { @create a = 1 }',
    "export const label = 'x'\nlabels.add(label)",
    'export const label = {}\nif (true) label.a = 1',
  ])('%s', (code) => {
    expect(trim(code, 'label').problems).toEqual([expect.stringMatching(/^label: /)])
  })

  test.each([
    'export const label = new Intl.NumberFormat("en", { style: "unit" })',
    'export const label = Object.freeze([1, /a/, `b`, null, !true])',
    'export const label = function () { create() }',
    'export const label = { run() { create() }, get it() { return create() } }',
    'export class label extends Base { #a = 1; static b = () => create() }',
    'export enum label { A = 1 << 2 }',
    'export const label = other?.thing ?? import.meta.env.MODE',
    "export const label = 'x'\nexport const query = sql(label)\nexport interface Label { a: string }",
  ])('none: %s', (code) => {
    expect(trim(code, 'label').problems).toEqual([])
  })
})
