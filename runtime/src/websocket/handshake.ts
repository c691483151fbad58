/** Validates WebSocket handshakes (RFC 6455, section 4.2.1). Hosts don't check any part of them. */
import { FwError } from '#contract/http/error.ts'
import type { FwRequest } from '#contract/http/request.ts'
import { splitHeaderList } from '#wire/header-list.ts'

type Head = Pick<FwRequest, 'method' | 'header'>

const KEY = /^[+/0-9A-Za-z]{22}==$/
const PROTOCOL = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/

/**
 * Whether the headers request a WebSocket upgrade. Requests with other upgrades (`h2c`) are handled as ordinary requests.
 */
export function wantsWebSocket(request: Pick<FwRequest, 'header'>): boolean {
  return splitHeaderList(request.header('upgrade')).some((token) => token.toLowerCase() === 'websocket')
}

/** Throws for an incomplete handshake: method, key, version, a body. */
export function checkHandshake(request: Head): void {
  if (request.method !== 'GET') throw new FwError('method_not_allowed', { headers: { allow: 'GET' } })
  const createMalformedError = (message: string) => new FwError('invalid_request', { message })
  if (!splitHeaderList(request.header('connection')).some((token) => token.toLowerCase() === 'upgrade'))
    throw createMalformedError('A WebSocket handshake needs the header "Connection: Upgrade".')
  if (request.header('transfer-encoding') !== undefined || Number(request.header('content-length') ?? 0) !== 0)
    throw createMalformedError('A WebSocket handshake has no body.')
  if (request.header('sec-websocket-version') !== '13')
    throw new FwError('upgrade_required', {
      message: 'This server supports only version 13 of the WebSocket protocol.',
      headers: { 'sec-websocket-version': '13', upgrade: 'websocket', connection: 'Upgrade' },
    })
  if (!KEY.test(request.header('sec-websocket-key') ?? ''))
    throw createMalformedError('A WebSocket handshake needs a "Sec-WebSocket-Key" of 16 bytes in base64.')
}

/** Returns the negotiated subprotocol, or undefined for none. Throws for a malformed offer. */
export function chooseProtocol(request: Pick<FwRequest, 'header'>, supported: readonly string[]): string | undefined {
  const offered = splitHeaderList(request.header('sec-websocket-protocol'))
  if (!offered.every((name) => PROTOCOL.test(name)) || new Set(offered).size !== offered.length)
    throw new FwError('invalid_request', { message: 'The header "Sec-WebSocket-Protocol" is malformed.' })
  return offered.find((name) => supported.includes(name))
}
