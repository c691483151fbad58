/**
 * Compiled validators compared with ajv, which compiles the same JSON Schema: the cost of one check of a parsed body.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Validator } from '@fw/runtime/contract'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { toJsonSchema } from '../../compiler/src/schema/json-schema.ts'
import type { ObjectNode, TypeNode, TypeTree } from '../../compiler/src/type-tree.ts'
import type { ValidatorSource } from '../../compiler/src/validate/emit-validator.ts'
import { emitValidatorModule } from '../compiler/validate/load-module.ts'
import { median } from './median.ts'

export interface ValidatorResult {
  readonly name: string
  /** Values that the schema accepts. */
  readonly accepted: Speeds
  /** Values that it refuses near their end. */
  readonly refused?: Speeds
  /** `is` relative to ajv in the same round: the median of all rounds, and their best. */
  readonly ratio: number
  readonly best: number
  /** Time of `parse` for a refused value relative to an accepted one. */
  readonly refusal?: number
}

/** Checks per CPU second, in the median round. */
interface Speeds {
  readonly is: number
  /** `parse` returns the fresh object that `run` receives, or the errors with their paths. */
  readonly parse: number
  readonly ajv: number
  /** ajv with `allErrors`, which a response that lists every error requires. */
  readonly ajvAll: number
}

/** Inputs of calls are closed: they refuse undeclared keys. Outputs are open. */
const SIDES = { closed: 'input', open: 'output' } as const

type SideName = keyof typeof SIDES

interface Case {
  readonly tree: TypeTree
  readonly values: readonly unknown[]
  /** Returns similar values with a member of a wrong type. */
  readonly invalid?: readonly unknown[]
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
const formatted = object({
  id: { kind: 'string', format: 'uuid' },
  email: { kind: 'string', format: 'email' },
  born: { kind: 'string', format: 'date' },
  active: { kind: 'boolean' },
})
const person = {
  id: '0b1f7b9e-6f0a-4c2b-9f65-6a3e3a5b1c2d',
  email: 'ada@example.com',
  born: '1815-12-10',
  active: true,
}
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

/** Returns the object with a list as its last member. */
function spoilLast(value: object): object {
  const last = Object.keys(value).at(-1)
  return last === undefined ? value : { ...value, [last]: [] }
}

const CASES: Readonly<Record<string, Case>> = {
  'flat object': {
    tree: { root: flat, defs: {} },
    values: [member],
    invalid: [{ ...member, active: 'yes' }],
  },
  'flat object, no bounds': {
    tree: { root: plain, defs: {} },
    values: [member],
    invalid: [{ ...member, active: 'yes' }],
  },
  'flat object, formats': {
    tree: { root: formatted, defs: {} },
    values: [person],
    invalid: [{ ...person, active: 'yes' }],
  },
  'order of 20 items': {
    tree: { root: order, defs: {} },
    values: [{ id: 'o-1', customer: 'Ada Lovelace', items: numbered(20, itemOf) }],
    invalid: [{ id: 'o-1', customer: 'Ada Lovelace', items: [...numbered(19, itemOf), { ...itemOf(19), price: '5' }] }],
  },
  'one tagged union': {
    tree: { root: event, defs: {} },
    values: EVENTS,
    invalid: EVENTS.map(spoilLast),
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

export { CASES, load as loadValidator }

/** Rounds alternate; every check reads fresh objects, because each request has a fresh body. */
export async function runValidatorBench(
  { rounds }: { readonly rounds: number },
  log: (line: string) => void,
  importFile: ImportFile,
): Promise<readonly ValidatorResult[]> {
  log(`validators: checks of a parsed body beside ajv, median of ${rounds * 5} rounds by CPU time`)
  const results: ValidatorResult[] = []
  for (const [name, { tree, values, invalid }] of Object.entries(CASES))
    for (const sideName of Object.keys(SIDES) as SideName[]) {
      const side = SIDES[sideName]
      const schema = toJsonSchema(tree, side)
      const file = `${name.replaceAll(' ', '-')}-${sideName}.mjs`
      const checks = listChecks(await load(file, { tree, schema, side }, importFile), schema)
      const measure = (label: string, refused: readonly unknown[] | undefined) => {
        const result = { name: label, ...compare(checks, values, refused, rounds * 5) }
        log(printResult(result))
        results.push(result)
      }
      measure(`${name}, ${sideName}`, invalid)
      // The most frequent mistake that only closed inputs have.
      if (invalid !== undefined && side === 'input')
        measure(
          `${name}, unknown key`,
          values.map((one) => Object.assign({ ...(one as object) }, { other: 1 })),
        )
    }
  return results
}

type Check = (value: unknown) => boolean
type Checks = Readonly<Record<keyof Speeds, Check>>

function listChecks({ is, parse }: Validator, schema: object): Checks {
  if (is === undefined) throw new Error('A compiled validator has `is`.')
  return {
    is,
    parse: (one) => {
      const parsed = parse(one)
      if (parsed instanceof Promise) throw new Error('Compiled validators must be synchronous.')
      return parsed.issues === undefined
    },
    ajv: compileWithAjv(schema, {}),
    ajvAll: compileWithAjv(schema, { allErrors: true }),
  }
}

// The package is CommonJS: its default export is the module in one resolver and the function in another.
const formats = 'default' in addFormats ? addFormats.default : addFormats

function compileWithAjv(schema: object, options: { readonly allErrors?: boolean }): Check {
  const ajv = new Ajv2020({ strict: false, ...options })
  formats(ajv as never)
  return ajv.compile(schema)
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

/** Measures all checks on accepted and refused values in each round. */
function compare(
  checks: Checks,
  values: readonly unknown[],
  invalid: readonly unknown[] | undefined,
  rounds: number,
): Omit<ValidatorResult, 'name'> {
  const accepted = createRuns(checks, copies(values), true)
  const refused = invalid === undefined ? undefined : createRuns(checks, copies(invalid), false)
  const runs = [...Object.values(accepted), ...Object.values(refused ?? {})]
  for (let round = 0; round < rounds; round += 1)
    for (const run of runs) run.speeds.push(perCpuSecond(run, run.repeats))
  const ratios = accepted.is.speeds.map((speed, round) => speed / (accepted.ajv.speeds[round] ?? speed))
  const refusals = refused?.parse.speeds.map((speed, round) => (accepted.parse.speeds[round] ?? speed) / speed)
  return {
    accepted: toMedians(accepted),
    ratio: median(ratios),
    best: Math.max(...ratios),
    ...(refused !== undefined && { refused: toMedians(refused) }),
    ...(refusals !== undefined && { refusal: median(refusals) }),
  }
}

interface Run {
  readonly check: Check
  readonly values: readonly unknown[]
  readonly fits: boolean
  /** Passes over the values in a round. */
  readonly repeats: number
  readonly speeds: number[]
}

type Runs = Readonly<Record<keyof Speeds, Run>>

function createRuns({ is, parse, ajv, ajvAll }: Checks, values: readonly unknown[], fits: boolean): Runs {
  const createRun = (check: Check): Run => {
    const parts = { check, values, fits }
    return { ...parts, repeats: countRepeats(parts), speeds: [] }
  }
  return { is: createRun(is), parse: createRun(parse), ajv: createRun(ajv), ajvAll: createRun(ajvAll) }
}

function toMedians({ is, parse, ajv, ajvAll }: Runs): Speeds {
  return {
    is: median(is.speeds),
    parse: median(parse.speeds),
    ajv: median(ajv.speeds),
    ajvAll: median(ajvAll.speeds),
  }
}

type Checked = Pick<Run, 'check' | 'values' | 'fits'>

/** Returns how many passes over the values make a round of a given duration, after a warm-up. */
function countRepeats(run: Checked): number {
  const warm = perCpuSecond(run, 500)
  return Math.max(1, Math.round((Math.max(warm, perCpuSecond(run, 500)) * ROUND_MS) / 1000 / run.values.length))
}

function perCpuSecond({ check, values, fits }: Checked, repeats: number): number {
  const before = process.cpuUsage()
  for (let repeat = 0; repeat < repeats; repeat += 1)
    for (const value of values) if (check(value) !== fits) throw new Error('A check returned a wrong result.')
  const { user, system } = process.cpuUsage(before)
  return (repeats * values.length * 1e6) / (user + system)
}

function printResult({ name, accepted, refused, ratio, best, refusal }: ValidatorResult): string {
  const head = `validator  ${name.padEnd(30)} is ${ratio.toFixed(2)} x ajv, best ${best.toFixed(2)}`
  const lines = [head, `  accepted  ${printSpeeds(accepted)}`]
  if (refused !== undefined)
    lines.push(
      `  refused   ${printSpeeds(refused)}; parse takes ${refusal?.toFixed(2)} x the time of an accepted value`,
    )
  return lines.join('\n')
}

function printSpeeds({ is, parse, ajv, ajvAll }: Speeds): string {
  const thousands = (speed: number) => (speed / 1000).toFixed(speed < 1e6 ? 1 : 0)
  return `is ${thousands(is)}, parse ${thousands(parse)}, ajv ${thousands(ajv)}, ajv allErrors ${thousands(ajvAll)} thousand per CPU second`
}
