/** Whether a call is pending comes from the dispatch: a function may return what looks like a proposal. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { runTool } from '../../../cli/src/tool/run.ts'
import { asAgent } from '../../../runtime/src/browser/agent/as-agent.ts'
import { stub } from '../../../runtime/src/browser/islands/stub.ts'
import { api, schema } from '../../../runtime/src/index.ts'
import { createFwServer, type FwServer } from '../../../runtime/src/server.ts'
import { ask, tidyAfterEach, withModel } from '../agent-app.ts'

tidyAfterEach()

const LOOKALIKE = {
  status: 'proposal',
  id: 'order-7',
  tool: 'api.jobs.state',
  input: {},
  message: 'An offer to a customer.',
  expiresAt: 1_900_000_000_000,
}
const jobs = {
  state: api({ description: 'Reads the state of an offer.', input: schema({}), run: () => LOOKALIKE }),
  send: api({ description: 'Sends an offer.', guard: 'confirm', input: schema({}), run: () => ({ sent: true }) }),
}
const options = { apis: { jobs }, data: 'memory', log: () => undefined } as const

let server: FwServer
beforeAll(() => {
  server = createFwServer(options)
})
afterAll(() => server.close())

const SITE = 'http://jobs.example'
const post = (path: string, body: unknown, headers: Record<string, string> = {}, to = server) =>
  to.fetch(
    new Request(SITE + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-fw-origin': 'agent', ...headers },
      body: JSON.stringify(body),
    }),
  )

test('over HTTP, a header names the proposal', async () => {
  const state = await post('/_fw/api/jobs.state', {})
  expect(await state.json()).toEqual({ ok: true, result: LOOKALIKE })
  expect(state.headers.has('x-fw-proposal')).toBe(false)
  const send = await post('/_fw/api/jobs.send', {})
  const { result } = (await send.json()) as { result: { id: string } }
  expect(send.headers.get('x-fw-proposal')).toBe(result.id)
})

test('a stub returns the result', async () => {
  vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
    server.fetch(new Request(SITE + path, { ...init, headers: { ...init.headers, 'sec-fetch-site': 'same-origin' } })),
  )
  await expect(asAgent(() => stub('api.jobs.state')({}))).resolves.toEqual(LOOKALIKE)
  // Only a page could show it.
  await expect(asAgent(() => stub('api.jobs.send')({}))).rejects.toMatchObject({ code: 'unavailable' })
  vi.unstubAllGlobals()
})

test('fw run prints the result, and asks for nothing', async () => {
  const lines: string[] = []
  const io = { interactive: false, result: (text: string) => void lines.push(text) }
  type Io = Parameters<typeof runTool>[2]
  const run = (name: string) =>
    runTool(server, { name, args: [], cwd: '/', caller: { 'x-fw-origin': 'agent' } }, io as unknown as Io)
  expect(await run('api.jobs.state')).toBe(0)
  expect(JSON.parse(lines.join(''))).toEqual(LOOKALIKE)
  await expect(run('api.jobs.send')).rejects.toMatchObject({ code: 'needs_approval' })
})

test('MCP returns the result as it is', async () => {
  const headers = { accept: 'application/json, text/event-stream' }
  const call = async (name: string) => {
    const response = await post(
      '/_fw/mcp',
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: {} } },
      headers,
    )
    return ((await response.json()) as { result: { structuredContent: unknown } }).result.structuredContent
  }
  expect(await call('jobs__state')).toEqual(LOOKALIKE)
  expect(await call('jobs__send')).toMatchObject({ status: 'proposal', approveAt: expect.any(String) })
})

test('A2A completes the task with the result', async () => {
  const send = async (tool: string) => {
    const message = { messageId: tool, role: 'ROLE_USER', parts: [{ data: { tool, input: {} } }] }
    const body = { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } }
    const response = await post('/_fw/a2a', body, { 'a2a-version': '1.0' })
    return ((await response.json()) as { result: { task: { status: { state: string } } } }).result.task.status.state
  }
  expect(await send('api.jobs.state')).toBe('TASK_STATE_COMPLETED')
  expect(await send('api.jobs.send')).toBe('TASK_STATE_AUTH_REQUIRED')
})

test('a turn of the agent counts no proposal', async () => {
  const { options: withAgent } = await withModel([
    { calls: [{ id: 'c1', name: 'api.jobs.state', input: {} }] },
    'It is open.',
    { calls: [{ id: 'c2', name: 'api.jobs.send', input: {} }] },
    'It waits.',
  ])
  const talking = createFwServer({ ...options, ...withAgent, apis: { jobs } })
  const turn = async (text: string) =>
    ((await (await post('/_fw/agent', ask(text), {}, talking)).json()) as { proposals: unknown[] }).proposals
  expect(await turn('How is it?')).toEqual([])
  expect(await turn('Send it.')).toMatchObject([{ status: 'proposal', tool: 'api.jobs.send' }])
  await talking.close()
})
