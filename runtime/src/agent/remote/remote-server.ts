/** One MCP server whose tools the agent may use, through the protocol's official client. Connected when first asked. */
import type { Client, Tool } from '@modelcontextprotocol/client'
import type { RemoteServer } from '#contract/agent.ts'
import type { SignRequest } from '#contract/sign-request.ts'
import { VERSION } from '#contract/version.ts'
import { createGuardedFetch, type GuardSources } from './guarded-fetch.ts'

/** What a call of a remote tool came to. */
export interface RemoteResult {
  readonly ok: boolean
  /** Structured content where there is some, else its texts. */
  readonly value: unknown
}

export interface RemoteLink {
  /** Signs what is sent from now on. One app has one key, so the last one that was given holds for everything. */
  signWith(sign: SignRequest | undefined): void
  /** Asks the server. Rejects when it cannot be reached in time. */
  list(): Promise<readonly Tool[]>
  call(tool: Tool, input: unknown, signal: AbortSignal): Promise<RemoteResult>
  close(): Promise<void>
}

const TIMEOUT_MS = 30_000
/** Of one answer; a stream of the server's is bounded by it, too. */
const MAX_BYTES = 4_194_304

export function openRemoteServer(server: RemoteServer, sources: GuardSources = {}): RemoteLink {
  const { url, token, timeoutMs = TIMEOUT_MS, allowPrivate = false } = server
  let connecting: Promise<Client> | undefined
  let sign: SignRequest | undefined
  const guarded = createGuardedFetch({ ...sources, allowPrivate, maxBytes: MAX_BYTES })

  /** What was made of it by then is what is signed. */
  const send: typeof guarded = async (to, init) => {
    if (sign === undefined) return guarded(to, init)
    const { method = 'GET', body } = init ?? {}
    const signed = await sign({ method, url: String(to), ...(typeof body === 'string' && { body }) })
    const headers = new Headers(init?.headers)
    for (const [name, value] of Object.entries(signed)) headers.set(name, value)
    return guarded(to, { ...init, headers })
  }

  function getConnection(): Promise<Client> {
    connecting ??= connect().catch((error: unknown) => {
      connecting = undefined
      throw error
    })
    return connecting
  }

  async function connect(): Promise<Client> {
    const { Client, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client')
    const client = new Client({ name: '@fw/runtime', version: VERSION }, { versionNegotiation: { mode: 'auto' } })
    client.onclose = () => {
      connecting = undefined
    }
    const transport = new StreamableHTTPClientTransport(new URL(url), {
      fetch: send,
      ...(token !== undefined && { requestInit: { headers: { authorization: `Bearer ${token}` } } }),
    })
    await client.connect(transport, { timeout: timeoutMs })
    return client
  }

  /**
   * Once more with a new connection: the server may have forgotten the session, or been started again. What is not
   * `repeatable` is sent a second time only where the first one cannot have run.
   */
  async function retryWithNewConnection<Value>(
    repeatable: boolean,
    work: (client: Client) => Promise<Value>,
  ): Promise<Value> {
    try {
      return await work(await getConnection())
    } catch (error) {
      if (!isLostSession(error) && !(repeatable && isBrokenOff(error))) throw error
      await drop()
      return work(await getConnection())
    }
  }

  async function drop(): Promise<void> {
    const client = await connecting?.catch(() => undefined)
    connecting = undefined
    await client?.close().catch(() => undefined)
  }

  return {
    signWith(given) {
      sign = given
    },
    list: () =>
      retryWithNewConnection(true, async (client) => {
        const { tools } = await client.listTools(undefined, { timeout: timeoutMs, cacheMode: 'refresh' })
        return tools
      }),
    async call(tool, input, signal) {
      const args = { name: tool.name, arguments: (input ?? {}) as Record<string, unknown> } // the server checks it
      const result = await retryWithNewConnection(tool.annotations?.readOnlyHint === true, (client) =>
        client.callTool(args, { timeout: timeoutMs, signal, toolDefinition: tool }),
      )
      return { ok: result.isError !== true, value: result.structuredContent ?? toText(result.content) }
    },
    close: drop,
  }
}

/** Why a server could not be asked, in one line of a few words: the server's own among them, its token not. */
export function describeServerFailure(error: unknown, { token }: Pick<RemoteServer, 'token'>): string {
  const reason = getReason(error)
  const shown = token === undefined || token === '' ? reason : reason.replaceAll(token, '…')
  return shown.replace(/\s+/g, ' ').slice(0, REASON_CHARS)
}

const REASON_CHARS = 300

/** The protocol's client wraps what went wrong, some of it in `data`. */
function getReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { data } = error as { readonly data?: { readonly cause?: unknown } } // of the client's own errors
  const inner = error.cause ?? data?.cause
  return inner instanceof Error ? getReason(inner) : error.message
}

/** 404 is how a server says that it knows the session no more. */
function isLostSession(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'status' in error && error.status === 404
}

/** What `fetch` rejects with when the connection ends, wherever the client has put it. */
function isBrokenOff(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error instanceof TypeError || isBrokenOff(error.cause)
}

type Content = Awaited<ReturnType<Client['callTool']>>['content']

/** Only texts reach the model; what else came is named. */
function toText(content: Content): string {
  return content.map((part) => (part.type === 'text' ? part.text : `[${part.type}]`)).join('\n')
}
