/**
 * Writes the definition of a remote tool for the model. Its prose is untrusted content: another server wrote it, and
 * may change it at any time.
 */
import type { Tool } from '@modelcontextprotocol/client'
import { withoutHidden } from '#contract/agent/hidden-text.ts'
import type { ModelTool } from '#contract/agent/model.ts'
import { isObject } from '#contract/is-object.ts'
import type { JsonSchema } from '#contract/schema/json-schema.ts'
import { lowerSchema } from '#wire/lower-schema.ts'
import type { ProviderDialect } from '#wire/provider-dialect.ts'
import { fenceText } from '../fence.ts'

/** Characters of the description of a tool. */
const MAX_DESCRIPTION = 2_000
/** Characters of one description in its schema. */
const MAX_MEMBER_PROSE = 500
/** Characters of the whole schema as JSON. */
const MAX_SCHEMA = 32_768

/**
 * Returns the description and the schema, or `undefined` if the schema is too long or no provider could receive it: it would
 * fail every turn. `fence` is newer than the tool.
 */
export function describeRemoteTool(
  { description, title, inputSchema }: Pick<Tool, 'description' | 'title' | 'inputSchema'>,
  fence: string,
): Pick<ModelTool, 'description' | 'input'> | undefined {
  const input = fenceSchema(inputSchema, fence)
  if (JSON.stringify(input).length > MAX_SCHEMA || !isSendable(input as JsonSchema)) return undefined
  const prose = cut(description ?? title ?? '', MAX_DESCRIPTION)
  return {
    description: prose === '' ? 'A tool of another server, without a description.' : fenceText(prose, fence),
    input: input as JsonSchema, // as the server wrote it, which also validates the inputs
  }
}

const DIALECTS = ['anthropic', 'openai', 'google'] as const satisfies readonly ProviderDialect[]

function isSendable(input: JsonSchema): boolean {
  try {
    for (const dialect of DIALECTS) lowerSchema(input, dialect)
    return true
  } catch {
    return false
  }
}

/** Keywords that only describe. */
const PROSE = new Set(['title', 'description'])
/** Keywords without a meaning for validation whose values can be of any length. */
const REMOVED = new Set(['$comment', 'examples', 'example'])
/** Keywords whose values are data. */
const LITERALS = new Set(['const', 'default', 'enum'])
/** Keywords whose members are names with schemas. */
const SCHEMA_MAPS = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'])

/** Fences the prose of a schema; its constraints stay unchanged. */
function fenceSchema(schema: unknown, fence: string): unknown {
  if (Array.isArray(schema)) return schema.map((item) => fenceSchema(item, fence))
  if (!isObject(schema)) return schema
  const members = Object.entries(schema).flatMap(([key, value]): readonly (readonly [string, unknown])[] => {
    if (REMOVED.has(key)) return []
    if (LITERALS.has(key)) return [[key, value]]
    if (SCHEMA_MAPS.has(key)) return [[key, fenceMembers(value, fence)]]
    if (!PROSE.has(key)) return [[key, fenceSchema(value, fence)]]
    const prose = typeof value === 'string' ? cut(value, MAX_MEMBER_PROSE) : ''
    return prose === '' ? [] : [[key, fenceText(prose, fence)]]
  })
  return Object.fromEntries(members)
}

function fenceMembers(schemas: unknown, fence: string): unknown {
  if (!isObject(schemas)) return schemas
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, fenceSchema(schema, fence)]))
}

function cut(text: string, longest: number): string {
  const visible = withoutHidden(text).trim()
  return visible.length <= longest ? visible : `${visible.slice(0, longest)}…`
}
