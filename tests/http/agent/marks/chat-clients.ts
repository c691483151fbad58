/** The clients of an agent: each stores its conversation itself, and sends it back in its own way. */
import { DefaultChatTransport, readUIMessageStream, type UIMessage } from 'ai'
import { expect, vi } from 'vitest'
import { createCopilot } from '../../../../runtime/src/client.ts'
import type { Message } from '../../../../runtime/src/contract/agent/message.ts'
import { closeLater } from './marks-app.ts'

/** How a reply ends: the client stops it, or the provider fails, after a part of its text. */
export type Ending = 'whole' | 'stop' | 'error'

export interface ChatClient {
  /** Sends a message, and stores the reply or the part of it that arrives. */
  say(text: string, ending?: Ending): Promise<void>
  /** Removes the calls and their results from the conversation, and leaves the page. */
  shorten(): void
}

export type CreateClient = (url: string) => ChatClient

/** Whether a reply that the client will stop has its first words. */
const isEnough = (text: string) => text.length > 15

const withoutCalls = (messages: readonly Message[]): Message[] =>
  messages.filter(({ role, toolCalls = [] }) => role !== 'tool' && toolCalls.length === 0)

const post = (url: string, body: object) =>
  fetch(`${url}/_fw/agent`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ path: '/', ...body }),
  })

/** A client of its own, without streams. */
const createJsonClient: CreateClient = (url) => {
  let messages: Message[] = []
  return {
    async say(content) {
      const reply = await post(url, { messages: [...messages, { role: 'user', content }] })
      messages = ((await reply.json()) as { messages: Message[] }).messages
    },
    shorten() {
      messages = withoutCalls(messages)
    },
  }
}

type Chunk = Readonly<Record<string, unknown>> & { readonly type: string }

async function* readChunks({ body }: Response): AsyncGenerator<Chunk> {
  let rest = ''
  for await (const text of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const events = (rest + text).split('\n\n')
    rest = events.pop() ?? ''
    for (const event of events) {
      const data = /^data: (\{.*\})$/m.exec(event)?.[1]
      if (data !== undefined) yield JSON.parse(data) as Chunk
    }
  }
}

/** A client of its own that reads a stream, and stores a part of a reply with the marks that came before it. */
const createStreamClient: CreateClient = (url) => {
  let messages: Message[] = []
  return {
    async say(content, ending) {
      messages = [...messages, { role: 'user', content }]
      let text = ''
      let marks = {}
      for await (const chunk of readChunks(await post(url, { messages, stream: true }))) {
        if (chunk.type === 'start-step') marks = chunk.messageMetadata ?? marks
        if (chunk.type === 'text-delta') text += String(chunk.delta)
        if (chunk.type === 'finish') {
          messages = (chunk.messageMetadata as { messages: Message[] }).messages
          return
        }
        if (chunk.type === 'error' || (ending === 'stop' && isEnough(text))) break
      }
      messages = [...messages, { role: 'assistant', content: text, ...marks }]
    },
    shorten() {
      messages = withoutCalls(messages)
    },
  }
}

/** The client of the AI SDK. */
const createUiClient: CreateClient = (url) => {
  const transport = new DefaultChatTransport({ api: `${url}/_fw/agent` })
  let messages: UIMessage[] = []
  return {
    async say(text, ending) {
      messages = [...messages, { id: crypto.randomUUID(), role: 'user', parts: [{ type: 'text', text }] }]
      const request = { trigger: 'submit-message', chatId: 'c', messageId: undefined, abortSignal: undefined } as const
      const stream = await transport.sendMessages({ ...request, messages })
      let last: UIMessage | undefined
      try {
        for await (const message of readUIMessageStream({ stream, terminateOnError: true })) {
          last = message
          if (ending === 'stop' && message.parts.some((part) => part.type === 'text' && isEnough(part.text))) break
        }
      } catch (error) {
        if (ending !== 'error') throw error
      }
      if (last !== undefined) messages = [...messages, last]
    },
    shorten() {
      messages = messages.map((message) => ({
        ...message,
        parts: message.parts.filter(({ type }) => type === 'text' || type === 'step-start'),
      }))
    },
  }
}

/** `createCopilot`, which continues in a new page from the stored messages. */
const createPageClient: CreateClient = (url) => {
  const open = (messages: readonly Message[]) => {
    const copilot = createCopilot(
      { path: () => '/', messages },
      { fetch: (input, init) => fetch(new URL(String(input), url), init), show: () => undefined },
    )
    closeLater(copilot)
    return copilot
  }
  let copilot = open([])
  return {
    async say(text, ending) {
      const turn = copilot.send(text)
      if (ending === 'stop') {
        await vi.waitFor(() => expect(copilot.state.answer).toSatisfy(isEnough))
        copilot.stop()
      }
      await turn
      expect(copilot.state.status).toBe(ending === 'error' ? 'failed' : 'ready')
    },
    shorten() {
      copilot = open(withoutCalls(copilot.state.messages))
    },
  }
}

/** The clients, and how replies can end for them. */
export const CLIENTS: readonly (readonly [string, CreateClient, readonly Ending[]])[] = [
  ['a client of its own', createJsonClient, ['whole']],
  ['a client of its own that streams', createStreamClient, ['whole', 'stop', 'error']],
  ['the AI SDK', createUiClient, ['whole', 'stop', 'error']],
  ['createCopilot', createPageClient, ['whole', 'stop', 'error']],
]
