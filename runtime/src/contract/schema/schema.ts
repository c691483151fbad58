/**
 * The schema builders. Each one is a Standard Schema with JSON Schema, and contains the validators of the dispatch
 * pipeline.
 */
import type { StandardResult, StandardSchema } from '../api.ts'
import type { FieldMessages, FieldRule } from './field-messages.ts'
import type { JsonSchema } from './json-schema.ts'
import { hasRule, withoutMessages } from './message-keyword.ts'
import { REFUSED_KEYS } from './refused-keys.ts'
import { type GroupMember, type ListSchemaOptions, listKind, objectKind } from './schema-group.ts'
import {
  booleanKind,
  dateKind,
  enumKind,
  fail,
  type Kind,
  type NumberOptions,
  numberKind,
  type Side,
  type StringOptions,
  stringKind,
} from './schema-kind.ts'
import { VALIDATORS, type Validators } from './standard.ts'
import type { Checked, Issue, Validator } from './validation.ts'

type Limit<Output> = Exclude<Output, null | undefined> extends number | string | readonly unknown[] ? number : never

/** A schema builder. Every method returns a new builder; the original isn't changed. */
export interface Schema<Output = unknown, Input = Output> extends StandardSchema<Output, Input> {
  /** Allows the value to be absent. */
  optional(): Schema<Output | undefined, Input | undefined>
  /** Allows `null`. */
  nullable(): Schema<Output | null, Input | null>
  /** Sets the value to use if it is absent. Each call gets its own copy. */
  default(value: Exclude<Output, undefined>): Schema<Exclude<Output, undefined>, Input | undefined>
  /** Sets the description for agents and generated documentation. */
  describe(text: string): Schema<Output, Input>
  /**
   * Sets the message that people read at this field of a form, in place of the default one. A function is called in the
   * language of the page: `() => t('signup.name')`. Agents and scripts receive the issue unchanged.
   */
  message(text: string | (() => string)): Schema<Output, Input>
  /** Sets the message for one rule, such as `minLength`. Throws a `TypeError` if the field doesn't have the rule. */
  message(rule: FieldRule, text: string | (() => string)): Schema<Output, Input>
  /** In an output: marks untrusted content. An agent that has read it needs approval for irreversible calls. */
  untrusted(): Schema<Output, Input>
  /** Minimum number, length or item count. Throws a `TypeError` for other kinds. */
  min(limit: Limit<Output>): Schema<Output, Input>
  /** Maximum number, length or item count. Throws a `TypeError` for other kinds. */
  max(limit: Limit<Output>): Schema<Output, Input>
}

/** Named fields. */
type Shape = Readonly<Record<string, Schema>>

/** The type that `run` receives. */
export type OutputOf<S extends StandardSchema> = NonNullable<S['~standard']['types']>['output']
/** The type that a caller passes. */
export type InputOf<S extends StandardSchema> = NonNullable<S['~standard']['types']>['input']

type Flat<T> = { [Key in keyof T]: T[Key] }
type OptionalKeys<T> = { [Key in keyof T]-?: undefined extends T[Key] ? Key : never }[keyof T]
type Loose<T> = Flat<Omit<T, OptionalKeys<T>> & Partial<Pick<T, OptionalKeys<T>>>>

/** The object type that `run` receives. */
type ShapeOutput<S extends Shape> = Loose<{ -readonly [Key in keyof S]: OutputOf<S[Key]> }>
/** The object type that a caller passes. */
type ShapeInput<S extends Shape> = Loose<{ -readonly [Key in keyof S]: InputOf<S[Key]> }>

/** An object with named fields: the usual root of a tool's input. Closed: an unknown key is reported with its path. */
export function schema<const S extends Shape>(shape: S): Schema<ShapeOutput<S>, ShapeInput<S>> {
  return obj(shape)
}

/** An object with named fields inside another schema. */
export function obj<const S extends Shape>(shape: S): Schema<ShapeOutput<S>, ShapeInput<S>> {
  const fields: Record<string, GroupMember> = {}
  for (const [key, field] of Object.entries(shape)) {
    if (REFUSED_KEYS.has(key)) throw new TypeError(`A schema cannot have the field "${key}". Choose another name.`)
    if (!(field instanceof Builder))
      throw new TypeError(`The field "${key}" must be one of fw's builders (str, int, obj …).`)
    fields[key] = field.member
  }
  return new Builder(objectKind(fields), PLAIN)
}

/** A list of items of one kind. A plain shape is short for `obj(shape)`. */
export function list<const S extends Shape>(
  shape: S,
  options?: ListSchemaOptions,
): Schema<ShapeOutput<S>[], ShapeInput<S>[]>
export function list<Output, Input>(item: Schema<Output, Input>, options?: ListSchemaOptions): Schema<Output[], Input[]>
export function list(item: Schema | Shape, options: ListSchemaOptions = {}): Schema<unknown[], unknown[]> {
  const builder = item instanceof Builder ? item : obj(item as Shape)
  return new Builder(listKind((builder as Builder<unknown, unknown>).member, options), PLAIN)
}

/** A string. */
export function str(options: StringOptions = {}): Schema<string> {
  return new Builder(stringKind(options), PLAIN)
}

/** An integer that JSON represents exactly (within 2^53). */
export function int(options: NumberOptions = {}): Schema<number> {
  return new Builder(numberKind({ ...options, integer: true }), PLAIN)
}

/** A finite number. */
export function num(options: NumberOptions = {}): Schema<number> {
  return new Builder(numberKind(options), PLAIN)
}

/** `true` or `false`. */
export function bool(): Schema<boolean> {
  return new Builder(booleanKind(), PLAIN)
}

/** A `Date` in code, an RFC 3339 date-time on the wire. */
export function date(): Schema<Date, Date | string> {
  return new Builder(dateKind(), PLAIN)
}

/** One of the given strings or numbers. Also exported as `enum`. */
export function enums<const Value extends string | number>(values: readonly Value[]): Schema<Value> {
  if (values.length === 0) throw new TypeError('enums([...]) needs at least one value.')
  return new Builder(enumKind(values), PLAIN)
}

/** An amount of money in integer minor units (cents): `format: money-minor-units`. */
export function money(options: NumberOptions = {}): Schema<number> {
  return new Builder(numberKind({ ...options, integer: true, format: 'money-minor-units' }), PLAIN)
}

interface Traits {
  readonly optional: boolean
  readonly nullable: boolean
  readonly fallback?: { readonly value: unknown }
  readonly description?: string
  readonly untrusted?: true
  readonly messages?: FieldMessages
}

const PLAIN: Traits = { optional: false, nullable: false }

class Builder<Output, Input> implements Schema<Output, Input> {
  readonly '~standard': Schema<Output, Input>['~standard']
  readonly #kind: Kind
  readonly #traits: Traits
  #validators: Validators | undefined

  constructor(kind: Kind, traits: Traits) {
    this.#kind = kind
    this.#traits = traits
    this['~standard'] = {
      version: 1,
      vendor: 'fw',
      validate: (value) => this.#validate(value),
      jsonSchema: {
        input: () => ({ ...withoutMessages(this.#toJsonSchema('input')) }),
        output: () => ({ ...this.#toJsonSchema('output') }),
      },
    }
  }

  optional(): Schema<Output | undefined, Input | undefined> {
    return this.#with({ optional: true })
  }

  nullable(): Schema<Output | null, Input | null> {
    return this.#with({ nullable: true })
  }

  default(value: Exclude<Output, undefined>): Schema<Exclude<Output, undefined>, Input | undefined> {
    return this.#with({ optional: false, fallback: { value } })
  }

  describe(text: string): Schema<Output, Input> {
    return this.#with({ description: text })
  }

  message(...given: [text: string | (() => string)] | [rule: FieldRule, text: string | (() => string)]): this {
    const [rule, text] = given.length === 1 ? (['any', given[0]] as const) : given
    return this.#with({ messages: { ...this.#traits.messages, [rule]: text } }) as unknown as this // the types are the same
  }

  untrusted(): Schema<Output, Input> {
    return this.#with({ untrusted: true })
  }

  min(limit: Limit<Output>): Schema<Output, Input> {
    return this.#limit('min', limit)
  }

  max(limit: Limit<Output>): Schema<Output, Input> {
    return this.#limit('max', limit)
  }

  get [VALIDATORS](): Validators {
    this.#validators ??= { input: this.#toValidator('input'), output: this.#toValidator('output') }
    return this.#validators
  }

  /** This builder as a member of another one. */
  get member(): GroupMember {
    const { encode, decode } = this.#kind
    return {
      omittable: this.#traits.optional || this.#traits.fallback !== undefined,
      optional: this.#traits.optional,
      read: (value, issues, side) => this.#read(value, issues, side),
      toJsonSchema: (side) => this.#toJsonSchema(side),
      ...(encode && decode ? { encode, decode } : {}),
    }
  }

  #with<O, I>(traits: Partial<Traits>): Builder<O, I> {
    return new Builder(this.#kind, { ...this.#traits, ...traits })
  }

  #limit(limit: 'min' | 'max', value: number): Builder<Output, Input> {
    const kind = this.#kind.withLimit?.(limit, value)
    if (kind === undefined) throw new TypeError(`.${limit}() is for strings, numbers and lists.`)
    return new Builder(kind, this.#traits)
  }

  #read(value: unknown, issues: Issue[], side: Side): unknown {
    const { optional, nullable, fallback } = this.#traits
    if (value === undefined) {
      if (fallback !== undefined) return structuredClone(fallback.value)
      return optional ? undefined : fail(issues, 'is required')
    }
    if (value === null && nullable) return null
    return this.#kind.read(value, issues, side)
  }

  #validate(value: unknown): StandardResult<Output> {
    const checked = this.#parse(value, 'input')
    // The value that `#read` returns has this type if it reported no issues.
    if (checked.issues === undefined) return { value: checked.value as Output }
    return { issues: checked.issues.map(({ path, message }) => ({ message, path: splitPath(path) })) }
  }

  #parse(value: unknown, side: Side): Checked {
    const issues: Issue[] = []
    const read = this.#read(value, issues, side)
    return issues.length === 0 ? { value: read } : { issues }
  }

  #toValidator(side: Side): Validator {
    const { encode, decode } = this.#kind
    const formSchema = this.#toJsonSchema(side)
    const schema = withoutMessages(formSchema)
    return {
      schema,
      ...(formSchema === schema ? {} : { formSchema }),
      parse: (value) => this.#parse(value, side),
      ...(encode && decode ? { encode, decode } : {}),
    }
  }

  #toJsonSchema(side: Side): JsonSchema {
    const { nullable, fallback, description, untrusted, messages } = this.#traits
    const own = this.#kind.toJsonSchema(side)
    const base = nullable ? toNullable(own) : own
    if (messages !== undefined) this.#checkMessages(base, messages)
    return {
      ...base,
      ...(fallback === undefined ? {} : { default: this.#kind.encode?.(fallback.value) ?? fallback.value }),
      ...(description === undefined ? {} : { description }),
      ...(untrusted && side === 'output' ? { 'x-fw-untrusted': true as const } : {}),
      ...(messages && side === 'input' ? { 'x-fw-messages': messages } : {}),
    }
  }

  /** Throws for a message that would never be shown. The rules of a builder are known only when it is complete. */
  #checkMessages(schema: JsonSchema, messages: FieldMessages): void {
    const { optional, fallback } = this.#traits
    for (const rule of Object.keys(messages) as (keyof FieldMessages)[])
      if (rule !== 'any' && !hasRule(schema, rule, !optional && fallback === undefined))
        throw new TypeError(
          `.message('${rule}', …) is at a field that doesn't have this rule. Remove it, or add the rule.`,
        )
  }
}

function toNullable(own: JsonSchema): JsonSchema {
  if (typeof own.type === 'string' && own.enum === undefined) return { ...own, type: [own.type, 'null'] }
  return { anyOf: [own, { type: 'null' }] }
}

/** Splits `items[0].qty` into a Standard Schema path: `['items', 0, 'qty']`. */
function splitPath(path: string): PropertyKey[] {
  const parts: PropertyKey[] = []
  for (const [, name, index, quoted] of path.matchAll(/([A-Za-z_$][\w$]*)|\[(\d+)\]|\[("[^"\\]*(?:\\.[^"\\]*)*")\]/g)) {
    if (name !== undefined) parts.push(name)
    else if (index !== undefined) parts.push(Number(index))
    else if (quoted !== undefined) parts.push(JSON.parse(quoted) as string)
  }
  return parts
}
