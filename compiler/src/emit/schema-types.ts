/**
 * TypeScript declarations of tools of which only the JSON Schema is known: tools with builders or Standard Schemas, and
 * tools of remote servers. They are the types of the JSON on the wire, where a `Date` is a string.
 */
import type { JsonSchema } from '@fw/runtime/contract'

export interface SchemaTool {
  /** Full name, such as `api.shop.search`. */
  readonly name: string
  readonly description?: string
  readonly input?: JsonSchema
  readonly output?: JsonSchema
}

/** Emits a module that exports `Tools`: the types of input and output by tool name, ordered by name. */
export async function emitSchemaTypes(tools: readonly SchemaTool[]): Promise<string> {
  const text = await declareTools('Tools', tools)
  return `// Written by fw from the schemas of the app’s tools. Do not edit: it is written again.\n\n${text}\n`
}

/**
 * Returns the declarations alone, with their combined interface named `root`. Rejects for a schema that the generator
 * can't read.
 */
export async function declareTools(root: string, tools: readonly SchemaTool[]): Promise<string> {
  const { compile } = await import('json-schema-to-typescript')
  const taken = new Set([root.toLowerCase()])
  const sides = [...tools]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map((tool) => ({ tool, input: sideName(tool.name, 'input', taken), output: sideName(tool.name, 'output', taken) }))
  const properties = sides.map(({ tool, input, output }): [string, JsonSchema] => [
    tool.name,
    {
      type: 'object',
      ...(tool.description !== undefined && tool.description !== '' && { description: tool.description }),
      properties: {
        ...(tool.input && { input: { $ref: `#/$defs/${input}` } }),
        ...(tool.output && { output: { $ref: `#/$defs/${output}` } }),
      },
      required: [...(tool.input ? ['input'] : []), ...(tool.output ? ['output'] : [])],
      additionalProperties: false,
    },
  ])
  const definitions = sides.flatMap(({ tool, input, output }) => [
    ...(tool.input ? withOwnDefinitions(input, tool.input) : []),
    ...(tool.output ? withOwnDefinitions(output, tool.output) : []),
  ])
  const schema = {
    title: root,
    type: 'object',
    properties: Object.fromEntries(properties),
    required: sides.map(({ tool }) => tool.name),
    additionalProperties: false,
    $defs: Object.fromEntries(definitions),
  }
  const text = await compile(schema as never, root, {
    bannerComment: '',
    format: false,
    additionalProperties: false,
    declareExternallyReferenced: true,
    unreachableDefinitions: false,
    strictIndexSignatures: false,
    $refOptions: { resolve: { external: false } },
  })
  return indent(withoutCounts(text).trim())
}

/** Returns `ApiShopSearchInput` for the input of `api.shop.search`; with a number if the name is taken. */
function sideName(tool: string, side: 'input' | 'output', taken: Set<string>): string {
  const words = [...tool.split(/[^A-Za-z0-9]+/), side]
  const wanted = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  let name = wanted
  for (let count = 2; taken.has(name.toLowerCase()); count += 1) name = `${wanted}${count}`
  taken.add(name.toLowerCase())
  return name
}

/** Returns a schema as a definition, and each of its own definitions under a unique name. */
function withOwnDefinitions(name: string, schema: JsonSchema): readonly [string, unknown][] {
  const { $defs = {}, ...root } = schema
  const rename = (own: string) => `${name}${own.charAt(0).toUpperCase()}${own.slice(1)}`
  const parts: [string, JsonSchema][] = [
    [name, root],
    ...Object.entries($defs).map(([own, part]): [string, JsonSchema] => [rename(own), part]),
  ]
  return parts.map(([key, part]) => [key, toDraft7(part, (own) => (own === '' ? name : rename(own)))])
}

const REFERENCE = /^#(?:\/\$defs\/(.+))?$/

/**
 * Converts tuples to draft 7, which the generator reads, and closes objects, for which it would add `unknown` index
 * signatures.
 */
function toDraft7(value: unknown, rename: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => toDraft7(item, rename))
  if (typeof value !== 'object' || value === null) return value
  const {
    prefixItems,
    items,
    $ref,
    title: _,
    minItems,
    maxItems: _most,
    ...rest
  } = value as Readonly<Record<string, unknown>>
  const own = Object.fromEntries(
    Object.entries(rest).map(([key, part]) => [key, NAMED.has(key) ? eachPart(part, rename) : toDraft7(part, rename)]),
  )
  const reference = typeof $ref === 'string' ? REFERENCE.exec($ref) : undefined
  return {
    ...own,
    ...(reference && { $ref: `#/$defs/${rename(reference[1] ?? '')}` }),
    ...(Array.isArray(prefixItems)
      ? {
          items: toDraft7(prefixItems, rename),
          additionalItems: items === undefined ? true : toDraft7(items, rename),
          // Removes the length of lists: the generator would write a union of as many tuples.
          minItems: minItems ?? 0,
          ...(items === false && { maxItems: prefixItems.length }),
        }
      : items !== undefined && { items: toDraft7(items, rename) }),
  }
}

/** Keywords whose value's own keys may be named like keywords: a field called `title`. */
const NAMED = new Set(['properties', 'patternProperties'])

function eachPart(parts: unknown, rename: (name: string) => string): unknown {
  return Object.fromEntries(Object.entries(parts ?? {}).map(([name, part]) => [name, toDraft7(part, rename)]))
}

/** Removes the generator's length tags, which repeat the tuple's length. */
function withoutCounts(text: string): string {
  return text.replace(/^ \* @(?:min|max)Items \d+\n/gm, '').replace(/^\/\*\*\n \*\/\n/gm, '')
}

/** The generator's own formatting would load a complete formatter. */
function indent(text: string): string {
  let depth = 0
  return text
    .split('\n')
    .map((line) => {
      if (/^[\])}]/.test(line)) depth -= 1
      const text = `${'  '.repeat(depth)}${line}`
      if (/[[({]$/.test(line)) depth += 1
      return text
    })
    .join('\n')
}
