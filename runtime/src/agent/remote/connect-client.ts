/**
 * Connects the protocol's client, and limits it: it trusts its server, but what a server of someone else sends must not
 * stop, fill or occupy this process.
 */
import type {
  Client,
  ClientOptions,
  JsonSchemaValidator,
  OAuthClientProvider,
  Tool,
  Transport,
} from '@modelcontextprotocol/client'
import { VERSION } from '#contract/config/version.ts'
import type { LoginTokens } from './authorize.ts'
import { receiveQuestions } from './receive-questions.ts'
import type { RunningCall } from './running-call.ts'

/** Limits of a whole list of tools. Each page is a response of its own. */
const MAX_LIST = { tools: 1_000, characters: 4_194_304, pages: 64 }
/** Replies to requests of the server that are sent at a time. It may send many requests in one response. */
const MAX_REPLIES = 8
/** Limits in milliseconds of the time before a stream is opened again. The server chooses it, and could choose none. */
const MIN_REOPEN_MS = 1_000
const MAX_REOPEN_MS = 30_000

interface ClientSources {
  readonly url: string
  readonly token: string | undefined
  readonly authProvider: LoginTokens | OAuthClientProvider | undefined
  readonly timeoutMs: number
  /** A user can respond to questions, so the client announces that it supports them. */
  readonly canAsk: boolean
  /** Receive the questions of the server. */
  readonly calls: ReadonlySet<RunningCall>
  /** Sends the requests. */
  readonly send: (url: string | URL, init?: RequestInit) => Promise<Response>
  /** Whether a list or a call waits for a response. */
  readonly isWaiting: () => boolean
}

export async function connectClient(sources: ClientSources): Promise<Client> {
  const { url, token, authProvider, timeoutMs, canAsk, calls, send, isWaiting } = sources
  const { Client, StreamableHTTPClientTransport } = await import('./mcp-client.package.ts')
  const client = new Client(
    { name: '@fw/runtime', version: VERSION },
    {
      versionNegotiation: { mode: 'auto' },
      jsonSchemaValidator: ACCEPT_ANY,
      capabilities: canAsk ? { elicitation: { form: {}, url: {} } } : {},
    },
  )
  receiveQuestions(client, calls)
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    async fetch(to, init) {
      if (opensNotifications(to, init, url)) return new Response(null, { status: 405 })
      const response = await send(to, init)
      if (authProvider && 'checkScopes' in authProvider) await authProvider.checkScopes(response)
      return response
    },
    // A stream that ended before its response is opened again only as long as some work waits for one.
    reconnectionScheduler(reopen, delay) {
      if (!isWaiting()) return undefined
      const timer = setTimeout(reopen, Math.min(Math.max(delay, MIN_REOPEN_MS), MAX_REOPEN_MS))
      return () => clearTimeout(timer)
    },
    ...(authProvider && { authProvider }),
    ...(token !== undefined && { requestInit: { headers: { authorization: `Bearer ${token}` } } }),
  })
  limitReplies(transport)
  await client.connect(transport, { timeout: timeoutMs })
  return client
}

/**
 * Reads all pages of the list. The client's own `listTools` reads any number of tools, and prints names that the server
 * chose.
 */
export async function readToolList(client: Client, timeout: number): Promise<readonly Tool[]> {
  if (client.getServerCapabilities()?.tools === undefined) return []
  const tools: Tool[] = []
  let characters = 0
  let cursor: string | undefined
  for (let page = 0; page < MAX_LIST.pages; page += 1) {
    const params = cursor === undefined ? {} : { cursor }
    const { tools: more, nextCursor } = await client.request({ method: 'tools/list', params }, { timeout })
    characters += JSON.stringify(more).length
    if (tools.length + more.length > MAX_LIST.tools) throw new Error(`It lists more than ${MAX_LIST.tools} tools.`)
    if (characters > MAX_LIST.characters) throw new Error(`Its list is longer than ${MAX_LIST.characters} characters.`)
    tools.push(...more)
    if (nextCursor === undefined) return tools
    cursor = nextCursor
  }
  throw new Error(`Its list has more than ${MAX_LIST.pages} pages.`)
}

/**
 * Replaces the validator of results. Its checks use patterns that the server wrote, which could stop this process; the
 * model reads the results as untrusted content anyway.
 */
const ACCEPT_ANY: NonNullable<ClientOptions['jsonSchemaValidator']> = {
  getValidator<Value>(): JsonSchemaValidator<Value> {
    return (value) => ({ valid: true, data: value as Value, errorMessage: undefined })
  },
}

/**
 * Whether a request opens a stream for messages outside of responses. Lists are refreshed regularly, so nothing reads
 * these messages, while the stream would stay open and be opened again after each end.
 */
function opensNotifications(to: string | URL, { method, headers }: RequestInit = {}, url: string): boolean {
  return method === 'GET' && String(to) === new URL(url).href && !new Headers(headers).has('last-event-id')
}

/** Drops replies to requests of the server while too many are being sent. */
function limitReplies(transport: Transport): void {
  const send = transport.send.bind(transport)
  let sending = 0
  transport.send = async (message, options) => {
    if ('method' in message) return send(message, options)
    if (sending >= MAX_REPLIES) return
    sending += 1
    try {
      await send(message, options)
    } finally {
      sending -= 1
    }
  }
}
