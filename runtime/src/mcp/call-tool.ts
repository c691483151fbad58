/** `tools/call`: a wire name to a tool, the one pipeline, and its outcome as an MCP result. */
import { FwError } from '#contract/error.ts'
import type { Deps } from '#contract/message.ts'
import { wireName } from '#contract/name.ts'
import { PROPOSALS_PATH } from '#contract/path.ts'
import { isParked, type ParkedResult } from '#contract/proposal.ts'
import type { Issue } from '#contract/validation.ts'
import { isRecord } from '#wire/json-rpc.ts'
import type { Era } from './era.ts'
import { META_ERROR } from './protocol.ts'

/** What a client may write for a tool -> the tool's full name. Made once, at start (never by replacing characters). */
export type ToolNames = ReadonlyMap<string, string>

/** `shop__search`, `shop.search` and `api.shop.search` all mean `api.shop.search`. */
export function toolNames(tools: readonly { readonly name: string }[]): ToolNames {
  const names = new Map<string, string>()
  for (const { name } of tools) {
    names.set(name, name)
    names.set(wireName(name), name)
    if (name.startsWith('api.')) names.set(name.slice('api.'.length), name)
  }
  return names
}

export interface CallToolOptions {
  readonly era: Era
  /** Full tool name. */
  readonly tool: string
  readonly input: unknown
  readonly signal: AbortSignal
  /** Public origin; the address of the approval page is relative without it. */
  readonly siteUrl: string | undefined
}

/** What `tools/call` answers, without the parts that belong to an era. */
export interface ToolResult {
  readonly content: readonly { readonly type: 'text'; readonly text: string }[]
  readonly structuredContent?: unknown
  readonly isError?: true
  readonly _meta?: object
}

/**
 * Runs the tool and answers the result object. What the pipeline refuses comes back as `isError`, with the issues, so that
 * a model can correct itself; only an unknown tool throws on (`FwError` `unknown_tool`).
 */
export async function callTool(deps: Deps, options: CallToolOptions): Promise<ToolResult> {
  let result: unknown
  try {
    result = await deps.invoke(options.tool, options.input, { signal: options.signal })
  } catch (error) {
    if (error instanceof FwError && error.code !== 'unknown_tool') return failed(error)
    throw error
  }
  return isParked(result, options.tool) ? waiting(result, options.siteUrl) : succeeded(result, options.era)
}

function succeeded(result: unknown, era: Era): ToolResult {
  const content = [{ type: 'text' as const, text: JSON.stringify(result) ?? 'Done.' }]
  // Legacy clients take objects only.
  const structured = result !== undefined && (era === 'modern' || isRecord(result))
  return structured ? { content, structuredContent: result } : { content }
}

function failed(error: FwError): ToolResult {
  const lines = (error.issues ?? []).map((issue: Issue) => `- ${issue.path || '(input)'}: ${issue.message}`)
  return {
    content: [{ type: 'text', text: [error.message, ...lines].join('\n') }],
    isError: true,
    _meta: { [META_ERROR]: { code: error.code, ...(error.issues === undefined ? {} : { issues: error.issues }) } },
  }
}

function waiting(parked: ParkedResult, siteUrl: string | undefined): ToolResult {
  const path = `${PROPOSALS_PATH}?id=${encodeURIComponent(parked.id)}`
  const approveAt = siteUrl === undefined ? path : new URL(path, siteUrl).href
  const text = `Not run yet: ${parked.message} A person approves or rejects this call at ${approveAt} until ${new Date(parked.expiresAt).toISOString()}. It cannot be approved from here.`
  return { content: [{ type: 'text', text }], structuredContent: { ...parked, approveAt } }
}
