// Whole turns of an agent with 100 tools, whose model responds immediately from memory: prints the CPU milliseconds of
// one.
import { api, schema, str } from '@fw/runtime'
import { defineAgent } from '@fw/runtime/agent'
import { createFwServer } from '@fw/runtime/server'

const TURNS = 2000
const tools = Object.fromEntries(
  Array.from({ length: 100 }, (_, index) => [
    `tool${index}`,
    api({
      description: `Finds products of kind ${index}.`,
      input: schema({ query: str({ min: 2 }), kind: str().optional() }),
      run: ({ input }) => ({ names: [input.query] }),
    }),
  ]),
)
const message = { role: 'assistant', content: 'There is a tea pot.' }
const usage = { prompt_tokens: 10, completion_tokens: 5 }
const answer = JSON.stringify({ model: 'bench', choices: [{ index: 0, message, finish_reason: 'stop' }], usage })
const env = { FW_MODEL: 'openai-compatible/bench', OPENAI_COMPATIBLE_BASE_URL: 'http://127.0.0.1:1/v1' }
const agent = defineAgent(
  {},
  { env, fetch: async () => new Response(answer, { headers: { 'content-type': 'application/json' } }) },
)
const server = createFwServer({
  apis: { shop: tools },
  agent,
  approvals: 'open',
  log: () => undefined,
  production: true,
})
const history = Array.from({ length: 10 }, (_, index) => ({
  role: index % 2 === 0 ? 'user' : 'assistant',
  content: 'Is there any green tea, and what does it cost?',
}))
const body = JSON.stringify({ messages: [...history, { role: 'user', content: 'Tea?' }], path: '/' })
const headers = { 'content-type': 'application/json' }

async function turns(count) {
  for (let turn = 0; turn < count; turn += 1) {
    const response = await server.fetch(new Request('http://localhost/_fw/agent', { method: 'POST', headers, body }))
    const { text } = await response.json()
    if (text !== message.content) throw new Error(`The turn returned ${text}`)
  }
}

await turns(500)
const before = process.cpuUsage()
await turns(TURNS)
const { user, system } = process.cpuUsage(before)
console.log((user + system) / 1000 / TURNS)
await server.close()
