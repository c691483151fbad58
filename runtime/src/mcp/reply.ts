/** Replies of both eras. */
import { INVALID_PARAMS, rpcError, rpcResult } from '#wire/json-rpc.ts'
import type { McpReply, McpRequest } from './host.ts'
import { type McpServerInfo, META_SERVER_INFO } from './protocol.ts'

/** Returns a result that already is JSON text. */
export function okJson(request: McpRequest, json: string): McpReply {
  return { status: 200, body: rpcResult(request.id, json) }
}

/** Returns a result. The members that revision 2026-07-28 adds to every result are added for that era only. */
export function ok(request: McpRequest, result: object, server: McpServerInfo): McpReply {
  return okJson(request, JSON.stringify(request.era === 'modern' ? stampResult(result, server) : result))
}

/**
 * Returns a result that clients may cache. It is private, because it depends on the caller, and never fresh, because
 * clients aren't notified of changes.
 */
export function okCacheable(request: McpRequest, result: object, server: McpServerInfo): McpReply {
  return ok(request, request.era === 'modern' ? { ...result, ...NOT_CACHED } : result, server)
}

export const NOT_CACHED = { ttlMs: 0, cacheScope: 'private' } as const

/** Adds the members that every modern result has. */
export function stampResult(result: object, server: McpServerInfo): object {
  const meta = (result as { readonly _meta?: object })._meta
  return { resultType: 'complete', ...result, _meta: { ...meta, [META_SERVER_INFO]: server } }
}

/** Returns the error for invalid parameters. */
export function refuseParams(request: McpRequest, message: string, data?: unknown): McpReply {
  return { status: 200, body: rpcError(request.id, INVALID_PARAMS, message, data) }
}
