/**
 * Methods that only the revisions of 2025 have: the handshake, `ping`, log levels, and the client's responses and
 * notifications.
 */

import { isRecord } from '#contract/is-object.ts'
import { parseJsonOrUndefined } from '#wire/json.ts'
import { INVALID_REQUEST, type RpcMessage, rpcError } from '#wire/json-rpc.ts'
import type { Conversations } from './conversation.ts'
import { describeServer } from './describe-server.ts'
import type { McpApp, McpCall, McpMethod, McpReply, McpRequest } from './host.ts'
import { createSessionId } from './legacy-session.ts'
import { readLogLevel } from './mcp-client.ts'
import { LEGACY_VERSIONS, SESSION_HEADER } from './protocol.ts'
import { okJson, refuseParams } from './reply.ts'

export function handshakeMethods(app: McpApp, { sessions }: Conversations): readonly (readonly [string, McpMethod])[] {
  return [
    ['initialize', (request) => initialize(app, request)],
    ['ping', (request) => okJson(request, '{}')],
    [
      'logging/setLevel',
      (request, call) => {
        const level = readLogLevel(request.params.level)
        if (level === undefined)
          return refuseParams(request, 'The member "level" of params must be a level of RFC 5424.')
        return sessions.setLevel(call.header(SESSION_HEADER), level).then(() => okJson(request, '{}'))
      },
    ],
  ]
}

/**
 * Handles `initialize`. The session id encodes the client's abilities. It grants nothing, and requests without it are
 * served as well.
 */
function initialize(app: McpApp, request: McpRequest): McpReply {
  const { protocolVersion, capabilities } = request.params
  const supported = LEGACY_VERSIONS.find((version) => version === protocolVersion)
  const result = { protocolVersion: supported ?? LEGACY_VERSIONS[0], serverInfo: app.server, ...describeServer(app) }
  return { ...okJson(request, JSON.stringify(result)), headers: { [SESSION_HEADER]: createSessionId(capabilities) } }
}

const ACCEPTED: McpReply = { status: 202, body: null }

/** Handles a notification. Only a cancellation has an effect. */
export function takeNotification(
  { sessions }: Conversations,
  { method, params }: Extract<RpcMessage, { kind: 'notification' }>,
  call: McpCall,
): McpReply | Promise<McpReply> {
  if (method !== 'notifications/cancelled') return ACCEPTED
  return sessions.cancel(call.header(SESSION_HEADER), params.requestId).then(() => ACCEPTED)
}

/** Handles the response to a question of this server; returns `undefined` if the message isn't a response. */
export function takeResponse({ sessions }: Conversations, text: string): Promise<McpReply> | undefined {
  const message = parseJsonOrUndefined(text)
  if (!isRecord(message) || !('id' in message) || !('result' in message || 'error' in message) || 'method' in message)
    return undefined
  return sessions.take(message).then((isTaken) => (isTaken ? ACCEPTED : REFUSED))
}

const REFUSED: McpReply = {
  status: 400,
  body: rpcError(undefined, INVALID_REQUEST, 'No open question has this id.'),
}
