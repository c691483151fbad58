/**
 * The intermediate tree between TypeScript types and everything derived from them: JSON Schema, validators, provider
 * projections. Plain data. `program/` creates it; `schema/` and `validate/` read it.
 */

import type { FieldMessages } from '@fw/runtime/contract'

export interface Annotations {
  readonly title?: string
  readonly description?: string
  readonly default?: unknown
  readonly examples?: readonly unknown[]
  readonly deprecated?: boolean
  /** The value is untrusted content; schemas of outputs declare it. */
  readonly untrusted?: true
  /** Messages for people at an invalid field of a form (`@message`); only schemas of forms have them. */
  readonly messages?: FieldMessages
}

/** A string. Its length is counted in code points, as in JSON Schema. */
export interface StringNode extends Annotations {
  readonly kind: 'string'
  readonly minLength?: number
  readonly maxLength?: number
  /** Source of a regular expression, as in JSON Schema. */
  readonly pattern?: string
  readonly format?: string
}

/** A finite number, within the bounds that are set. */
export interface NumberNode extends Annotations {
  readonly kind: 'number'
  readonly integer?: boolean
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly exclusiveMaximum?: number
  readonly multipleOf?: number
  readonly format?: string
}

/** `true` or `false`. */
interface BooleanNode extends Annotations {
  readonly kind: 'boolean'
}

/** `null`. */
interface NullNode extends Annotations {
  readonly kind: 'null'
}

/** `any` or `unknown`: every JSON value. */
interface UnknownNode extends Annotations {
  readonly kind: 'unknown'
}

/** One literal, or several (an enum, a union of literals). */
export interface LiteralNode extends Annotations {
  readonly kind: 'literal'
  readonly values: readonly (string | number | boolean | null)[]
}

/** An array of any number of `items`, within the bounds that are set. */
export interface ArrayNode extends Annotations {
  readonly kind: 'array'
  readonly items: TypeNode
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
}

/** A tuple: each position has its own type. */
export interface TupleNode extends Annotations {
  readonly kind: 'tuple'
  readonly items: readonly TypeNode[]
  /** Number of `items` that are required. */
  readonly required: number
  /** Type of further elements; absent if none are allowed. */
  readonly rest?: TypeNode
}

/** A property of an object. */
export interface PropertyNode {
  readonly name: string
  readonly optional: boolean
  readonly type: TypeNode
}

/** An object with these properties. It is closed, as inputs are, unless it has an index. */
export interface ObjectNode extends Annotations {
  readonly kind: 'object'
  readonly properties: readonly PropertyNode[]
  /** Index signature for all other keys; absent if the object is closed. */
  readonly index?: TypeNode
  /** Template-literal index signatures: pattern source -> type. */
  readonly patterns?: readonly { readonly pattern: string; readonly type: TypeNode }[]
  /** Keys of the index are untrusted content. */
  readonly untrustedKeys?: true
}

/** One of several types. */
export interface UnionNode extends Annotations {
  readonly kind: 'union'
  readonly options: readonly TypeNode[]
  /** Property whose literal differs in every option. Validators dispatch on it. */
  readonly tag?: string
}

/** A reference to an entry of `TypeTree.defs`. */
interface RefNode extends Annotations {
  readonly kind: 'ref'
  readonly name: string
}

/** A type whose wire form differs from its value. */
export interface CodecNode extends Annotations {
  readonly kind: 'codec'
  readonly codec: 'date' | 'bigint' | 'url' | 'bytes' | 'set' | 'map'
  /** Element type of a set, value type of a map. */
  readonly item?: TypeNode
  /** Pattern of a map's keys. Absent if every key is valid. */
  readonly keyPattern?: string
  /** Set if a map's keys are untrusted content. */
  readonly untrustedKeys?: true
  /** Bigint literals, in decimal notation: the only valid values. Absent if every bigint is valid. */
  readonly values?: readonly string[]
}

/** One type as plain data, the common source of everything derived from it. `kind` is the discriminant. */
export type TypeNode =
  | StringNode
  | NumberNode
  | BooleanNode
  | NullNode
  | UnknownNode
  | LiteralNode
  | ArrayNode
  | TupleNode
  | ObjectNode
  | UnionNode
  | RefNode
  | CodecNode

/** A derived type. Recursive and shared named types are in `defs`. */
export interface TypeTree {
  readonly root: TypeNode
  readonly defs: Readonly<Record<string, TypeNode>>
}
