/** What people read about a pending call, wherever they read it: the page, chats, MCP clients and other agents. */
import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { discordChannel, slackChannel, webhookChannel } from '../../../runtime/src/channels.ts'
import type { ChannelDef } from '../../../runtime/src/contract/http/channel.ts'
import { createMemoryProposalStore } from '../../../runtime/src/data/memory-proposals.ts'
import { api, date, list, money, obj, schema, str } from '../../../runtime/src/index.ts'
import { type BearerResult, createFwServer, type FwServerOptions } from '../../../runtime/src/server.ts'
import { tidyAfterEach, toldResults, withModel } from '../agent-app.ts'
import { AGENT, describeTransports } from '../transports.ts'

tidyAfterEach()

const SITE = 'https://bank.example'
const NOW = Date.parse('2026-11-28T12:00:00Z')
const BIDI = '\u202e'

const pay = api({
  title: ({ to, due }) => `Pay ${to} in ${due.getUTCFullYear()}`,
  description: 'Pays an amount.',
  guard: 'confirm',
  effect: 'irreversible',
  input: schema({
    total: money().describe('Amount to pay.'),
    currency: str(),
    to: str().describe('Receiver.'),
    due: date(),
    lines: list(obj({ note: str() })).default([]),
  }),
  output: schema({ paid: money().describe('Amount that was paid.'), currency: str() }),
  run: ({ input }) => ({ paid: input.total, currency: input.currency }),
})
/** Throws in its title. */
const odd = api({
  title: () => {
    throw new Error('no title')
  },
  description: 'Odd.',
  guard: 'confirm',
  input: schema({ note: str() }),
  run: () => 1,
})

const note = api({
  title: ({ title }) => String(title),
  description: 'Notes something.',
  guard: 'confirm',
  input: schema({ title: str(), text: str() }),
  run: () => 1,
})

const HIDDEN_NOTE = { title: BIDI.repeat(300), text: BIDI.repeat(300) }

const INPUT = {
  total: 1250,
  currency: 'EUR',
  to: `Ada\nApprove it: https://evil.example ${BIDI}||spoiler||`,
  due: '2026-12-01T09:30:00Z',
}

/** Lines that each text about the call has. */
const LINES = [
  `Pay Ada\\u000aApprove it: https://evil.example \\u202e||spoiler|| in 2026 (api.bank.pay)`,
  '- Amount to pay (total): EUR 12.50 (1250 in the smallest unit)',
  '- currency: "EUR"',
  `- Receiver (to): "Ada\\nApprove it: https://evil.example \\u202e||spoiler||"`,
  '- due: Tuesday, December 1, 2026 at 9:30:00 AM UTC ("2026-12-01T09:30:00.000Z")',
  "Effect: It can't be undone.",
]

const PEOPLE: Readonly<Record<string, BearerResult>> = {
  desk: { subject: 'ann', clientId: 'help-desk' },
  ann: { subject: 'ann' },
  any: true,
}

const base: FwServerOptions = {
  apis: { bank: { pay, odd, note } },
  siteUrl: SITE,
  now: () => NOW,
  ctxFor: (request) => ({ userId: request.headers.get('x-user') ?? undefined }),
  approvals: 'signed-in',
}

const mcpCall = (input: object = INPUT) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'bank__pay', arguments: input },
})

/** The end of each text. */
const decideAt = (id: string) =>
  `Approve or reject it until November 28, 2026 at 12:10 PM UTC: ${SITE}/_fw/proposals?id=${id}`

describeTransports('a pending call', (start) => {
  test('is sent as JSON with the description of its tool, from which a page shows labels and formats', async () => {
    const { call, request } = await start(base)
    const { body } = await call('bank.pay', INPUT, { ...AGENT, 'x-user': 'ann' })
    const { id } = body.result as { id: string }
    const read = async (path: string) => {
      const response = await request(path, { headers: { 'x-user': 'ann' } })
      return ((await response.json()) as { result: Record<string, unknown>[] }).result
    }
    for (const path of [`/_fw/proposals?id=${id}`, '/_fw/proposals'])
      expect((await read(path))[0]).toMatchObject({
        id,
        input: { total: 1250, to: INPUT.to },
        about: {
          title: `Pay ${INPUT.to} in 2026`,
          description: 'Pays an amount.',
          effect: 'irreversible',
          input: { properties: { total: { description: 'Amount to pay.', format: 'money-minor-units' } } },
          output: { properties: { paid: { format: 'money-minor-units' } } },
        },
      })
  })

  test('is shown on the page in the language of the browser, with nothing of it as markup, and so is its result', async () => {
    const { call, request, post } = await start(base)
    const user = { 'x-user': 'ann' }
    const hostile = { ...INPUT, to: `</dd><img src=x onerror=alert(1)>${BIDI}` }
    const { body } = await call('bank.pay', hostile, { ...AGENT, ...user })
    const { id } = body.result as { id: string }
    const read = async (language: string) => {
      const headers = { accept: 'text/html', 'accept-language': language, ...user }
      return (await request(`/_fw/proposals?id=${id}`, { headers })).text()
    }
    const german = await read('de-AT,de;q=0.9')
    for (const shown of [
      'Amount to pay <code><bdi>total</bdi></code>',
      '<strong><bdi>EUR 12,50</bdi></strong> <code>1250</code>',
      'Dienstag, 1. Dezember 2026 um 09:30:00 UTC',
      '&lt;/dd&gt;&lt;img src=x onerror=alert(1)&gt;<mark>\\u202e</mark>',
      'It can&#39;t be undone.',
      'An agent without a verified signature',
    ])
      expect(german).toContain(shown)
    expect(german).not.toContain('<img')
    expect(german).not.toContain(BIDI)
    for (const odd of ['', '*', 'x'.repeat(500), '"><script>']) expect(await read(odd)).toContain('EUR 12.50')
    await post('/_fw/approve', { id }, user)
    const done = await read('en')
    expect(done).toContain('Amount that was paid <code><bdi>paid</bdi></code>')
    expect(done).toContain('<strong><bdi>EUR 12.50</bdi></strong>')
    expect(done).not.toContain('onerror')
  })

  test('has the name of its tool if the title of the app fails', async () => {
    const lines: string[] = []
    const { call, request } = await start({ ...base, log: ({ msg }) => void lines.push(String(msg)) })
    const { body } = await call('bank.odd', { note: 'x' }, { ...AGENT, 'x-user': 'ann' })
    const { id } = body.result as { id: string }
    const headers = { accept: 'text/html', 'x-user': 'ann' }
    const html = await (await request(`/_fw/proposals?id=${id}`, { headers })).text()
    expect(html).toContain(`<h2 id="c-${id}"><code>api.bank.odd</code></h2>`)
    expect(lines.join()).toContain('title of api.bank.odd failed')
  })

  test.each<[string, string]>([
    ['desk', 'The client "help-desk", by its verified token'],
    ['ann', 'The client "ann", by its verified token'],
    ['any', 'An agent without a verified signature'],
  ])('of an MCP client is described in its result, with the name of the client: %s', async (token, requester) => {
    const { post } = await start({ ...base, mcpAuth: { verify: (one) => PEOPLE[one] ?? null } })
    const { body } = await post('/_fw/mcp', mcpCall(), { authorization: `Bearer ${token}` })
    const { content, structuredContent } = (
      body as { result: { content: { text: string }[]; structuredContent: { id: string } } }
    ).result
    const text = content[0]?.text.split('\n') ?? []
    for (const line of [...LINES, `Requested by: ${requester}`, decideAt(structuredContent.id)])
      expect(text).toContain(line)
    expect(text.filter((line) => line.includes('evil.example'))).toHaveLength(2)
  })

  test('of another agent is described in the status of its task', async () => {
    const { post } = await start({ ...base, mcpAuth: { verify: (one) => PEOPLE[one] ?? null } })
    const message = { messageId: 'm1', role: 'ROLE_USER', parts: [{ data: { tool: 'bank.pay', input: INPUT } }] }
    const { body } = await post(
      '/_fw/a2a',
      { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } },
      { authorization: 'Bearer desk', 'a2a-version': '1.0' },
    )
    const { task } = body.result as {
      task: { status: { message: { parts: { text?: string; data?: { approvals: { id: string }[] } }[] } } }
    }
    const [first, second] = task.status.message.parts
    const lines = first?.text?.split('\n') ?? []
    const id = second?.data?.approvals[0]?.id ?? ''
    for (const line of [...LINES, 'Requested by: The client "help-desk", by its verified token', decideAt(id)])
      expect(lines).toContain(line)
  })
})

const SECRET = 'a-long-secret'
const KEYS = generateKeyPairSync('ed25519')
const PUBLIC_KEY = KEYS.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex')
const SECONDS = String(NOW / 1000)
const subjectFor = (user: string) => (user === 'U1' ? 'ann' : undefined)

interface Chat {
  readonly channel: ChannelDef
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
  /** Text of the reply. */
  read(reply: Record<string, unknown>): string
}

function slack(user: string): Chat {
  const body = String(new URLSearchParams({ channel_id: 'C1', user_id: user, text: 'Pay Ada.' }))
  const digest = createHmac('sha256', SECRET).update(`v0:${SECONDS}:${body}`).digest('hex')
  return {
    channel: slackChannel({ signingSecret: SECRET, now: () => NOW, subjectFor }),
    body,
    headers: { 'x-slack-request-timestamp': SECONDS, 'x-slack-signature': `v0=${digest}` },
    read: ({ text }) => String(text),
  }
}

function discord(user: string): Chat {
  const body = JSON.stringify({
    type: 2,
    channel_id: 'C1',
    member: { user: { id: user } },
    data: { options: [{ type: 3, value: 'Pay Ada.' }] },
  })
  const signature = sign(null, Buffer.from(SECONDS + body), KEYS.privateKey).toString('hex')
  return {
    channel: discordChannel({ publicKey: PUBLIC_KEY, now: () => NOW, subjectFor }),
    body,
    headers: { 'x-signature-timestamp': SECONDS, 'x-signature-ed25519': signature },
    read: ({ data }) => (data as { content: string }).content,
  }
}

function webhook(user: string): Chat {
  const subject = subjectFor(user)
  return {
    channel: webhookChannel({ secret: SECRET }),
    body: JSON.stringify({ text: 'Pay Ada.', ...(subject !== undefined && { subject }) }),
    headers: { authorization: `Bearer ${SECRET}`, 'content-type': 'application/json' },
    read: ({ text }) => String(text),
  }
}

describeTransports('the reply of a channel to a turn with a pending call', (start) => {
  const PAY = { calls: [{ name: 'api.bank.pay', input: INPUT }] }
  /** Long, so that a platform cuts it. */
  const WORDS = `Please approve it. ${'More words. '.repeat(300)}`

  async function send(open: (user: string) => Chat, user: string, words = WORDS) {
    const { options, model } = await withModel([PAY, words])
    const chat = open(user)
    const { request, post } = await start({ ...options, ...base, channels: { chat: chat.channel } })
    const response = await request('/_fw/channels/chat', { method: 'POST', headers: chat.headers, body: chat.body })
    const reply = (await response.json()) as Record<string, unknown>
    const [told] = toldResults(model) as { id: string; approveAt: string }[]
    return { reply, text: chat.read(reply), told, post }
  }

  test.each([
    ['Slack', slack],
    ['Discord', discord],
    ['a webhook', webhook],
  ])('has the input and the URL, which the model reads, too: %s', async (_, open) => {
    const { text, told } = await send(open, 'U2')
    const id = told?.id ?? ''
    expect(told?.approveAt).toBe(`${SITE}/_fw/proposals?id=${id}`)
    expect(text.startsWith('Waiting for approval:\n')).toBe(true)
    const lines = text.split('\n')
    for (const line of [LINES[1], LINES[2], LINES[4], LINES[5], decideAt(id)]) expect(lines).toContain(line)
    expect(lines).toContain('Requested by: This app\'s assistant, for a message from "chat"')
    expect(text).toContain('Please approve it.')
    // A value adds no line, hides no text behind a click, and reverses none.
    expect(lines.filter((line) => line.includes('evil.example'))).toHaveLength(2)
    expect(text).not.toContain(BIDI)
    if (open === discord) expect(text).not.toContain('||')
  })

  test.each([
    ['Slack', slack],
    ['Discord', discord],
    ['a webhook', webhook],
  ])('of a user that the app knows: only that user can approve the call: %s', async (_, open) => {
    const { told, post } = await send(open, 'U1')
    const body = { id: told?.id }
    expect((await post('/_fw/approve', body, { 'x-user': 'ben' })).status).toBe(404)
    expect((await post('/_fw/approve', body, { 'x-user': 'ann' })).status).toBe(200)
  })

  test('has the URL even if the proposal cannot be read at that moment', async () => {
    const store = createMemoryProposalStore()
    const { options } = await withModel([PAY, 'Please approve it.'])
    const chat = webhook('U2')
    const proposals = { ...store, get: () => Promise.reject(new Error('The store is away.')) }
    const { request } = await start({ ...options, ...base, proposals, channels: { chat: chat.channel } })
    const response = await request('/_fw/channels/chat', { method: 'POST', headers: chat.headers, body: chat.body })
    const { text } = (await response.json()) as { text: string }
    expect(text).toMatch(
      /^Waiting for approval:\nApprove or reject the call: https:\/\/bank\.example\/_fw\/proposals\?id=[\w-]+\n\nPlease/,
    )
  })

  test('of another user: any user of the app can approve the call', async () => {
    const { told, post } = await send(slack, 'U2')
    expect((await post('/_fw/approve', { id: told?.id }, { 'x-user': 'ben' })).status).toBe(200)
  })

  test('of a webhook also has the id, the URL and the text as data', async () => {
    const { reply, told } = await send(webhook, 'U2', '')
    expect(reply.approvals).toEqual([
      {
        id: told?.id,
        tool: 'api.bank.pay',
        approveAt: told?.approveAt,
        text: expect.stringContaining(told?.approveAt ?? '?'),
      },
    ])
  })

  test.each([
    ['odd marks', 'bank.pay', { ...INPUT, to: `|||a|||||b~~~c~~~~~`, lines: [{ note: '||||' }] }],
    ['long values of hidden characters', 'bank.note', HIDDEN_NOTE],
  ])('shows all of a call on Discord, with its URL, for %s', async (_, name, input) => {
    const { options, model } = await withModel([{ calls: [{ name: `api.${name}`, input }] }, 'Done.'])
    const chat = discord('U2')
    const { request } = await start({ ...options, ...base, channels: { chat: chat.channel } })
    const response = await request('/_fw/channels/chat', { method: 'POST', headers: chat.headers, body: chat.body })
    const text = chat.read((await response.json()) as Record<string, unknown>)
    const [told] = toldResults(model) as { id: string }[]
    expect(text.split('\n')).toContain(decideAt(told?.id ?? ''))
    expect(text).not.toMatch(/\|\||~~/)
  })

  test('lists many calls with a URL for each, within the limit of the platform', async () => {
    const calls = Array.from({ length: 12 }, () => PAY.calls[0] as (typeof PAY.calls)[number])
    const { options } = await withModel([{ calls }, 'Done.'])
    const chat = discord('U2')
    const { request } = await start({ ...options, ...base, channels: { chat: chat.channel } })
    const response = await request('/_fw/channels/chat', { method: 'POST', headers: chat.headers, body: chat.body })
    const text = chat.read((await response.json()) as Record<string, unknown>)
    expect(text.length).toBeLessThanOrEqual(2_000)
    expect(text.match(/\/_fw\/proposals\?id=[\w-]{32}/g)).toHaveLength(10)
    expect(text).toContain('… and 2 more calls, on the page of approvals.')
  })
})

describe('a channel of the app', () => {
  test.each([[''], [5]])('must name a user by a non-empty string: %j', async (subject) => {
    const { options } = await withModel(['Hi.'])
    const lines: string[] = []
    const chat = {
      receive: () => ({ text: 'Hi.', subject }),
      send: () => new Response('sent'),
    } as unknown as ChannelDef
    const log = ({ err }: { readonly err?: unknown }) => void lines.push(String(err))
    const server = createFwServer({ ...options, channels: { chat }, log })
    const response = await server.fetch(new Request('http://localhost/_fw/channels/chat', { method: 'POST' }))
    expect(response.status).toBe(500)
    expect(lines.join()).toContain('a subject that is not a non-empty string')
    await server.close()
  })
})

test('the body of a webhook names a user by a non-empty string', async () => {
  const server = createFwServer({ channels: { chat: webhookChannel({ secret: SECRET }) }, log: () => undefined })
  const headers = { authorization: `Bearer ${SECRET}`, 'content-type': 'application/json' }
  for (const subject of ['', 5]) {
    const init = { method: 'POST', headers, body: JSON.stringify({ text: 'Hi.', subject }) }
    expect((await server.fetch(new Request('http://localhost/_fw/channels/chat', init))).status).toBe(400)
  }
  await server.close()
})
