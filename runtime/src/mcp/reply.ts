/** Replies of both eras, each written once. */
import { INVALID_PARAMS, rpcError, rpcResult } from '#wire/json-rpc.ts'
import type { McpReply, McpRequest } from './host.ts'
import { type McpServerInfo, META_SERVER_INFO } from './protocol.ts'

/** A result that is JSON text already. */
export function okJson(request: McpRequest, json: string): McpReply {
  return { status: 200, body: rpcResult(request.id, json) }
}

/** A result; what revision 2026-07-28 adds to every one of them is added for that era alone. */
export function ok(request: McpRequest, result: object, server: McpServerInfo): McpReply {
  return okJson(request, JSON.stringify(request.era === 'modern' ? stampResult(result, server) : result))
}

/** The same for what clients may keep. Private, because it depends on the caller; never fresh, because nobody is told of changes. */
export function okCacheable(request: McpRequest, result: object, server: McpServerInfo): McpReply {
  return ok(request, request.era === 'modern' ? { ...result, ...NOT_KEPT } : result, server)
}

export const NOT_KEPT = { ttlMs: 0, cacheScope: 'private' } as const

/** What every modern result carries. */
export function stampResult(result: object, server: McpServerInfo): object {
  const meta = (result as { readonly _meta?: object })._meta
  return { resultType: 'complete', ...result, _meta: { ...meta, [META_SERVER_INFO]: server } }
}

/** Parameters that cannot be used. */
export function refuseMessage(request: McpRequest, message: string, data?: unknown): McpReply {
  return { status: 200, body: rpcError(request.id, INVALID_PARAMS, message, data) }
}
