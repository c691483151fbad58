/** Several messages in one body: revision 2025-03-26 makes servers take them, and every later one has dropped them. */
import { parseJson } from '#wire/json.ts'
import { INVALID_REQUEST, isRecord, rpcError } from '#wire/json-rpc.ts'
import type { McpCall, McpReply } from './host.ts'
import { BATCH_VERSION, MCP_VERSION_HEADER } from './protocol.ts'

/** One request counts once where requests are counted, however much is in it. */
const MOST_MESSAGES = 20

type Answer = (text: string, call: McpCall) => McpReply | Promise<McpReply>

/**
 * What the messages of a batch came to, in their order; undefined for what is none, and for clients of later revisions.
 * A client of 2025-03-26 does not say its revision with each request.
 */
export function answerBatch(text: string, call: McpCall, answer: Answer): McpReply | Promise<McpReply> | undefined {
  const stated = call.header(MCP_VERSION_HEADER)
  if (stated !== undefined && stated !== BATCH_VERSION) return undefined
  const messages = parseBatch(text)
  if (!Array.isArray(messages)) return undefined
  if (messages.length === 0 || messages.length > MOST_MESSAGES)
    return createRefusal(undefined, `A batch is a list of 1 to ${MOST_MESSAGES} messages.`)
  const quiet = quietly(call)
  return Promise.all(messages.map((message) => answerOne(message, quiet, answer))).then(together)
}

function answerOne(message: unknown, call: McpCall, answer: Answer): McpReply | Promise<McpReply> {
  if (Array.isArray(message)) return createRefusal(undefined, 'A batch holds messages, and no other batch.')
  // Nobody knows the revision of a batch before it is agreed on.
  if (isRecord(message) && message.method === 'initialize')
    return createRefusal(message.id, 'The method "initialize" is sent by itself.')
  return answer(JSON.stringify(message), call)
}

function together(replies: readonly McpReply[]): McpReply {
  const bodies = replies.flatMap(({ body }) => (typeof body === 'string' ? [body] : []))
  if (bodies.length === 0) return { status: replies.find(({ status }) => status >= 400)?.status ?? 202, body: null }
  return { status: 200, body: `[${bodies.join(',')}]` }
}

function createRefusal(id: unknown, message: string): McpReply {
  const known = typeof id === 'string' || Number.isInteger(id) ? (id as string | number) : undefined
  return { status: 400, body: rpcError(known, INVALID_REQUEST, message) }
}

function parseBatch(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

/** The call of one message of several: its answer is one of a list, so nothing can be said before it. */
function quietly(call: McpCall): McpCall {
  return {
    get signal() {
      return call.signal
    },
    header: (name) => (name === 'accept' ? undefined : call.header(name)),
    ctx: () => call.ctx(),
    readPage: (path, ctx) => call.readPage(path, ctx),
    pages: () => call.pages(),
    stores: (ctx) => call.stores(ctx),
    tools: (ctx) => call.tools(ctx),
    invoke: (...given) => call.invoke(...given),
  }
}
