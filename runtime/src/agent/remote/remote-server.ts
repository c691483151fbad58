/**
 * One MCP server whose tools the agent may use, through the protocol's official client. It connects at the first use.
 */
import type { Client, Tool } from '@modelcontextprotocol/client'
import type { RemoteServer } from '#contract/agent/agent.ts'
import type { Attachment } from '#contract/agent/message.ts'
import type { RemoteLogin, RemoteLoginOptions } from '#contract/agent/remote-source.ts'
import type { TurnData } from '#contract/agent/turn-deps.ts'
import type { SignRequest } from '#contract/http/sign-request.ts'
import { readContentParts } from '../content-parts.ts'
import { beginLogin, openAuthorization, readAccessToken } from './authorize.ts'
import { connectClient, readToolList } from './connect-client.ts'
import {
  addUnrelated,
  type QuestionLog,
  readRequiredLinks,
  withQuestionLog,
  withQuestions,
} from './declined-questions.ts'
import { createGuardedFetch, type GuardSources } from './guarded-fetch.ts'
import { hideSecrets } from './hide-secrets.ts'
import { getSourceName } from './name-tools.ts'
import { createQuestionStream, type QuestionStream } from './question-stream.ts'

/** The result of a call of a remote tool. */
export interface RemoteResult {
  readonly ok: boolean
  /** Structured content if there is some, otherwise the text content. */
  readonly value: unknown
  /** Absent if it has none. */
  readonly files?: readonly Attachment[]
}

export interface RemoteLink {
  /** Signs all later requests, and reads tokens from the data store. An app has one key and one store, so the last ones win. */
  use(app: RemoteApp): void
  /** Lists the tools. Rejects if the server can't be reached in time. */
  list(): Promise<readonly Tool[]>
  /** @param isRepeatable The call changes nothing, so it may be repeated after a lost connection. */
  call(tool: Tool, input: unknown, signal: AbortSignal, isRepeatable: boolean): Promise<RemoteResult>
  /** Begins a login of a user. Rejects if the server needs none. */
  login(options: RemoteLoginOptions): Promise<RemoteLogin>
  close(): Promise<void>
}

/** What the app gives to its connections. */
interface RemoteApp {
  readonly sign?: SignRequest | undefined
  readonly data?: TurnData | undefined
}

const TIMEOUT_MS = 30_000
/** Bytes of one response, including a streamed one. */
const MAX_BYTES = 4_194_304

export function openRemoteServer(server: RemoteServer, sources: GuardSources = {}): RemoteLink {
  const { url, token, oauth, timeoutMs = TIMEOUT_MS, allowPrivate = false } = server
  let connecting: Promise<Client> | undefined
  let app: RemoteApp = {}
  /** Number of lists and calls that are running. */
  let running = 0
  const questions = new Set<QuestionLog>()
  let authProvider: Awaited<ReturnType<typeof openAuthorization>> | undefined
  const fetchGuarded = createGuardedFetch({ ...sources, allowPrivate, maxBytes: MAX_BYTES })
  const guarded: Send = async (to, init) => hideSecrets(await fetchGuarded(to, init), init)

  const send = createSend(guarded, url, timeoutMs, () => app.sign)

  const stream = createQuestionStream({
    url,
    send,
    readToken: async () => token ?? (await readAccessToken(authProvider)),
    onQuestion: (params) => addUnrelated(questions, params),
  })

  function getConnection(): Promise<Client> {
    connecting ??= connect().catch((error: unknown) => {
      connecting = undefined
      throw error
    })
    return connecting
  }

  async function connect(): Promise<Client> {
    authProvider = oauth && (await openAuthorization(server, oauth, app.data))
    const isWaiting = () => running > 0
    const client = await connectClient({ url, token, authProvider, timeoutMs, questions, send, isWaiting })
    client.onclose = () => {
      connecting = undefined
    }
    return client
  }

  /**
   * Runs `work`, and once more with a new connection if the server lost the session, for example after a restart.
   * Work that isn't `repeatable` is repeated only if the first attempt can't have run.
   */
  async function retryWithNewConnection<Value>(
    repeatable: boolean,
    work: (client: Client) => Promise<Value>,
  ): Promise<Value> {
    running += 1
    try {
      return await work(await getConnection())
    } catch (error) {
      if (!isLostSession(error) && !(repeatable && isConnectionLost(error))) throw error
      await drop()
      return await work(await getConnection())
    } finally {
      running -= 1
    }
  }

  async function drop(): Promise<void> {
    const client = await connecting?.catch(() => undefined)
    connecting = undefined
    await client?.close().catch(() => undefined)
  }

  return {
    use(newApp) {
      app = newApp
    },
    async login({ data, redirectUrl }) {
      if (oauth?.grant !== 'authorization_code') throw new Error(`${getSourceName(server)} needs no login.`)
      return beginLogin(server, oauth, { data, redirectUrl, fetch: send })
    },
    list: () => retryWithNewConnection(true, (client) => readToolList(client, timeoutMs)),
    call: (tool, input, signal, isRepeatable) =>
      callTool({ retry: retryWithNewConnection, questions, stream, timeoutMs }, { tool, input, signal, isRepeatable }),
    close: drop,
  }
}

interface CallSources {
  /** Runs work with a connection. */
  readonly retry: <Value>(repeatable: boolean, work: (client: Client) => Promise<Value>) => Promise<Value>
  /** Logs of the running calls. */
  readonly questions: Set<QuestionLog>
  readonly stream: QuestionStream
  readonly timeoutMs: number
}

interface RemoteCall {
  readonly tool: Tool
  readonly input: unknown
  readonly signal: AbortSignal
  readonly isRepeatable: boolean
}

/** Calls a tool, and declines the questions that its server asks meanwhile. */
async function callTool(
  { retry, questions, stream, timeoutMs }: CallSources,
  { tool, input, signal, isRepeatable }: RemoteCall,
): Promise<RemoteResult> {
  const args = { name: tool.name, arguments: (input ?? {}) as Record<string, unknown> } // the server validates it
  const asked: QuestionLog = []
  questions.add(asked)
  try {
    const result = await retry(isRepeatable, async (client) => {
      try {
        await stream.hold(client)
        return await withQuestionLog(asked, () =>
          client.callTool(args, { timeout: timeoutMs, signal, toolDefinition: tool }),
        )
      } finally {
        stream.release()
      }
    })
    return toRemoteResult(result, asked)
  } catch (error) {
    const links = readRequiredLinks(error)
    if (links === undefined) throw error
    return { ok: false, value: withQuestions('The user has to open a link first.', links) }
  } finally {
    questions.delete(asked)
  }
}

function toRemoteResult(result: Awaited<ReturnType<Client['callTool']>>, asked: QuestionLog): RemoteResult {
  const { text, files } = readContentParts(result.content)
  return {
    ok: result.isError !== true,
    value: withQuestions(result.structuredContent ?? text, asked),
    ...(files.length > 0 && { files }),
  }
}

type Send = ReturnType<typeof createGuardedFetch>

/**
 * Returns a function that signs requests to the server with the function that is set when they are sent. Requests to
 * authorization servers aren't signed, and have the timeout that the protocol's client sets for others.
 */
function createSend(guarded: Send, url: string, timeoutMs: number, getSign: () => SignRequest | undefined): Send {
  const endpoint = new URL(url).href
  return async (to, init) => {
    if (new URL(to).href !== endpoint)
      return guarded(to, { ...init, signal: init?.signal ?? AbortSignal.timeout(timeoutMs) })
    const sign = getSign()
    if (sign === undefined) return guarded(to, init)
    const { method = 'GET', body } = init ?? {}
    const signed = await sign({ method, url: String(to), ...(typeof body === 'string' && { body }) })
    const headers = new Headers(init?.headers)
    for (const [name, value] of Object.entries(signed)) headers.set(name, value)
    return guarded(to, { ...init, headers })
  }
}

/** Describes why a server couldn't be reached, in one short line. It may quote the server, but never its token. */
export function describeServerFailure(error: unknown, { token, oauth }: Pick<RemoteServer, 'token' | 'oauth'>): string {
  const secrets = [token, oauth?.clientSecret].flatMap((secret) => (secret ? [secret] : []))
  const redacted = secrets.reduce((reason, secret) => reason.replaceAll(secret, '…'), getReason(error))
  return redacted.replace(/\s+/g, ' ').slice(0, REASON_CHARS)
}

const REASON_CHARS = 300

/** Returns the innermost message. The protocol's client wraps errors, some of them in `data`. */
function getReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { data } = error as { readonly data?: { readonly cause?: unknown } } // of the client's own errors
  const inner = error.cause ?? data?.cause
  return inner instanceof Error ? getReason(inner) : error.message
}

/** A server returns 404 for a session that it no longer knows. */
function isLostSession(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'status' in error && error.status === 404
}

/** Whether `fetch` rejected because the connection ended; the client may have wrapped that error. */
function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error instanceof TypeError || isConnectionLost(error.cause)
}
