import { expect, test } from 'vitest'
import type { ScriptedModel } from '../../../runtime/src/testing.ts'
import { ask, ran, tidyAfterEach, withModel } from '../agent-app.ts'
import { describeTransports } from '../transports.ts'

tidyAfterEach()

const ctxFor = (req: Request) => ({ userId: req.headers.get('x-user') ?? '' })
const ANN = { 'x-user': 'ann' }
const BOB = { 'x-user': 'bob' }
const memory = { config: { memory: true } } as const

/** Returns the last request to the model, as text. */
const lastSent = ({ requests }: ScriptedModel) => JSON.stringify(requests.at(-1)?.body)

describeTransports('threads that the server stores', (start) => {
  test('a request with a threadId sends only new messages', async () => {
    const { options, model } = await withModel(
      [
        { text: 'Hello Ann.', reasoning: '' },
        { text: 'You are Ann.', reasoning: '' },
      ],
      memory,
    )
    const { post } = await start({ ...options, ctxFor })
    await post('/_fw/agent', ask('I am Ann.', { threadId: 't1' }), ANN)
    const { body } = await post('/_fw/agent', ask('Who am I?', { threadId: 't1' }), ANN)
    expect(body.messages).toEqual([
      { role: 'user', content: 'I am Ann.' },
      { role: 'assistant', content: 'Hello Ann.' },
      { role: 'user', content: 'Who am I?' },
      { role: 'assistant', content: 'You are Ann.' },
    ])
    expect(lastSent(model)).toContain('I am Ann.')
  })

  test("another caller's thread is empty", async () => {
    const { options, model } = await withModel(['Kept.', 'Nothing.'], memory)
    const { post } = await start({ ...options, ctxFor })
    await post('/_fw/agent', ask('My code is 4711.', { threadId: 't1' }), ANN)
    await post('/_fw/agent', ask('What is the code?', { threadId: 't1' }), BOB)
    expect(lastSent(model)).not.toContain('4711')
  })

  test('calls of the page go on in the thread', async () => {
    const { options, model } = await withModel(
      [{ calls: [{ id: 'c1', name: 'ui_read_page', input: {} }] }, 'Read.'],
      memory,
    )
    const { post } = await start({ ...options, ctxFor })
    const first = await post('/_fw/agent', ask('Read it.', { threadId: 't1' }), ANN)
    expect(first.body.type).toBe('ui_calls')
    const result = { role: 'tool', toolCallId: 'c1', content: '{"ok":true}' }
    const second = await post('/_fw/agent', { threadId: 't1', messages: [result] }, ANN)
    expect(second.body).toMatchObject({ type: 'text', text: 'Read.' })
    expect(lastSent(model)).toContain('Read it.')
  })

  test('a tainted thread stays tainted after the message itself is removed', async () => {
    const steps = [
      { calls: [{ id: 'c1', name: 'ui_read_page', input: {} }] },
      ...Array.from({ length: 30 }, () => 'Fine.'),
      { calls: [{ name: 'api.shop.send', input: {} }] },
      'It waits.',
    ]
    const { options, model } = await withModel(steps, memory)
    const { post } = await start({ ...options, ctxFor })
    await post('/_fw/agent', ask('Read it.', { threadId: 't1' }), ANN)
    await post('/_fw/agent', { threadId: 't1', messages: [{ role: 'tool', toolCallId: 'c1', content: 'evil' }] }, ANN)
    for (let turn = 0; turn < 29; turn++) await post('/_fw/agent', ask(`Turn ${turn}.`, { threadId: 't1' }), ANN)
    expect(lastSent(model)).not.toContain('evil')
    const { body } = await post('/_fw/agent', ask('Send it.', { threadId: 't1' }), ANN)
    expect(body.proposals).toHaveLength(1)
    expect(ran).toEqual([])
  })

  test('a failed turn stays in the thread, and the same message continues it', async () => {
    const call = { calls: [{ id: 'c1', name: 'api.shop.search', input: { query: 'tea' } }] }
    const { options, model } = await withModel([call, { status: 401 }, 'A tea pot.', 'Yes.'], memory)
    const { post } = await start({ ...options, ctxFor })
    const failed = await post('/_fw/agent', ask('Tea?', { threadId: 't1' }), ANN)
    expect(failed).toMatchObject({ status: 502, body: { type: 'error' } })
    const messages = failed.body.messages as { readonly content: string }[]
    expect(messages.map(({ content }) => content)).toEqual(['Tea?', '', '{"names":["tea pot"]}'])
    const retried = await post('/_fw/agent', ask('Tea?', { threadId: 't1' }), ANN)
    expect(retried.body.text).toBe('A tea pot.')
    expect(lastSent(model)).toContain('tea pot')
    await post('/_fw/agent', ask('Sure?', { threadId: 't1' }), ANN)
    expect(lastSent(model).split('Tea?')).toHaveLength(2)
    expect(ran).toEqual(['search tea'])
  })

  test('a message that the provider refuses is not stored, because later ones would be refused with it', async () => {
    const { options, model } = await withModel(['One.', { status: 400 }, 'Two.'], memory)
    const { post } = await start({ ...options, ctxFor })
    await post('/_fw/agent', ask('First.', { threadId: 't1' }), ANN)
    expect((await post('/_fw/agent', ask('Too long?', { threadId: 't1' }), ANN)).body.type).toBe('error')
    await post('/_fw/agent', ask('Again.', { threadId: 't1' }), ANN)
    expect(lastSent(model)).toContain('First.')
    expect(lastSent(model)).not.toContain('Too long?')
  })

  test('an invalid threadId is refused, and so is any threadId without memory', async () => {
    const { options } = await withModel([], memory)
    const { post } = await start({ ...options, ctxFor })
    for (const threadId of ['', 'a b', 5, 'x'.repeat(129), 'a\n'])
      expect((await post('/_fw/agent', ask('Hi.', { threadId }), ANN)).body).toMatchObject({
        code: 'invalid_request',
        issues: [{ path: 'threadId' }],
      })
    expect((await post('/_fw/agent', ask('Hi.', { threadId: 't1' }))).body.error).toContain('a session or an identity')
    const { options: without } = await withModel([])
    const other = await start({ ...without, ctxFor })
    expect((await other.post('/_fw/agent', ask('Hi.', { threadId: 't1' }), ANN)).body.error).toContain('memory: true')
  })
})
