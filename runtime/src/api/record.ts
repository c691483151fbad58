/**
 * The data of an API: its definition, its name, its validators. `define.ts` creates it, `contracts.ts` and `collect.ts`
 * complete it, `dispatch.ts` reads it.
 */
import type { AnyApi, ApiDefinition, StandardSchema } from '#contract/api.ts'
import { FORM_TARGET, type FormTarget } from '#contract/page/form.ts'
import { schema } from '#contract/schema/schema.ts'
import { toValidator } from '#contract/schema/standard.ts'
import type {
  CompiledContract,
  CompiledModuleSource,
  ListedContract,
  ListedContracts,
  TypedSchemas,
  Validator,
} from '#contract/schema/validation.ts'
import { rootObject } from '#wire/tool-schema.ts'
import { type ApiRoute, readRoute } from './api-route.ts'

/**
 * The symbol is global, because a process can contain two copies of this package (a bundled app inside the command line).
 */
const RECORD: unique symbol = Symbol.for('fw.api') as never

/** The validators and the description of an API. */
interface Contract {
  readonly input: Validator
  readonly output?: Validator
  readonly description: string
  readonly types?: TypedSchemas
  /** Absent for a contract that no build has compiled. */
  readonly hash?: string
}

export interface ApiRecord {
  /**
   * Untyped here, because the input of `run` has passed `contract.input`. For an API whose module loads at its first call,
   * `run` is set together with the contract.
   */
  definition: ApiDefinition<unknown, unknown>
  /** Its own address; absent for most APIs. */
  readonly route?: ApiRoute | undefined
  /** `api.<module>.<export>`; set when the API is attached or collected. */
  name: string | undefined
  /** Source of the compiled contract; set when the API is attached. */
  source: ContractOrigin | undefined
  /** Known immediately for schemas in the API, in builds from the first call on, in development after the analysis. */
  contract: Contract | undefined
  /** The part of the contract for lists of tools, if it was loaded without the rest. */
  listed?: Required<Pick<ListedContract, 'input'>> & ListedContract
  loading: Promise<Contract> | undefined
  /** Whether the compiler has refused to emit the contract. Absent until it was requested. */
  lacksContract?: boolean
}

interface ContractOrigin {
  readonly module: string
  readonly export: string
  readonly from: CompiledModuleSource
  /** Absent if lists of tools need the whole contract. */
  readonly listed?: ListedContracts
}

/** Creates the record of a definition whose options are valid. Throws a `TypeError` for an address that no server can have. */
export function createRecord(definition: ApiRecord['definition']): ApiRecord {
  const route = readRoute(definition)
  return { definition, route, name: undefined, source: undefined, contract: undefined, loading: undefined }
}

/** Attaches a record to the function that `api()` returns. */
export function attachRecord(api: AnyApi, record: ApiRecord): void {
  Object.defineProperty(api, RECORD, { value: record })
  Object.defineProperty(api, FORM_TARGET, { get: () => getFormTarget(record) })
}

/** Returns the form target of an API, or undefined before it has a name. */
function getFormTarget({ name }: ApiRecord): FormTarget | undefined {
  return name === undefined ? undefined : { tool: name }
}

/** Returns the record of an API, or undefined for any other value. */
export function findRecord(value: unknown): ApiRecord | undefined {
  return typeof value === 'function' && RECORD in value ? (value as { [RECORD]: ApiRecord })[RECORD] : undefined
}

/** Whether `value` is the result of `api()`. */
export function isApi(value: unknown): value is AnyApi {
  return findRecord(value) !== undefined
}

/** Returns the contract, and waits for the compiler if necessary. After a failure the next call tries again. */
export function getContract(record: ApiRecord): Contract | Promise<Contract> {
  if (record.contract !== undefined) return record.contract
  record.loading ??= loadContract(record).finally(() => {
    record.loading = undefined
  })
  return record.loading
}

/**
 * Sets the parts of contracts for lists of tools where they are available without the rest. One import provides those of
 * all modules: an import for each API would take longer than the list.
 */
export async function loadListed(records: readonly ApiRecord[]): Promise<void> {
  // Schemas in the API take precedence over compiled ones.
  const open = records.filter(({ definition }) => definition.input === undefined && definition.output === undefined)
  const load = open.find(({ source }) => source?.listed !== undefined)?.source?.listed
  if (load === undefined) return
  const { listed } = await load()
  for (const record of open) {
    const own = record.source?.listed && listed[record.name ?? '']
    if (own !== undefined) record.listed = { ...own, input: own.input ?? NO_INPUT.schema }
  }
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
 * Sets the contract if it is known: schemas in the API take precedence over compiled ones. Does nothing while a lazy source
 * may still provide it.
 */
export function settleContract(record: ApiRecord): void {
  const { source } = record
  if (typeof source?.from === 'function') return
  const compiled = source?.from[source.export]
  if (compiled === undefined && source === undefined && !hasEverything(record)) return
  record.contract = toContract(record, compiled)
}

/** Whether an API needs no compiled contract: it has its own schema, or takes no input. */
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
    ...(compiled?.types && { types: pickTypes(compiled.types, definition) }),
    ...(compiled?.hash !== undefined && { hash: compiled.hash }),
  }
}

/** Schemas in the API take precedence over compiled ones. */
function pickTypes({ input, output }: TypedSchemas, definition: ApiRecord['definition']): TypedSchemas {
  return {
    ...(definition.input === undefined && input && { input }),
    ...(definition.output === undefined && output && { output }),
  }
}

/** Returns the schemas of an API for documents: with the names of types, as far as they are known. */
export function getTypedSchemas({ listed, contract }: ApiRecord): TypedSchemas {
  return listed?.types ?? contract?.types ?? NO_TYPES
}

const NO_TYPES: TypedSchemas = {}

/** Returns the validator of a schema in the API. The compiler, which refuses such types, hasn't checked it. */
function writtenInput(record: ApiRecord, schema: StandardSchema): Validator {
  const validator = toValidator(schema, 'input')
  try {
    rootObject(validator.schema)
  } catch {
    throw new TypeError(
      `The input schema of ${record.name ?? 'an api'} does not describe an object. Agents, forms and the command line send named members. Wrap it: input: schema({ value: … }).`,
    )
  }
  return validator
}

/** Returns the error message for an API with neither a schema nor a compiled contract, with a solution. */
export function describeMissingContract(name: string): string {
  return `${name} has neither an input schema nor a compiled contract, so its input cannot be checked. Build the app with the Vite plugin (@fw/compiler/vite; the fw command does), which derives the contract from the type of "run", or write a schema: input: schema({ … }). An api without input needs neither when "run" names no "input".`
}

const NO_INPUT = toValidator(schema({}), 'input')

/**
 * Whether `run` visibly ignores its input: it has no parameter, or destructures its parameter without `input`. If this is
 * wrong, the call is refused or receives `{}`, never unchecked input.
 */
function takesNoInput(run: (...args: never) => unknown): boolean {
  if (run.length === 0 && !/^[^(]*\(\s*\.\.\./.test(String(run))) return true
  const pattern = /^[^(]*\(\s*\{([^{}]*)\}/.exec(String(run))?.[1]
  if (pattern === undefined || pattern.includes('...')) return false
  return pattern.split(',').every((part) => (part.split(/[:=]/)[0] ?? '').trim() !== 'input')
}
