/** The reasoning that providers show, as clients receive it. */
import { HttpAgent } from '@ag-ui/client'
import { HttpAgent as OldHttpAgent } from '@ag-ui/client-0'
import { EventSchemas } from '@ag-ui/core/schemas'
import { DefaultChatTransport, readUIMessageStream, type UIMessage } from 'ai'
import { afterEach, describe, expect, test } from 'vitest'
import { panelItems } from '../../../runtime/src/browser/copilot/panel-items.ts'
import { createCopilot } from '../../../runtime/src/client.ts'
import type { Message } from '../../../runtime/src/contract/agent/message.ts'
import { type Listening, serve } from '../../../runtime/src/host.ts'
import { createFwServer } from '../../../runtime/src/server.ts'
import type { ScriptedFormat, ScriptedRequest, ScriptedStep } from '../../../runtime/src/testing.ts'
import { ask, tidyAfterEach, withModel } from '../agent-app.ts'
import { describeTransports } from '../transports.ts'

tidyAfterEach()
const open: Listening[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

const JSON_TYPE = { 'content-type': 'application/json' }
const STREAM = { 'content-type': 'text/event-stream' }
const THOUGHT = 'Tea means camellia sinensis.'

/** Thoughts of Gemini, which are parts of the reply. */
const thoughts: ScriptedStep = ({ stream }: ScriptedRequest) => {
  const parts = [{ text: 'Tea means ', thought: true }, { text: 'camellia sinensis.', thought: true }, { text: 'Yes.' }]
  const reply = { candidates: [{ content: { parts }, finishReason: 'STOP' }], usageMetadata: { promptTokenCount: 5 } }
  return stream
    ? { body: `data: ${JSON.stringify(reply)}\n\n`, headers: STREAM }
    : { body: JSON.stringify(reply), headers: JSON_TYPE }
}

const STEPS: readonly (readonly [title: string, format: ScriptedFormat, step: ScriptedStep])[] = [
  ['thinking of Claude', 'anthropic', { text: 'Yes.', reasoning: THOUGHT }],
  ['a summary of OpenAI', 'openai', { text: 'Yes.', reasoning: THOUGHT }],
  ['reasoning_content', 'openai-compatible', { text: 'Yes.', reasoning: THOUGHT }],
  ['<think>', 'openai-compatible', { text: `<think>\n${THOUGHT}</think>\n\nYes.`, reasoning: '' }],
  ['thoughts of Gemini', 'google', thoughts],
]

async function chat(fetch: typeof globalThis.fetch): Promise<UIMessage> {
  const transport = new DefaultChatTransport({ api: 'http://localhost/_fw/agent', fetch })
  const stream = await transport.sendMessages({
    trigger: 'submit-message',
    chatId: 'c',
    messageId: undefined,
    messages: [{ id: 'u', role: 'user', parts: [{ type: 'text', text: 'Tea?' }] }],
    abortSignal: undefined,
  })
  let last: UIMessage | undefined
  for await (const message of readUIMessageStream({ stream, terminateOnError: true })) last = message
  if (last === undefined) throw new Error('no message')
  return last
}

describeTransports('reasoning', (start) => {
  test.each(STEPS)('%s: is beside the text in JSON, and a part of a stream', async (_, format, step) => {
    const { options } = await withModel([step, step], { format })
    const { post, request } = await start(options)
    const { body } = await post('/_fw/agent', ask('Tea?'))
    expect(body).toMatchObject({ type: 'text', text: 'Yes.' })
    expect((body.messages as readonly Message[])[1]).toMatchObject({ content: 'Yes.', reasoning: THOUGHT })
    const message = await chat((_url, init) => request('/_fw/agent', init))
    expect(message.parts).toMatchObject([
      { type: 'step-start' },
      { type: 'reasoning', text: expect.stringContaining(THOUGHT), state: 'done' },
      { type: 'text', text: 'Yes.', state: 'done' },
    ])
  })

  test('a stream in the shape of the framework contains text and calls only', async () => {
    const { options } = await withModel([{ text: 'Yes.', reasoning: THOUGHT }])
    const { request } = await start(options)
    const init = { method: 'POST', headers: JSON_TYPE, body: JSON.stringify(ask('Tea?', { stream: true })) }
    const lines = (await (await request('/_fw/agent', init)).text()).split('\n')
    expect(lines.filter((line) => line.includes('"type":"reasoning'))).toEqual([])
  })

  test('the reasoning of an earlier reply is not sent as text, and its signature is', async () => {
    const { options, model } = await withModel([{ text: 'Yes.', reasoning: THOUGHT }, 'Sure.'])
    const { post } = await start(options)
    const first = await post('/_fw/agent', ask('Tea?'))
    const messages = [...(first.body.messages as readonly Message[]), { role: 'user', content: 'Sure?' }]
    const { body } = await post('/_fw/agent', { messages, path: '/' })
    expect((body.messages as readonly Message[])[1]?.reasoning).toBe(THOUGHT)
    const sent = model.requests[1]?.body.messages as readonly { content: readonly object[] }[]
    expect(sent[1]?.content).toEqual([
      { type: 'thinking', thinking: THOUGHT, signature: expect.any(String) },
      { type: 'text', text: 'Yes.', citations: null },
    ])
  })

  test('a thread stores the signature for the model', async () => {
    const { options, model } = await withModel([{ text: 'Yes.', reasoning: THOUGHT }, 'Sure.'], {
      config: { memory: true },
      options: { ctxFor: () => ({ userId: 'ann' }) },
    })
    const { post } = await start(options)
    await post('/_fw/agent', { ...ask('Tea?'), threadId: 't1' })
    await post('/_fw/agent', { ...ask('Sure?'), threadId: 't1' })
    expect(JSON.stringify(model.requests[1]?.body)).toContain(`"thinking":"${THOUGHT}","signature":"`)
  })
})

describe.each([
  ['1.0', HttpAgent],
  ['0.x', OldHttpAgent as unknown as typeof HttpAgent],
] as const)('a client of AG-UI %s', (_, Agent) => {
  test('receives reasoning as a message of its own, before the reply', async () => {
    const { options } = await withModel([{ text: 'Yes.', reasoning: THOUGHT }])
    const listening = await serve(createFwServer({ ...options, log: () => undefined }), { port: 0, drainMs: 100 })
    open.push(listening)
    const agent = new Agent({ url: `${listening.url}/_fw/agent`, threadId: 't1' })
    agent.addMessage({ id: 'u1', role: 'user', content: 'Tea?' })
    const types: string[] = []
    await agent.runAgent(
      {},
      {
        onEvent: ({ event }) => {
          types.push(event.type)
          expect(EventSchemas.safeParse(event).error).toBeUndefined()
        },
      },
    )
    const from = types.indexOf('REASONING_START')
    expect([types[from + 1], types[from + 2]]).toEqual(['REASONING_MESSAGE_START', 'REASONING_MESSAGE_CONTENT'])
    expect(types.indexOf('REASONING_END')).toBeLessThan(types.indexOf('TEXT_MESSAGE_START'))
    expect(agent.messages.at(-1)).toMatchObject({ role: 'assistant', content: 'Yes.' })
  })
})

test('the panel folds the reasoning while it arrives and after it, and never shows it as the reply', async () => {
  const { options } = await withModel([{ text: 'Yes.', reasoning: THOUGHT }])
  const server = createFwServer({ ...options, log: () => undefined })
  const copilot = createCopilot(
    { path: () => '/' },
    { fetch: (url, init) => server.fetch(new Request(new URL(String(url), 'http://localhost'), init)) },
  )
  const shown = new Set<string>()
  copilot.subscribe(() => {
    for (const { kind } of panelItems(copilot.state)) shown.add(kind)
    expect(copilot.state.answer).not.toContain('camellia')
  })
  await copilot.send('Tea?')
  expect([...shown]).toEqual(['person', 'reasoning', 'words'])
  expect(panelItems(copilot.state)).toMatchObject([
    { kind: 'person', text: 'Tea?' },
    { kind: 'reasoning', text: THOUGHT },
    { kind: 'words', text: 'Yes.' },
  ])
  copilot.close()
  await server.close()
})
