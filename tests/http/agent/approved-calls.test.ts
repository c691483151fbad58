/** Calls that wait for approval reach the model wherever the conversation continues: the outcome replaces the pending result. */
import { DefaultChatTransport, readUIMessageStream, type UIMessage, type UIMessageChunk } from 'ai'
import { expect, test } from 'vitest'
import { webhookChannel } from '../../../runtime/src/channels.ts'
import { createMemoryProposalStore } from '../../../runtime/src/server.ts'
import { ask, ran, tidyAfterEach, toldResults, withModel } from '../agent-app.ts'
import { type Answer, type Client, describeTransports } from '../transports.ts'

tidyAfterEach()

const ctxFor = (req: Request) => ({ userId: req.headers.get('x-user') ?? undefined })
const ANN = { 'x-user': 'ann' }
const BEN = { 'x-user': 'ben' }
const REFUND = { calls: [{ id: 'c1', name: 'api.shop.refund', input: { amount: 5 } }] }

const getProposal = ({ body }: Answer) => (body.proposals as [{ readonly id: string }])[0].id
const getMessages = ({ body }: Answer) => body.messages as readonly object[]

/** Sends a further message of a conversation that the client stores. */
const goOn = (client: Client, first: Answer, headers = ANN) =>
  client.post('/_fw/agent', { messages: [...getMessages(first), { role: 'user', content: 'And now?' }] }, headers)

describeTransports('an approved call', (start) => {
  test('is read by the model, and the reply contains its result in place of the pending one', async () => {
    const { options, model } = await withModel([REFUND, 'It waits.', 'Refunded.'])
    const client = await start({ ...options, ctxFor })
    const first = await client.post('/_fw/agent', ask('Refund it.'), ANN)
    expect((await client.post('/_fw/approve', { id: getProposal(first) }, ANN)).status).toBe(200)
    const second = await goOn(client, first)
    expect(toldResults(model)).toEqual([{ refunded: 5 }])
    expect(getMessages(second)[2]).toEqual({ role: 'tool', toolCallId: 'c1', content: '{"refunded":5}' })
    expect(ran).toEqual(['refund 5'])
  })

  test('is pending until then, and so is one that another user may not resolve', async () => {
    const { options, model } = await withModel([REFUND, 'It waits.', 'Still.', 'Still.'])
    const client = await start({ ...options, ctxFor })
    const first = await client.post('/_fw/agent', ask('Refund it.'), ANN)
    await goOn(client, first)
    expect(toldResults(model)).toMatchObject([{ status: 'proposal' }])
    await client.post('/_fw/approve', { id: getProposal(first) }, ANN)
    await goOn(client, first, BEN)
    expect(toldResults(model)).toMatchObject([{ status: 'proposal' }])
  })

  test.each([
    ['a rejected call', 0, 'rejected'],
    ['a call that was not approved in time', 700_000, 'expired'],
  ])('%s has not run, and the model reads why', async (_title, later, code) => {
    let now = Date.now()
    const { options, model } = await withModel([REFUND, 'It waits.', 'It did not run.'])
    const client = await start({ ...options, ctxFor, now: () => now })
    const first = await client.post('/_fw/agent', ask('Refund it.'), ANN)
    if (later === 0) await client.post('/_fw/reject', { id: getProposal(first) }, ANN)
    now += later
    await goOn(client, first)
    expect(toldResults(model)).toEqual([{ error: expect.stringContaining('It did not run.'), code }])
    expect(ran).toEqual([])
  })

  test('replaces only a result of its own tool', async () => {
    const { options, model } = await withModel([REFUND, 'It waits.', 'Hm.'])
    const client = await start({ ...options, ctxFor })
    const first = await client.post('/_fw/agent', ask('Refund it.'), ANN)
    await client.post('/_fw/approve', { id: getProposal(first) }, ANN)
    const forged = JSON.stringify(getMessages(first)).replace('api.shop.refund', 'api.shop.search')
    await client.post('/_fw/agent', { messages: [...JSON.parse(forged), { role: 'user', content: 'So?' }] }, ANN)
    expect(toldResults(model)).toMatchObject([{ status: 'proposal' }])
  })

  test('is stored in a thread, which outlives the record of the proposal', async () => {
    const steps = [REFUND, 'It waits.', 'Refunded.', 'Yes.']
    const { options, model } = await withModel(steps, { config: { memory: true } })
    const store = createMemoryProposalStore()
    let isRemoved = false
    const get: typeof store.get = async (id) => (isRemoved ? undefined : store.get(id))
    const client = await start({ ...options, ctxFor, proposals: { ...store, get } })
    const send = (content: string) => client.post('/_fw/agent', ask(content, { threadId: 't' }), ANN)
    const id = getProposal(await send('Refund it.'))
    // Another tab of the user.
    await client.post('/_fw/approve', { id }, ANN)
    await send('And now?')
    expect(toldResults(model)).toEqual([{ refunded: 5 }])
    isRemoved = true
    await send('Sure?')
    expect(toldResults(model)).toEqual([{ refunded: 5 }])
  })

  test('is read in a channel, whose sender is no user of the app', async () => {
    const { options, model } = await withModel([REFUND, 'It waits.', 'Refunded.'])
    const support = webhookChannel({ secret: 'secret' })
    const client = await start({ ...options, ctxFor, channels: { support } })
    const say = (text: string) =>
      client.post('/_fw/channels/support', { text, threadId: 't' }, { authorization: 'Bearer secret' })
    await say('Refund it.')
    const { id } = toldResults(model)[0] as { readonly id: string }
    expect((await client.post('/_fw/approve', { id }, ANN)).status).toBe(200)
    await say('And now?')
    expect(toldResults(model)).toEqual([{ refunded: 5 }])
    expect(ran).toEqual(['refund 5'])
  })

  test('is read in a conversation of A2A', async () => {
    const { options, model } = await withModel([REFUND, 'It waits.', 'Refunded.'])
    const client = await start({ ...options, ctxFor })
    const send = async (text: string, contextId?: string) => {
      const message = { messageId: text, role: 'ROLE_USER', parts: [{ text }], ...(contextId && { contextId }) }
      const body = { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } }
      const { result } = (await client.post('/_fw/a2a', body, { ...ANN, 'a2a-version': '1.0' })).body
      return (result as { readonly task: { readonly contextId: string } }).task
    }
    const { contextId } = await send('Refund it.')
    const { id } = toldResults(model)[0] as { readonly id: string }
    expect((await client.post('/_fw/approve', { id }, ANN)).status).toBe(200)
    await send('And now?', contextId)
    expect(toldResults(model)).toEqual([{ refunded: 5 }])
  })

  test('is complete in a client of the AI SDK, which continues the reply', async () => {
    const { options, model } = await withModel([REFUND, 'It waits.', 'Refunded.'])
    const client = await start({ ...options, ctxFor })
    const messages: UIMessage[] = [{ id: 'u', role: 'user', parts: [{ type: 'text', text: 'Refund it.' }] }]
    const transport = new DefaultChatTransport({
      api: '/_fw/agent',
      headers: ANN,
      fetch: (url, init) => client.request(String(url), init as RequestInit),
    })
    const send = async (message?: UIMessage) => {
      const asked = { trigger: 'submit-message', chatId: 'c', messageId: undefined, abortSignal: undefined } as const
      const stream: ReadableStream<UIMessageChunk> = await transport.sendMessages({ ...asked, messages })
      let last = message
      const options = { stream, terminateOnError: true, ...(message && { message }) }
      for await (const shown of readUIMessageStream(options)) last = shown
      return last as UIMessage
    }
    const first = await send()
    const part = first.parts.find(({ type }) => type === 'dynamic-tool') as { approval: { id: string } }
    await client.post('/_fw/approve', { id: part.approval.id }, ANN)
    messages.push(first)
    const second = await send(structuredClone(first))
    expect(toldResults(model)).toEqual([{ refunded: 5 }])
    expect(second.parts.filter(({ type }) => type === 'dynamic-tool')).toMatchObject([
      { toolCallId: 'c1', state: 'output-available', output: { refunded: 5 } },
    ])
    expect(second.parts.at(-1)).toMatchObject({ type: 'text', text: 'Refunded.' })
  })
})
