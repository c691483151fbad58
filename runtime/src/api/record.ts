/**
 * What is known about an api behind its function: the definition, its name, its validators. `define.ts` makes it,
 * `contracts.ts` and `collect.ts` complete it, `dispatch.ts` reads it.
 */
import type { AnyApi, ApiDefinition, StandardSchema } from '#contract/api.ts'
import { FORM_TARGET, type FormTarget } from '#contract/form.ts'
import { schema } from '#contract/schema.ts'
import { toValidator } from '#contract/standard.ts'
import type { CompiledContract, CompiledModuleSource, Validator } from '#contract/validation.ts'
import { rootObject } from '#wire/tool-schema.ts'

/** Survives two copies of this package in one process (a bundled app inside the command line): the symbol is global. */
const RECORD: unique symbol = Symbol.for('fw.api') as never

/** The validators and texts of one api, once they are known. */
export interface Contract {
  readonly input: Validator
  readonly output?: Validator
  readonly description: string
}

export interface ApiRecord {
  /** Types are forgotten here: what `run` gets has passed `contract.input`. */
  readonly definition: ApiDefinition<unknown, unknown>
  /** `api.<module>.<export>`, once attached or collected. */
  name: string | undefined
  /** Where the compiled contract comes from, once attached. */
  source: { readonly module: string; readonly export: string; readonly from: CompiledModuleSource } | undefined
  /** Known at once for builders and builds, after the analysis in development. */
  contract: Contract | undefined
  loading: Promise<Contract> | undefined
  /** Whether the compiler has refused to emit the contract. Absent before it was asked. */
  lacksContract?: boolean
}

/** Puts a record behind the function that `api()` answers. */
export function attachRecord(api: AnyApi, record: ApiRecord): void {
  Object.defineProperty(api, RECORD, { value: record })
  Object.defineProperty(api, FORM_TARGET, { get: () => getFormTarget(record) })
}

/** What the api is as the `action` of a form; nothing before it has a name. */
function getFormTarget({ name }: ApiRecord): FormTarget | undefined {
  return name === undefined ? undefined : { tool: name }
}

/** The record of an api; undefined for anything else. */
export function findRecord(value: unknown): ApiRecord | undefined {
  return typeof value === 'function' && RECORD in value ? (value as { [RECORD]: ApiRecord })[RECORD] : undefined
}

/** Whether `value` was made by `api()`. */
export function isApi(value: unknown): value is AnyApi {
  return findRecord(value) !== undefined
}

/** The contract, waiting for the compiler where it has not come yet. A failed wait is tried again by the next call. */
export function getContract(record: ApiRecord): Contract | Promise<Contract> {
  if (record.contract !== undefined) return record.contract
  record.loading ??= loadContract(record).finally(() => {
    record.loading = undefined
  })
  return record.loading
}

async function loadContract(record: ApiRecord): Promise<Contract> {
  const { source } = record
  record.lacksContract = true
  const compiled = typeof source?.from === 'function' ? (await source.from())[source.export] : undefined
  if (compiled?.fault !== undefined) throw new Error(compiled.fault)
  record.lacksContract = false
  record.contract = toContract(record, compiled)
  return record.contract
}

/**
 * The contract where nothing has to be waited for: written schemas win over compiled ones. Leaves it open while a lazy
 * source may still bring one.
 */
export function settleContract(record: ApiRecord): void {
  const { source } = record
  if (typeof source?.from === 'function') return
  const compiled = source?.from[source.export]
  if (compiled === undefined && source === undefined && !hasEverything(record)) return
  record.contract = toContract(record, compiled)
}

/** Whether an api needs no compiled contract: it has a schema of its own, or takes no input. */
export function hasEverything(record: ApiRecord): boolean {
  return record.definition.input !== undefined || takesNoInput(record.definition.run)
}

function toContract(record: ApiRecord, compiled: CompiledContract | undefined): Contract {
  const { definition } = record
  if (definition.input === undefined && compiled === undefined && !takesNoInput(definition.run))
    throw new TypeError(describeMissingContract(record.name ?? 'This api'))
  const input = definition.input === undefined ? compiled?.input : writtenInput(record, definition.input)
  const output = definition.output === undefined ? compiled?.output : toValidator(definition.output, 'output')
  return {
    input: input ?? NO_INPUT,
    ...(output === undefined ? {} : { output }),
    description: definition.description ?? compiled?.description ?? '',
  }
}

/** Of a schema that the app wrote: the compiler, which refuses such types, has not seen it. */
function writtenInput(record: ApiRecord, schema: StandardSchema): Validator {
  const validator = toValidator(schema, 'input')
  try {
    rootObject(validator.schema)
  } catch {
    throw new TypeError(
      `The input schema of ${record.name ?? 'an api'} takes no object. Agents, forms and the command line send named members: wrap it, as in input: schema({ value: … }).`,
    )
  }
  return validator
}

/** What to do about an api with neither a schema nor a compiled contract. */
export function describeMissingContract(name: string): string {
  return `${name} has neither an input schema nor a compiled contract, so its input cannot be checked. Build the app with the Vite plugin (@fw/compiler/vite; the fw command does), which derives the contract from the type of "run", or write a schema: input: schema({ … }). An api without input needs neither when "run" names no "input".`
}

const NO_INPUT = toValidator(schema({}), 'input')

/**
 * Whether `run` can be seen to ignore its input: it has no parameter, or takes apart its parameter without naming
 * `input`. When this is wrong the call is refused or gets `{}`, never unchecked input.
 */
function takesNoInput(run: (...args: never) => unknown): boolean {
  if (run.length === 0 && !/^[^(]*\(\s*\.\.\./.test(String(run))) return true
  const pattern = /^[^(]*\(\s*\{([^{}]*)\}/.exec(String(run))?.[1]
  if (pattern === undefined || pattern.includes('...')) return false
  return pattern.split(',').every((part) => (part.split(/[:=]/)[0] ?? '').trim() !== 'input')
}
