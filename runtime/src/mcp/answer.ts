/** One MCP message in, one reply out: which method of which era answers it. */
import { METHOD_NOT_FOUND, parseRpc, type RpcMessage, rpcError } from '#wire/json-rpc.ts'
import { answerBatch } from './batch.ts'
import { callMethod } from './call-tool.ts'
import { completionMethods } from './completion.ts'
import { Conversations } from './conversation.ts'
import { discoverJson } from './describe.ts'
import { type Era, findEra } from './era.ts'
import type { McpApp, McpCall, McpMethod, McpReply } from './host.ts'
import { handshakeMethods, takeNotification, takeResponse } from './legacy.ts'
import { promptMethods } from './prompts.ts'
import { okJson } from './reply.ts'
import { resourceMethods } from './resources.ts'
import { listMethod } from './tool-list.ts'

/**
 * Makes the function that answers the text of one POST. What the app throws for a caller passes through: the edge answers
 * a refused caller. Everything that is wrong with the message itself is a reply.
 */
export function createMcp(app: McpApp): (text: string, call: McpCall) => McpReply | Promise<McpReply> {
  const conversations = new Conversations(app)
  const methods = createMethods(app, conversations)
  return function answer(text, call): McpReply | Promise<McpReply> {
    const message = parseRpc(text)
    if (message.kind === 'invalid')
      return takeResponse(conversations, text) ?? answerBatch(text, call, answer) ?? refusal(message)
    if (message.kind === 'notification') return takeNotification(conversations, message, call)
    const era = findEra(message, (name) => call.header(name))
    if (typeof era !== 'string') return { status: 400, body: rpcError(message.id, era.code, era.message, era.data) }
    const method = methods[era].get(message.method)
    if (method !== undefined)
      return method({ id: message.id, method: message.method, params: message.params, era }, call)
    const status = era === 'modern' ? 404 : 200
    return { status, body: rpcError(message.id, METHOD_NOT_FOUND, `Method not found: ${message.method}`) }
  }
}

function refusal({ id, code, message }: Extract<RpcMessage, { kind: 'invalid' }>): McpReply {
  return { status: 400, body: rpcError(id, code, message) }
}

function createMethods(app: McpApp, conversations: Conversations): Record<Era, ReadonlyMap<string, McpMethod>> {
  const common: readonly (readonly [string, McpMethod])[] = [
    ['tools/list', listMethod(app)],
    ['tools/call', callMethod(app, conversations)],
    ...resourceMethods(app),
    ...promptMethods(app, conversations),
    ...completionMethods(app),
  ]
  const discovered = discoverJson(app)
  return {
    modern: new Map([['server/discover', (request) => okJson(request, discovered)], ...common]),
    legacy: new Map([...handshakeMethods(app, conversations), ...common]),
  }
}
