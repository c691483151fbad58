/**
 * Reads the questions that a server with sessions (revisions of 2025) sends outside of the stream of a call. The stream is open
 * only while calls run, because nothing else in it is read.
 */
import type { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { createParser } from 'eventsource-parser'
import type { QuestionResponse } from '#contract/agent/question.ts'
import { toFields } from '#contract/is-object.ts'
import { tryParseJson } from '#contract/try-parse-json.ts'

interface StreamSources {
  readonly url: string
  readonly send: (url: string | URL, init?: RequestInit) => Promise<Response>
  /** Returns the token of requests to the server. */
  readonly readToken: () => Promise<string | undefined>
  /** Receives the parameters of a question, and resolves to the response. */
  readonly onQuestion: (params: unknown) => Promise<QuestionResponse>
}

export interface QuestionStream {
  /** Opens the stream for a call. Never rejects: a server may have no such stream. */
  hold(client: Client): Promise<void>
  /** Ends the stream after the last call. */
  release(): void
}

/** Time in milliseconds for which a call waits for the stream. */
const WAIT_MS = 1_000

export function createQuestionStream(sources: StreamSources): QuestionStream {
  let calls = 0
  let open: { readonly control: AbortController; readonly ready: Promise<void> } | undefined
  /** A session whose server has no stream. */
  let without: string | undefined
  return {
    async hold(client) {
      calls += 1
      const transport = client.transport as StreamableHTTPClientTransport | undefined // of every connection
      if (transport?.sessionId === undefined || transport.sessionId === without) return
      if (open === undefined) {
        const control = new AbortController()
        const ready = listen(transport, control.signal, sources).catch(() => {
          without = transport.sessionId
        })
        open = { control, ready }
      }
      let timer: NodeJS.Timeout | undefined
      await Promise.race([open.ready, new Promise((resolve) => (timer = setTimeout(resolve, WAIT_MS)))])
      clearTimeout(timer)
    },
    release() {
      calls -= 1
      if (calls > 0) return
      open?.control.abort()
      open = undefined
    },
  }
}

/** Resolves once the stream is open. */
async function listen(
  transport: StreamableHTTPClientTransport,
  signal: AbortSignal,
  { url, send, readToken, onQuestion }: StreamSources,
): Promise<void> {
  const token = await readToken()
  const headers = {
    accept: 'text/event-stream',
    'mcp-session-id': transport.sessionId ?? '',
    ...(transport.protocolVersion !== undefined && { 'mcp-protocol-version': transport.protocolVersion }),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  }
  const response = await send(url, { method: 'GET', headers, signal })
  if (!response.ok || response.body === null) {
    await response.body?.cancel()
    throw new Error(`The server has no stream: ${response.status}`)
  }
  const parser = createParser({
    onEvent({ data }) {
      const { id, method, params } = toFields(tryParseJson(data))
      if (method !== 'elicitation/create' || (typeof id !== 'string' && typeof id !== 'number')) return
      // The transport limits how many replies are sent at a time.
      void onQuestion(params)
        .then((response) => transport.send({ jsonrpc: '2.0', id, result: { ...response } }))
        .catch(() => undefined)
    },
  })
  void readAll(response.body, (text) => parser.feed(text)).catch(() => undefined)
}

async function readAll(body: ReadableStream<Uint8Array>, take: (text: string) => void): Promise<void> {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    take(decoder.decode(value, { stream: true }))
  }
}
