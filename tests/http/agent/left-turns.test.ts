/** Clients that leave in the middle of a turn and send the message again: the model reads what has happened until then. */
import { DefaultChatTransport, readUIMessageStream, type UIMessage, type UIMessageChunk } from 'ai'
import { expect, test } from 'vitest'
import type { AgentMount } from '../../../runtime/src/contract/agent/agent.ts'
import type { DataStore } from '../../../runtime/src/contract/config/data.ts'
import { api, int, schema } from '../../../runtime/src/index.ts'
import type { ScriptedFailure, ScriptedFormat } from '../../../runtime/src/testing.ts'
import type { StrictModel } from '../../support/vendors/strict-model.ts'
import { ask, tidyAfterEach, withModel } from '../agent-app.ts'
import { describeTransports } from '../transports.ts'

tidyAfterEach()

const FORMATS: readonly ScriptedFormat[] = ['anthropic', 'openai', 'openai-compatible', 'google']

const FAULTS: readonly ScriptedFailure[] = [{ status: 401 }, { reset: 'within' }, { streamError: 'Overloaded' }]
const BROKEN = FORMATS.flatMap((format) => FAULTS.map((fault) => [format, { text: 'One moment.', ...fault }] as const))

const ctxFor = () => ({ userId: 'ann' })
const PAY = { calls: [{ id: 'c1', name: 'api.bank.pay', input: { amount: 5 } }] }

/** A slow function, which ends when the test ends it. */
function openBank() {
  const effects: string[] = []
  let end: () => void = () => undefined
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const pay = api({
    description: 'Pays.',
    input: schema({ amount: int() }),
    run: async ({ input }) => {
      effects.push(`pay ${input.amount}`)
      await ended
      return { receipt: 4711 }
    },
  })
  return { effects, end, apis: { bank: { pay } } }
}

const init = (body: object, signal: AbortSignal) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
  signal,
})

describeTransports('a client that leaves', (start) => {
  test.each([false, true])(
    'while a call runs: a retry reads that it may have run, and later its result (stream: %s)',
    async (stream) => {
      const { effects, end, apis } = openBank()
      const { options, model } = await withModel([PAY, 'I wait.', 'Paid.'], {
        config: { memory: true },
        options: { apis },
      })
      const client = await start({ ...options, ctxFor })
      const body = ask('Pay 5.', { threadId: 't', stream })
      const control = new AbortController()
      // In process the response comes once the call has ended.
      void client
        .request('/_fw/agent', init(body, control.signal))
        .then((response) => response.text())
        .catch(() => undefined)
      await expect.poll(() => effects.length).toBe(1)
      control.abort()
      await client.post('/_fw/agent', ask('Pay 5.', { threadId: 't' }))
      expect(JSON.stringify(model.requests[1]?.body)).toContain('No result of this call is known. It may have run')
      end()
      const readThread = async () => {
        await client.post('/_fw/agent', ask('And now?', { threadId: 't' }))
        return JSON.stringify(model.requests.at(-1)?.body)
      }
      model.add(...Array.from({ length: 20 }, () => 'Paid.'))
      await expect.poll(readThread, { interval: 300 }).toContain('4711')
      expect(effects).toEqual(['pay 5'])
    },
  )

  test('after a call has run: a retry reads its result', async () => {
    const { effects, end, apis } = openBank()
    end()
    const { options, model } = await withModel([PAY, { hang: 'before' }, 'Paid.'], {
      config: { memory: true },
      options: { apis },
    })
    const client = await start({ ...options, ctxFor })
    const control = new AbortController()
    const left = client
      .request('/_fw/agent', init(ask('Pay 5.', { threadId: 't' }), control.signal))
      .catch(() => undefined)
    await expect.poll(() => model.requests.length).toBe(2)
    control.abort()
    await left
    const { body } = await client.post('/_fw/agent', ask('Pay 5.', { threadId: 't' }))
    expect(body.text).toBe('Paid.')
    expect(JSON.stringify(model.requests[2]?.body)).toContain('4711')
    expect(effects).toEqual(['pay 5'])
  })

  test('a conversation that the client stores is in the failed reply, streamed or not', async () => {
    const { effects, end, apis } = openBank()
    end()
    const steps = [PAY, { status: 401 }, PAY, { status: 401 }, 'Paid.']
    const { options, model } = await withModel(steps, { options: { apis } })
    const client = await start({ ...options, ctxFor })
    const { body } = await client.post('/_fw/agent', ask('Pay 5.'))
    const stream = await (
      await client.request('/_fw/agent', init(ask('Pay 5.', { stream: true }), AbortSignal.timeout(9_000)))
    ).text()
    const [, error] = /data: (\{"type":"error".*)/.exec(stream) ?? []
    const streamed = JSON.parse(error ?? '').messageMetadata.messages
    expect(streamed).toMatchObject([
      { content: 'Pay 5.' },
      { toolCalls: [{ id: 'c1' }] },
      { content: '{"receipt":4711}' },
    ])
    expect(body.messages).toEqual(streamed)
    await client.post('/_fw/agent', { messages: streamed })
    expect(JSON.stringify(model.requests.at(-1)?.body)).toContain('4711')
    expect(effects).toEqual(['pay 5', 'pay 5'])
  })

  test.each(BROKEN)(
    'a client of the AI SDK sends the calls of a reply that broke off: %s, %j',
    async (format, fault) => {
      const { effects, end, apis } = openBank()
      end()
      const { options, model } = await withModel([PAY, fault, 'Paid.'], { format, options: { apis } })
      const client = await start({ ...options, ctxFor })
      const messages: UIMessage[] = [{ id: 'u', role: 'user', parts: [{ type: 'text', text: 'Pay 5.' }] }]
      const transport = new DefaultChatTransport({
        api: '/_fw/agent',
        fetch: (url, init) => client.request(String(url), init as RequestInit),
      })
      const send = async (message?: UIMessage) => {
        const asked = { trigger: 'submit-message', chatId: 'c', messageId: undefined, abortSignal: undefined } as const
        const stream: ReadableStream<UIMessageChunk> = await transport.sendMessages({ ...asked, messages })
        let last = message
        for await (const shown of readUIMessageStream({ stream, ...(message && { message }) })) last = shown
        return last as UIMessage
      }
      const failed = await send()
      messages.push(failed)
      const retried = await send(structuredClone(failed))
      expect(retried.parts.at(-1)).toMatchObject({ type: 'text', text: 'Paid.' })
      expect(JSON.stringify(model.requests.at(-1)?.body)).toContain('4711')
      // Reasoning and signatures, without which the vendor refuses the call, are sent back.
      expect((model as StrictModel).broken).toEqual([])
      expect(effects).toEqual(['pay 5'])
    },
  )

  test('a failure of the app after a call is a reply with the call', async () => {
    const { effects, end, apis } = openBank()
    end()
    const config = { budget: { maxTokens: 90_000 } }
    const { options } = await withModel([PAY, 'Never.'], { options: { apis }, config })
    // The store fails once the call has run.
    const handle: AgentMount['handle'] = (request, deps) => {
      const add: DataStore['add'] = (...entry) =>
        effects.length > 0 ? Promise.reject(new Error('The disk is full.')) : deps.data.add(...entry)
      return (options.agent as AgentMount).handle(request, { ...deps, data: { ...deps.data, add } })
    }
    const { post } = await start({ ...options, ctxFor, agent: { handle } })
    const { status, body } = await post('/_fw/agent', ask('Pay 5.'))
    expect([status, body.type, body.code]).toEqual([503, 'error', 'unavailable'])
    expect(JSON.stringify(body)).not.toContain('disk')
    expect(body.messages).toMatchObject([{ content: 'Pay 5.' }, {}, { content: '{"receipt":4711}' }])
  })
})
