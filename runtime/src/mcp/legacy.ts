/** What only the revisions of 2025 have: the handshake, `ping`, log levels, answers and notifications of the client. */

import { parseJson } from '#wire/json.ts'
import { INVALID_REQUEST, isRecord, type RpcMessage, rpcError } from '#wire/json-rpc.ts'
import type { Conversations } from './conversation.ts'
import { description } from './describe.ts'
import type { McpApp, McpCall, McpMethod, McpReply, McpRequest } from './host.ts'
import { newSessionId } from './legacy-session.ts'
import { readLogLevel } from './peer.ts'
import { LEGACY_VERSIONS, SESSION_HEADER } from './protocol.ts'
import { okJson, refuseMessage } from './reply.ts'

export function handshakeMethods(app: McpApp, { sessions }: Conversations): readonly (readonly [string, McpMethod])[] {
  return [
    ['initialize', (request) => initialize(app, request)],
    ['ping', (request) => okJson(request, '{}')],
    [
      'logging/setLevel',
      (request, call) => {
        const level = readLogLevel(request.params.level)
        if (level === undefined)
          return refuseMessage(request, 'The member "level" of params must be a level of RFC 5424.')
        return sessions.setLevel(call.header(SESSION_HEADER), level).then(() => okJson(request, '{}'))
      },
    ],
  ]
}

/** The session id says what the client can do. It grants nothing, and requests without it are served as well. */
function initialize(app: McpApp, request: McpRequest): McpReply {
  const { protocolVersion, capabilities } = request.params
  const wanted = LEGACY_VERSIONS.find((version) => version === protocolVersion)
  const result = { protocolVersion: wanted ?? LEGACY_VERSIONS[0], serverInfo: app.server, ...description(app) }
  return { ...okJson(request, JSON.stringify(result)), headers: { [SESSION_HEADER]: newSessionId(capabilities) } }
}

const ACCEPTED: McpReply = { status: 202, body: null }

/** Of all that a client says without asking, only a cancellation is acted on. */
export function takeNotification(
  { sessions }: Conversations,
  { method, params }: Extract<RpcMessage, { kind: 'notification' }>,
  call: McpCall,
): McpReply | Promise<McpReply> {
  if (method !== 'notifications/cancelled') return ACCEPTED
  return sessions.cancel(call.header(SESSION_HEADER), params.requestId).then(() => ACCEPTED)
}

/** The answer to a question of ours, or undefined for what is no answer at all. */
export function takeResponse({ sessions }: Conversations, text: string): Promise<McpReply> | undefined {
  const message = parseLegacyMessage(text)
  if (!isRecord(message) || !('id' in message) || !('result' in message || 'error' in message) || 'method' in message)
    return undefined
  return sessions.take(message).then((isTaken) => (isTaken ? ACCEPTED : REFUSED))
}

const REFUSED: McpReply = {
  status: 400,
  body: rpcError(undefined, INVALID_REQUEST, 'Nothing here waits for this answer.'),
}

function parseLegacyMessage(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}
