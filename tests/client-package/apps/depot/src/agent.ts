import type { AgentMount } from '@fw/runtime/agent'

const PARTS = [
  { type: 'text-start' },
  { type: 'text-delta', delta: 'Four ' },
  { type: 'text-delta', delta: 'bolts.' },
  { type: 'finish', messageMetadata: { type: 'text', messages: [] } },
]

/** Streams the same reply to everyone. */
const agent: AgentMount = {
  handle: async () => {
    const events = PARTS.map((part, index) => `id: ${index + 1}\ndata: ${JSON.stringify(part)}\n\n`)
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const event = events.shift()
        if (event === undefined) controller.close()
        else controller.enqueue(new TextEncoder().encode(event))
      },
    })
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  },
}

export default agent
