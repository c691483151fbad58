/** Converts tools to the form of a request. */
import type { ModelTool, ProviderName } from '#contract/agent/model.ts'
import { wireName } from '#contract/name.ts'
import type { JsonSchema } from '#contract/schema/json-schema.ts'
import { chooseStrict } from '#wire/choose-strict.ts'
import { type LoweredSchema, lowerSchema } from '#wire/lower-schema.ts'
import type { ProviderDialect } from '#wire/provider-dialect.ts'

export interface WireTool {
  readonly name: string
  readonly description: string
  readonly schema: JsonSchema
  readonly strict: boolean
}

/** Lowered schemas by dialect. A contract is one object for the lifetime of its server. */
const projections = new WeakMap<JsonSchema, Map<ProviderDialect, LoweredSchema>>()

function project(input: JsonSchema, dialect: ProviderDialect): LoweredSchema {
  const known = projections.get(input) ?? new Map<ProviderDialect, LoweredSchema>()
  projections.set(input, known)
  const projection = known.get(dialect) ?? lowerSchema(input, dialect)
  known.set(dialect, projection)
  return projection
}

/** Whether a schema that a client wrote can be sent as the input of a tool. The result of the conversion is retained. */
export function canSendSchema(input: JsonSchema, provider: ProviderName): boolean {
  try {
    project(input, provider === 'anthropic' || provider === 'google' ? provider : 'openai')
    return true
  } catch {
    return false
  }
}

/**
 * Converts the schema of a reply. `strict` is whether the provider can enforce it.
 *
 * @param output `undefined`: the reply is text, and so is the result.
 */
export function toWireOutput(
  output: JsonSchema | undefined,
  dialect: ProviderDialect,
): Pick<WireTool, 'schema' | 'strict'> | undefined {
  if (output === undefined) return undefined
  const { schema, loose, strict } = project(output, dialect)
  return { schema: strict || dialect === 'google' ? schema : loose, strict }
}

/**
 * Converts the tools of one request to a dialect. The schema of each contract is lowered once.
 *
 * @param strict `false` if no tool may be strict.
 */
export function toWireTools(tools: readonly ModelTool[], dialect: ProviderDialect, strict: boolean): WireTool[] {
  const lowered = tools.map(({ input }) => project(input, dialect))
  const chosen = strict ? chooseStrict(lowered, dialect) : new Set<number>()
  return lowered.map((projection, index) => {
    const { name = '', description = '' } = tools[index] ?? {}
    const isStrict = chosen.has(index)
    const schema = projection.strict && !isStrict ? projection.loose : projection.schema
    return { name: wireName(name), description, schema, strict: isStrict }
  })
}
