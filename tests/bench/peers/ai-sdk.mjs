// The AI SDK on Hono: a streamed chat, as in its documentation.
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { serve } from '@hono/node-server'
import { convertToModelMessages, streamText } from 'ai'
import { Hono } from 'hono'

const model = createOpenAICompatible({ name: 'bench', baseURL: process.env.OPENAI_COMPATIBLE_BASE_URL })('bench')

const app = new Hono()
app.post('/', async (context) => {
  const { messages } = await context.req.json()
  const result = streamText({ model, messages: await convertToModelMessages(messages) })
  return result.toUIMessageStreamResponse()
})
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => console.log(`http://127.0.0.1:${port}`))
process.on('SIGTERM', () => process.exit(0))
