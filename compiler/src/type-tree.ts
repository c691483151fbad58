/**
 * The intermediate tree between TypeScript types and everything derived from them: JSON Schema, validators, provider
 * projections. Plain data. Made by `program/`, read by `schema/` and `validate/`.
 */

export interface Annotations {
  readonly title?: string
  readonly description?: string
  readonly default?: unknown
  readonly examples?: readonly unknown[]
  readonly deprecated?: boolean
  /** Strangers write what stands here; the schemas of outputs say so. */
  readonly untrusted?: true
}

/** A text. Its length is counted in code points, as JSON Schema does. */
export interface StringNode extends Annotations {
  readonly kind: 'string'
  readonly minLength?: number
  readonly maxLength?: number
  /** Source of a regular expression, as in JSON Schema. */
  readonly pattern?: string
  readonly format?: string
}

/** A number, finite as JSON has it, within the bounds that are there. */
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
export interface BooleanNode extends Annotations {
  readonly kind: 'boolean'
}

/** `null`. */
export interface NullNode extends Annotations {
  readonly kind: 'null'
}

/** `any`, `unknown`: every JSON value. */
export interface UnknownNode extends Annotations {
  readonly kind: 'unknown'
}

/** One literal, or several of them (enum, union of literals). */
export interface LiteralNode extends Annotations {
  readonly kind: 'literal'
  readonly values: readonly (string | number | boolean | null)[]
}

/** A list: any number of `items`, within the bounds that are there. */
export interface ArrayNode extends Annotations {
  readonly kind: 'array'
  readonly items: TypeNode
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
}

/** A list whose places have types of their own. */
export interface TupleNode extends Annotations {
  readonly kind: 'tuple'
  readonly items: readonly TypeNode[]
  /** How many of `items` must be there. */
  readonly required: number
  /** What may follow; absent: nothing. */
  readonly rest?: TypeNode
}

/** A member of an object. */
export interface PropertyNode {
  readonly name: string
  readonly optional: boolean
  readonly type: TypeNode
}

/** An object with these members. It is closed, as inputs are, unless it has an index. */
export interface ObjectNode extends Annotations {
  readonly kind: 'object'
  readonly properties: readonly PropertyNode[]
  /** Index signature over all other keys; absent: the object is closed. */
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
  /** Property whose literal differs in every option: validators dispatch on it. */
  readonly tag?: string
}

/** A use of `TypeTree.defs`. */
export interface RefNode extends Annotations {
  readonly kind: 'ref'
  readonly name: string
}

/** A type whose wire form differs from its value (decisions: Wire). */
export interface CodecNode extends Annotations {
  readonly kind: 'codec'
  readonly codec: 'date' | 'bigint' | 'url' | 'bytes' | 'set' | 'map'
  /** Element type of a set, value type of a map. */
  readonly item?: TypeNode
  /** Of a map: what its keys match. Absent: every key. */
  readonly keyPattern?: string
  /** Of a map: its keys are untrusted content. */
  readonly untrustedKeys?: true
  /** Bigint literals, in decimals: the only ones that fit. Absent: every bigint. */
  readonly values?: readonly string[]
}

/** One type as plain data, between TypeScript and all that is made of it. `kind` says which. */
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

/** A derived type. Recursive and shared named types stand in `defs`. */
export interface TypeTree {
  readonly root: TypeNode
  readonly defs: Readonly<Record<string, TypeNode>>
}
