/** Handles one MCP message and returns one reply, by the method and the era (modern or legacy) of the message. */
import { METHOD_NOT_FOUND, parseRpc, type RpcMessage, rpcError } from '#wire/json-rpc.ts'
import { handleBatch } from './batch.ts'
import { callMethod } from './call-tool.ts'
import { completionMethods } from './completion.ts'
import { Conversations } from './conversation.ts'
import { createDiscoverJson } from './describe-server.ts'
import { type Era, findEra } from './era.ts'
import type { McpApp, McpCall, McpMethod, McpReply } from './host.ts'
import { handshakeMethods, takeNotification, takeResponse } from './legacy-methods.ts'
import { getPromptMethod, listPromptsMethod } from './prompts.ts'
import { SESSION_HEADER } from './protocol.ts'
import { okJson } from './reply.ts'
import { resourceMethods } from './resources.ts'
import { skillMethods } from './skills.ts'
import { Subscriptions } from './subscriptions.ts'
import { taskMethods } from './tasks.ts'
import { createListMethod } from './tool-list.ts'

/**
 * Creates the function that handles the text of one POST. Errors that the app throws for a caller pass through to the
 * server's edge, which responds to refused callers. Every error in the message itself is a reply.
 */
export function createMcp(
  app: McpApp,
  subscriptions = new Subscriptions(app),
): (text: string, call: McpCall) => McpReply | Promise<McpReply> {
  const conversations = new Conversations(app)
  const methods = createMethods(app, conversations, subscriptions)
  return function handleMessage(text, call): McpReply | Promise<McpReply> {
    const message = parseRpc(text)
    if (message.kind === 'invalid')
      return takeResponse(conversations, text) ?? handleBatch(text, call, handleMessage) ?? createErrorReply(message)
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

function createErrorReply({ id, code, message }: Extract<RpcMessage, { kind: 'invalid' }>): McpReply {
  return { status: 400, body: rpcError(id, code, message) }
}

function createMethods(
  app: McpApp,
  conversations: Conversations,
  subscriptions: Subscriptions,
): Record<Era, ReadonlyMap<string, McpMethod>> {
  const common: readonly (readonly [string, McpMethod])[] = [
    ['tools/list', createListMethod(app)],
    ...resourceMethods(app),
    ['prompts/list', listPromptsMethod(app)],
    ...completionMethods(app),
  ]
  // A conversation handles cancellations itself.
  const talking: readonly (readonly [string, McpMethod])[] = [
    ['tools/call', callMethod(app, conversations)],
    ['prompts/get', getPromptMethod(app, conversations)],
  ]
  const discovered = createDiscoverJson(app)
  return {
    modern: new Map([
      ['server/discover', (request) => okJson(request, discovered)],
      ...common,
      ...skillMethods(app),
      ...taskMethods(app),
      ...(app.tags === undefined ? [] : subscriptions.modernMethods()),
      ...talking,
    ]),
    legacy: new Map([
      ...handshakeMethods(app, conversations),
      ...(app.tags === undefined ? [] : subscriptions.legacyMethods()),
      ...common.map(([name, method]) => [name, cancellable(conversations, method)] as const),
      ...talking,
    ]),
  }
}

/** Returns the method without a response for requests that the client has cancelled. */
function cancellable({ sessions }: Conversations, method: McpMethod): McpMethod {
  return (request, call) => {
    const session = call.header(SESSION_HEADER)
    return session === undefined
      ? method(request, call)
      : sessions.runRequest(session, request.id, () => method(request, call))
  }
}
