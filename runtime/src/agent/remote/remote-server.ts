/**
 * One MCP server whose tools the agent may use, through the protocol's official client. It connects at the first use.
 */
import type { Client, Tool } from '@modelcontextprotocol/client'
import type { RemoteServer } from '#contract/agent/agent.ts'
import type { RemoteLogin, RemoteLoginOptions } from '#contract/agent/remote-source.ts'
import type { TurnData } from '#contract/agent/turn-deps.ts'
import type { SignRequest } from '#contract/http/sign-request.ts'
import { beginLogin, openAuthorization, readAccessToken } from './authorize.ts'
import { type CallSources, callRemoteTool, type RemoteToolCall } from './call-remote-tool.ts'
import { connectClient, readToolList } from './connect-client.ts'
import { createGuardedFetch, type GuardSources } from './guarded-fetch.ts'
import { type CallStep, createHeldCalls } from './held-calls.ts'
import { hideSecrets } from './hide-secrets.ts'
import { getSourceName, redactUrl } from './name-tools.ts'
import { createQuestionStream } from './question-stream.ts'
import { receiveUnrelated } from './receive-questions.ts'
import type { RunningCall } from './running-call.ts'

export interface RemoteLink {
  /** Signs all later requests, and reads tokens from the data store. An app has one key and one store, so the last ones win. */
  use(app: RemoteApp): void
  /** Lists the tools. Rejects if the server can't be reached in time. */
  list(): Promise<readonly Tool[]>
  /** Resolves to the result, or to the questions that the call waits for. */
  call(call: RemoteToolCall): Promise<CallStep>
  /** Begins a login of a user. Rejects if the server needs none. */
  login(options: RemoteLoginOptions): Promise<RemoteLogin>
  close(): Promise<void>
}

/** What the app gives to its connections. */
interface RemoteApp {
  readonly sign?: SignRequest | undefined
  readonly data?: TurnData | undefined
}

/** Replaced by tests. */
interface LinkSources extends GuardSources {
  /** Time in milliseconds for which a call waits for a user while its connection is open. */
  readonly holdMs?: number | undefined
}

const TIMEOUT_MS = 30_000
/** Bytes of one response, including a streamed one. */
const MAX_BYTES = 4_194_304

export function openRemoteServer(server: RemoteServer, sources: LinkSources = {}): RemoteLink {
  const { url, oauth, timeoutMs = TIMEOUT_MS, allowPrivate = false } = server
  let app: RemoteApp = {}
  const fetchGuarded = createGuardedFetch({ ...sources, allowPrivate, maxBytes: MAX_BYTES })
  const guarded: Send = async (to, init) => hideSecrets(await fetchGuarded(to, init), init)
  const send = createSend(guarded, url, timeoutMs, () => app.sign)
  const open = (canAsk: boolean) => openConnection(server, { send, timeoutMs, canAsk, getData: () => app.data })
  const asking = openSessions(() => open(true))
  const silent = open(false)
  const { holdMs } = sources
  const held = createHeldCalls({ server: redactUrl(url), timeoutMs, holdMs, getData: () => app.data })
  return {
    use(newApp) {
      app = newApp
    },
    async login({ data, redirectUrl }) {
      if (oauth?.grant !== 'authorization_code') throw new Error(`${getSourceName(server)} needs no login.`)
      return beginLogin(server, oauth, { data, redirectUrl, fetch: send })
    },
    // A server may have tools for clients that support questions.
    list: () => asking.first.retry(true, (client) => readToolList(client, timeoutMs)),
    call: (call) =>
      callRemoteTool({ ...(call.canAsk ? asking.choose() : silent), held, timeoutMs, server: redactUrl(url) }, call),
    async close() {
      held.close()
      await asking.close()
      await silent.close()
    },
  }
}

/** Connections of one server for calls that run at a time. Further calls share the first one. */
const MAX_SESSIONS = 16

/**
 * Opens connections for calls whose server may ask. A server with sessions may ask without naming the call, so each call has
 * a session of its own.
 */
function openSessions(open: () => Connection) {
  const first = open()
  const others: Connection[] = []
  return {
    first,
    choose(): Connection {
      if (!first.hasSession()) return first
      const idle = [first, ...others].find(({ calls }) => calls.size === 0)
      if (idle !== undefined || others.length + 1 >= MAX_SESSIONS) return idle ?? first
      const added = open()
      others.push(added)
      return added
    },
    async close(): Promise<void> {
      for (const connection of [first, ...others]) await connection.close()
    },
  }
}

interface ConnectionOptions {
  readonly send: Send
  readonly timeoutMs: number
  /** The client announces that it supports questions. */
  readonly canAsk: boolean
  readonly getData: () => TurnData | undefined
}

/** A connection to a server. */
interface Connection extends Pick<CallSources, 'retry' | 'calls' | 'stream'> {
  /** Whether its server asks over open connections. True while that is unknown. */
  hasSession(): boolean
  close(): Promise<void>
}

function openConnection(server: RemoteServer, { send, timeoutMs, canAsk, getData }: ConnectionOptions): Connection {
  const { url, token, oauth } = server
  let connecting: Promise<Client> | undefined
  let isStateless = false
  /** Number of lists and calls that are running. */
  let running = 0
  const calls = new Set<RunningCall>()
  let authProvider: Awaited<ReturnType<typeof openAuthorization>> | undefined
  const stream = createQuestionStream({
    url,
    send,
    readToken: async () => token ?? (await readAccessToken(authProvider)),
    onQuestion: (params) => receiveUnrelated(calls, params),
  })

  function getConnection(): Promise<Client> {
    connecting ??= connect().catch((error: unknown) => {
      connecting = undefined
      throw error
    })
    return connecting
  }

  async function connect(): Promise<Client> {
    authProvider = oauth && (await openAuthorization(server, oauth, getData()))
    const isWaiting = () => running > 0
    const client = await connectClient({ url, token, authProvider, timeoutMs, canAsk, calls, send, isWaiting })
    isStateless = client.getProtocolEra() === 'modern'
    client.onclose = () => {
      connecting = undefined
    }
    return client
  }

  /**
   * Runs `work`, and once more with a new connection if the server lost the session, for example after a restart.
   * Work that isn't `repeatable` is repeated only if the first attempt can't have run.
   */
  async function retry<Value>(repeatable: boolean, work: (client: Client) => Promise<Value>): Promise<Value> {
    running += 1
    try {
      return await work(await getConnection())
    } catch (error) {
      if (!isLostSession(error) && !(repeatable && isConnectionLost(error))) throw error
      await close()
      return await work(await getConnection())
    } finally {
      running -= 1
    }
  }

  async function close(): Promise<void> {
    const client = await connecting?.catch(() => undefined)
    connecting = undefined
    await client?.close().catch(() => undefined)
  }

  return { retry, calls, stream, hasSession: () => !isStateless, close }
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
