import { AbstractChat, type ChatState, type ChatStatus, DefaultChatTransport, type UIMessage } from 'ai'
import { expect, test, vi } from 'vitest'
import { createCopilot } from '../../../../runtime/src/client.ts'
import { ran, tidyAfterEach } from '../../agent-app.ts'
import { describeTransports } from '../../transports.ts'
import { cutBody, WAITING, waitingShop } from './resume-rig.ts'

tidyAfterEach()

describeTransports('a lost connection', (start) => {
  test('the client of the AI SDK resumes unchanged after a dropped connection', async () => {
    const { options, open } = await waitingShop(WAITING)
    const client = await start(options)
    let cut: () => void = () => undefined
    const chat = new TestChat(
      new DefaultChatTransport({
        api: `${client.url}/_fw/agent`,
        headers: { 'x-user': 'ada' },
        fetch: async (input, init) => {
          const response = await client.request(new URL(String(input)).pathname, init)
          if (init?.method !== 'POST') return response
          const cuttable = cutBody(response)
          cut = cuttable.cut
          return cuttable.response
        },
      }),
    )
    const sent = chat.sendMessage({ text: 'Go.' })
    await expect.poll(() => JSON.stringify(chat.messages)).toContain('input-available')
    cut()
    await sent
    expect(chat.status).toBe('error')
    const resumed = chat.resumeStream()
    open()
    await resumed
    expect(chat.status).toBe('ready')
    const { parts = [] } = chat.messages.at(-1) ?? {}
    expect(parts.filter(({ type }) => type !== 'reasoning')).toMatchObject([
      { type: 'step-start' },
      { type: 'text', text: 'One moment.' },
      { type: 'dynamic-tool', toolName: 'api.shop.wait', state: 'output-available' },
      { type: 'step-start' },
      { type: 'text', text: 'Here it is.' },
    ])
    expect(chat.messages).toHaveLength(2)
    // Nothing is left to resume.
    await chat.resumeStream()
    expect(chat.status).toBe('ready')
    expect(ran).toEqual(['wait'])
  })

  test('createCopilot resumes by itself, and its stop ends the turn at the server', async () => {
    const { options, open, model } = await waitingShop([...WAITING, { text: 'a b c d e', hang: 'within' }])
    const client = await start(options)
    const cuts: (() => void)[] = []
    const methods: string[] = []
    const copilot = createCopilot(
      { path: () => '/' },
      {
        fetch: async (input, init) => {
          methods.push(init?.method ?? 'GET')
          const headers = { ...(init?.headers as object), 'x-user': 'ada' }
          const response = await client.request(String(input), { ...init, headers })
          if (response.body === null) return response
          const { cut, response: cuttable } = cutBody(response)
          cuts.push(cut)
          return cuttable
        },
      },
    )
    const sent = copilot.send('Go.')
    await vi.waitFor(() => expect(copilot.state.calls.map(({ state }) => state)).toEqual(['running']))
    cuts[0]?.()
    await vi.waitFor(() => expect(cuts).toHaveLength(2))
    open()
    await sent
    expect(copilot.state).toMatchObject({ status: 'ready', notice: undefined })
    expect(copilot.state.messages.map(({ role, content }) => `${role}: ${content}`)).toEqual([
      'user: Go.',
      'assistant: One moment.',
      'tool: {"waited":true}',
      'assistant: Here it is.',
    ])
    expect([ran, methods]).toEqual([['wait'], ['POST', 'GET']])
    const endless = copilot.send('Count.')
    await vi.waitFor(() => expect(copilot.state.answer).not.toBe(''))
    copilot.stop()
    await endless
    await expect.poll(() => model.requests[2]?.aborted).toBe(true)
    expect(methods).toEqual(['POST', 'GET', 'POST', 'DELETE'])
    copilot.close()
  })
})

/** The client below the hooks of the AI SDK. */
class TestChat extends AbstractChat<UIMessage> {
  constructor(transport: DefaultChatTransport<UIMessage>) {
    const state: ChatState<UIMessage> = {
      status: 'ready' as ChatStatus,
      error: undefined,
      messages: [],
      pushMessage: (message) => void state.messages.push(message),
      popMessage: () => void state.messages.pop(),
      replaceMessage: (index, message) => {
        state.messages[index] = message
      },
      snapshot: (value) => structuredClone(value),
    }
    super({ id: 'chat-9', state, transport })
  }
}
