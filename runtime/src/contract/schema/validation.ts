/** The validator interface, implemented by the compiler (ahead of time), by builders, and for Standard Schemas. */
import type { JsonSchema } from './json-schema.ts'

/** A problem of a value. */
export interface Issue {
  /** Path, such as `items[0].qty`; empty for the value itself. */
  readonly path: string
  readonly message: string
}

export type Checked = { readonly value: unknown; readonly issues?: undefined } | { readonly issues: readonly Issue[] }

/** Checks wire values (plain JSON) and converts them to the values that `run` receives. */
export interface Validator {
  /** JSON Schema 2020-12 of the wire form. */
  readonly schema: JsonSchema
  /** For an input: the schema with the messages of its fields, for forms. Absent if it has none. */
  readonly formSchema?: JsonSchema
  /** Created from a third-party Standard Schema: `parse` may convert the value, and the conversion can't be reversed. */
  readonly foreign?: true
  /** Whether a wire value is valid. Allocates nothing. Absent on validators of third-party schemas. */
  is?(value: unknown): boolean
  /**
   * Converts a wire value to the real value: a new object with declared own keys, with defaults, and with codecs decoded
   * (`Date` from its RFC 3339 string ...). Reports every issue, never throws. Only validators of third-party schemas return
   * a promise.
   */
  parse(value: unknown): Checked | Promise<Checked>
  /**
   * Converts a real value to its wire value, if they differ. An invalid value is returned unchanged, for `is` to refuse.
   */
  encode?(value: unknown): unknown
  /**
   * Converts a wire value to its real value without checks, for results in a client stub. Present exactly if `encode` is.
   */
  decode?(value: unknown): unknown
  /**
   * Returns the JSON of a valid wire value that is plain data, with declared members in declared order. Returns undefined
   * for any other value, whether valid or not: use `is` to check it. May call getters of the value and throw their errors.
   */
  stringify?(value: unknown): string | undefined
}

/** The schemas of an API with the app's types by name, as definitions. A side is absent if that makes no difference. */
export interface TypedSchemas {
  readonly input?: JsonSchema
  readonly output?: JsonSchema
}

/** The compiled contract of an API. `undefined` input: the API takes none. */
export interface CompiledContract {
  /** Hash of the contract, which client stubs of the same build send with their calls. */
  readonly hash?: string
  readonly input?: Validator
  readonly output?: Validator
  /** The text of the doc comment; a `description` in the definition takes precedence. */
  readonly description?: string
  /** Absent if `ListedContract` has them. */
  readonly types?: TypedSchemas
  /** In development: why the contract is missing. A call throws an error with this message. */
  readonly fault?: string
}

/**
 * Provides the contract that the compiler derived from the types of a page tool. A browser contains the part for a user's
 * calls, and loads the rest for the first agent. In development the whole contract waits for the analysis.
 */
export interface ContractSource {
  /**
   * Returns the contract immediately on a server with a build. In development it rejects with the type errors, and resolves
   * to undefined for a tool that the compiler hasn't seen.
   */
  load(): CompiledContract | undefined | Promise<CompiledContract | undefined>
  /**
   * In a browser: returns the input of `run` for a user's call, or undefined for an invalid input. `load` then provides the
   * reason.
   */
  take?(input: unknown): unknown
}

/** The part of a contract that lists of tools contain. Without `input`, the API takes none. */
export interface ListedContract {
  readonly input?: JsonSchema
  readonly output?: JsonSchema
  readonly description?: string
  /** For documents about the API. */
  readonly types?: TypedSchemas
}

/** Loads the listed parts of all contracts in a build, by the names of their tools. */
export type ListedContracts = () => Promise<{ readonly listed: Readonly<Record<string, ListedContract>> }>

/**
 * Compiled contracts of an API module by export name, or a function that provides them: in a build at the first call, in
 * development after the analysis.
 */
export type CompiledModule = Readonly<Record<string, CompiledContract>>
export type CompiledModuleSource = CompiledModule | (() => Promise<CompiledModule>)
