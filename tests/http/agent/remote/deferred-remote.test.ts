/** Tools of another server in an app with many tools: the model finds them by a search, and their calls stay contained. */
import { afterEach, expect, test } from 'vitest'
import { defineAgent } from '../../../../runtime/src/agent.ts'
import { serve } from '../../../../runtime/src/host.ts'
import { api, schema, str } from '../../../../runtime/src/index.ts'
import { createFwServer } from '../../../../runtime/src/server.ts'
import { ask, tidyAfterEach, withModel } from '../../agent-app.ts'

tidyAfterEach()

const open: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

test('a deferred tool of another server is found, and its writing call waits for approval', async () => {
  const ran: string[] = []
  const input = schema({ text: str() })
  const docs = {
    search: api({ description: 'Searches the docs.', readonly: true, input, run: () => void ran.push('search') }),
    post: api({ description: 'Posts a comment.', input, run: () => void ran.push('post') }),
  }
  const remote = await serve(createFwServer({ log: () => undefined, apis: { docs } }), { port: 0, drainMs: 50 })
  open.push(remote)
  const call = (name: string, value: object) => ({ calls: [{ name, input: value }] })
  const { options, model } = await withModel(
    [
      call('search_tools', { query: 'post a comment' }),
      call('search_tools', { query: 'search the docs' }),
      call('mcp_docs.docs_search', { text: 'tea' }),
      call('mcp_docs.docs_post', { text: 'tea' }),
      'Done.',
    ],
    { format: 'openai-compatible' },
  )
  const mcp = { url: `${remote.url}/_fw/mcp`, name: 'docs', allowPrivate: true, trustHints: true }
  const many = Object.fromEntries(
    Array.from({ length: 60 }, (_, at) => [`do${at}`, api({ description: `Does ${at}.`, run: () => at })]),
  )
  const agent = defineAgent({ mcp }, { env: model.env('openai-compatible') })
  const server = createFwServer({ ...options, apis: { many }, agent, log: () => undefined })
  open.push(server)
  const headers = { 'content-type': 'application/json' }
  const init = { method: 'POST', headers, body: JSON.stringify(ask('Go.')) }
  const reply = await (await server.fetch(new Request('http://localhost/_fw/agent', init))).json()
  const proposals = [{ tool: 'mcp_docs.docs_post', input: { text: 'tea' } }]
  expect(reply).toMatchObject({ text: 'Done.', tainted: true, proposals })
  const isRemote = (name: string) => name.startsWith('mcp_docs')
  const found = model.requests.map(({ tools }) => tools.filter(isRemote).length)
  expect(found[0]).toBe(0)
  expect(found.at(-1)).toBe(2)
  expect(ran).toEqual(['search'])
})
