/** Questions of remote servers that wait for a user, as calls that need approval do (revision 2026-07-28). */

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { McpServer as LegacyServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { UrlElicitationRequiredError } from '@modelcontextprotocol/sdk/types.js'
import { describe, expect, test } from 'vitest'
import { defineAgent } from '../../../../runtime/src/agent.ts'
import { webhookChannel } from '../../../../runtime/src/channels.ts'
import type { RemoteServer } from '../../../../runtime/src/contract/agent/agent.ts'
import { FORM_ORIGIN } from '../../../../runtime/src/contract/page/form.ts'
import { serve } from '../../../../runtime/src/host.ts'
import { api } from '../../../../runtime/src/index.ts'
import { type AuditEntry, createFwServer, type FwServer, type FwServerOptions } from '../../../../runtime/src/server.ts'
import type { ScriptedStep } from '../../../../runtime/src/testing.ts'
import { ask, tidyAfterEach, toldResults, withModel } from '../../agent-app.ts'
import { readDecisionForm } from '../../proposals/decision-form.ts'
import { AGENT, describeTransports } from '../../transports.ts'
import { createDesk, LINK, SECRET_STATE } from './question-desk.ts'
import { serveMcp } from './serve-mcp.ts'
import { serveStatelessMcp } from './serve-stateless-mcp.ts'

tidyAfterEach()

const FIRST = { order: { size: 'l', cups: 3 } }

describeTransports('a question of a remote server', (start) => {
  async function open(
    tool: string,
    more: {
      readonly server?: Partial<RemoteServer>
      readonly options?: FwServerOptions
      readonly steps?: ScriptedStep[]
    } = {},
  ) {
    const desk = await serveStatelessMcp(createDesk)
    const steps = more.steps ?? [{ calls: [{ name: `mcp_desk.${tool}`, input: {} }] }, 'Waits.', 'Thank you.']
    const { model, options } = await withModel(steps)
    const mcp = { url: desk.url, name: 'desk', allowPrivate: true, approve: 'never', ...more.server } as const
    const audit: AuditEntry[] = []
    const client = await start({
      ...options,
      agent: defineAgent({ mcp }, { env: model.env('anthropic') }),
      onAudit: (entry) => void audit.push(entry),
      ...more.options,
    })
    const { close } = client.server
    client.server.close = async () => {
      await close()
      await desk.close()
    }
    const turn = async (body: object = ask('Tea.'), headers: Record<string, string> = {}) =>
      (await client.post('/_fw/agent', body, headers)).body as unknown as {
        text: string
        messages: object[]
        proposals?: { id: string; tool: string; message: string }[]
      }
    const page = async (id: string) =>
      (await client.request(`/_fw/proposals?id=${id}`, { headers: { accept: 'text/html' } })).text()
    const sendForm = (path: string, fields: Record<string, string>) =>
      client.request(path, {
        method: 'POST',
        redirect: 'manual',
        headers: {
          accept: 'text/html',
          'content-type': 'application/x-www-form-urlencoded',
          'sec-fetch-site': 'same-origin',
          origin: client.url,
        },
        body: new URLSearchParams(fields).toString(),
      })
    return { ...client, desk, model, audit, turn, page, sendForm }
  }

  const begin = async (...args: Parameters<typeof open>) => {
    const app = await open(...args)
    const { messages, proposals = [] } = await app.turn()
    return { ...app, messages, id: proposals[0]?.id ?? '' }
  }

  test('waits for the user, whose response ends the call, once; the model reads the outcome', async () => {
    const { post, turn, messages, id, model, audit, desk } = await begin('order')
    expect(toldResults(model)).toMatchObject([
      { status: 'proposal', id, tool: 'mcp_desk.order', approveAt: `/_fw/proposals?id=${id}` },
    ])
    expect(JSON.stringify(model.requests)).not.toContain('Which')
    const { status, body } = await post('/_fw/approve', { id, responses: FIRST })
    expect([status, body]).toMatchObject([200, { ok: true, tainted: true, response: 'accept' }])
    expect(JSON.parse(body.result as string)).toEqual({ state: SECRET_STATE, action: 'accept', content: FIRST.order })
    expect((await post('/_fw/approve', { id, responses: FIRST })).status).toBe(404)
    expect(desk.bodies.filter((sent) => sent.includes('inputResponses'))).toHaveLength(1)
    await turn({ ...ask('And?'), messages: [...messages, { role: 'user', content: 'And?' }] })
    expect(JSON.stringify(model.requests.at(-1)?.body)).toMatch(/<data-\w+>[^<]*\\"cups[^<]*3/)
    expect(audit.filter((entry) => entry.tool === 'mcp_desk.order')).toMatchObject([
      { origin: 'agent', ok: true, proposal: id },
      { origin: 'human', ok: true, proposal: id },
    ])
  })

  test('is shown as text below the URL of its server; its state is sent to this server only', async () => {
    const { page, id, desk, request, model } = await begin('order')
    const html = await page(id)
    for (const part of [
      `Question of the server <code>${desk.url}</code>`,
      'The server wrote the text below, not this app.',
      'Which &lt;i&gt;tea&lt;/i&gt;?\nApproved by the app.',
      'Size &lt;b&gt;',
      '<option value="l">l</option>',
      '<input type="number" step="1" min="1" max="9" value="2"',
      '<input type="email"',
      '<input type="datetime-local"',
      'minlength="2" maxlength="9"',
      'value="m"> <bdi>Milk</bdi>',
    ])
      expect(html).toContain(part)
    const list = await (await request('/_fw/proposals', { headers: { accept: 'text/html' } })).text()
    expect(list).toContain('Read the question')
    expect(list).not.toContain('Which')
    const json = await (await request(`/_fw/proposals?id=${id}`)).text()
    expect(JSON.parse(json)).toMatchObject({
      result: [{ question: { server: desk.url, questions: [{ name: 'order' }] } }],
    })
    for (const seen of [html, list, json, JSON.stringify(model.requests)]) {
      expect(seen).not.toContain(SECRET_STATE)
      expect(seen).not.toContain('resumeKey')
    }
  })

  test('takes no response of an agent, or of another user', async () => {
    const ctxFor = (request: Request) => ({ userId: request.headers.get('x-user') ?? undefined })
    const { post, turn, sendForm } = await open('order', { options: { ctxFor, approvals: 'signed-in' } })
    const ann = { 'x-user': 'ann' }
    const [{ id } = { id: '' }] = (await turn(ask('Tea.'), ann)).proposals ?? []
    const body = { id, responses: FIRST }
    expect((await post('/_fw/approve', body, { ...ann, ...AGENT })).status).toBe(403)
    expect((await post('/_fw/reject', body, { ...ann, ...AGENT })).status).toBe(403)
    expect((await sendForm('/_fw/approve', { id, [FORM_ORIGIN]: 'agent' })).status).toBe(403)
    for (const headers of [{}, { 'x-user': 'ben' }] as Record<string, string>[])
      expect((await post('/_fw/approve', body, headers)).status).toBe(404)
    expect((await post('/_fw/reject', body, { 'x-user': 'ben' })).body).toEqual({ ok: false })
    expect((await post('/_fw/approve', body, ann)).status).toBe(200)
  })

  test.each<[string, unknown, readonly string[]]>([
    ['no responses', undefined, ['responses']],
    ['a missing field', { order: { cups: 1 } }, ['responses.order.size']],
    [
      'values that do not fit',
      {
        order: { size: 'm', cups: 1.5, sugar: 2, gift: 'yes', mail: 'tea', note: 'x', at: 'noon', extras: ['m', 'o'] },
      },
      ['size', 'cups', 'sugar', 'gift', 'mail', 'note', 'at', 'extras'].map((name) => `responses.order.${name}`),
    ],
    [
      'an unknown field and an unknown question',
      { order: { size: 'l', cups: 1, milk: 1 }, other: {} },
      ['responses.order.milk', 'responses.other'],
    ],
  ])('refuses %s, and stays pending', async (_, responses, paths) => {
    const { post, id, desk } = await begin('order')
    const { status, body } = await post('/_fw/approve', { id, responses })
    expect([status, body.code]).toEqual([400, 'invalid_input'])
    expect((body.issues as { path: string }[]).map(({ path }) => path).sort()).toEqual([...paths].sort())
    expect(desk.bodies.join()).not.toContain('inputResponses')
    expect((await post('/_fw/approve', { id, responses: FIRST })).status).toBe(200)
  })

  test('is a form of the approvals page, which shows what is wrong in it', async () => {
    const { page, request, sendForm, id } = await begin('order')
    const fields = {
      ...(await readDecisionForm({ request }, id)),
      'response-0-0': 'l',
      'response-0-1': '12',
      'response-0-6': '2026-11-28T10:30',
      'response-0-7': 'o',
    }
    const wrong = await sendForm('/_fw/approve', fields)
    expect(wrong.status).toBe(422)
    const html = await wrong.text()
    expect(html).toContain('must be an integer of at least 1 and at most 9')
    expect(html).toContain('value="12"')
    expect(html).toContain('<option value="l" selected>')
    const sent = await sendForm('/_fw/approve', { ...fields, 'response-0-1': '4' })
    expect([sent.status, sent.headers.get('location')]).toEqual([303, `/_fw/proposals?id=${id}`])
    const result = await page(id)
    expect(result).toContain('<h1>Response sent</h1>')
    for (const value of ['2026-11-28T10:30:00Z', '[&quot;o&quot;]', '&quot;cups&quot;:4'])
      expect(result).toContain(value)
  })

  test('can be declined: the server receives that, and the call goes on', async () => {
    const { post, request, sendForm, page, id, turn, messages, model } = await begin('order')
    expect((await sendForm('/_fw/reject', { id })).status).toBe(403)
    expect((await sendForm('/_fw/reject', await readDecisionForm({ request }, id))).status).toBe(303)
    expect(await page(id)).toContain('<h1>Declined</h1>')
    expect((await post('/_fw/reject', { id })).body).toEqual({ ok: false })
    await turn({ ...ask('And?'), messages: [...messages, { role: 'user', content: 'And?' }] })
    expect(JSON.stringify(toldResults(model))).toContain('decline')
  })

  test('may come after an approval, and after another question', async () => {
    const { post, request, sendForm, page, id, turn, messages, model } = await begin('twice', {
      server: { approve: 'always' },
    })
    expect(await page(id)).toContain('Waiting for your approval')
    const approved = await sendForm('/_fw/approve', await readDecisionForm({ request }, id))
    const first = approved.headers.get('location')?.replace('/_fw/proposals?id=', '') ?? ''
    expect(first).not.toBe(id)
    expect(await page(first)).toContain('The first question?')
    expect(await page(id)).toContain(`href="/_fw/proposals?id=${first}"`)
    await turn({ ...ask('And?'), messages: [...messages, { role: 'user', content: 'And?' }] })
    expect(toldResults(model)).toMatchObject([{ status: 'proposal', id: first }])
    const { headers, body } = await post('/_fw/approve', { id: first, responses: { first: { size: 's' } } })
    const second = headers.get('x-fw-proposal') ?? ''
    expect(body).toMatchObject({ ok: true, next: second, result: { status: 'proposal', id: second } })
    const { body: last } = await post('/_fw/approve', { id: second, responses: { second: { size: 'l' } } })
    expect(JSON.parse(last.result as string)).toEqual({ second: { action: 'accept', content: { size: 'l' } } })
  })

  test('with a link shows all of it and its host, and opens nothing', async () => {
    const { page, request, sendForm, id } = await begin('pay')
    const html = await page(id)
    expect(html).toContain('<strong>pay.example</strong>')
    expect(html).toContain(`>${LINK}</a>`)
    expect(html).toContain('rel="noopener noreferrer nofollow"')
    expect(html).not.toMatch(/<meta[^>]+refresh/i)
    await sendForm('/_fw/approve', await readDecisionForm({ request }, id))
    expect(await page(id)).toContain('accept')
  })

  test('that seems to ask for a password has a warning, and a field that hides its value', async () => {
    const { page, id } = await begin('login')
    const html = await page(id)
    expect(html).toContain('This seems to ask for a password')
    expect(html).toContain('<input type="password"')
  })

  test('is sent to a channel as quoted text with a link, at which the user responds', async () => {
    const channels = { chat: webhookChannel({ secret: 'a-long-enough-secret-of-a-webhook' }) }
    const { post, page } = await open('order', {
      // The message of a channel is untrusted content, so only tools that read run at once.
      server: { readonly: ['order'] },
      options: { channels, siteUrl: 'https://tea.example' },
    })
    const headers = { authorization: 'Bearer a-long-enough-secret-of-a-webhook' }
    const { body } = await post('/_fw/channels/chat', { text: 'Tea.' }, headers)
    const lines = (body.text as string).split('\n')
    const link = lines.find((line) => line.startsWith('Respond or decline until'))
    const [, id = ''] = /https:\/\/tea\.example\/_fw\/proposals\?id=([\w-]+)$/.exec(link ?? '') ?? []
    expect(lines).toContain(String.raw`- "Which <i>tea</i>?\nApproved by the app."`)
    expect(body.text).not.toMatch(/^Approved by the app/m)
    expect(await page(id)).toContain('Waiting for your response')
    expect((await post('/_fw/approve', { id, responses: FIRST })).status).toBe(200)
  })

  test('is not asked where no user can respond: the client announces no support for questions', async () => {
    const { turn, desk, model } = await open('order', { options: { approvals: 'signed-in' } })
    expect((await turn()).proposals).toEqual([])
    const [call] = desk.bodies.filter((body) => body.includes('tools/call'))
    expect(call).toContain('"io.modelcontextprotocol/clientCapabilities":{}')
    expect(toldResults(model)).toEqual([expect.stringContaining('no user can respond to it here')])
  })
})

test('the example in docs/guide/remote-tools.md works', async () => {
  const guide = readFileSync(fileURLToPath(new URL('../../../../docs/guide/remote-tools.md', import.meta.url)), 'utf8')
  const [params, body] = [...guide.matchAll(/```json\n([\s\S]*?)```/g)].map(
    ([, json = '']) => JSON.parse(json) as object,
  )
  const order = api({
    description: 'Orders tea.',
    run: async ({ client }) => {
      const { order: response } = await client.ask({
        order: { method: 'elicitation/create', params: params as Record<string, unknown> },
      })
      return response
    },
  })
  const remote = createFwServer({ apis: { tea: { order } }, log: () => undefined })
  const listening = await serve(remote, { port: 0, drainMs: 50 })
  const { model, options } = await withModel([{ calls: [{ name: 'mcp_desk.tea_order', input: {} }] }, 'Waits.'])
  const mcp = { url: `${listening.url}/_fw/mcp`, name: 'desk', allowPrivate: true, approve: 'never' } as const
  const agent = defineAgent({ mcp }, { env: model.env('anthropic') })
  const server = createFwServer({ ...options, agent, approvals: 'open', log: () => undefined })
  const post = (path: string, content: object) => postJson(server, path, content)
  const { proposals } = (await post('/_fw/agent', ask('Tea.'))) as { proposals: { id: string }[] }
  const { responses } = body as { responses: { order: object } }
  const sent = { id: proposals[0]?.id, responses }
  expect(await post('/_fw/approve', sent)).toMatchObject({
    ok: true,
    result: { action: 'accept', content: sent.responses.order },
  })
  await server.close()
  await listening.close()
})

test('2025-11-25: links that a call needs wait for the user, and the call then runs again', async () => {
  let isOpened = false
  const desk = await serveMcp(
    () => {
      const server = new LegacyServer({ name: 'desk', version: '1.0.0' })
      server.registerTool('enter', { description: 'Enters.' }, async () => {
        if (isOpened) return { content: [{ type: 'text', text: 'Inside.' }] }
        throw new UrlElicitationRequiredError([{ mode: 'url', message: 'Sign in.', url: LINK, elicitationId: 'e1' }])
      })
      return server
    },
    { sessions: true },
  )
  const { model, options } = await withModel([{ calls: [{ name: 'mcp_desk.enter', input: {} }] }, 'Waits.'])
  const mcp = { url: desk.url, name: 'desk', allowPrivate: true, approve: 'never' } as const
  const agent = defineAgent({ mcp }, { env: model.env('anthropic') })
  const server = createFwServer({ ...options, agent, approvals: 'open', log: () => undefined })
  const { proposals } = (await postJson(server, '/_fw/agent', ask('Tea.'))) as { proposals: { id: string }[] }
  isOpened = true
  expect(await postJson(server, '/_fw/approve', { id: proposals[0]?.id })).toMatchObject({
    ok: true,
    result: 'Inside.',
  })
  await server.close()
  await desk.close()
})

async function postJson(server: FwServer, path: string, body: object): Promise<object> {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  return (await (await server.fetch(new Request(`http://localhost${path}`, init))).json()) as object
}

describe('a program', () => {
  test('that runs turns in its own process is asked nothing', async () => {
    const desk = await serveStatelessMcp(createDesk)
    const { model, options } = await withModel([{ calls: [{ name: 'mcp_desk.order', input: {} }] }, 'No.'])
    const mcp = { url: desk.url, name: 'desk', allowPrivate: true, approve: 'never' } as const
    const agent = defineAgent({ mcp }, { env: model.env('anthropic') })
    const server = createFwServer({ ...options, agent, approvals: 'open', log: () => undefined })
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(ask('Tea.')) }
    const reply = (await (
      await server.fetchInProcess(new Request('http://localhost/_fw/agent', init))
    ).json()) as object
    expect(reply).toMatchObject({ proposals: [] })
    await server.close()
    await desk.close()
  })
})
