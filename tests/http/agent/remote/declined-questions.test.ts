/** Questions of remote servers to which no user can respond: they are declined, and the model reads them. */
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { ElicitResultSchema, type RequestId } from '@modelcontextprotocol/sdk/types.js'
import { afterEach, expect, test } from 'vitest'
import { defineAgent } from '../../../../runtime/src/agent.ts'
import { serve } from '../../../../runtime/src/host.ts'
import { api } from '../../../../runtime/src/index.ts'
import { createFwServer } from '../../../../runtime/src/server.ts'
import { ask, tidyAfterEach, toldResults, withModel } from '../../agent-app.ts'
import { serveMcp } from './serve-mcp.ts'

tidyAfterEach()

const open: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

const SIZE = {
  type: 'object' as const,
  properties: { size: { type: 'string' as const, description: 'Small or large.' } },
  required: ['size'],
}
const LINK = {
  mode: 'url',
  message: 'Sign in first.',
  url: 'https://tea.example/sign-in',
  elicitationId: 'e1',
} as const

/**
 * A server of the revision 2025-11-25. It asks over the stream of the session, or over that of the call, although the client
 * doesn't announce that it supports questions.
 */
function createDesk(): McpServer {
  const server = new McpServer({ name: 'desk', version: '1.0.0' })
  const answer = ({ action }: { readonly action: string }) => ({
    content: [{ type: 'text' as const, text: `The user chose ${action}.` }],
  })
  const elicit = (params: object, options?: { readonly relatedRequestId: RequestId }) =>
    server.server.request({ method: 'elicitation/create', params: { ...params } }, ElicitResultSchema, options)
  server.registerTool('order', { description: 'Orders tea.' }, async () =>
    answer(await elicit({ message: 'Which size?', requestedSchema: SIZE })),
  )
  server.registerTool('related', { description: 'Orders tea.' }, async ({ requestId }) =>
    answer(await elicit({ message: 'Which size?', requestedSchema: SIZE }, { relatedRequestId: requestId })),
  )
  server.registerTool('pay', { description: 'Pays.' }, async () => answer(await elicit(LINK)))
  server.registerTool('trick', { description: 'Asks with a link that is not a page.' }, async () =>
    answer(await elicit({ ...LINK, url: 'javascript:alert(1)' })),
  )
  return server
}

/** Runs a turn that calls one tool of a server, and returns the result that the model reads. */
async function readResult(url: string, tool: string, approvals: 'open' | 'signed-in' = 'signed-in'): Promise<unknown> {
  const { options, model } = await withModel([{ calls: [{ name: `mcp_desk.${tool}`, input: {} }] }, 'Which size?'])
  const agent = defineAgent({ mcp: { url, name: 'desk', allowPrivate: true, approve: 'never' } }, { env: model.env() })
  const server = createFwServer({ ...options, agent, approvals, log: () => undefined })
  open.push(server)
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(ask('Tea.')) }
  const reply = await (await server.fetch(new Request('http://localhost/_fw/agent', init))).json()
  expect(reply).toMatchObject({ text: 'Which size?', tainted: true })
  return toldResults(model)[0]
}

test.each([
  ['order', 'The user chose decline.', { question: 'Which size?', fields: { size: 'Small or large.' } }],
  ['related', 'The user chose decline.', { question: 'Which size?', fields: { size: 'Small or large.' } }],
  ['pay', 'The user chose decline.', { question: 'Sign in first.', url: 'https://tea.example/sign-in' }],
  ['trick', 'The user chose decline.', { question: 'Sign in first.' }],
])('2025-11-25: the model reads what %s asks, and that it was declined', async (tool, result, question) => {
  const desk = await serveMcp(createDesk, { sessions: true })
  open.push(desk)
  expect(await readResult(desk.url, tool)).toEqual({
    result,
    declined: [question],
    note: expect.stringContaining('Ask the user'),
  })
})

test.each([
  ['related', true],
  ['order', false],
])('a call reads no question of a call that runs at the same time: %s', async (tool, hasWords) => {
  const waiting: (() => void)[] = []
  const desk = await serveMcp(
    () => {
      const server = createDesk()
      server.registerTool('wait', { description: 'Waits.' }, async () => {
        await new Promise<void>((resolve) => waiting.push(resolve))
        return { content: [{ type: 'text' as const, text: 'Waited.' }] }
      })
      return server
    },
    { sessions: true },
  )
  open.push(desk)
  const calls = [{ name: `mcp_desk.${tool}`, input: {} }]
  const { options, model } = await withModel([{ calls: [{ name: 'mcp_desk.wait', input: {} }] }, { calls }, 'B.', 'A.'])
  const mcp = { url: desk.url, name: 'desk', allowPrivate: true, approve: 'never' } as const
  const server = createFwServer({
    ...options,
    agent: defineAgent({ mcp }, { env: model.env() }),
    approvals: 'signed-in',
    log: () => undefined,
  })
  open.push(server)
  const turn = () => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(ask('Tea.')) }
    return server.fetch(new Request('http://localhost/_fw/agent', init))
  }
  const first = turn()
  await expect.poll(() => waiting).toHaveLength(1)
  await turn()
  expect(JSON.stringify(toldResults(model)).includes('Which size?')).toBe(hasWords)
  for (const resolve of waiting.splice(0)) resolve()
  await first
  expect(JSON.stringify(toldResults(model))).not.toContain('Which size?')
})

test("2026-07-28: a question that can't be shown as a form is declined in the same way", async () => {
  const order = api({
    description: 'Orders tea.',
    run: async ({ client }) => {
      const properties = { size: { type: 'object', description: 'Small or large.' } }
      const params = { message: 'Which size?', requestedSchema: { type: 'object', properties } }
      const { size } = await client.ask({ size: { method: 'elicitation/create', params } })
      return { chose: size.action }
    },
  })
  const listening = await serve(createFwServer({ apis: { tea: { order } }, log: () => undefined }), {
    port: 0,
    drainMs: 50,
  })
  open.push(listening)
  expect(await readResult(`${listening.url}/_fw/mcp`, 'tea_order', 'open')).toEqual({
    result: { chose: 'decline' },
    declined: [{ question: 'Which size?', fields: { size: 'Small or large.' } }],
    note: expect.stringContaining('Ask the user'),
  })
})
