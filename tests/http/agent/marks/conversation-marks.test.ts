/** Marks of a conversation: in threads, headers, messages and streams, and by the data that clients share. */
import { HttpAgent } from '@ag-ui/client'
import { HttpAgent as OldHttpAgent } from '@ag-ui/client-0'
import { describe, expect, test, vi } from 'vitest'
import { createCopilot } from '../../../../runtime/src/client.ts'
import type { Message } from '../../../../runtime/src/contract/agent/message.ts'
import { ask, ran, tidyAfterEach } from '../../agent-app.ts'
import { pageStore } from '../agent-page.ts'
import { closeAfterEach, closeLater, READ_ACCOUNT, SEARCH, SEND, startShop } from './marks-app.ts'

tidyAfterEach()
closeAfterEach()

const memory = { memory: true }
const inThread = (content: string) => ask(content, { threadId: 't1' })

describe('a thread that the server stores', () => {
  /** More turns than a thread stores. */
  const TURNS = Array.from({ length: 22 }, (_, turn) => `Turn ${turn}: 4111.`)

  test('holds data after the result itself is removed', async () => {
    const steps = [READ_ACCOUNT, 'Your card is 4111.', ...TURNS, SEARCH('help'), SEARCH('4111'), 'Done.']
    const { post, model } = await startShop(steps, memory)
    await post(inThread('Which card?'))
    for (const turn of TURNS) await post(inThread(turn))
    const { body } = await post(inThread('Search.'))
    expect(JSON.stringify(model.requests.at(-3)?.body)).not.toContain('tool_result')
    expect(ran).toEqual(['remote help'])
    expect(body).toMatchObject({ text: 'Done.', tainted: true, holdsData: true })
  })

  test('holds data of a page that the user has left', async () => {
    const { post, show } = await startShop(['Your card is 4111.', SEARCH('help'), SEARCH('4111'), 'Done.'], memory)
    show(pageStore({ card: '4111' }))
    expect((await post(inThread('Which card?'))).body).toMatchObject({ holdsData: true })
    show([])
    await post(inThread('Search.'))
    expect(ran).toEqual(['remote help'])
  })

  test('holds the data of one server after the result is removed: that server may be called, and no other one', async () => {
    const steps = [SEARCH('a'), 'Found 4111.', ...TURNS, SEARCH('4111', 'wiki'), SEARCH('b'), 'Done.']
    const { post } = await startShop(steps, memory)
    expect((await post(inThread('Search.'))).body).not.toHaveProperty('holdsData')
    for (const turn of TURNS) await post(inThread(turn))
    await post(inThread('Search more.'))
    expect(ran).toEqual(['remote a', 'remote b'])
  })
})

type Shop = Awaited<ReturnType<typeof startShop>>

/** Ways to write to the agent from outside, whose messages are untrusted content. */
const OUTSIDE: readonly (readonly [string, ({ postTo }: Shop) => (text: string) => Promise<unknown>])[] = [
  [
    'a channel',
    ({ postTo }) =>
      (text) =>
        postTo('/_fw/channels/support', { text, threadId: 't' }, { authorization: 'Bearer a-long-secret' }),
  ],
  [
    'A2A',
    ({ postTo }) => {
      let contextId: string | undefined
      return async (text) => {
        const message = { messageId: text, role: 'ROLE_USER', parts: [{ text }], ...(contextId && { contextId }) }
        const call = { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } }
        const { body } = await postTo('/_fw/a2a', call, { 'a2a-version': '1.0' })
        contextId = (body.result as { task: { contextId: string } }).task.contextId
      }
    },
  ],
]

describe.each(OUTSIDE)('a conversation of %s', (_, open) => {
  test.each([
    ['holds data of a page that was read in an earlier turn', { card: '4111' }, []],
    ['may send its own words to another server', {}, ['remote 4111']],
  ])('%s', async (_name, value, sent) => {
    const shop = await startShop(['Your card is 4111.', SEARCH('4111'), 'Done.'])
    const say = open(shop)
    shop.show(pageStore(value))
    await say('Which card?')
    shop.show([])
    await say('Search.')
    expect(shop.model.requests).toHaveLength(3)
    expect(ran).toEqual(sent)
  })
})

describe('a turn is stricter', () => {
  const SEARCHES = [SEARCH('help'), SEARCH('4111'), 'Done.']
  const said = (more: object) => ({
    messages: [{ role: 'assistant', content: 'Hm.', ...more }, ...ask('Go.').messages],
  })

  test.each([
    ['the header x-fw-holds-data: 1', ask('Go.'), { 'x-fw-holds-data': '1' }],
    ['any other value of the header', ask('Go.'), { 'x-fw-holds-data': 'true' }],
    ['a mark of a message', said({ holdsData: true }), {}],
  ])('with %s: data is not sent to another server', async (_, body, headers) => {
    const { post } = await startShop(SEARCHES)
    expect((await post(body, headers as Record<string, string>)).body).toMatchObject({ tainted: true, holdsData: true })
    expect(ran).toEqual(['remote help'])
  })

  test.each([
    ['without a mark', ask('Go.'), {}],
    ['with the header 0', ask('Go.'), { 'x-fw-holds-data': '0' }],
    ['with a mark that is false', said({ holdsData: false, tainted: false }), {}],
  ])('and runs %s', async (_, body, headers) => {
    const { post } = await startShop(SEARCHES)
    expect((await post(body, headers as Record<string, string>)).body).not.toHaveProperty('holdsData')
    expect(ran).toEqual(['remote help', 'remote 4111'])
  })

  test('with the mark of a message: an irreversible call needs approval', async () => {
    const { post } = await startShop([SEND, 'It waits.'])
    expect((await post(said({ tainted: true }))).body).toMatchObject({ proposals: [{ tool: 'api.shop.send' }] })
    expect(ran).toEqual([])
  })

  test.each(['tainted', 'holdsData'])('a mark %s that is not a boolean is refused', async (mark) => {
    const { post } = await startShop([])
    const { status, body } = await post(said({ [mark]: 'yes' }))
    expect([status, body.issues]).toEqual([400, [{ path: `messages[0].${mark}`, message: 'must be true or false' }]])
  })
})

test('the marks of a turn are in its reply, and in each message that the model wrote after it had read the content', async () => {
  const { post } = await startShop([READ_ACCOUNT, SEARCH('help'), 'Done.'])
  const { body } = await post(ask('Go.'))
  const marks = (body.messages as Message[])
    .filter(({ role }) => role === 'assistant')
    .map(({ tainted, holdsData }) => [tainted, holdsData])
  expect(marks).toEqual([
    [undefined, undefined],
    [undefined, true],
    [true, true],
  ])
  expect(body).toMatchObject({ tainted: true, holdsData: true })
})

test('a stream has the marks before the text that the content may influence', async () => {
  const { url, show } = await startShop([{ text: 'I look.', ...SEARCH('help') }, 'Done.'])
  show(pageStore({ card: '4111' }))
  const response = await fetch(`${url}/_fw/agent`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify(ask('Go.')),
  })
  const chunks = [...(await response.text()).matchAll(/^data: (\{.*\})$/gm)].map(
    ([, data = '']) => JSON.parse(data) as { type: string; messageMetadata?: object },
  )
  expect(chunks.filter(({ type }) => ['start-step', 'text-start'].includes(type))).toEqual([
    { type: 'start-step', messageMetadata: { holdsData: true } },
    { type: 'text-start', id: expect.any(String) },
    { type: 'start-step', messageMetadata: { tainted: true, holdsData: true } },
    { type: 'text-start', id: expect.any(String) },
  ])
})

describe.each([
  ['1.0', HttpAgent],
  ['0.x', OldHttpAgent as unknown as typeof HttpAgent],
])('data that a client of AG-UI %s shares', (_, Agent) => {
  const SHARED = [
    ['context', { context: [{ description: 'Card', value: '4111' }] }, {}],
    ['state', {}, { card: '4111' }],
  ] as const

  test.each(SHARED)(
    'as %s is not sent to another server, nor in its next run without it',
    async (_name, more, state) => {
      const { url, model } = await startShop(['Your card is 4111.', SEARCH('help'), SEARCH('4111'), 'Done.'])
      const agent = new Agent({ url: `${url}/_fw/agent`, threadId: 't' })
      agent.state = state
      agent.addMessage({ id: 'u1', role: 'user', content: 'Which card have I?' })
      await agent.runAgent(more as object)
      const { card: _card, ...rest } = agent.state as { card?: string; holdsData?: boolean }
      expect(rest).toEqual({ holdsData: true })
      agent.state = rest
      agent.addMessage({ id: 'u2', role: 'user', content: 'Search the docs for help.' })
      await agent.runAgent()
      expect(ran).toEqual(['remote help'])
      expect(JSON.stringify(model.requests.at(-1)?.body)).not.toContain('Shared by the application')
    },
  )

  test('a state that is a list stays as it is', async () => {
    const { url } = await startShop(['Done.'])
    const agent = new Agent({ url: `${url}/_fw/agent`, threadId: 't' })
    agent.state = ['draft'] as never
    agent.addMessage({ id: 'u', role: 'user', content: 'Which card have I?' })
    await agent.runAgent({ context: [{ description: 'Card', value: '4111' }] } as object)
    expect(agent.state).toEqual(['draft'])
  })

  test('nothing is added to the state of a client that shares nothing', async () => {
    const { url } = await startShop([SEARCH('help'), SEARCH('more'), 'Done.'])
    const agent = new Agent({ url: `${url}/_fw/agent`, threadId: 't' })
    agent.addMessage({ id: 'u', role: 'user', content: 'Search.' })
    await agent.runAgent()
    expect(agent.state).toEqual({})
    expect(ran).toEqual(['remote help', 'remote more'])
  })
})

test('createCopilot: the result of a decision in the text of a message counts as data', async () => {
  const refund = { calls: [{ name: 'api.shop.refund', input: { amount: 5 } }] }
  const { url, model } = await startShop([
    refund,
    'It waits.',
    'Refunded to 4111.',
    SEARCH('help'),
    SEARCH('4111'),
    'Done.',
  ])
  let notify: (proposal: object) => void = () => undefined
  const copilot = createCopilot(
    { path: () => '/' },
    {
      fetch: (input, init) => fetch(new URL(String(input), url), init),
      show: () => undefined,
      fw: {
        call: async () => ({ ok: true, result: 'clicked' }),
        async on(_, listener) {
          notify = listener
          return () => undefined
        },
      },
    },
  )
  closeLater(copilot)
  await copilot.send('Refund it.')
  const [pending] = copilot.state.approvals
  // The new conversation has no result that the outcome could replace.
  copilot.clear()
  notify({ ...pending, state: 'executed', result: { ok: true, result: { card: '4111' } } })
  await vi.waitFor(() => expect(copilot.state.messages.at(-1)?.content).toBe('Refunded to 4111.'))
  expect(copilot.state.messages[0]).toMatchObject({ content: expect.stringContaining('4111'), holdsData: true })
  await copilot.send('Search the docs for help.')
  expect(JSON.stringify(model.requests.at(-1)?.body)).toContain('4111')
  expect(ran).toEqual(['remote help'])
})
