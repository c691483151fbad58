/**
 * Mutated JSON-RPC messages for MCP and A2A: every response is well-formed, has the id of its request, and isn't a 5xx.
 */

import { api, int, list, schema, str } from '@fw/runtime'
import { defineAgent } from '@fw/runtime/agent'
import { createFwServer } from '@fw/runtime/server'
import { type Message, mutatedMessage, randomOf } from './rpc-messages.ts'

export interface RpcFuzzOptions {
  readonly messages: number
  readonly seed: number
}

/** Maximum number of problems reported per kind. */
const MAX_PROBLEMS = 10

/** Wrong responses, each with the message that reproduces it. */
export async function fuzzRpc({ messages, seed }: RpcFuzzOptions): Promise<readonly string[]> {
  const server = createFwServer({
    apis: { shop },
    siteUrl: 'https://shop.example',
    routes: { '/': () => '<h1>Shop</h1>', '/orders/[id]': ({ params }) => `<h1>${params.id}</h1>` },
    skills: [{ name: 'refunds', description: 'Refunds.', tools: [], body: '# Refunds', file: 'x' }],
    mcp: { resources: [{ uri: 'note://{topic}', name: 'note', read: ({ params }) => params.topic }] },
    agent: defineAgent({}, { env: {} }),
    approvals: 'open',
    production: true,
    log: () => undefined,
  })
  const random = randomOf(seed)
  const problems: string[] = []
  try {
    for (let count = 0; count < messages && problems.length < MAX_PROBLEMS; count += 1) {
      const message = mutatedMessage(random)
      const { path, headers, body } = message
      const response = await server.fetch(new Request(`http://localhost${path}`, { method: 'POST', headers, body }))
      const problem = problemOf(message, response, await response.text())
      if (problem !== undefined)
        problems.push(`message ${count}: ${problem}\n  ${JSON.stringify(message).slice(0, 800)}`)
    }
    return problems
  } finally {
    await server.close()
  }
}

const shop = {
  search: api({
    description: 'Finds products.',
    readonly: true,
    input: schema({ query: str({ min: 2 }) }),
    output: schema({ names: list(str()) }),
    run: ({ input }) => ({ names: [`${input.query} pot`] }),
  }),
  refund: api({
    description: 'Refunds an order.',
    guard: 'confirm',
    input: schema({ amount: int() }),
    run: ({ input }) => ({ refunded: input.amount }),
  }),
  ask: api({
    description: 'Requests input.',
    run: ({ client }) => client.ask({ name: { method: 'elicitation/create', params: { message: 'Name?' } } }),
  }),
  wipe: api({ description: 'Removes everything.', guard: 'forbidden', run: () => true }),
}

/** Statuses of requests that the server rejects in its own envelope before it reads a message. */
const EDGE = new Set([401, 403, 405, 413, 415])

/** Returns the reason why a response is wrong, or `undefined` for a correct one. */
export function problemOf(message: Message, { status, headers }: Response, text: string): string | undefined {
  if (status >= 500) return `${status} ${text.slice(0, 200)}`
  if (/\bat .*\.(ts|js|mjs):\d/.test(text)) return `a stack: ${text.slice(0, 300)}`
  const type = headers.get('content-type') ?? ''
  if (type.startsWith('text/event-stream'))
    return text
      .split('\n')
      .filter((line) => line.startsWith('data: '))
      .map((line) => problemOfReply(message, line.slice(6)))
      .find((problem) => problem !== undefined)
  if (text === '') return problemOfNothing(message, status)
  if (!type.startsWith('application/json')) return `the type ${type}`
  if (text.startsWith('[')) return problemOfList(message, text)
  const answer = parsed(text)
  if (answer === undefined) return `no JSON: ${text.slice(0, 200)}`
  const isEnvelope = 'ok' in answer
  if (isEnvelope) return EDGE.has(status) && typeof answer.code === 'string' ? undefined : `${status} with ${text}`
  return problemOfReply(message, text)
}

/** Only an MCP notification gets an empty response. */
function problemOfNothing({ path, body }: Message, status: number): string | undefined {
  const sent = listOf(body)?.map((one) => parsed(JSON.stringify(one))) ?? [parsed(body)]
  const areNotifications = sent.every((one) => one !== undefined && !Object.hasOwn(one, 'id'))
  if (status === 202 && path === '/_fw/mcp' && areNotifications) return undefined
  return `${status} without a body`
}

/**
 * Checks a batch, which only one revision of MCP supports: it gets one response per message, because the test sends
 * copies of one message.
 */
function problemOfList(message: Message, text: string): string | undefined {
  const sent = listOf(message.body)
  const version = message.headers['mcp-protocol-version'] ?? '2025-03-26'
  if (message.path !== '/_fw/mcp' || sent === undefined || version !== '2025-03-26')
    return `a list: ${text.slice(0, 200)}`
  const answers = listOf(text) ?? []
  if (answers.length !== sent.length) return `${answers.length} answers to ${sent.length}: ${text.slice(0, 200)}`
  return answers
    .map((answer, at) => problemOfReply({ ...message, body: JSON.stringify(sent[at]) }, JSON.stringify(answer)))
    .find((problem) => problem !== undefined)
}

/** Checks JSON-RPC 2.0, section 5: a version, the id of the request, and either a result or an error. */
function problemOfReply({ body }: Message, text: string): string | undefined {
  const reply = parsed(text)
  if (reply === undefined) return `no object: ${text.slice(0, 200)}`
  if (reply.jsonrpc !== '2.0') return `no version: ${text.slice(0, 200)}`
  if ('result' in reply === 'error' in reply) return `not one of result and error: ${text.slice(0, 200)}`
  const error = reply.error as { code?: unknown; message?: unknown } | undefined // checked here
  if (
    error !== undefined &&
    !(Number.isInteger(error.code) && typeof error.message === 'string' && error.message !== '')
  )
    return `no error: ${text.slice(0, 200)}`
  const wanted = idOf(body)
  const id = reply.id ?? undefined
  // A message that couldn't be parsed has no id; an invalid object key makes a message unparsable too.
  if (id === undefined && (wanted === undefined || error?.code === -32700)) return undefined
  return id === wanted ? undefined : `the id ${JSON.stringify(id)} for ${JSON.stringify(wanted)}: ${text.slice(0, 200)}`
}

/** Returns the id that the response must have, determined without the tested code. */
function idOf(body: string): string | number | undefined {
  const id = parsed(body)?.id
  return typeof id === 'string' || Number.isInteger(id) ? (id as string | number) : undefined // narrowed by the condition
}

function listOf(text: string): readonly unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}

/** Runs all messages, for `npm run soak`. */
export function soakRpc(log: (line: string) => void, seed: number): Promise<readonly string[]> {
  log(`rpc: 100000 messages to MCP and A2A, seed ${seed}`)
  return fuzzRpc({ messages: 100_000, seed })
}
