/**
 * Distinguishes modern requests (revision 2026-07-28: a request contains everything) from legacy ones (2025:
 * `initialize` first), and refuses requests that fit neither. The body decides; headers are checked against it.
 */
import { isRecord } from '#contract/is-object.ts'
import { INVALID_PARAMS, type RpcMessage } from '#wire/json-rpc.ts'
import { decodeHeaderValue } from './header-value.ts'
import {
  HEADER_MISMATCH,
  LEGACY_VERSIONS,
  MCP_VERSION_HEADER,
  META_CLIENT_CAPABILITIES,
  META_VERSION,
  METHOD_HEADER,
  MODERN_VERSION,
  NAME_HEADER,
  SUPPORTED_VERSIONS,
  UNSUPPORTED_VERSION,
} from './protocol.ts'

/** The terms of MCP 2026-07-28, lifecycle, "Terminology". */
export type Era = 'modern' | 'legacy'

interface EraRefusal {
  /** Always with HTTP status 400. */
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

type RpcRequest = Extract<RpcMessage, { kind: 'request' }>
type ReadHeader = (name: string) => string | undefined

/** Returns the era of a request, or the reason why it is refused. */
export function findEra(request: RpcRequest, header: ReadHeader): Era | EraRefusal {
  const meta = isRecord(request.params._meta) ? request.params._meta : undefined
  const declared = meta?.[META_VERSION]
  const stated = header(MCP_VERSION_HEADER)
  if (declared === undefined) return isModern(request, stated) ? refuseMissing(META_VERSION) : legacy(request, stated)
  if (typeof declared !== 'string') return refuseMissing(META_VERSION)
  if (stated !== declared) return mismatch('MCP-Protocol-Version', stated, declared)
  if (declared !== MODERN_VERSION) return refuseUnsupported(declared)
  if (!isRecord(meta?.[META_CLIENT_CAPABILITIES])) return refuseMissing(META_CLIENT_CAPABILITIES)
  return checkMirroredHeaders(request, header) ?? 'modern'
}

function isModern(request: RpcRequest, stated: string | undefined): boolean {
  if (request.method === 'initialize') return false
  return stated === MODERN_VERSION || request.method === 'server/discover'
}

function legacy(request: RpcRequest, stated: string | undefined): Era | EraRefusal {
  // `initialize` negotiates in its body; before 2025-06-18 the header didn't exist.
  if (request.method === 'initialize' || stated === undefined) return 'legacy'
  return LEGACY_VERSIONS.some((version) => version === stated) ? 'legacy' : refuseUnsupported(stated)
}

/**
 * Checks that `Mcp-Method` and `Mcp-Name` repeat the body, so that a gateway can't route one call while another one
 * runs.
 */
function checkMirroredHeaders(request: RpcRequest, header: ReadHeader): EraRefusal | undefined {
  const method = header(METHOD_HEADER)
  if (method !== request.method) return mismatch('Mcp-Method', method, request.method)
  const subject = NAMED.get(request.method)
  if (subject === undefined) return undefined
  const name = decodeHeaderValue(header(NAME_HEADER))
  const expected = request.params[subject]
  return name === expected ? undefined : mismatch('Mcp-Name', name, expected)
}

/** The parameter that `Mcp-Name` repeats, by method. */
const NAMED: ReadonlyMap<string, string> = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
  ['tasks/get', 'taskId'],
  ['tasks/update', 'taskId'],
  ['tasks/cancel', 'taskId'],
])

function refuseMissing(key: string): EraRefusal {
  return {
    code: INVALID_PARAMS,
    message: `Every request of revision ${MODERN_VERSION} must have "${key}" in params._meta.`,
  }
}

/** Returns the refusal of a request with a header that differs from the body. */
export function mismatch(name: string, stated: string | undefined, body: unknown): EraRefusal {
  const found = stated === undefined ? 'is missing' : `is ${JSON.stringify(stated)}`
  const expected = body === undefined ? 'has no such value' : `has ${JSON.stringify(body)}`
  return { code: HEADER_MISMATCH, message: `Header mismatch: ${name} ${found}, the body ${expected}.` }
}

function refuseUnsupported(requested: string): EraRefusal {
  return {
    code: UNSUPPORTED_VERSION,
    message: 'Unsupported protocol version',
    data: { supported: SUPPORTED_VERSIONS, requested },
  }
}
