import { expect, test } from 'vitest'
import type { ModelTool } from '../../../runtime/src/contract/agent/model.ts'
import { ANTHROPIC_REPLIES } from '../../support/vendors/recorded/anthropic.ts'
import { CHAT_REPLIES } from '../../support/vendors/recorded/chat.ts'
import { GEMINI_REPLIES } from '../../support/vendors/recorded/gemini.ts'
import { OPENAI_REPLIES } from '../../support/vendors/recorded/openai.ts'
import type { RecordedReply } from '../../support/vendors/recorded/recorded-reply.ts'
import { closeAfterEach, serve, streamed } from './scripted-rig.ts'

closeAfterEach()

const TOOLS: readonly ModelTool[] = ['weather', 'get_weather', 'updateIssueList'].map((name) => ({
  name,
  description: 'A tool of the recording.',
  input: { type: 'object', properties: {} },
}))

/** Replays a recording over a socket, as its vendor sends it. */
async function replay({ format, status, wire }: RecordedReply) {
  const isStream = Array.isArray(wire)
  const body = isStream ? wire.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('') : JSON.stringify(wire)
  const headers = { 'content-type': isStream ? 'text/event-stream' : 'application/json' }
  const [model] = await serve(format, { body, headers, ...(status !== undefined && { status }) })
  return streamed(model, { tools: TOOLS, retries: 0 })
}

const RECORDED = [...ANTHROPIC_REPLIES, ...OPENAI_REPLIES, ...CHAT_REPLIES, ...GEMINI_REPLIES]

test.each(RECORDED.map((recorded) => [`${recorded.format}: ${recorded.name}`, recorded] as const))(
  '%s',
  async (_title, recorded) => {
    expect(new URL(recorded.source).protocol).toBe('https:')
    if (recorded.error !== undefined) {
      await expect(replay(recorded)).rejects.toMatchObject({ name: 'ProviderError', ...recorded.error })
      return
    }
    const { events, reply } = await replay(recorded)
    expect(reply).toMatchObject(recorded.reply ?? {})
    expect(reply.toolCalls).toEqual(recorded.reply?.toolCalls)
    expect(events.map((event) => (event.type === 'text' ? event.delta : '')).join('')).toBe(recorded.reply?.text ?? '')
  },
)
