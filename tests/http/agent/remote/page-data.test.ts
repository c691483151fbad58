/** Data of the page in a conversation with tools of another server. */
import { expect, test } from 'vitest'
import { defineAgent } from '../../../../runtime/src/agent.ts'
import { serve } from '../../../../runtime/src/host.ts'
import { api, schema, str } from '../../../../runtime/src/index.ts'
import { createFwServer } from '../../../../runtime/src/server.ts'
import { ask, ran, tidyAfterEach, withModel } from '../../agent-app.ts'
import { describeTransports } from '../../transports.ts'

tidyAfterEach()

const search = api({
  description: 'Searches the documentation.',
  readonly: true,
  input: schema({ query: str() }),
  run: ({ input }) => void ran.push(`remote search ${input.query}`),
})
const SEARCH = (query: string) => ({ calls: [{ name: 'mcp_docs.docs_search', input: { query } }] })

describeTransports('another server', (start) => {
  test.each([
    ['a result', '{"ok":true,"result":{"card":"4111"}}'],
    ['a failure', '{"error":"The card 4111 is refused."}'],
  ])('gets no data of %s of a tool of the page after it has responded', async (_, content) => {
    const remote = await serve(createFwServer({ log: () => undefined, apis: { docs: { search } } }), {
      port: 0,
      drainMs: 50,
    })
    try {
      const read = { calls: [{ id: 'p1', name: 'ui_read_page', input: {} }] }
      const { model, options } = await withModel([SEARCH('tea'), read, SEARCH('4111'), 'Done.'])
      const mcp = { url: `${remote.url}/_fw/mcp`, name: 'docs', allowPrivate: true, readonly: ['docs__search'] }
      const { post } = await start({ ...options, agent: defineAgent({ mcp }, { env: model.env('anthropic') }) })
      const { body } = await post('/_fw/agent', ask('Go.'))
      const messages = [...(body.messages as object[]), { role: 'tool', toolCallId: 'p1', content }]
      expect((await post('/_fw/agent', { messages, path: '/' })).body).toMatchObject({ text: 'Done.', tainted: true })
      expect(ran).toEqual(['remote search tea'])
    } finally {
      await remote.close()
    }
  })
})
