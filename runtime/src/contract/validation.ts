/** What a validator is, whoever made it: the compiler (ahead of time), a builder, or a Standard Schema. */
import type { JsonSchema } from './json-schema.ts'

/** One thing that is wrong with a value. */
export interface Issue {
  /** Where, as `items[0].qty`; empty for the value itself. */
  readonly path: string
  readonly message: string
}

export type Checked = { readonly value: unknown; readonly issues?: undefined } | { readonly issues: readonly Issue[] }

/** Checks wire values (plain JSON) and turns them into the values that `run` sees. */
export interface Validator {
  /** JSON Schema 2020-12 of the wire form. */
  readonly schema: JsonSchema
  /** Made from a Standard Schema that is not ours: `parse` may convert, and nothing converts back. */
  readonly foreign?: true
  /** Whether a wire value fits; allocates nothing. Absent on foreign (Standard Schema) validators. */
  is?(value: unknown): boolean
  /**
   * Wire value -> real value: a fresh object of declared own keys, defaults filled in, codecs decoded (`Date` from its
   * RFC 3339 string ...). Reports every issue, never throws. Only foreign validators answer with a promise.
   */
  parse(value: unknown): Checked | Promise<Checked>
  /** Real value -> wire value, where the two differ. Total: a value that does not fit is passed on for `is` to refuse. */
  encode?(value: unknown): unknown
  /** Wire value -> real value without checking; what a client stub does with a result. Present exactly when `encode` is. */
  decode?(value: unknown): unknown
  /**
   * The JSON of a wire value that fits and is plain data, declared members in declared order. Undefined for everything
   * else: whether it fits is then for `is` to say. May call what the value holds (getters) and throw what that throws.
   */
  stringify?(value: unknown): string | undefined
}

/** What the compiler derived for one api. `undefined` input: the api takes none. */
export interface CompiledContract {
  readonly input?: Validator
  readonly output?: Validator
  /** The doc comment's text; a written `description` wins. */
  readonly description?: string
  /** Development: why there is no contract. A call throws an error with this text. */
  readonly fault?: string
}

/**
 * How a tool of a page comes by what the compiler derived from its types. A browser is given what a person's call needs, and
 * loads the rest for the first agent; in development all of it waits for the analysis.
 */
export interface ContractSource {
  /**
   * At once on a server that was built. In development it rejects with what is wrong with the types, and has nothing for a
   * tool that the compiler has not seen.
   */
  load(): CompiledContract | undefined | Promise<CompiledContract | undefined>
  /** In a browser: what `run` gets for a person's input; undefined where that does not fit, for `load` to say why. */
  take?(input: unknown): unknown
}

/** Compiled contracts of one api module by export name, or how to get them (development: once the analysis is there). */
export type CompiledModule = Readonly<Record<string, CompiledContract>>
export type CompiledModuleSource = CompiledModule | (() => Promise<CompiledModule>)
