/** One MCP message in, one reply out: no session, no stream, nothing kept between messages. */
import { FwError } from '#contract/error.ts'
import type { Deps } from '#contract/message.ts'
import {
  INVALID_PARAMS,
  isRecord,
  METHOD_NOT_FOUND,
  parseRpc,
  type RpcMessage,
  rpcError,
  rpcResult,
} from '#wire/json-rpc.ts'
import { callTool, type ToolNames } from './call-tool.ts'
import { type Era, eraOf } from './era.ts'
import { LEGACY_VERSIONS, type McpServerInfo, META_SERVER_INFO, SUPPORTED_VERSIONS } from './protocol.ts'
import { createToolLists } from './tool-list.ts'

export interface McpOptions {
  readonly names: ToolNames
  readonly server: McpServerInfo
  /** Public origin; the address of the approval page is relative without it. */
  readonly siteUrl: string | undefined
}

/** What one message needs from its request. */
export interface McpCall {
  /** A header by lower-case name. */
  header(name: string): string | undefined
  /** Asked for once, and only by messages that need tools. */
  deps(): Promise<Deps>
  readonly signal: AbortSignal
}

/** `body` is JSON text; null for an accepted notification. */
export interface McpReply {
  readonly status: number
  readonly body: string | null
}

type RpcRequest = Extract<RpcMessage, { kind: 'request' }>
type Method = (request: RpcRequest, call: McpCall, era: Era) => McpReply | Promise<McpReply>

/**
 * Makes the function that answers the text of one POST. What `deps` throws passes through: the edge answers a refused
 * caller. Everything that is wrong with the message itself is a reply.
 */
export function createMcp(options: McpOptions): (text: string, call: McpCall) => Promise<McpReply> {
  const methods: Readonly<Record<Era, ReadonlyMap<string, Method>>> = methodsOf(options)
  return async (text, call) => {
    const message = parseRpc(text)
    if (message.kind === 'invalid') return { status: 400, body: rpcError(message.id, message.code, message.message) }
    if (message.kind === 'notification') return { status: 202, body: null }
    const era = eraOf(message, (name) => call.header(name))
    if (typeof era !== 'string') return { status: 400, body: rpcError(message.id, era.code, era.message, era.data) }
    const method = methods[era].get(message.method)
    if (method !== undefined) return method(message, call, era)
    const status = era === 'modern' ? 404 : 200
    return { status, body: rpcError(message.id, METHOD_NOT_FOUND, `Method not found: ${message.method}`) }
  }
}

function methodsOf(options: McpOptions): Record<Era, ReadonlyMap<string, Method>> {
  const lists = createToolLists(options.server)
  const listTools: Method = async (request, call, era) => {
    // There is one page, so every cursor is one that was never given out.
    if (request.params.cursor !== undefined) return refuse(request, 'Invalid cursor')
    return ok(request, lists((await call.deps()).tools, era))
  }
  const tools: [string, Method][] = [
    ['tools/list', listTools],
    ['tools/call', (request, call, era) => toolsCall(request, call, era, options)],
  ]
  const discovered = JSON.stringify(discoverResult(options.server))
  return {
    modern: new Map<string, Method>([['server/discover', (request) => ok(request, discovered)], ...tools]),
    legacy: new Map<string, Method>([
      ['initialize', (request) => ok(request, JSON.stringify(initializeResult(request, options.server)))],
      ['ping', (request) => ok(request, '{}')],
      ...tools,
    ]),
  }
}

async function toolsCall(request: RpcRequest, call: McpCall, era: Era, options: McpOptions): Promise<McpReply> {
  const { name, arguments: input = {} } = request.params
  if (typeof name !== 'string') return refuse(request, 'The member "name" of params must be a string.')
  if (!isRecord(input)) return refuse(request, 'The member "arguments" of params must be an object.')
  // A name that is nobody's goes through the pipeline too, which refuses and audits it.
  const tool = options.names.get(name) ?? name
  const deps = await call.deps()
  try {
    const result = await callTool(deps, { era, tool, input, signal: call.signal, siteUrl: options.siteUrl })
    return ok(request, JSON.stringify(era === 'modern' ? stamped(result, options.server, result._meta) : result))
  } catch (error) {
    if (error instanceof FwError && error.code === 'unknown_tool') return refuse(request, `Unknown tool: ${name}`)
    throw error
  }
}

function discoverResult(server: McpServerInfo): object {
  const result = { supportedVersions: SUPPORTED_VERSIONS, capabilities: { tools: {} } }
  return stamped({ ...result, ttlMs: 0, cacheScope: 'public' }, server)
}

/** What every modern result carries. */
function stamped(result: object, server: McpServerInfo, meta?: object): object {
  return { resultType: 'complete', ...result, _meta: { ...meta, [META_SERVER_INFO]: server } }
}

function initializeResult(request: RpcRequest, server: McpServerInfo): object {
  const wanted = LEGACY_VERSIONS.find((version) => version === request.params.protocolVersion)
  return { protocolVersion: wanted ?? LEGACY_VERSIONS[0], capabilities: { tools: {} }, serverInfo: server }
}

function ok(request: RpcRequest, resultJson: string): McpReply {
  return { status: 200, body: rpcResult(request.id, resultJson) }
}

function refuse(request: RpcRequest, message: string): McpReply {
  return { status: 200, body: rpcError(request.id, INVALID_PARAMS, message) }
}
