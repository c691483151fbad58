/** The JSON Schema features that each model provider supports in tool inputs: the tables for `lower-schema.ts`. */

/** The wire formats, named after their providers. OpenRouter and local servers use `openai`. */
export type ProviderDialect = 'anthropic' | 'openai' | 'google'

export interface DialectRules {
  /** Supported keywords. Other keywords are added to the description. */
  readonly keywords: ReadonlySet<string>
  readonly formats: ReadonlySet<string>
  /**
   * Whether the provider can enforce the schema ("strict"). If such a schema can't express a feature, the tool isn't strict
   * and the whole schema is sent; without a strict mode, the schema is relaxed.
   */
  readonly strict: boolean
  /** Form of an optional member. */
  readonly optional: 'as is' | 'nullable'
  /** Objects with arbitrary keys. */
  readonly maps: boolean
  readonly tuples: boolean
  /** A schema that accepts every value. */
  readonly anything: boolean
  /** Circular references. */
  readonly recursion: 'everywhere' | 'nowhere' | 'in optional members'
  /** `const` and enums of booleans. */
  readonly literals: boolean
  readonly most: SchemaLimits
  readonly together: RequestLimits
}

/** Limits for all strict tools of a request together. */
interface RequestLimits {
  readonly tools: number
  readonly optional: number
  readonly unions: number
}

const NO_SHARED_LIMIT: RequestLimits = {
  tools: Number.POSITIVE_INFINITY,
  optional: Number.POSITIVE_INFINITY,
  unions: Number.POSITIVE_INFINITY,
}

/** Limits for one tool. */
export interface SchemaLimits {
  readonly properties: number
  readonly depth: number
  readonly enumValues: number
  /** UTF-16 code units of the schema as JSON. */
  readonly characters: number
  readonly optional: number
  readonly unions: number
}

const NO_LIMIT: SchemaLimits = {
  properties: Number.POSITIVE_INFINITY,
  depth: Number.POSITIVE_INFINITY,
  enumValues: Number.POSITIVE_INFINITY,
  characters: Number.POSITIVE_INFINITY,
  optional: Number.POSITIVE_INFINITY,
  unions: Number.POSITIVE_INFINITY,
}

const SHARED_FORMATS = ['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid']

const BOUNDS = ['minimum', 'maximum', 'minItems', 'maxItems']

export const DIALECTS: Readonly<Record<ProviderDialect, DialectRules>> = {
  openai: {
    keywords: new Set([...BOUNDS, 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'pattern', 'format']),
    formats: new Set(SHARED_FORMATS),
    strict: true,
    optional: 'nullable',
    maps: false,
    tuples: false,
    anything: false,
    recursion: 'everywhere',
    literals: true,
    most: { ...NO_LIMIT, properties: 5000, depth: 10, enumValues: 1000, characters: 120_000 },
    together: NO_SHARED_LIMIT,
  },
  anthropic: {
    // `minItems` only with the values 0 and 1.
    keywords: new Set(['minItems', 'format']),
    formats: new Set([...SHARED_FORMATS, 'uri']),
    strict: true,
    optional: 'as is',
    maps: false,
    tuples: false,
    anything: false,
    recursion: 'nowhere',
    literals: true,
    most: { ...NO_LIMIT, optional: 24, unions: 16 },
    together: { tools: 20, optional: 24, unions: 16 },
  },
  google: {
    keywords: new Set([...BOUNDS, 'format']),
    formats: new Set(SHARED_FORMATS),
    strict: false,
    optional: 'as is',
    maps: true,
    tuples: true,
    anything: true,
    recursion: 'in optional members',
    literals: false,
    most: NO_LIMIT,
    together: NO_SHARED_LIMIT,
  },
}
