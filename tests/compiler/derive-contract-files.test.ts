import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { DeriveError, deriveContract } from '../../compiler/src/index.ts'
import { countParsedFiles, fileProgram } from '../../compiler/src/program/file-program.ts'

function folder(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'fw-contract-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  return root
}

/** Returns the root's verdict on each value. */
const verdicts = (file: string, type: string, values: readonly unknown[], tsconfig?: string) => {
  const { is, diagnostics } = deriveContract({ file, type, ...(tsconfig && { tsconfig }) })
  expect(diagnostics).toEqual([])
  return values.map(is)
}

it('reads types that are not exported, imported ones, members of namespaces and the default export', () => {
  const root = folder({
    'a.ts': `import type { Far as Near } from './b.ts'
      interface Local { a: number }
      namespace Space { export interface Inner { b: number }; interface Hidden { c: number } }
      export namespace Outer { export type Deep = { d: number } }
      function body() { type InBody = { e: number }; const one: InBody = { e: 1 }; return one }
      export default interface Main { f: Near; g: Local; h: Space.Inner }
      export * from './b.ts'
      export type { Far as Renamed } from './b.ts'
      void body`,
    'b.ts': 'export interface Far { z: number }',
    'script.ts': 'interface Alone { a: 1 }',
    'other.ts': 'interface Alone { b: 2 }',
  })
  const first = (type: string, file = 'a.ts') => {
    const { schema, diagnostics } = deriveContract({ file: join(root, file), type })
    expect(diagnostics).toEqual([])
    return Object.keys(schema.properties ?? {})
  }
  expect(first('Local')).toEqual(['a'])
  expect(first('Space.Inner')).toEqual(['b'])
  expect(first('Space.Hidden')).toEqual(['c'])
  expect(first('Outer.Deep')).toEqual(['d'])
  expect(first('InBody')).toEqual(['e'])
  expect(first('default')).toEqual(['f', 'g', 'h'])
  expect(first('Main')).toEqual(['f', 'g', 'h'])
  for (const name of ['Near', 'Far', 'Renamed']) expect(first(name)).toEqual(['z'])
  // Scripts of one folder do not see each other.
  expect(first('Alone', 'script.ts')).toEqual(['a'])
  expect(first('Alone', 'other.ts')).toEqual(['b'])
})

it('uses the options of the given tsconfig, or of the nearest one, extended ones and paths included', () => {
  const root = folder({
    'base.json': '{ "compilerOptions": { "strict": true, "paths": { "@/*": ["./src/*"] } } }',
    'tsconfig.json': '{ "extends": "./base.json", "compilerOptions": { "exactOptionalPropertyTypes": true } }',
    'loose.json': '{ "extends": "./base.json" }',
    'globals.d.ts': 'declare interface Ambient { z: 1 }',
    'src/b.ts': 'export interface B { b: number }',
    'src/a.ts': `import type { B } from '@/b'
      export type A = { one: B }
      /** Under exact optional members, undefined is a value of its own. */
      export type Exact = Required<{ a?: number | undefined }> extends { a: number } ? { loose: 1 } : { exact: 1 }
      export interface Far { far: Ambient }`,
  })
  const file = join(root, 'src/a.ts')
  expect(verdicts(file, 'A', [{ one: { b: 1 } }, { one: {} }])).toEqual([true, false])
  expect(verdicts(file, 'Exact', [{ exact: 1 }])).toEqual([true])
  expect(verdicts(file, 'Exact', [{ loose: 1 }], join(root, 'loose.json'))).toEqual([true])
  expect(verdicts(file, 'Far', [{ far: { z: 1 } }, { far: {} }])).toEqual([true, false])
  // Relative to the working directory, or to the folder of the tsconfig.
  const tsconfig = join(root, 'loose.json')
  expect(verdicts('src/a.ts', 'A', [{ one: { b: 1 } }], tsconfig)).toEqual([true])
  expect(verdicts(relative(process.cwd(), file), 'A', [{ one: { b: 1 } }], tsconfig)).toEqual([true])
})

it('reads changed files and their imports again, and sees new files', () => {
  const root = folder({ 'a.ts': "import type { B } from './b'\nexport interface A { a: B }" })
  const file = join(root, 'a.ts')
  const derive = () => deriveContract({ file, type: 'A' })
  expect(derive().diagnostics.map(({ code }) => code)).toEqual(['unresolved-type'])
  writeFileSync(join(root, 'b.ts'), 'export type B = 1')
  expect(derive().is({ a: 1 })).toBe(true)
  writeFileSync(join(root, 'b.ts'), 'export type B = 2')
  expect(derive().is({ a: 1 })).toBe(false)
  expect(derive().is({ a: 2 })).toBe(true)
  writeFileSync(file, 'export interface A { b: 3 }')
  expect(derive().is({ b: 3 })).toBe(true)
  writeFileSync(join(root, 'tsconfig.json'), '{ "compilerOptions": { "exactOptionalPropertyTypes": true } }')
  writeFileSync(file, 'export type A = Required<{ a?: 1 | undefined }> extends { a: 1 } ? { b: 3 } : { c: 3 }')
  expect(derive().is({ c: 3 })).toBe(true)
  writeFileSync(join(root, 'tsconfig.json'), '{}')
  expect(derive().is({ b: 3 })).toBe(true)
})

it('caches its program between calls', () => {
  const root = folder({ 'a.ts': 'export interface A { a: A[] }' })
  const file = join(root, 'a.ts')
  const snapshot = fileProgram({ file, lib: 'lean' })
  expect(fileProgram({ file, lib: 'lean' })).toBe(snapshot)
  writeFileSync(file, 'export interface A { b: A[] }')
  expect(fileProgram({ file, lib: 'lean' })).not.toBe(snapshot)
})

it('caches parsed files of the latest programs only', () => {
  const names = Array.from({ length: 12 }, (_, at) => `own${at}.ts`)
  const root = folder({
    'shared.ts': 'export type Shared = string',
    ...Object.fromEntries(
      names.map((name, at) => [name, `import type { Shared } from './shared'\nexport interface A${at} { a: Shared }`]),
    ),
  })
  for (const [at, name] of names.entries())
    expect(verdicts(join(root, name), `A${at}`, [{ a: '' }, { a: 1 }])).toEqual([true, false])
  // Eight programs of two files each, one of them shared.
  expect(countParsedFiles()).toBe(9)
  expect(verdicts(join(root, 'own0.ts'), 'A0', [{ a: '' }, { a: 1 }])).toEqual([true, false])
  expect(countParsedFiles()).toBe(9)
})

it("lists the existing types if a name doesn't exist", () => {
  const root = folder({ 'a.ts': 'export interface Order {}\ninterface Item {}\nexport const value = 1' })
  const derive = (type: string) => deriveContract({ file: join(root, 'a.ts'), type })
  expect(() => derive('Ordre')).toThrow(/a\.ts has no type "Ordre"\. Did you mean "Order"\? The file has Order, Item\./)
  expect(() => derive('value')).toThrow(DeriveError)
  expect(() => deriveContract({ file: 'gone.ts', type: 'A' })).toThrow(/file gone\.ts does not exist/)
  expect(() => deriveContract({ file: join(root, 'a.ts'), type: 'Order', tsconfig: 'gone.json' })).toThrow(
    /tsconfig gone\.json does not exist/,
  )
})

it.each([
  ['', 'is empty'],
  ['\n', 'is empty'],
  ['export const value = 1\n', 'declares no type'],
])('reports the missing type in a file without types: %j', (text, found) => {
  const file = join(folder({ 'a.ts': text }), 'a.ts')
  const derive = () => deriveContract({ file, type: 'Order' })
  expect(derive).toThrow(DeriveError)
  expect(derive).toThrow(
    `${file} has no type "Order". The file ${found}. Declare an interface, type alias, class or enum of that name in it.`,
  )
  expect(derive).toThrow(expect.objectContaining({ name: 'DeriveError', code: 'missing_type' }))
})

it('a generic type uses its defaults, and without them has a diagnostic at its parameter', () => {
  const root = folder({
    'a.ts': `export interface Page<Item = string> { items: Item[] }
      export interface Open<Item> { items: Item[] }
      export type Bound<Key extends string> = { key: Key }`,
  })
  const derive = (type: string) => deriveContract({ file: join(root, 'a.ts'), type })
  expect(derive('Page').is({ items: ['a'] })).toBe(true)
  expect(derive('Page').is({ items: [1] })).toBe(false)
  for (const type of ['Open', 'Bound']) {
    const { diagnostics, is } = derive(type)
    expect(diagnostics.map(({ code }) => code)).toEqual(['unrepresentable-type'])
    expect(diagnostics[0]?.frame).toContain('^')
    expect(is({ items: [] })).toBe(false)
  }
})

it('rejects every value of a type that has an error', () => {
  const root = folder({ 'a.ts': 'export interface A { a: () => void }' })
  const { schema, is, validate, diagnostics } = deriveContract({ file: join(root, 'a.ts'), type: 'A' })
  expect(diagnostics[0]).toMatchObject({ severity: 'error', span: { file: 'a.ts', line: 1 } })
  expect(schema).toEqual({ not: {} })
  expect(is({})).toBe(false)
  expect(validate({})).toEqual({
    ok: false,
    issues: [{ path: '', message: expect.stringMatching(/^has no contract: /) }],
  })
})

it('the example of the page is correct', () => {
  const page = readFileSync(resolve(import.meta.dirname, '../../compiler/README.md'), 'utf8')
  const [types = '', use = ''] = [...page.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, text]) => text)
  const root = folder({ 'order.ts': types })
  const steps = use.split('\n').filter((line) => line.includes('//'))
  const { is, validate } = deriveContract({ file: join(root, 'order.ts'), type: 'Order' })
  expect(use).toContain("deriveContract({ file: 'order.ts', type: 'Order' })")
  expect(steps.length).toBeGreaterThan(2)
  for (const line of steps) {
    const [expression = '', result = ''] = line.split(' // ')
    const value: unknown = new Function('is', 'validate', `return ${expression}`)(is, validate)
    expect(value, line).toEqual(new Function(`return ${result}`)())
  }
})
