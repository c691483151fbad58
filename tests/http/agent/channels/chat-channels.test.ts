import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { isValidSlackRequest } from '@slack/bolt'
import { verifyKey } from 'discord-interactions'
import { describe, expect, test } from 'vitest'
import type { AgentMount } from '../../../../runtime/src/agent.ts'
import { chatAChannel, chatBChannel, discordChannel, slackChannel } from '../../../../runtime/src/channels.ts'
import type { ChannelDef } from '../../../../runtime/src/contract/http/channel.ts'
import { createFwServer } from '../../../../runtime/src/server.ts'

/** An agent that replies with the message and its channel. */
const echo = (change: object = {}, wait: Promise<unknown> = Promise.resolve()): AgentMount => ({
  async handle(request) {
    await wait
    const { messages } = (await request.json()) as { messages: { content: string }[] }
    const text = `You said ${messages.at(-1)?.content}`
    return Response.json({ type: 'text', text, messages, model: 'x', usage: {}, proposals: [], ...change })
  },
})

async function post(
  channel: ChannelDef,
  body: string,
  headers: Record<string, string>,
  { agent = echo(), method = 'POST' }: { agent?: AgentMount; method?: string } = {},
): Promise<{ status: number; body: Record<string, unknown> }> {
  const server = createFwServer({ log: () => undefined, agent, channels: { chat: channel } })
  const init = { method, headers, ...(method === 'GET' ? {} : { body }) }
  const response = await server.fetch(new Request('http://localhost/_fw/channels/chat', init))
  const text = await response.text()
  await server.close()
  return { status: response.status, body: text === '' ? {} : JSON.parse(text) }
}

/** Request that delivers a late reply. */
function outbox() {
  const sent: { url: string; method: string | undefined; body: unknown }[] = []
  const fetch = async (url: string | URL | Request, init?: RequestInit) => {
    sent.push({ url: String(url), method: init?.method, body: JSON.parse(String(init?.body)) })
    return new Response('ok')
  }
  return { sent, fetch }
}

/** Slack fetches no address that a model has written. */
const NO_PREVIEWS = { unfurl_links: false, unfurl_media: false }

describe('Slack', () => {
  const SECRET = '8f742231b10e8888abcd99yyyzzz85a5'
  const NOW = 1_531_420_618
  const now = () => NOW * 1000
  const BODY =
    'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c'

  function signed(body: string, timestamp: number = NOW, secret: string = SECRET): Record<string, string> {
    const digest = createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex')
    return {
      'content-type': 'application/x-www-form-urlencoded',
      'x-slack-request-timestamp': String(timestamp),
      'x-slack-signature': `v0=${digest}`,
    }
  }
  const command = (fields: Record<string, string>) => String(new URLSearchParams({ channel_id: 'C1', ...fields }))
  const channel = chatAChannel({ signingSecret: SECRET, now })

  test('AUT-21 the published vector verifies, and the platform’s own library agrees', async () => {
    const signature = 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503'
    expect(signed(BODY)['x-slack-signature']).toBe(signature)
    expect((await post(channel, BODY, signed(BODY))).status).toBe(200)
    expect((await post(channel, `${BODY}x`, signed(BODY))).status).toBe(401)
    const headers = { 'x-slack-signature': signature, 'x-slack-request-timestamp': NOW }
    expect(isValidSlackRequest({ signingSecret: SECRET, body: BODY, headers, nowMilliseconds: NOW * 1000 })).toBe(true)
  })

  test('CHN-13 CHN-14 CHN-15 CHT-08 the response to a signed command contains the reply', async () => {
    const body = command({ text: 'Is <b> & <!channel> fine?' })
    const answer = await post(channel, body, signed(body), { agent: echo({ detail: 'inner' }) })
    expect(answer).toEqual({
      status: 200,
      body: { response_type: 'in_channel', text: 'You said Is &lt;b&gt; &amp; &lt;!channel&gt; fine?', ...NO_PREVIEWS },
    })
    const threads: unknown[] = []
    const seen: ChannelDef = {
      ...channel,
      send(reply) {
        threads.push(reply.threadId)
        return channel.send(reply)
      },
    }
    await post(seen, body, signed(body))
    expect(threads).toEqual(['slack:C1'])
  })

  test('CHN-16 an error is visible to the sender only', async () => {
    const body = command({ text: 'Hi.' })
    const agent = echo({ type: 'refusal', reason: 'model', message: 'No.' })
    expect((await post(channel, body, signed(body), { agent })).body).toEqual({
      response_type: 'ephemeral',
      text: 'No.',
      ...NO_PREVIEWS,
    })
  })

  test.each([
    ['300 seconds old', -300, 200],
    ['301 seconds old', -301, 401],
    ['301 seconds ahead', 301, 401],
  ])('AUT-22 LIM-03 by default a request may be %s', async (_what, seconds, status) => {
    const body = command({ text: 'Hi.' })
    expect((await post(channel, body, signed(body, NOW + seconds))).status).toBe(status)
  })

  test('AUT-22 CHN-13 toleranceSeconds sets another age', async () => {
    const body = command({ text: 'Hi.' })
    const strict = chatAChannel({ signingSecret: SECRET, toleranceSeconds: 10, now })
    expect((await post(strict, body, signed(body, NOW - 10))).status).toBe(200)
    expect((await post(strict, body, signed(body, NOW - 11))).status).toBe(401)
  })

  test.each([
    ['without headers', {}],
    ['without a time', { 'x-slack-request-timestamp': '' }],
    ['with an invalid time', { 'x-slack-request-timestamp': 'NaN' }],
    ['with another version', { 'x-slack-signature': `v1=${'a'.repeat(64)}` }],
    ['with a short signature', { 'x-slack-signature': 'v0=a' }],
  ])('AUT-21 a request %s is 401', async (_what, change) => {
    const body = command({ text: 'Hi.' })
    const headers = Object.keys(change).length === 0 ? {} : { ...signed(body), ...change }
    expect((await post(channel, body, headers)).status).toBe(401)
  })

  test('a method, a missing secret, a check of the certificate and an empty command', async () => {
    expect((await post(channel, '', {}, { method: 'GET' })).status).toBe(405)
    for (const signingSecret of [undefined, '']) {
      const body = command({ text: 'Hi.' })
      const answer = await post(chatAChannel({ signingSecret, now }), body, signed(body, NOW, ''))
      expect(answer).toMatchObject({ status: 503, body: { error: 'channel_unconfigured' } })
    }
    const check = command({ ssl_check: '1' })
    expect(await post(channel, check, signed(check))).toEqual({ status: 200, body: {} })
    const empty = command({ text: ' ' })
    expect((await post(channel, empty, signed(empty))).body).toMatchObject({ response_type: 'ephemeral' })
    expect(slackChannel).toBe(chatAChannel)
  })

  test('a slow reply is delivered later, only to the platform', async () => {
    const { sent, fetch } = outbox()
    let open: (value?: unknown) => void = () => undefined
    const gate = new Promise((resolve) => {
      open = resolve
    })
    const late = chatAChannel({ signingSecret: SECRET, now, deferAfterMs: 5, fetch })
    const url = 'https://hooks.slack.com/commands/1'
    const body = command({ text: 'Hi.', response_url: url })
    const first = await post(late, body, signed(body), { agent: echo({}, gate) })
    expect(first.body).toEqual({ response_type: 'ephemeral', text: 'One moment…' })
    open()
    await expect
      .poll(() => sent)
      .toEqual([{ url, method: 'POST', body: { response_type: 'in_channel', text: 'You said Hi.', ...NO_PREVIEWS } }])
    const elsewhere = command({ text: 'Hi.', response_url: 'https://hooks.slack.com.evil.example/1' })
    expect(
      (await post(late, elsewhere, signed(elsewhere), { agent: echo({}, new Promise((r) => setTimeout(r, 30))) })).body,
    ).toEqual({ response_type: 'in_channel', text: 'You said Hi.', ...NO_PREVIEWS })
    expect(sent).toHaveLength(1)
  })
})

/**
 * Returns why Discord wouldn't accept a reply to an interaction of this type. The rules are those of "Interaction Callback
 * Type" and "Interaction Callback Data Structure" in discord-api-docs, developers/interactions/receiving-and-responding
 * (August 2026).
 */
function refuseReply(interaction: number, { type, data }: Record<string, unknown>): string | undefined {
  const accepted: Readonly<Record<number, readonly number[]>> = {
    1: [1],
    2: [4, 5, 9],
    3: [4, 5, 6, 7, 9],
    4: [8],
    5: [4, 5, 6, 7],
  }
  if (!accepted[interaction]?.includes(type as number)) return `type ${type} for an interaction of type ${interaction}`
  const { content, flags, choices } = (data ?? {}) as { content?: string; flags?: number; choices?: unknown[] }
  if (type === 8) return Array.isArray(choices) && choices.length <= 25 ? undefined : 'at most 25 choices are required'
  if (type === 4 && (typeof content !== 'string' || content === '' || content.length > 2000)) return 'no valid content'
  // SUPPRESS_EMBEDS, EPHEMERAL and SUPPRESS_NOTIFICATIONS.
  return ((flags ?? 0) & ~(4 | 64 | 4096)) === 0 ? undefined : `flags ${flags}`
}

describe('Discord', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const hex = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex')
  const NOW = 1_770_000_000
  const now = () => NOW * 1000
  const channel = chatBChannel({ publicKey: hex, now })

  function signed(body: string, timestamp: number | string = NOW): Record<string, string> {
    return {
      'content-type': 'application/json',
      'x-signature-timestamp': String(timestamp),
      'x-signature-ed25519': sign(null, Buffer.from(timestamp + body), privateKey).toString('hex'),
    }
  }
  const command = (options: unknown, more: object = {}) =>
    JSON.stringify({ type: 2, channel_id: 'C1', data: { name: 'ask', options }, ...more })
  const QUESTION = [{ name: 'question', type: 3, value: 'Hi @everyone' }]

  test('CHN-17 CHN-19 CHN-20 CHN-21 AUT-23 the response to a signed command contains the reply', async () => {
    const body = command([{ name: 'count', type: 4, value: 3 }, ...QUESTION])
    const headers = signed(body)
    expect(await verifyKey(body, headers['x-signature-ed25519'] ?? '', String(NOW), hex)).toBe(true)
    expect(await post(channel, body, headers)).toEqual({
      status: 200,
      body: { type: 4, data: { content: 'You said Hi @everyone', flags: 4, allowed_mentions: { parse: [] } } },
    })
    const threads: unknown[] = []
    const seen: ChannelDef = {
      ...channel,
      send(reply) {
        threads.push(reply.threadId)
        return channel.send(reply)
      },
    }
    await post(seen, body, headers)
    expect(threads).toEqual(['discord:C1'])
    const agent = echo({ type: 'refusal', reason: 'model', message: 'No.' })
    expect((await post(channel, body, headers, { agent })).body).toMatchObject({ data: { content: 'No.', flags: 68 } })
  })

  test('CHN-18 the response to PING needs no model', async () => {
    const agent: AgentMount = { handle: () => Promise.reject(new Error('asked')) }
    expect(await post(channel, '{"type":1}', signed('{"type":1}'), { agent })).toEqual({
      status: 200,
      body: { type: 1 },
    })
  })

  test('CHN-19 the question is found in subcommands, and a command without one gets an explanation', async () => {
    const inner = command([{ name: 'group', type: 2, options: [{ name: 'sub', type: 1, options: QUESTION }] }])
    expect((await post(channel, inner, signed(inner))).body).toMatchObject({
      data: { content: 'You said Hi @everyone' },
    })
    for (const options of [undefined, [], [{ name: 'count', type: 4, value: 3 }]]) {
      const none = command(options)
      expect((await post(channel, none, signed(none))).body).toMatchObject({ type: 4, data: { flags: 68 } })
    }
  })

  test.each([
    ['an autocomplete', 4, { name: 'ask', options: [{ name: 'question', type: 3, value: 'Hi', focused: true }] }],
    ['a button', 3, { custom_id: 'more', component_type: 2 }],
    [
      'a modal',
      5,
      { custom_id: 'form', components: [{ type: 18, component: { type: 4, custom_id: 'q', value: 'Hi' } }] },
    ],
  ])('%s gets a reply that Discord accepts for it, without a model', async (_, type, data) => {
    const agent: AgentMount = { handle: () => Promise.reject(new Error('asked')) }
    const body = JSON.stringify({ type, channel_id: 'C1', data })
    const answer = await post(channel, body, signed(body), { agent })
    expect(answer.status).toBe(200)
    expect(refuseReply(type, answer.body)).toBeUndefined()
    if (type !== 4) expect(answer.body).toMatchObject({ type: 4, data: { flags: 68 } })
  })

  test('every reply to a command is one that Discord accepts for it', async () => {
    for (const options of [QUESTION, []]) {
      const body = command(options)
      expect(refuseReply(2, (await post(channel, body, signed(body))).body)).toBeUndefined()
    }
    expect(refuseReply(1, (await post(channel, '{"type":1}', signed('{"type":1}'))).body)).toBeUndefined()
  })

  test('commands without a channel id share no conversation', async () => {
    const body = JSON.stringify({ type: 2, data: { options: QUESTION } })
    const threads: unknown[] = []
    const seen: ChannelDef = {
      ...channel,
      send(reply) {
        threads.push(reply.threadId)
        return channel.send(reply)
      },
    }
    await post(seen, body, signed(body))
    expect(threads).toEqual([undefined])
  })

  test.each([
    ['a signature of something else', (body: string) => signed(`${body} `)],
    ['a time that was changed', (body: string) => ({ ...signed(body), 'x-signature-timestamp': String(NOW + 1) })],
    ['no headers', () => ({})],
    [
      'a signature that is not hexadecimal',
      (body: string) => ({ ...signed(body), 'x-signature-ed25519': 'z'.repeat(128) }),
    ],
    ['a request 301 seconds old', (body: string) => signed(body, NOW - 301)],
    ['a request from the future', (body: string) => signed(body, NOW + 301)],
  ])('AUT-23 %s is 401', async (_what, headersOf) => {
    const body = command(QUESTION)
    expect((await post(channel, body, headersOf(body))).status).toBe(401)
  })

  test('a missing key closes the channel, an invalid one is an error', async () => {
    const body = command(QUESTION)
    const answer = await post(chatBChannel({ publicKey: undefined }), body, signed(body))
    expect(answer).toMatchObject({ status: 503, body: { error: 'channel_unconfigured' } })
    expect(() => chatBChannel({ publicKey: 'abc' })).toThrow('64 hex digits')
    expect(discordChannel).toBe(chatBChannel)
  })

  test('a long reply is truncated, and a late one is sent to the webhook of the interaction', async () => {
    const { sent, fetch } = outbox()
    let open: (value?: unknown) => void = () => undefined
    const gate = new Promise((resolve) => {
      open = resolve
    })
    const late = chatBChannel({ publicKey: hex, now, deferAfterMs: 5, fetch })
    const body = command([{ name: 'q', type: 3, value: 'x'.repeat(3000) }], { application_id: '42', token: 'tok-en' })
    expect((await post(late, body, signed(body), { agent: echo({}, gate) })).body).toEqual({ type: 5 })
    open()
    await expect.poll(() => sent).toHaveLength(1)
    expect(sent[0]).toMatchObject({
      url: 'https://discord.com/api/v10/webhooks/42/tok-en/messages/@original',
      method: 'PATCH',
    })
    const { content } = (sent[0]?.body ?? {}) as { content: string }
    expect(content).toHaveLength(2000)
    expect(content.endsWith('…')).toBe(true)
    const sly = command(QUESTION, { application_id: '../..', token: 'x' })
    expect((await post(late, sly, signed(sly))).body).toMatchObject({ type: 4 })
  })
})
