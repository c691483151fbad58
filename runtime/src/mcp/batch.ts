/** Handles several messages in one body. Revision 2025-03-26 requires it; every later one has removed it. */
import { isRecord } from '#contract/is-object.ts'
import { parseJsonOrUndefined } from '#wire/json.ts'
import { INVALID_REQUEST, rpcError } from '#wire/json-rpc.ts'
import type { McpCall, McpReply } from './host.ts'
import { BATCH_VERSION, MCP_VERSION_HEADER } from './protocol.ts'

/** A batch counts as one request for rate limits, so its size is limited. */
const MAX_MESSAGES = 20

type MessageHandler = (text: string, call: McpCall) => McpReply | Promise<McpReply>

/**
 * Returns the replies to the messages of a batch, in their order; `undefined` if the body isn't a batch, or if the
 * client uses a later revision. A client of 2025-03-26 doesn't send its revision with each request.
 */
export function handleBatch(
  text: string,
  call: McpCall,
  answer: MessageHandler,
): McpReply | Promise<McpReply> | undefined {
  const stated = call.header(MCP_VERSION_HEADER)
  if (stated !== undefined && stated !== BATCH_VERSION) return undefined
  const messages = parseJsonOrUndefined(text)
  if (!Array.isArray(messages)) return undefined
  if (messages.length === 0 || messages.length > MAX_MESSAGES)
    return createRefusal(undefined, `A batch must be a list of 1 to ${MAX_MESSAGES} messages.`)
  const quietCall = withoutStream(call)
  return Promise.all(messages.map((message) => handleOne(message, quietCall, answer))).then(joinReplies)
}

function handleOne(message: unknown, call: McpCall, answer: MessageHandler): McpReply | Promise<McpReply> {
  if (Array.isArray(message)) return createRefusal(undefined, 'A batch cannot contain another batch.')
  // The revision of a batch isn't known before it is negotiated.
  if (isRecord(message) && message.method === 'initialize')
    return createRefusal(message.id, 'Send the method "initialize" outside of a batch.')
  return answer(JSON.stringify(message), call)
}

function joinReplies(replies: readonly McpReply[]): McpReply {
  const bodies = replies.flatMap(({ body }) => (typeof body === 'string' ? [body] : []))
  if (bodies.length === 0) return { status: replies.find(({ status }) => status >= 400)?.status ?? 202, body: null }
  return { status: 200, body: `[${bodies.join(',')}]` }
}

function createRefusal(id: unknown, message: string): McpReply {
  const known = typeof id === 'string' || Number.isInteger(id) ? (id as string | number) : undefined
  return { status: 400, body: rpcError(known, INVALID_REQUEST, message) }
}

/** Returns the call for one message of a batch. Its reply is part of a list, so no message can be sent before it. */
function withoutStream(call: McpCall): McpCall {
  return {
    get signal() {
      return call.signal
    },
    header: (name) => (name === 'accept' ? undefined : call.header(name)),
    address: call.address,
    ctx: () => call.ctx(),
    readPage: (path, ctx) => call.readPage(path, ctx),
    pages: () => call.pages(),
    stores: (ctx) => call.stores(ctx),
    tools: (ctx) => call.tools(ctx),
    invoke: (...args) => call.invoke(...args),
    withdraw: (id) => call.withdraw(id),
  }
}
