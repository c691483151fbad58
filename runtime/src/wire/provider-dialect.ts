/** What each model provider reads of JSON Schema in the input of a tool: the tables behind `lower-schema.ts`. */

/** The wire formats, named after the provider that made them. OpenRouter and local servers speak `openai`. */
export type ProviderDialect = 'anthropic' | 'openai' | 'google'

export interface DialectRules {
  /** Keywords about a value that the provider reads; the others are told to the model in the description. */
  readonly keeps: ReadonlySet<string>
  readonly formats: ReadonlySet<string>
  /**
   * Whether the provider can hold the model to the schema ("strict"). What such a schema cannot express then costs the
   * tool its strictness, and the whole schema is sent; without a strict mode it is loosened.
   */
  readonly strict: boolean
  /** How a member that may be absent is written. */
  readonly optional: 'as is' | 'nullable'
  /** Objects with keys that are not known before. */
  readonly maps: boolean
  readonly tuples: boolean
  /** A schema that every value fits. */
  readonly anything: boolean
  /** References that lead back to where they stand. */
  readonly recursion: 'everywhere' | 'nowhere' | 'in optional members'
  /** `const` and enums of booleans. */
  readonly literals: boolean
  readonly most: SchemaLimits
}

/** Of one tool. */
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
    keeps: new Set([...BOUNDS, 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'pattern', 'format']),
    formats: new Set(SHARED_FORMATS),
    strict: true,
    optional: 'nullable',
    maps: false,
    tuples: false,
    anything: false,
    recursion: 'everywhere',
    literals: true,
    most: { ...NO_LIMIT, properties: 5000, depth: 10, enumValues: 1000, characters: 120_000 },
  },
  anthropic: {
    // Of `minItems` only 0 and 1.
    keeps: new Set(['minItems', 'format']),
    formats: new Set([...SHARED_FORMATS, 'uri']),
    strict: true,
    optional: 'as is',
    maps: false,
    tuples: false,
    anything: false,
    recursion: 'nowhere',
    literals: true,
    most: { ...NO_LIMIT, optional: 24, unions: 16 },
  },
  google: {
    keeps: new Set([...BOUNDS, 'format']),
    formats: new Set(SHARED_FORMATS),
    strict: false,
    optional: 'as is',
    maps: true,
    tuples: true,
    anything: true,
    recursion: 'in optional members',
    literals: false,
    most: NO_LIMIT,
  },
}
