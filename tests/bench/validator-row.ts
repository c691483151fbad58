/**
 * Compiled validators compared with ajv, which compiles the same JSON Schema: the cost of one check of a parsed body.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Validator } from '@fw/runtime/contract'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { toJsonSchema } from '../../compiler/src/schema/json-schema.ts'
import type { ObjectNode, TypeNode, TypeTree } from '../../compiler/src/type-tree.ts'
import type { ValidatorSource } from '../../compiler/src/validate/emit-validator.ts'
import { emitValidatorModule } from '../compiler/validate/load-module.ts'

export interface ValidatorResult {
  readonly name: string
  /** Checks per CPU second by `is`, in the median round; an invalid value breaks a rule near its end. */
  readonly is: number
  /** By `parse`, which returns the fresh object that `run` receives, or the errors with their paths. */
  readonly parse: number
  readonly ajv: number
  /** ajv with `allErrors`, which a response that lists every error requires. */
  readonly ajvAll: number
  /** Ratio of `is` to `ajv`. */
  readonly ratio: number
  /** Minimum of `ratio` (design/types.md, section 4). */
  readonly bar?: number
}

interface Case {
  readonly tree: TypeTree
  readonly values: readonly unknown[]
  /** Returns similar values that are invalid. */
  readonly invalid?: readonly unknown[]
  readonly bar?: number
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

/** A name that ends with `?` is optional. */
function object(members: Readonly<Record<string, TypeNode>>): ObjectNode {
  const properties = Object.entries(members).map(([name, type]) => ({
    name: name.replace('?', ''),
    optional: name.endsWith('?'),
    type,
  }))
  return { kind: 'object', properties }
}

const string: TypeNode = { kind: 'string' }
const number: TypeNode = { kind: 'number' }
const line = object({ sku: text(40), qty: whole(1, 1000), unitPrice: whole(0), 'note?': text(200) })
const item = object({
  sku: string,
  quantity: whole(1),
  price: number,
  attributes: { kind: 'object', properties: [], index: string },
})
const order = object({ id: string, customer: string, items: { kind: 'array', items: item } })
const flat = object({
  id: text(40),
  name: text(100),
  age: whole(0, 150),
  active: { kind: 'boolean' },
  'bio?': text(500),
})
const plain = object({ id: string, name: string, age: number, active: { kind: 'boolean' }, 'bio?': string })
const member = { id: 'u-1', name: 'Ada Lovelace', age: 36, active: true }
const event: TypeNode = {
  kind: 'union',
  tag: 'type',
  options: [
    object({ type: literal('opened'), url: string, at: number }),
    object({ type: literal('clicked'), x: number, y: number, 'button?': number }),
    object({ type: literal('typed'), key: string, 'shift?': { kind: 'boolean' } }),
    object({ type: literal('scrolled'), top: number, left: number }),
    object({ type: literal('failed'), message: string, code: number }),
    object({ type: literal('closed'), at: number }),
  ],
}
const shape: TypeNode = {
  kind: 'union',
  tag: 'kind',
  options: [
    object({ kind: literal('circle'), radius: { kind: 'number', minimum: 0 } }),
    object({ kind: literal('box'), width: { kind: 'number' }, height: { kind: 'number' } }),
    object({ kind: literal('text'), text: string, 'bold?': { kind: 'boolean' } }),
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
const itemOf = (index: number) => ({
  sku: `SKU-${1000 + index}`,
  quantity: (index % 5) + 1,
  price: 1.99 + index,
  attributes: { color: 'red', size: 'M', material: 'cotton' },
})
const SHAPES = [
  { kind: 'circle', radius: 2.5 },
  { kind: 'box', width: 3, height: 4 },
  { kind: 'text', text: 'Hello', bold: true },
]

/** One value of each alternative; checks cycle through them. */
const EVENTS: readonly object[] = [
  { type: 'opened', url: '/orders', at: 1700000000000 },
  { type: 'clicked', x: 10.5, y: 20, button: 1 },
  { type: 'typed', key: 'a', shift: true },
  { type: 'scrolled', top: 120, left: 0 },
  { type: 'failed', message: 'No answer.', code: 504 },
  { type: 'closed', at: 1700000000000 },
]

const CASES: Readonly<Record<string, Case>> = {
  'flat object': {
    tree: { root: flat, defs: {} },
    values: [member],
    invalid: [{ ...member, active: 'yes' }],
    bar: 2,
  },
  'flat object, no bounds': {
    tree: { root: plain, defs: {} },
    values: [member],
    invalid: [{ ...member, active: 'yes' }],
  },
  'order of 20 items': {
    tree: { root: order, defs: {} },
    values: [{ id: 'o-1', customer: 'Ada Lovelace', items: numbered(20, itemOf) }],
    invalid: [{ id: 'o-1', customer: 'Ada Lovelace', items: [...numbered(19, itemOf), { ...itemOf(19), price: '5' }] }],
    bar: 1,
  },
  'one tagged union': {
    tree: { root: event, defs: {} },
    values: EVENTS,
    invalid: EVENTS.map((one) => ({ ...one, other: 1 })),
    bar: 8,
  },
  'list of a union': {
    tree: { root: object({ shapes: list(shape, 1000) }), defs: {} },
    values: [{ shapes: numbered(30, (index) => SHAPES[index % SHAPES.length]) }],
  },
  'list of 1000 numbers': {
    tree: { root: object({ values: list(whole(0), 1000) }), defs: {} },
    values: [{ values: numbered(1000, (index) => index) }],
  },
  'list of 200 objects': {
    tree: { root: object({ rows: list(line, 1000) }), defs: {} },
    values: [{ rows: numbered(200, lineOf) }],
  },
}

const COPIES = 60
const ROUND_MS = 40

/** Rounds alternate; every check reads fresh objects, because each request has a fresh body. */
export async function runValidatorBench(
  { rounds }: { readonly rounds: number },
  log: (line: string) => void,
  importFile: ImportFile,
): Promise<readonly ValidatorResult[]> {
  log(`validators: checks of a parsed body beside ajv, median of ${rounds * 5} rounds by CPU time`)
  const results: ValidatorResult[] = []
  for (const [name, { tree, values, invalid, bar }] of Object.entries(CASES)) {
    const schema = toJsonSchema(tree, 'input')
    const validator = await load(`${name.replaceAll(' ', '-')}.mjs`, { tree, schema, side: 'input' }, importFile)
    const checks = checksOf(validator, schema)
    const measured = (label: string, bodies: readonly unknown[], fits: boolean, least?: number) => {
      const [is = 0, parse = 0, ajv = 0, ajvAll = 0] = medians(checks, copies(bodies), fits, rounds * 5)
      const result = {
        name: label,
        is,
        parse,
        ajv,
        ajvAll,
        ratio: is / ajv,
        ...(least !== undefined && { bar: least }),
      }
      log(printResult(result))
      results.push(result)
    }
    measured(name, values, true, bar)
    if (invalid !== undefined) measured(`${name}, refused`, invalid, false)
  }
  return results
}

type Check = (value: unknown) => boolean

function checksOf(validator: Validator, schema: object): readonly Check[] {
  const { is } = validator
  if (is === undefined) throw new Error('A compiled validator has `is`.')
  const first = new Ajv2020({ strict: false }).compile(schema)
  const all = new Ajv2020({ strict: false, allErrors: true }).compile(schema)
  return [
    is,
    (one) => {
      const parsed = validator.parse(one)
      if (parsed instanceof Promise) throw new Error('Compiled validators must be synchronous.')
      return parsed.issues === undefined
    },
    first,
    all,
  ]
}

function copies(values: readonly unknown[]): readonly unknown[] {
  return Array.from({ length: COPIES }, (_, index) => JSON.parse(JSON.stringify(values[index % values.length])))
}

/** Node's own `import`: built packages, as in apps. In a module that Vite runs, `import` would use Vite. */
export type ImportFile = (path: string) => Promise<Readonly<Record<string, unknown>>>

async function load(file: string, source: ValidatorSource, importFile: ImportFile): Promise<Validator> {
  const folder = resolve('.bench/validators')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, file), emitValidatorModule(source))
  return (await importFile(join(folder, file))).validator as Validator // exports of the emitted module
}

/** Returns the calls per CPU second of each check, in its median round; the checks alternate. */
function medians(checks: readonly Check[], values: readonly unknown[], fits: boolean, rounds: number) {
  const speeds = checks.map((): number[] => [])
  const repeats = checks.map((check) => repeatsOf(check, values, fits))
  for (let round = 0; round < rounds; round += 1)
    for (const [index, check] of checks.entries())
      speeds[index]!.push(perCpuSecond(check, values, fits, repeats[index]!))
  return speeds.map((list) => list.sort((left, right) => left - right)[Math.floor(list.length / 2)]!)
}

/** Returns how many passes over the values make a round of a given duration, after a warm-up. */
function repeatsOf(check: Check, values: readonly unknown[], fits: boolean): number {
  const warm = perCpuSecond(check, values, fits, 500)
  return Math.max(
    1,
    Math.round((Math.max(warm, perCpuSecond(check, values, fits, 500)) * ROUND_MS) / 1000 / values.length),
  )
}

function perCpuSecond(check: Check, values: readonly unknown[], fits: boolean, repeats: number): number {
  const before = process.cpuUsage()
  for (let repeat = 0; repeat < repeats; repeat += 1)
    for (const value of values) if (check(value) !== fits) throw new Error('A check returned a wrong result.')
  const { user, system } = process.cpuUsage(before)
  return (repeats * values.length * 1e6) / (user + system)
}

function printResult({ name, is, parse, ajv, ajvAll, ratio, bar }: ValidatorResult): string {
  const thousands = (speed: number) => (speed / 1000).toFixed(speed < 1e6 ? 1 : 0)
  const speeds = `is ${thousands(is)}, parse ${thousands(parse)}, ajv ${thousands(ajv)}, ajv allErrors ${thousands(ajvAll)}`
  const judged = bar === undefined ? '' : ` (bar ${bar})`
  return `validator  ${name.padEnd(26)} ${speeds} thousand per CPU second; is ${ratio.toFixed(2)} x ajv${judged}`
}
