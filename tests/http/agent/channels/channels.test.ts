import { expect, test } from 'vitest'
import { defineAgent } from '../../../../runtime/src/agent.ts'
import { webhookChannel } from '../../../../runtime/src/channels.ts'
import type { AgentMount } from '../../../../runtime/src/contract/agent/agent.ts'
import type { ChannelDef, ChannelReply } from '../../../../runtime/src/contract/http/channel.ts'
import { openMemoryData } from '../../../../runtime/src/data/memory-data.ts'
import { CHANNELS_PREFIX, channelOf, handleChannel } from '../../../../runtime/src/server.ts'
import { ran, shop, tidyAfterEach, toldResults, withModel } from '../../agent-app.ts'
import { describeTransports } from '../../transports.ts'

tidyAfterEach()

const SECRET = 'a-long-secret'
const BEARER = { authorization: `Bearer ${SECRET}` }
const support = webhookChannel({ secret: SECRET })

/** A channel with plain text messages that records its replies. */
function plain(sent: ChannelReply[] = []): ChannelDef {
  return {
    receive: async (request) => ({ text: await request.text() }),
    send: (reply) => {
      sent.push(reply)
      return new Response(reply.text)
    },
  }
}

/** An agent for a page with a component that has this intent. */
function withPageTool(agent: AgentMount, name: string): AgentMount {
  const tool = {
    name,
    description: 'Empties the cart.',
    guard: 'auto',
    where: 'page',
    input: { type: 'object' },
  } as const
  return {
    ...agent,
    handle: (request, deps) =>
      agent.handle(
        request,
        Object.create(deps, {
          manifestFor: {
            value: async (path: string) => {
              const manifest = await deps.manifestFor(path)
              return { ...manifest, tools: [...manifest.tools, tool] }
            },
          },
        }),
      ),
  }
}

describeTransports('channels', (start) => {
  test('GEN-10 SRV-12 HTP-15 CHN-03 CHN-07 CHN-08 AUT-20 a webhook asks the agent, with its guards', async () => {
    const { options, model } = await withModel([
      {
        calls: [
          { name: 'api.shop.search', input: { query: 'tea' } },
          { name: 'api.shop.refund', input: { amount: 5 } },
        ],
      },
      'A tea pot. The refund waits for you.',
    ])
    const { post } = await start({ ...options, channels: { support } })
    const { status, body } = await post('/_fw/channels/support', { text: 'Tea?', threadId: 't1' }, BEARER)
    expect(status).toBe(200)
    expect(body).toEqual({
      text: expect.stringMatching(/^Waiting for approval:\n[\s\S]*\n\nA tea pot\. The refund waits for you\.$/),
      threadId: 't1',
      approvals: [expect.objectContaining({ tool: 'api.shop.refund' })],
    })
    expect(ran).toEqual(['search tea'])
    expect(toldResults(model)).toEqual([{ names: ['tea pot'] }, expect.objectContaining({ status: 'proposal' })])
  })

  test('a content type of files does not raise the limit of a body', async () => {
    const limits = { maxBodyBytes: 1000, uploads: { maxBytes: 100_000 } }
    const { request } = await start({ ...limits, channels: { support, open: plain() } })
    for (const type of ['multipart/form-data; boundary=x', 'text/plain'])
      for (const channel of ['support', 'open']) {
        const init = { method: 'POST', headers: { 'content-type': type }, body: 'a'.repeat(2000) }
        expect((await request(`/_fw/channels/${channel}`, init)).status, `${type} ${channel}`).toBe(413)
      }
  })

  test('CHN-09 ERR-10 another method than POST is 405', async () => {
    const { request } = await start({ channels: { support } })
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const response = await request('/_fw/channels/support', { method, headers: BEARER })
      expect([response.status, response.headers.get('allow')], method).toEqual([405, 'POST'])
    }
  })

  test.each([
    ['none', {}],
    ['another', { authorization: 'Bearer wrong' }],
    ['of another scheme', { authorization: `Basic ${SECRET}` }],
    ['with a space more', { authorization: `Bearer  ${SECRET}` }],
  ])('CHN-10 ERR-05 a bearer that is wrong is 401: %s', async (_what, headers) => {
    const { options, model } = await withModel(['Hi.'])
    const { post } = await start({ ...options, channels: { support } })
    const answer = await post('/_fw/channels/support', { text: 'Tea?' }, headers)
    expect(answer.status).toBe(401)
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
    expect(answer.body).toMatchObject({ ok: false, code: 'unauthenticated' })
    expect(model.requests).toHaveLength(0)
  })

  test.each(['bearer', 'BEARER'])('the scheme of a bearer is accepted in any case (RFC 9110): %s', async (scheme) => {
    const { options } = await withModel(['Hi.'])
    const { post } = await start({ ...options, channels: { support } })
    const answer = await post('/_fw/channels/support', { text: 'Tea?' }, { authorization: `${scheme} ${SECRET}` })
    expect([answer.status, answer.body.text]).toEqual([200, 'Hi.'])
  })

  test('CHN-05 CHN-11 ERR-16 empty text, and what receive ignores, is 204 without a model', async () => {
    const { options, model } = await withModel(['Hi.'])
    const silent: ChannelDef = { receive: () => undefined, send: () => new Response('never') }
    const { request } = await start({ ...options, channels: { support, silent } })
    for (const [path, text] of [
      ['support', ''],
      ['support', '  \n'],
      ['silent', 'x'],
    ]) {
      const init = {
        method: 'POST',
        headers: { ...BEARER, 'content-type': 'application/json' },
        body: JSON.stringify({ text }),
      }
      const response = await request(`/_fw/channels/${path}`, init)
      expect([response.status, await response.text()]).toEqual([204, ''])
    }
    expect(model.requests).toHaveLength(0)
  })

  test('CHN-12 ERR-15 without a secret every caller is refused', async () => {
    for (const secret of [undefined, '']) {
      const { post, request } = await start({ channels: { support: webhookChannel({ secret }) } })
      const answer = await post('/_fw/channels/support', { text: 'Tea?' }, { authorization: 'Bearer ' })
      expect(answer.status).toBe(503)
      expect(answer.body).toMatchObject({
        ok: false,
        error: 'channel_unconfigured',
        message: expect.stringContaining('secret'),
      })
      expect((await request('/_fw/channels/support')).status).toBe(503)
    }
  })

  test('an invalid body is 400, with the expected form', async () => {
    const { post, request } = await start({ channels: { support } })
    for (const body of [[], { text: 5 }, { text: 'x', threadId: 5 }, { text: 'x', path: 'http://evil' }])
      expect((await post('/_fw/channels/support', body, BEARER)).status).toBe(400)
    const broken = await request('/_fw/channels/support', { method: 'POST', headers: BEARER, body: '{' })
    expect(await broken.json()).toMatchObject({ code: 'invalid_json', error: 'Send a JSON object: { "text": "…" }.' })
  })

  test('CHN-04 CHN-06 receive may return a response, and send creates the response', async () => {
    const { options, model } = await withModel(['Hello there.'])
    const direct: ChannelDef = {
      receive: () => new Response('pong', { status: 299 }),
      send: () => new Response('never'),
    }
    const { request } = await start({ ...options, channels: { direct, plain: plain() } })
    const answered = await request('/_fw/channels/direct', { method: 'POST', body: 'x' })
    expect([answered.status, await answered.text()]).toEqual([299, 'pong'])
    expect(model.requests).toHaveLength(0)
    const sent = await request('/_fw/channels/plain', { method: 'POST', body: 'Hi.' })
    expect(await sent.text()).toBe('Hello there.')
  })

  test('CHT-03 a thread stores concurrent messages', async () => {
    let answer: () => void = () => undefined
    const asked = new Promise<string>((resolve) => {
      answer = () => resolve('Slow.')
    })
    const { options, model } = await withModel([() => asked, 'Quick.', 'Both.'])
    const { post } = await start({ ...options, channels: { support } })
    const say = (text: string) => post('/_fw/channels/support', { text, threadId: 't1' }, BEARER)
    const first = say('The first.')
    await expect.poll(() => model.requests.length).toBe(1)
    expect((await say('The second.')).body.text).toBe('Quick.')
    answer()
    expect((await first).body.text).toBe('Slow.')
    await say('What was said?')
    const { messages } = (model.requests[2]?.body ?? {}) as { messages: unknown }
    for (const text of ['The first.', 'Slow.', 'The second.', 'Quick.'])
      expect(JSON.stringify(messages).split(text)).toHaveLength(2)
  })

  test('a turn that reaches its limit of steps reports it, and has an error', async () => {
    const again = { calls: [{ name: 'api.shop.search', input: { query: 'tea' } }] }
    const { options } = await withModel([again, again], { config: { maxTurns: 2 } })
    const { post } = await start({ ...options, channels: { support } })
    const { body } = await post('/_fw/channels/support', { text: 'Tea?' }, BEARER)
    expect(body).toEqual({ text: expect.stringContaining('I have stopped after 2 steps'), error: 'max_turns' })
  })

  test('a turn that fails after it has created a proposal reports the pending call', async () => {
    const refund = { calls: [{ name: 'api.shop.refund', input: { amount: 5 } }] }
    const { options } = await withModel([refund, { status: 401 }])
    const { post } = await start({ ...options, channels: { support } })
    const { body } = await post('/_fw/channels/support', { text: 'Refund it.' }, BEARER)
    expect(body.text).toContain('Waiting for approval:')
    expect(body.error).toBe('provider_error')
  })

  test('CHT-02 CHT-03 a thread stores its messages, separately from others', async () => {
    const { options, model } = await withModel(['One.', 'Two.', 'Three.', 'Four.'])
    const { post } = await start({ ...options, channels: { support, other: support } })
    const say = (channel: string, text: string, threadId?: string) =>
      post(`/_fw/channels/${channel}`, { text, ...(threadId && { threadId }) }, BEARER)
    await say('support', 'My name is Ada.', 't1')
    await say('support', 'Who am I?', 't1')
    await say('support', 'Who am I?', 't2')
    await say('other', 'Who am I?', 't1')
    const knows = model.requests.map(({ body }) => JSON.stringify(body.messages).includes('Ada'))
    expect(knows).toEqual([true, true, false, false])
  })

  test('CHT-04 path chooses the page that frames the turn, / by default', async () => {
    const { options, model } = await withModel(['One.', 'Two.'])
    const { post } = await start({ ...options, channels: { support } })
    await post('/_fw/channels/support', { text: 'Where?' }, BEARER)
    await post('/_fw/channels/support', { text: 'Where?', path: '/orders/5' }, BEARER)
    expect(model.requests[0]?.system).toContain('The person is at /.')
    expect(model.requests[1]?.system).toContain('The person is at /orders/5.')
  })

  test('CHT-05 CHT-06 CHT-07 ERR-18 what went wrong is in error, the words of the provider in detail', async () => {
    const sent: ChannelReply[] = []
    const { options } = await withModel([{ refusal: 'Not this.' }, { status: 401, message: 'bad key' }], {
      format: 'openai',
    })
    const { request } = await start({ ...options, production: true, channels: { plain: plain(sent) } })
    const ask = () => request('/_fw/channels/plain', { method: 'POST', body: 'Hi.' })
    await ask()
    await ask()
    const unset = await start({ agent: defineAgent({}, { env: {} }), channels: { plain: plain(sent) } })
    await unset.request('/_fw/channels/plain', { method: 'POST', body: 'Hi.' })
    expect(sent).toEqual([
      { text: 'Not this.', error: 'refusal', detail: 'Not this.' },
      { text: expect.not.stringContaining('bad key'), error: 'provider_error', detail: 'bad key' },
      {
        text: 'This assistant is not set up yet.',
        error: 'setup',
        detail: expect.stringContaining('ANTHROPIC_API_KEY'),
      },
    ])
  })

  test('CHN-22 CHN-23 CHN-24 page tools are withheld and named, and a call of one gets a result', async () => {
    const { options, model } = await withModel([
      { calls: [{ name: 'ui_click', input: { ref: 'e1' } }] },
      'Not from here.',
    ])
    const { post } = await start({ ...options, channels: { support } })
    const { body } = await post('/_fw/channels/support', { text: 'Click it.' }, BEARER)
    expect(body.text).toBe('Not from here.')
    const [first] = model.requests
    expect(first?.tools.filter((name) => name.startsWith('ui_'))).toEqual([])
    expect(first?.tools).toContain('shop__search')
    for (const name of ['ui_click', 'ui_fill', 'ui_navigate', 'ui_read_page', 'ui_get_view_context', 'ui_wait_settled'])
      expect(first?.system).toContain(name)
    expect(toldResults(model)).toEqual([
      { error: 'tool_unavailable_on_channel', tool: 'ui_click', channel: 'support', message: expect.any(String) },
    ])
  })

  test('a model may call a withheld tool of the page by its wire name, which is the only form that providers accept', async () => {
    const { options, model } = await withModel([{ calls: [{ name: 'Cart__clear', input: {} }] }, 'Not from here.'])
    const agent = withPageTool(options.agent as AgentMount, 'Cart.clear')
    const { post } = await start({ ...options, agent, channels: { support } })
    await post('/_fw/channels/support', { text: 'Clear it.' }, BEARER)
    expect(model.requests[0]?.system).toContain('Cart.clear')
    expect(toldResults(model)).toEqual([
      { error: 'tool_unavailable_on_channel', tool: 'Cart__clear', channel: 'support', message: expect.any(String) },
    ])
  })

  test('an unknown channel is 404, and so are names that objects have anyway', async () => {
    const { request } = await start({ channels: { support } })
    for (const name of ['nobody', 'constructor', '__proto__', 'toString', '', 'support/', '../support'])
      expect((await request(`${CHANNELS_PREFIX}${name}`, { method: 'POST', body: 'x' })).status, name).toBe(404)
  })

  test('a channel may sit in a folder, and an app’s own mount serves it too', async () => {
    const agent: AgentMount = {
      handle: async (request, deps) => {
        const { messages } = (await request.json()) as { messages: { content: string }[] }
        const text = `${deps.channel}: ${messages.at(-1)?.content}`
        return Response.json({ type: 'text', text, messages, model: 'own', usage: {}, proposals: [] })
      },
    }
    const { post } = await start({ apis: { shop }, agent, channels: { 'team/support': support } })
    const { body } = await post('/_fw/channels/team/support', { text: 'Tea?' }, BEARER)
    expect(body).toEqual({ text: 'team/support: Tea?' })
  })

  test.each(['support.v2', 'my bot', 'büro', 'команда/поддержка', '100%', 'a+b', '.hidden', 'what?', 'c#', 'a:b'])(
    'a channel is served by the name of its file: %s',
    async (name) => {
      const agent: AgentMount = { handle: async () => Response.json({ type: 'text', text: 'Hi.', messages: [] }) }
      const { post } = await start({ agent, channels: { [name]: support } })
      const path = name.split('/').map(encodeURIComponent).join('/')
      for (const written of [path, path.normalize('NFD').toLowerCase().replaceAll('%c3%bc', 'u%cc%88')])
        expect(await post(`/_fw/channels/${written}`, { text: 'Tea?' }, BEARER)).toMatchObject({
          status: 200,
          body: { text: 'Hi.' },
        })
    },
  )

  test('send may return nothing, and anything but a response is an error', async () => {
    const agent: AgentMount = { handle: async () => Response.json({ type: 'text', text: 'Hi.', messages: [] }) }
    const sent: string[] = []
    const channelWith = (send: unknown) => ({ receive: () => ({ text: 'Tea?' }), send }) as ChannelDef // as JavaScript may
    const channels = {
      quiet: {
        receive: () => ({ text: 'Tea?' }),
        send({ text }) {
          sent.push(text)
        },
      } satisfies ChannelDef,
      late: {
        receive: () => ({ text: 'Tea?' }),
        async send({ text }) {
          sent.push(text)
        },
      } satisfies ChannelDef,
      none: channelWith(() => null),
      text: channelWith(() => 'Hi.'),
    }
    const { request } = await start({ agent, channels })
    const statusOf = async (name: string) => (await request(`/_fw/channels/${name}`, { method: 'POST' })).status
    expect([await statusOf('quiet'), await statusOf('late'), await statusOf('none')]).toEqual([204, 204, 204])
    expect(sent).toEqual(['Hi.', 'Hi.'])
    expect(await statusOf('text')).toBe(500)
  })

  test('a mount that throws causes an error reply', async () => {
    const agent: AgentMount = {
      handle: () => {
        throw new Error('secret of the app')
      },
    }
    const { post } = await start({ agent, channels: { support } })
    const { body } = await post('/_fw/channels/support', { text: 'Tea?', threadId: 't' }, BEARER)
    expect(body).toEqual({ text: expect.not.stringContaining('secret'), threadId: 't', error: 'failed' })
  })
})

test('CHN-25 CHN-26 the prefix, and the name of a channel in a path', () => {
  expect(CHANNELS_PREFIX).toBe('/_fw/channels/')
  expect(channelOf('/_fw/channels/support')).toBe('support')
  expect(channelOf('/_fw/channels/team/support')).toBe('team/support')
  for (const path of ['/_fw/channels/', '/_fw/channels', '/_fw/api/support', '/x/_fw/channels/a', '/_fw/channels/a//b'])
    expect(channelOf(path), path).toBeUndefined()
})

test('CHN-27 CHT-01 handleChannel handles a request on any host', async () => {
  const agent: AgentMount = { handle: async () => Response.json({ type: 'text', text: 'Hi.', messages: [] }) }
  const deps = {
    tools: [],
    invoke: () => Promise.reject(new Error('not here')),
    manifestFor: () => Promise.reject(new Error('not here')),
    ctx: { headers: new Headers() },
    origin: 'agent',
    skills: [],
    data: openMemoryData(),
    showDetail: false,
    warn: () => undefined,
    log: () => undefined,
  } as const
  const request = new Request('http://localhost/_fw/channels/support', {
    method: 'POST',
    headers: BEARER,
    body: JSON.stringify({ text: 'Hello.' }),
  })
  expect(await (await handleChannel(request, 'support', support, agent, deps)).json()).toEqual({ text: 'Hi.' })
})
