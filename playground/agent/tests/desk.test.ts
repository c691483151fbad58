/** The ways in: the form, the webhook, Slack, and the sign-in of staff. */
import { createHmac } from 'node:crypto'
import { callTool, hydrates, renderPage } from '@fw/runtime/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listTickets, receiveMessage, takeOverdue } from '../src/data/tickets.ts'
import { type Desk, openDesk, openTicket, readText } from './support.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())

/** Sends a form as a browser without script does. */
function sendForm(path: string, tool: string, fields: Readonly<Record<string, string>>): Promise<Response> {
  return desk.app.fetch(
    new Request(`http://localhost${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams({ 'fw:tool': tool, ...fields }),
    }),
  )
}

function sendToChannel(name: string, body: string, headers: Readonly<Record<string, string>>): Promise<Response> {
  return desk.app.fetch(new Request(`http://localhost/_fw/channels/${name}`, { method: 'POST', headers, body }))
}

const WEBHOOK = { authorization: 'Bearer the secret of the webhook in the tests' }

it('takes a message from the form without script, and shows the customer the page of the ticket', async () => {
  const fields = { name: 'Ben', email: 'ben@mail.example', text: 'My order B-1 is late.' }
  const response = await sendForm('/', 'api.contact.write', fields)
  expect(response.status).toBe(303)
  const page = await renderPage(desk.app, response.headers.get('location') ?? '')
  expect([page.status, page.headers.get('referrer-policy')]).toEqual([200, 'same-origin'])
  expect(page.html).toContain('My order B-1 is late.')
  const refused = await sendForm('/', 'api.contact.write', { ...fields, email: 'ben' })
  expect(refused.status).toBe(422)
  expect(await refused.text()).toContain('Enter your email address, such as name@example.com')
})

it('shows a customer no ticket of another one', async () => {
  const { id, path } = await openTicket(desk, 'The number of my order is B-2.')
  for (const other of [`/t/${id}`, `${path}x`, '/t/..%2Finbox']) {
    const { status, html } = await renderPage(desk.app, other)
    expect([status, html.includes('B-2')], other).toEqual([404, false])
  }
  const inbox = await renderPage(desk.app, `/inbox/${id}`)
  expect([inbox.status, inbox.headers.get('location')]).toEqual([303, `/sign-in?next=%2Finbox%2F${id}`])
  for (const [tool, input] of [
    ['api.tickets.get', { id }],
    ['api.tickets.list', {}],
    ['api.tickets.draft', { id, text: 'x' }],
    ['api.customers.recall', { id }],
    ['api.conversations.store', { id, messages: '[]' }],
  ] as const)
    expect(await callTool(desk.app, tool, input), tool).toMatchObject({ ok: false, code: 'out_of_scope' })
  expect(await callTool(desk.app, 'api.contact.reply', { token: String(id), text: 'x' })).toMatchObject({
    ok: false,
    code: 'not_found',
  })
})

it('lets no customer use the agent', async () => {
  const body = JSON.stringify({ messages: [{ role: 'user', content: 'Hello' }], path: '/' })
  for (const path of ['/_fw/agent', '/_fw/llm']) {
    const headers = { 'content-type': 'application/json' }
    const request = new Request(`http://localhost${path}`, { method: 'POST', headers, body })
    expect((await desk.app.fetch(request)).status, path).toBe(401)
  }
  // Agents of others talk to it over A2A.
  const message = { messageId: '1', role: 'ROLE_USER', parts: [{ text: 'Hello' }] }
  const headers = { 'content-type': 'application/a2a+json', 'a2a-version': '1.0' }
  const init = { method: 'POST', headers, body: JSON.stringify({ message }) }
  expect((await desk.app.fetch(new Request('http://localhost/_fw/a2a/message:send', init))).status).toBe(401)
  expect(desk.model.requests).toEqual([])
})

it('makes a ticket of a message from the webhook, adds to it, and ignores one that arrives again', async () => {
  const message = { from: 'Cleo@mail.example', name: 'Cleo', text: 'The lid is broken.', threadId: 'mail-1', id: 'm1' }
  const send = async (sent: object) => (await sendToChannel('support', JSON.stringify(sent), WEBHOOK)).json()
  const { ticket, url } = await send(message)
  expect(await send(message)).toEqual({ ticket, url })
  expect(await send({ ...message, id: 'm2', text: 'And the cup, too.' })).toEqual({ ticket, url })
  const { messages } = await desk.read(ticket)
  expect(messages.map(({ text }) => text)).toEqual(['The lid is broken.', 'And the cup, too.'])
  expect(await readText(desk, url)).toContain('The lid is broken.')
  // Another customer who names the same conversation gets a ticket of their own.
  const other = await send({ ...message, from: 'dora@mail.example', id: 'm3' })
  expect(other.ticket).not.toBe(ticket)
  // No model was called.
  expect(desk.model.requests).toEqual([])
})

it.each([
  ['another secret', { authorization: 'Bearer guess' }, '{"from":"a@mail.example","text":"x"}', 401],
  ['no address', WEBHOOK, '{"text":"x"}', 400],
  ['no text', WEBHOOK, '{"from":"a@mail.example"}', 400],
])('refuses a webhook with %s', async (_, headers, body, status) => {
  const before = listTickets(false, 200).length
  expect((await sendToChannel('support', body, headers)).status).toBe(status)
  expect(listTickets(false, 200)).toHaveLength(before)
})

it('makes a ticket of a command of Slack, if the signature verifies', async () => {
  const body = new URLSearchParams({
    text: 'VPN is down',
    user_id: 'U1',
    user_name: 'eli',
    channel_id: 'C1',
  }).toString()
  const time = String(Math.floor(Date.now() / 1000))
  const sign = (secret: string) => `v0=${createHmac('sha256', secret).update(`v0:${time}:${body}`).digest('hex')}`
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-slack-request-timestamp': time }
  const forged = await sendToChannel('slack', body, { ...headers, 'x-slack-signature': sign('guess') })
  expect(forged.status).toBe(401)
  const signature = sign('the signing secret of the tests')
  const accepted = await sendToChannel('slack', body, { ...headers, 'x-slack-signature': signature })
  expect(await accepted.json()).toMatchObject({ response_type: 'ephemeral', text: expect.stringContaining('/t/') })
  expect(listTickets(false, 200)).toContainEqual(
    expect.objectContaining({ customer: 'slack:u1', title: 'VPN is down' }),
  )
})

it('signs staff in with the password of the environment, and only with that', { timeout: 30_000 }, async () => {
  const fields = { email: 'first@desk.example', password: 'correct horse battery', next: '//elsewhere.example' }
  const wrong = await sendForm('/sign-in', 'api.account.signIn', { ...fields, password: 'wrong' })
  expect([wrong.status, wrong.headers.get('set-cookie')]).toEqual([401, null])
  const response = await sendForm('/sign-in', 'api.account.signIn', fields)
  expect([response.status, response.headers.get('location')]).toEqual([303, '/inbox'])
  const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? ''
  expect((await renderPage(desk.app, '/inbox', { cookie })).status).toBe(200)

  // A colleague who is removed is signed out at once.
  const colleague = { name: 'Fay', email: 'fay@desk.example', password: 'a long password' }
  const added = await callTool(desk.app, 'api.account.add', colleague, { cookie })
  const { id } = (added.ok ? added.result : {}) as { readonly id: string } // its output
  const { email, password } = colleague
  const second = await sendForm('/sign-in', 'api.account.signIn', { email, password, next: '/team' })
  expect(second.headers.get('location')).toBe('/team')
  const theirs = second.headers.get('set-cookie')?.split(';')[0] ?? ''
  expect((await renderPage(desk.app, '/team', { cookie: theirs })).status).toBe(200)
  expect(await callTool(desk.app, 'api.account.remove', { id }, { cookie })).toMatchObject({ ok: true })
  expect((await renderPage(desk.app, '/team', { cookie: theirs })).status).toBe(303)

  // A new account with the same address doesn't revive the sessions of the old one.
  const again = { ...colleague, password: 'another password' }
  expect(await callTool(desk.app, 'api.account.add', again, { cookie })).toMatchObject({ ok: true })
  expect((await renderPage(desk.app, '/team', { cookie: theirs })).status).toBe(303)
})

it('slows down who tries passwords of one account', { timeout: 60_000 }, async () => {
  const attempt = () => callTool(desk.app, 'api.account.signIn', { email: 'gus@desk.example', password: 'guess' })
  const outcomes = await Promise.all(Array.from({ length: 22 }, attempt))
  const statuses = outcomes.map(({ status }) => status).sort()
  expect(statuses).toEqual([...Array(20).fill(401), 429, 429])
})

it('reminds staff once of a ticket that has waited for more than a day', async () => {
  const now = Date.now()
  const hours = (count: number) => now - count * 60 * 60_000
  const message = { name: 'Hal', customer: 'hal@mail.example', text: 'Is anybody there?', channel: 'form' }
  const { id } = receiveMessage(message, hours(25))
  const { id: recent } = receiveMessage({ ...message, text: 'And now?' }, hours(23))
  await desk.app.runSchedule('remind')
  expect(await readText(desk, `/inbox/${id}`)).toContain('the customer has waited for more than a day')
  expect(await readText(desk, `/inbox/${recent}`)).not.toContain('the customer has waited for more than a day')
  expect(await readText(desk, '/inbox')).toContain('waiting over a day')
  expect(takeOverdue(hours(24))).toEqual([])
})

it('renders pages that a browser can take over', async () => {
  const { id } = await openTicket(desk, 'I <b>cannot</b> sign in.')
  const html = await readText(desk, `/inbox/${id}`)
  hydrates(html)
  expect(html).not.toContain('<b>cannot</b>')
})
