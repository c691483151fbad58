/** The tools of the manifest in MCP's form. Created once per list of tools and cached as text. */
import type { ManifestTool } from '#contract/api.ts'
import { wireName } from '#contract/name.ts'
import type { JsonSchema } from '#contract/schema/json-schema.ts'
import { describeOwnFormats } from '#wire/own-formats.ts'
import type { Era } from './era.ts'
import type { McpApp, McpMethod } from './host.ts'
import { createSlice, listAfterCursor, PAGE_SIZE, sortByKey } from './paginate.ts'
import { findParamHeaders, removeAnnotations } from './param-headers.ts'
import { META_GUARD } from './protocol.ts'
import { NOT_CACHED, okJson, refuseParams, stampResult } from './reply.ts'

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

/** Texts of one list, by era and cursor. */
type ListTexts = Map<string, string>

/**
 * `tools/list`: the text is cached per array of tools, so a server with one array per set of scopes creates it once
 * per set. The list is sorted by name, because clients and prompt caches need identical bytes.
 */
export function createListMethod(app: McpApp): McpMethod {
  const cache = new WeakMap<readonly ManifestTool[], ListTexts>()
  return async (request, call) => {
    const tools = await call.tools(await call.ctx())
    const { cursor } = request.params
    let texts = cache.get(tools)
    if (texts === undefined) {
      texts = new Map()
      cache.set(tools, texts)
    }
    const key = `${request.era} ${typeof cursor === 'string' ? cursor : ''}`
    const json = texts.get(key) ?? createListJson(app, tools, request.era, cursor)
    if (json === undefined) return refuseParams(request, 'Invalid cursor')
    // Limited, because clients could fill the cache with invented cursors.
    if (cursor === undefined || texts.size < MAX_CACHED) texts.set(key, json)
    return okJson(request, json)
  }
}

const MAX_CACHED = 64

const getName = ({ name }: McpTool): string => name

function createListJson(app: McpApp, tools: readonly ManifestTool[], era: Era, cursor: unknown): string | undefined {
  const { toolNames, headers, pageSize = PAGE_SIZE } = app.options
  const listed = tools
    .filter((tool) => tool.where === 'server' && tool.guard !== 'forbidden')
    .map((tool) => toMcpTool(tool, era, toolNames?.[tool.name], headers?.[tool.name]))
  const rest = listAfterCursor(sortByKey(listed, getName), getName, cursor)
  if (rest === undefined) return undefined
  const { entries, ...next } = createSlice(rest, getName, pageSize)
  const result = { tools: entries, ...next }
  return JSON.stringify(era === 'modern' ? stampResult({ ...result, ...NOT_CACHED }, app.server) : result)
}

/** Converts one tool for one era. In the legacy era an output schema must describe an object. */
export function toMcpTool(
  tool: ManifestTool,
  era: Era,
  name = wireName(tool.name),
  headers?: Readonly<Record<string, string>>,
): McpTool {
  const outputSchema = getOutputSchema(tool, era)
  const input = era === 'legacy' ? removeAnnotations(tool.input) : findParamHeaders(tool.input, headers).input
  return {
    name,
    ...(tool.title === undefined ? {} : { title: tool.title }),
    description: tool.description,
    inputSchema: { ...describeOwnFormats(input), type: 'object' },
    ...(outputSchema === undefined ? {} : { outputSchema: describeOwnFormats(outputSchema) }),
    annotations: getHints(tool),
    _meta: { [META_GUARD]: tool.guard },
  }
}

/** Returns only what the app has declared: a guard isn't an effect, and clients assume the worst of an absent hint. */
function getHints(tool: ManifestTool): McpTool['annotations'] {
  if (tool.readonly === true) return { readOnlyHint: true }
  return { readOnlyHint: false, ...(tool.effect === 'irreversible' && { destructiveHint: true }) }
}

/**
 * Returns the output schema. Clients check results against it, so a tool that may create a proposal declares that
 * form too.
 */
function getOutputSchema(tool: ManifestTool, era: Era): JsonSchema | undefined {
  // Content parts aren't data.
  if (tool.output === undefined || tool.output.properties?.$content !== undefined) return undefined
  const isObject = tool.output.type === 'object'
  if (era === 'legacy' && !isObject) return undefined
  if (tool.guard !== 'confirm' && tool.effect !== 'irreversible') return tool.output
  const { $defs, $schema, ...output } = tool.output
  return {
    ...($schema === undefined ? {} : { $schema }),
    ...($defs === undefined ? {} : { $defs }),
    ...(isObject ? { type: 'object' as const } : {}),
    anyOf: [output, PENDING_SCHEMA],
  }
}

const PENDING_SCHEMA: JsonSchema = {
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
