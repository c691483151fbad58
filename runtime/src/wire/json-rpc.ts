/** JSON-RPC 2.0 for MCP and A2A: one message per body, ids are strings or integers, no batches. */
import type { FwError } from '#contract/http/error.ts'
import { isRecord } from '#contract/is-object.ts'
import { parseJson } from './json.ts'

export type RpcId = string | number

export type RpcParams = Readonly<Record<string, unknown>>

export type RpcMessage =
  | { readonly kind: 'request'; readonly id: RpcId; readonly method: string; readonly params: RpcParams }
  | { readonly kind: 'notification'; readonly method: string; readonly params: RpcParams }
  /** `id` is absent if it could not be read. */
  | { readonly kind: 'invalid'; readonly id?: RpcId; readonly code: number; readonly message: string }

export const PARSE_ERROR = -32700
export const INVALID_REQUEST = -32600
export const METHOD_NOT_FOUND = -32601
export const INVALID_PARAMS = -32602

/** Parses a message. Never throws: a malformed one is returned as `invalid` with its error code. */
export function parseRpc(text: string): RpcMessage {
  let body: unknown
  try {
    body = parseJson(text)
  } catch (error) {
    return { kind: 'invalid', code: PARSE_ERROR, message: (error as FwError).message } // parseJson throws only FwError
  }
  if (Array.isArray(body)) return invalid(undefined, 'Batches are not supported; send one message per request.')
  if (!isRecord(body)) return invalid(undefined, 'A JSON-RPC message must be an object.')
  const id = isId(body.id) ? body.id : undefined
  if (body.jsonrpc !== '2.0') return invalid(id, 'The member "jsonrpc" must be "2.0".')
  if (typeof body.method !== 'string')
    return invalid(id, 'The member "method" must be a string; responses are not accepted here.')
  if (body.params !== undefined && !isRecord(body.params))
    return { ...invalid(id, 'The member "params" must be an object.'), code: INVALID_PARAMS }
  const params = body.params ?? {}
  if (!('id' in body)) return { kind: 'notification', method: body.method, params }
  if (id === undefined) return invalid(undefined, 'The member "id" must be a string or an integer.')
  return { kind: 'request', id, method: body.method, params }
}

/** Returns a success response with a result in JSON. */
export function rpcResult(id: RpcId, resultJson: string): string {
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${resultJson}}`
}

/** Returns an error response, without an id if the request's could not be read. */
export function rpcError(id: RpcId | undefined, code: number, message: string, data?: unknown): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message, data } })
}

function isId(value: unknown): value is RpcId {
  return typeof value === 'string' || (typeof value === 'number' && Number.isInteger(value))
}

function invalid(id: RpcId | undefined, message: string): Extract<RpcMessage, { kind: 'invalid' }> {
  const base = { kind: 'invalid' as const, code: INVALID_REQUEST, message }
  return id === undefined ? base : { ...base, id }
}
