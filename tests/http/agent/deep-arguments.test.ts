/** Arguments of a model that are nested deeper than the body of any request may be. */
import { expect, test } from 'vitest'
import type { StandardSchema } from '../../../runtime/src/contract/api.ts'
import { api } from '../../../runtime/src/index.ts'
import type { ScriptedFormat } from '../../../runtime/src/testing.ts'
import { ask, tidyAfterEach, withModel } from '../agent-app.ts'
import { describeTransports } from '../transports.ts'

tidyAfterEach()

/** An outline of itself, as deep as a value may be that a caller sends. */
const outline: StandardSchema<Record<string, unknown>> = {
  '~standard': {
    version: 1,
    vendor: 'test',
    validate: (value) =>
      typeof value === 'object' ? { value: value as Record<string, unknown> } : { issues: [{ message: 'no outline' }] },
    jsonSchema: { input: () => ({ type: 'object' }), output: () => ({ type: 'object' }) },
  },
}

/** Returns an object with as many levels: objects and lists in turn. */
const nest = (levels: number): unknown => JSON.parse(`{"items":[`.repeat(levels / 2) + ']}'.repeat(levels / 2))

const created: unknown[] = []
const save = api({ description: 'Saves.', guard: 'confirm', input: outline, run: () => created.push('ran') })
const apis = { notes: { save } }
const REASON = 'must be a JSON object with at most 90 levels'

describeTransports('deep arguments', (start) => {
  const formats: readonly ScriptedFormat[] = ['anthropic', 'openai', 'google']
  const kinds = formats.flatMap((format) => [false, true].map((stream) => [format, stream, 92] as const))

  test.each([...kinds, ['openai', false, 2_000] as const, ['google', false, 2_000] as const])(
    'are an invalid call for the model, and no proposal (%s, stream %s, %i levels)',
    async (format, stream, levels) => {
      const steps = [{ calls: [{ id: 'c1', name: 'api.notes.save', input: nest(levels) }] }, 'I will try less.', 'Hi.']
      const { options, model } = await withModel(steps, { format, options: { apis } })
      const { request, post } = await start(options)
      const response = await request('/_fw/agent', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(ask('Save the outline.', { stream })),
      })
      const text = await response.text()
      expect(response.status).toBe(200)
      expect(JSON.stringify(model.requests[1]?.body)).toContain(REASON)
      const reply = stream ? readFinish(text) : (JSON.parse(text) as Reply)
      expect(reply.proposals).toEqual([])
      // A client can send the conversation back.
      const { messages } = reply
      const again = await post('/_fw/agent', { messages: [...messages, { role: 'user', content: 'Hi.' }], path: '/' })
      expect(again).toMatchObject({ status: 200, body: { type: 'text', text: 'Hi.' } })
    },
  )

  test.each(formats)('with as many levels as are allowed create a proposal (%s)', async (format) => {
    const steps = [{ calls: [{ id: 'c1', name: 'api.notes.save', input: nest(90) }] }, 'It waits.', 'Hi.']
    const { options } = await withModel(steps, { format, options: { apis } })
    const { post } = await start(options)
    const { body } = await post('/_fw/agent', ask('Save the outline.'))
    expect(body.proposals).toHaveLength(1)
    const messages = [...(body.messages as object[]), { role: 'user', content: 'Hi.' }]
    expect((await post('/_fw/agent', { messages, path: '/' })).body).toMatchObject({ type: 'text', text: 'Hi.' })
  })
})

interface Reply {
  readonly proposals: unknown[]
  readonly messages: object[]
}

/** Returns the reply in the last event of a stream. */
function readFinish(stream: string): Reply {
  const events = stream.split('\n').filter((line) => line.startsWith('data: {'))
  const finish = events.map((line) => JSON.parse(line.slice(6)) as { type: string; messageMetadata: Reply })
  return finish.find(({ type }) => type === 'finish')!.messageMetadata
}
