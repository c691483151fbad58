/** Manifest tools as MCP lists them. Made once per list of tools and kept as text. */
import type { ManifestTool } from '#contract/api.ts'
import type { JsonSchema } from '#contract/json-schema.ts'
import { wireName } from '#contract/name.ts'
import type { Era } from './era.ts'
import { type McpServerInfo, META_GUARD, META_SERVER_INFO } from './protocol.ts'

/** A tool in `tools/list`. */
export interface McpTool {
  readonly name: string
  readonly title?: string
  readonly description: string
  readonly inputSchema: JsonSchema
  readonly outputSchema?: JsonSchema
  readonly annotations: { readonly readOnlyHint: boolean; readonly destructiveHint?: boolean }
  readonly _meta: { readonly [META_GUARD]: string }
}

/** The result of `tools/list` as JSON text. */
export type ToolLists = (tools: readonly ManifestTool[], era: Era) => string

/**
 * Makes and keeps the text per array of tools, so a server that hands out one array per set of scopes pays for each set
 * once. Sorted by name: clients and prompt caches want the same bytes every time.
 */
export function createToolLists(server: McpServerInfo): ToolLists {
  const kept: Record<Era, WeakMap<readonly ManifestTool[], string>> = { modern: new WeakMap(), legacy: new WeakMap() }
  return (tools, era) => {
    const before = kept[era].get(tools)
    if (before !== undefined) return before
    const json = JSON.stringify(listResult(tools, era, server))
    kept[era].set(tools, json)
    return json
  }
}

function listResult(tools: readonly ManifestTool[], era: Era, server: McpServerInfo): object {
  const listed = tools
    .filter((tool) => tool.where === 'server' && tool.guard !== 'forbidden')
    .map((tool) => toMcpTool(tool, era))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
  if (era === 'legacy') return { tools: listed }
  // Private, because the list depends on the caller's scopes; never fresh, because a deployment changes it unannounced.
  const hints = { ttlMs: 0, cacheScope: 'private' }
  return { resultType: 'complete', tools: listed, ...hints, _meta: { [META_SERVER_INFO]: server } }
}

/** One tool for one era: in the legacy one an output schema must describe an object. */
export function toMcpTool(tool: ManifestTool, era: Era): McpTool {
  const outputSchema = outputOf(tool, era)
  return {
    name: wireName(tool.name),
    ...(tool.title === undefined ? {} : { title: tool.title }),
    description: tool.description,
    inputSchema: { ...tool.input, type: 'object' },
    ...(outputSchema === undefined ? {} : { outputSchema }),
    annotations: hintsOf(tool),
    _meta: { [META_GUARD]: tool.guard },
  }
}

function hintsOf(tool: ManifestTool): McpTool['annotations'] {
  if (tool.readonly === true) return { readOnlyHint: true }
  return { readOnlyHint: false, destructiveHint: tool.effect === 'irreversible' || tool.guard === 'confirm' }
}

/** Clients check results against the output schema, so a tool that may be parked also declares the parked form. */
function outputOf(tool: ManifestTool, era: Era): JsonSchema | undefined {
  if (tool.output === undefined) return undefined
  const isObject = tool.output.type === 'object'
  if (era === 'legacy' && !isObject) return undefined
  if (tool.guard !== 'confirm' && tool.effect !== 'irreversible') return tool.output
  const { $defs, $schema, ...output } = tool.output
  return {
    ...($schema === undefined ? {} : { $schema }),
    ...($defs === undefined ? {} : { $defs }),
    ...(isObject ? { type: 'object' as const } : {}),
    anyOf: [output, PARKED_SCHEMA],
  }
}

const PARKED_SCHEMA: JsonSchema = {
  title: 'Waits for approval',
  description: 'The call was not run. A person approves or rejects it at `approveAt`.',
  type: 'object',
  properties: {
    status: { const: 'proposal' },
    id: { type: 'string' },
    tool: { type: 'string' },
    input: {},
    message: { type: 'string' },
    expiresAt: { type: 'number', description: 'Epoch milliseconds.' },
    approveAt: { type: 'string', description: 'Where a person approves or rejects the call.' },
  },
  required: ['status', 'id', 'tool', 'input', 'message', 'expiresAt', 'approveAt'],
}
