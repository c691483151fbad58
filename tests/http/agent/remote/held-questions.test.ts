/** Questions that a server with sessions (revision 2025-11-25) asks over an open connection: the call is held for the user. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { afterEach, expect, test } from 'vitest'
import { defineAgent } from '../../../../runtime/src/agent.ts'
import { createFwServer, type FwServerOptions } from '../../../../runtime/src/server.ts'
import { ask, tidyAfterEach, toldResults, withModel } from '../../agent-app.ts'
import { serveMcp } from './serve-mcp.ts'

tidyAfterEach()

const open: (() => unknown)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

const SIZE = { type: 'object' as const, properties: { size: { type: 'string' as const } }, required: ['size'] }

/** What the servers have received from users. */
const received: string[] = []

function createDesk(): McpServer {
  const server = new McpServer({ name: 'desk', version: '1.0.0' })
  const toText = (value: unknown) => {
    received.push(JSON.stringify(value))
    return { content: [{ type: 'text' as const, text: JSON.stringify(value) }] }
  }
  const question = { message: 'Which size?', requestedSchema: SIZE }
  server.registerTool('order', { description: 'Orders tea.' }, async () =>
    toText(await server.server.elicitInput(question)),
  )
  server.registerTool('related', { description: 'Orders tea.' }, async ({ requestId }) =>
    toText(await server.server.elicitInput(question, { relatedRequestId: requestId })),
  )
  server.registerTool('twice', { description: 'Asks two questions.' }, async ({ requestId }) => {
    const options = { relatedRequestId: requestId }
    const first = await server.server.elicitInput(question, options)
    return toText([first, await server.server.elicitInput({ ...question, message: 'Which other size?' }, options)])
  })
  server.registerTool('pay', { description: 'Pays.' }, async () =>
    toText(
      await server.server.elicitInput({
        mode: 'url',
        message: 'Pay.',
        url: 'https://pay.example/',
        elicitationId: 'e1',
      }),
    ),
  )
  return server
}

const ACCEPTED = { action: 'accept', content: { size: 'l' } }

interface Setup {
  readonly holdMs?: number
  readonly options?: FwServerOptions
  readonly url?: string
}

async function start(tool: string, { holdMs, options: more, url }: Setup = {}) {
  received.length = 0
  const desk = url === undefined ? await serveMcp(createDesk, { sessions: true }) : undefined
  if (desk !== undefined) open.push(desk.close)
  const call = { calls: [{ name: `mcp_desk.${tool}`, input: {} }] }
  const { model, options } = await withModel([call, 'Waits.', call, 'Waits.', 'Thank you.'])
  const deskUrl = url ?? desk?.url ?? ''
  const mcp = { url: deskUrl, name: 'desk', allowPrivate: true, approve: 'never', timeoutMs: 5_000 } as const
  const agent = defineAgent({ mcp }, { env: model.env(), ...(holdMs !== undefined && { holdMs }) })
  const server = createFwServer({ ...options, agent, approvals: 'open', log: () => undefined, ...more })
  open.push(() => server.close())
  const request = (path: string, init?: RequestInit) => server.fetch(new Request(`http://localhost${path}`, init))
  const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    }
    return (await (await request(path, init)).json()) as Record<string, unknown>
  }
  const turn = async (body: object = ask('Tea.'), headers: Record<string, string> = {}) => {
    const { messages, proposals } = (await post('/_fw/agent', body, headers)) as {
      messages: object[]
      proposals: { id: string; expiresAt: number }[]
    }
    return { messages, id: proposals[0]?.id ?? '', expiresAt: proposals[0]?.expiresAt ?? 0 }
  }
  const page = async (id: string) =>
    (await request(`/_fw/proposals?id=${id}`, { headers: { accept: 'text/html' } })).text()
  return { server, model, post, turn, page, url: deskUrl }
}

test.each(['order', 'related'])('waits for the user, for three minutes: %s', async (tool) => {
  const { post, turn, page, model } = await start(tool)
  const begun = Date.now()
  const { id, messages, expiresAt } = await turn()
  expect(Math.round((expiresAt - begun) / 60_000)).toBe(3)
  expect(await page(id)).toContain('Which size?')
  expect(received).toEqual([])
  const wrong = await post('/_fw/approve', { id, responses: { question: {} } })
  expect(wrong).toMatchObject({ code: 'invalid_input', issues: [{ path: 'responses.question.size' }] })
  const body = { id, responses: { question: { size: 'l' } } }
  const [first, second] = await Promise.all([post('/_fw/approve', body), post('/_fw/approve', body)])
  expect([first.ok, second.ok].sort()).toEqual([false, true])
  expect(received).toEqual([JSON.stringify(ACCEPTED)])
  await turn({ ...ask('And?'), messages: [...messages, { role: 'user', content: 'And?' }] })
  expect(JSON.stringify(toldResults(model)[0])).toContain('accept')
})

test('may be declined, and may be a link', async () => {
  const { post, turn, page } = await start('pay')
  const first = await turn()
  expect(await page(first.id)).toContain('<strong>pay.example</strong>')
  expect(await post('/_fw/reject', { id: first.id })).toEqual({ ok: true })
  expect(await page(first.id)).toContain('<h1>Declined</h1>')
  expect(received).toEqual(['{"action":"decline"}'])
  const second = await turn()
  expect(await post('/_fw/approve', { id: second.id })).toMatchObject({ ok: true, result: '{"action":"accept"}' })
})

test('may be followed by another question of the same call', async () => {
  const { post, turn } = await start('twice')
  const { id } = await turn()
  const body = { responses: { question: { size: 'l' } } }
  const { next } = (await post('/_fw/approve', { ...body, id })) as { next: string }
  expect(await post('/_fw/approve', { ...body, id: next })).toMatchObject({
    ok: true,
    result: JSON.stringify([ACCEPTED, ACCEPTED]),
  })
})

test('is of its own user, also if calls of several users run at a time', async () => {
  const ctxFor = (request: Request) => ({ userId: request.headers.get('x-user') ?? undefined })
  const { post, turn } = await start('order', { options: { ctxFor, approvals: 'signed-in' } })
  const [ann, ben] = [{ 'x-user': 'ann' }, { 'x-user': 'ben' }]
  const [{ id: first }, { id: second }] = [await turn(ask('Tea.'), ann), await turn(ask('Tea.'), ben)]
  const respond = (id: string, size: string, headers: Record<string, string>) =>
    post('/_fw/approve', { id, responses: { question: { size } } }, headers)
  expect(await respond(second, 's', ann)).toMatchObject({ code: 'unknown_proposal' })
  expect(await respond(second, 's', ben)).toMatchObject({ ok: true, result: expect.stringContaining('"s"') })
  expect(await respond(first, 'l', ann)).toMatchObject({ ok: true, result: expect.stringContaining('"l"') })
})

test('ends as cancelled if the user does not respond in time', async () => {
  const { post, turn, page, model } = await start('order', { holdMs: 300 })
  const { id, messages } = await turn()
  await expect.poll(() => received, { timeout: 5_000 }).toEqual(['{"action":"cancel"}'])
  expect(await post('/_fw/approve', { id, responses: { question: { size: 'l' } } })).toMatchObject({
    code: 'unknown_proposal',
  })
  expect(await page(id)).toContain('No user responded in time, so the call was cancelled.')
  await turn({ ...ask('And?'), messages: [...messages, { role: 'user', content: 'And?' }] })
  expect(toldResults(model)[0]).toMatchObject({ code: 'expired', error: expect.stringContaining('did not respond') })
})

test('that the user leaves without a response is the last of its call', async () => {
  const { turn } = await start('twice', { holdMs: 300 })
  await turn()
  await expect
    .poll(() => received, { timeout: 5_000 })
    .toEqual([JSON.stringify([{ action: 'cancel' }, { action: 'decline' }])])
})

test('may be responded to in another process, as long as the first one runs', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fw-held-'))
  open.push(() => rmSync(folder, { recursive: true, force: true }))
  const options = { data: `sqlite:${join(folder, 'data.db')}` } as const
  const one = await start('order', { options })
  const other = await start('order', { options, url: one.url })
  const { id } = await one.turn()
  const body = { responses: { question: { size: 'l' } } }
  expect(await other.post('/_fw/approve', { ...body, id })).toMatchObject({
    ok: true,
    result: JSON.stringify(ACCEPTED),
  })
  const later = await one.turn()
  await one.server.close()
  expect(await other.post('/_fw/approve', { ...body, id: later.id })).toMatchObject({
    code: 'unavailable',
    error: expect.stringContaining('the process that held the call has stopped'),
  })
  expect(received).toEqual([JSON.stringify(ACCEPTED)])
}, 30_000)
