/**
 * One row per construct of the language. The schema (says ajv), the validator and the expectation agree on every value,
 * and so does TypeScript on whether it can be assigned; a value on which it must differ says why.
 */
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { deriveContract } from '../../../compiler/src/index.ts'
import { type CorpusRow, type CorpusTable, isDiffering, plainValue } from './corpus-case.ts'
import { TABLES } from './tables.ts'

/** Every row is a namespace of one module: one program for a table. */
function sourceOf(table: CorpusTable, statements: (row: CorpusRow) => readonly string[] = () => []): string {
  const spaces = table.rows.map((row, at) => [`namespace C${at} {`, row[1], ...statements(row), '}'].join('\n'))
  return ['export {}', ...spaces].join('\n')
}

const fileOf = (table: CorpusTable) => join(import.meta.dirname, `${table.name.replaceAll(' ', '-')}.generated.ts`)

function assignments([, , good, bad]: CorpusRow): string[] {
  return [...good, ...bad].map((instance, at) => `const v${at}: Root = ${JSON.stringify(plainValue(instance))}`)
}

/** The tables that are held against TypeScript, as the files of one program: its libraries are read and bound once. */
const program = (() => {
  const texts = new Map(
    TABLES.filter(({ wire }) => !wire).map((table) => [fileOf(table), sourceOf(table, assignments)]),
  )
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
    types: [],
    skipLibCheck: true,
  }
  const host = ts.createCompilerHost(options)
  const { getSourceFile } = host
  host.getSourceFile = (path, ...rest) => {
    const text = texts.get(path)
    return text === undefined
      ? getSourceFile.call(host, path, ...rest)
      : ts.createSourceFile(path, text, ts.ScriptTarget.ES2022)
  }
  return ts.createProgram([...texts.keys()], options, host)
})()

/** For each row, whether TypeScript takes each of its values. */
function judgeByTypeScript(table: CorpusTable): boolean[][] {
  const source = program.getSourceFile(fileOf(table))
  if (source === undefined) throw new Error(`${fileOf(table)} is not in its program.`)
  const wrong = new Set<number>()
  for (const { start = 0 } of [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)])
    wrong.add(source.getLineAndCharacterOfPosition(start).line)
  const lines = source.text.split('\n')
  const spaces = lines.flatMap((line, at) => (/^namespace C\d+ \{$/.test(line) ? [at] : []))
  return table.rows.map(([name, code, good, bad], at) => {
    const first = (spaces[at] ?? 0) + 1 + code.split('\n').length
    for (let line = spaces[at] ?? 0; line < first; line++)
      if (wrong.has(line)) throw new Error(`${name}: TypeScript does not take "${lines[line]}"`)
    return [...good, ...bad].map((_, index) => !wrong.has(first + index))
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
  const verdicts = table.wire ? undefined : judgeByTypeScript(table)
  it.each(table.rows.map((row, at) => ({ name: row[0], row, at })))('API-03 $name', ({ row, at }) => {
    const [, , good, bad] = row
    const contract = deriveContract({ file: fileOf(table), type: `C${at}.Root`, code: sourceOf(table) })
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
