import { describe, expect, it } from 'vitest'
import type { Diagnostic } from '../../../compiler/src/index.ts'
import { deriveAll } from './derive-all.ts'
import { MEMBERS, type Refusal, ROOTS } from './refusal-cases.ts'

type Row = Refusal & { readonly path: string; readonly source: string }

const ROWS: readonly Row[] = [
  ...MEMBERS.map((row) => ({ path: 'input.a', ...row, source: `export interface Root { a: ${row.type} }` })),
  ...ROOTS.map((row) => ({ path: 'input', ...row, source: `export type Root = ${row.type}` })),
]
const CASES = ROWS.map((row: Row) => ({
  row,
  path: row.path,
  type: row.type,
  code: `${row.beside ?? ''}\n${row.source}`,
}))

function applied(diagnostic: Diagnostic, code: string, before: string): string {
  const edits = [...(diagnostic.fixes?.[0]?.edits ?? [])].sort((a, b) => b.span.start - a.span.start)
  const start = code.indexOf(before)
  return edits.reduce(
    (text, { span, text: replacement }) =>
      text.slice(0, span.start - start) + replacement + text.slice(span.end - start),
    before,
  )
}

describe("a type that can't be JSON", () => {
  const contracts = deriveAll(CASES)
  const whole = CASES.map((one, index) => `export namespace Case${index} {\n${one.code}\n}\n`).join('')

  it.each(CASES.map((one, index) => ({ ...one, index })))('$path: $type', ({ index, row, code: source }) => {
    const { code = 'unrepresentable-type', says, path, fixed } = row
    const contract = contracts[index]!()
    const shown = contract.diagnostics.map((found) => `${found.code} ${found.message}`).join('\n')
    const found = contract.diagnostics.find((one) => one.code === code)
    const where = code === 'any-input' ? `Case${index}.Root` : `"${path}" of Case${index}.Root`
    expect(shown).toContain(`${code} `)
    expect(found?.message).toContain(where)
    expect(found?.message).toContain(says)
    expect(found?.frame).toMatch(/\^/)
    if (row.isAlone) expect(contract.diagnostics).toEqual([found])
    if (found?.severity === 'error') {
      expect(contract.schema).toEqual({ not: {} })
      expect([contract.is({}), contract.is(null), contract.is({ a: 'x' })]).toEqual([false, false, false])
    }
    expect(found?.fixes?.[0]?.title.startsWith('Write ')).toBe(fixed === undefined ? undefined : true)
    if (found === undefined || fixed === undefined) return
    const mended = applied(found, whole, source)
    expect(mended).toContain(fixed)
    const [after] = deriveAll([{ code: mended }])
    expect(after?.().diagnostics).toEqual([])
  })

  it('every path to it is reported, at the member', () => {
    const code = `interface Price { amount: RegExp }
    interface Item { price: Price; more: Price[] }
    export interface Root { items: Item[]; best: Price }`
    const [derive] = deriveAll([{ code }])
    const [diagnostic, ...others] = derive!().diagnostics
    expect(others).toEqual([])
    expect(diagnostic?.message).toContain('"input.items[].price.amount"')
    expect(diagnostic?.related?.map(({ message }) => message)).toEqual([
      'Also "input.items[].more[].amount" of Case0.Root.',
      'Also "input.best.amount" of Case0.Root.',
    ])
    expect(diagnostic?.frame).toContain('interface Price { amount: RegExp }')
  })

  it('several errors are all reported at once', () => {
    const [derive] = deriveAll([
      { code: 'export interface Root { a: symbol; b: { c: () => void }; /** @minimum x */ d: number; e: Missing }' },
    ])
    expect(
      derive!()
        .diagnostics.map(({ code }) => code)
        .sort(),
    ).toEqual(['invalid-doc-tag', 'unrepresentable-type', 'unrepresentable-type', 'unresolved-type'])
  })

  it('the name of a private member is in no served output', () => {
    const [derive] = deriveAll([
      { code: 'export declare class Root { #hidden: string; private concealed: string; a: string }' },
    ])
    const contract = derive!()
    const checked = contract.validate({ a: '', hidden: '' })
    expect(contract.diagnostics.map(({ severity }) => severity)).toContain('error')
    expect(JSON.stringify([contract.schema, contract.is({}), checked.ok])).not.toMatch(/hidden|concealed/)
  })
})
