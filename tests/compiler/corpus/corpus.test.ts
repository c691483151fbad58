/**
 * One row per construct of the language. The schema (by ajv), the validator and the expectation agree on every value, and
 * so does TypeScript on whether it can be assigned; a value on which TypeScript must differ names the reason.
 */
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { deriveContract } from '../../../compiler/src/index.ts'
import { type CorpusTable, isDiffering, plainValue } from './corpus-case.ts'
import { TABLES } from './tables.ts'
import { askTypeScript } from './typescript-verdicts.ts'

/** Every row is a namespace of one module: one program for a table. */
function emitTable(table: CorpusTable): string {
  const spaces = table.rows.map(([, code], at) => [`namespace C${at} {`, code, '}'].join('\n'))
  return ['export {}', ...spaces].join('\n')
}

const pathOf = (table: CorpusTable) => join(import.meta.dirname, `${table.name.replaceAll(' ', '-')}.generated.ts`)

/** TypeScript's verdicts on the tables with a wire form that equals their type; one program loads the libraries once. */
const verdictsByTable = (() => {
  const tables = TABLES.filter(({ wire }) => !wire)
  const files = tables.map((table) => ({
    path: pathOf(table),
    cases: table.rows.map(([, code, good, bad]) => ({ code, values: [...good, ...bad].map(plainValue) })),
  }))
  const verdicts = askTypeScript(files, ['lib.es2022.d.ts', 'lib.dom.d.ts'])
  return new Map(tables.map((table, at) => [table, verdicts[at] ?? []]))
})()

/** For each row of a table, whether TypeScript accepts each of its values. */
function judgeByTypeScript(table: CorpusTable): (readonly boolean[])[] | undefined {
  return verdictsByTable.get(table)?.map((verdicts, at) => {
    if (verdicts.error !== undefined) throw new Error(`${table.rows[at]?.[0]}: TypeScript refuses "${verdicts.error}"`)
    return verdicts.accepted
  })
}

// One for all schemas: each instance first compiles the whole meta-schema.
const ajv = new Ajv2020({
  strict: true,
  // Without it ajv reads inherited members, as `toString`.
  ownProperties: true,
  // Stopping at the first error, ajv does not notice that the key '' is missing.
  allErrors: true,
  allowUnionTypes: true,
  strictTuples: false,
  strictTypes: false,
  strictRequired: false,
  formats: { 'money-minor-units': true },
})
formats.default(ajv)

describe.each(TABLES)('$name', (table) => {
  const verdicts = judgeByTypeScript(table)
  it.each(table.rows.map((row, at) => ({ name: row[0], row, at })))('API-03 $name', ({ row, at }) => {
    const [, , good, bad] = row
    const contract = deriveContract({ file: pathOf(table), type: `C${at}.Root`, code: emitTable(table) })
    const errors = contract.diagnostics.filter(({ severity }) => severity === 'error')
    expect(errors.map(({ message, frame }) => `${message}\n${frame}`)).toEqual([])
    const judge = ajv.compile(contract.schema)
    const instances = [...good.map((one) => [one, true] as const), ...bad.map((one) => [one, false] as const)]
    expect(Math.min(good.length, bad.length), 'values that fit, and that do not').toBeGreaterThanOrEqual(3)
    for (const [index, [instance, fits]] of instances.entries()) {
      const value = plainValue(instance)
      const text = JSON.stringify(value)
      expect(judge(value), `schema on ${text}: ${JSON.stringify(contract.schema)}`).toBe(fits)
      expect(contract.is(value), `validator on ${text}`).toBe(fits)
      const checked = contract.validate(value)
      expect(checked.ok, `validate on ${text}`).toBe(fits)
      if (!checked.ok) expect(checked.issues.length).toBeGreaterThan(0)
      if (verdicts !== undefined)
        expect(verdicts[at]?.[index], `TypeScript on ${text}`).toBe(isDiffering(instance) ? !fits : fits)
    }
  })
})
