/** Compiled validators beside ajv, which compiles the same JSON Schema: what one check of a parsed body costs. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Validator } from '@fw/runtime/contract'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { toJsonSchema } from '../../compiler/src/schema/json-schema.ts'
import type { ObjectNode, TypeNode, TypeTree } from '../../compiler/src/type-tree.ts'
import { emitValidatorModule, type ValidatorSource } from '../../compiler/src/validate/emit-validator.ts'

export interface ValidatorResult {
  readonly name: string
  /** Nanoseconds of one check, in the fastest round: what other processes add to a round is no cost of the check. */
  readonly isNs: number
  /** The check and the fresh object that `run` gets. */
  readonly parseNs: number
  readonly ajvNs: number
  /** `isNs` to `ajvNs`. */
  readonly ratio: number
}

interface Case {
  readonly tree: TypeTree
  readonly value: unknown
}

const text = (maxLength: number): TypeNode => ({ kind: 'string', minLength: 1, maxLength })
const whole = (minimum: number, maximum?: number): TypeNode => ({
  kind: 'number',
  integer: true,
  minimum,
  ...(maximum === undefined ? {} : { maximum }),
})
const list = (items: TypeNode, maxItems: number): TypeNode => ({ kind: 'array', items, minItems: 1, maxItems })
const literal = (value: string): TypeNode => ({ kind: 'literal', values: [value] })

/** A name that ends with `?` may be absent. */
function object(members: Readonly<Record<string, TypeNode>>): ObjectNode {
  const properties = Object.entries(members).map(([name, type]) => ({
    name: name.replace('?', ''),
    optional: name.endsWith('?'),
    type,
  }))
  return { kind: 'object', properties }
}

const line = object({ sku: text(40), qty: whole(1, 1000), unitPrice: whole(0), 'note?': text(200) })
const order = object({ customer: text(100), email: { kind: 'string', pattern: '@' }, lines: list(line, 100) })
const shape: TypeNode = {
  kind: 'union',
  tag: 'kind',
  options: [
    object({ kind: literal('circle'), radius: { kind: 'number', minimum: 0 } }),
    object({ kind: literal('box'), width: { kind: 'number' }, height: { kind: 'number' } }),
    object({ kind: literal('text'), text: text(200), 'bold?': { kind: 'boolean' } }),
  ],
}

const numbered = <Item>(length: number, item: (index: number) => Item): Item[] =>
  Array.from({ length }, (_, index) => item(index))
const lineOf = (index: number) => ({
  sku: `SKU-${1000 + index}`,
  qty: (index % 5) + 1,
  unitPrice: 199 + index * 50,
  ...(index % 4 === 0 ? { note: 'Leave at the door, please.' } : {}),
})
const SHAPES = [
  { kind: 'circle', radius: 2.5 },
  { kind: 'box', width: 3, height: 4 },
  { kind: 'text', text: 'Hello', bold: true },
]

const CASES: Readonly<Record<string, Case>> = {
  'flat object': {
    tree: {
      root: object({
        id: text(40),
        name: text(100),
        age: whole(0, 150),
        active: { kind: 'boolean' },
        'bio?': text(500),
      }),
      defs: {},
    },
    value: { id: 'u-1', name: 'Ada Lovelace', age: 36, active: true },
  },
  'order of 20 lines': {
    tree: { root: order, defs: {} },
    value: { customer: 'Ada Lovelace', email: 'ada@example.com', lines: numbered(20, lineOf) },
  },
  'list of a union': {
    tree: { root: object({ shapes: list(shape, 1000) }), defs: {} },
    value: { shapes: numbered(30, (index) => SHAPES[index % SHAPES.length]) },
  },
  'list of 1000 numbers': {
    tree: { root: object({ values: list(whole(0), 1000) }), defs: {} },
    value: { values: numbered(1000, (index) => index) },
  },
  'list of 200 objects': {
    tree: { root: object({ rows: list(line, 1000) }), defs: {} },
    value: { rows: numbered(200, lineOf) },
  },
}

const COPIES = 64
const ROUND_MS = 40

/** Rounds alternate; every check reads objects of its own, as bodies are. */
export async function runValidatorBench(
  { rounds }: { readonly rounds: number },
  log: (line: string) => void,
  importFile: ImportFile,
): Promise<readonly ValidatorResult[]> {
  log('validators: one check of a parsed body, beside ajv')
  const results: ValidatorResult[] = []
  for (const [name, { tree, value }] of Object.entries(CASES)) {
    const schema = toJsonSchema(tree, 'input')
    const validator = await load(`${name.replaceAll(' ', '-')}.mjs`, { tree, schema, side: 'input' }, importFile)
    const is = (one: unknown) => validator.is?.(one) === true
    const parse = (one: unknown) => !(validator.parse(one) instanceof Promise)
    const ajv = new Ajv2020({ strict: false }).compile(schema)
    const body = JSON.stringify(value)
    const values = Array.from({ length: COPIES }, () => JSON.parse(body) as unknown)
    if (!is(values[0]) || !ajv(values[0])) throw new Error(`The value of "${name}" does not fit its type.`)
    const [isNs = 0, parseNs = 0, ajvNs = 0] = fastest([is, parse, (one) => ajv(one)], values, rounds * 4)
    const result = { name, isNs, parseNs, ajvNs, ratio: isNs / ajvNs }
    log(printResult(result))
    results.push(result)
  }
  return results
}

/** Node's own `import`: built packages, as in apps. The one of a module that Vite runs would go through Vite. */
export type ImportFile = (path: string) => Promise<Readonly<Record<string, unknown>>>

async function load(file: string, source: ValidatorSource, importFile: ImportFile): Promise<Validator> {
  const folder = resolve('.bench/validators')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, file), emitValidatorModule(source))
  return (await importFile(join(folder, file))).validator as Validator // what the emitted module exports
}

/** Nanoseconds of one call of each check, in its fastest round. */
function fastest(checks: readonly ((value: unknown) => boolean)[], values: readonly unknown[], rounds: number) {
  const best = checks.map(() => Number.POSITIVE_INFINITY)
  for (let round = 0; round < rounds; round += 1)
    for (const [index, check] of checks.entries()) best[index] = Math.min(best[index]!, nanoseconds(check, values))
  return best
}

function nanoseconds(check: (value: unknown) => boolean, values: readonly unknown[]): number {
  const started = performance.now()
  let calls = 0
  let elapsed = 0
  for (; elapsed < ROUND_MS; elapsed = performance.now() - started) {
    for (const value of values) if (!check(value)) throw new Error('A value that fits was refused.')
    calls += values.length
  }
  return (elapsed * 1e6) / calls
}

function printResult({ name, isNs, parseNs, ajvNs, ratio }: ValidatorResult): string {
  const times = `is ${isNs.toFixed(0)} ns, parse ${parseNs.toFixed(0)} ns, ajv ${ajvNs.toFixed(0)} ns`
  return `validator  ${name.padEnd(22)} ${times}, is ${ratio.toFixed(2)} x ajv`
}
