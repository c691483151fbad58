/** The messages of Chat Completions. */
import type { Attachment, Message, ToolCall } from '#contract/agent/message.ts'
import type { Fields } from '#contract/is-object.ts'
import { wireName } from '#contract/name.ts'
import { ownMetadata, readTextAttachment, toObject } from './format.ts'
import { AUDIO_FORMATS } from './media-types.ts'

/** Writes the messages. A tool's message contains text only, so the files of results follow them as the user's. */
export function writeChatMessages(messages: readonly Message[], provider: string): object[] {
  return messages.flatMap((message, index) => {
    const own = [writeMessage(message, provider)]
    if (message.role !== 'tool' || messages[index + 1]?.role === 'tool') return own
    const results = messages.slice(
      messages.findLastIndex(({ role }, at) => role !== 'tool' && at < index) + 1,
      index + 1,
    )
    const content = results.flatMap(writeResultFiles)
    return content.length === 0 ? own : [...own, { role: 'user', content }]
  })
}

function writeResultFiles({ toolCallId = '', attachments = [] }: Message): object[] {
  if (attachments.length === 0) return []
  return [{ type: 'text', text: `Files in the result of the call ${toolCallId}:` }, ...attachments.map(writeAttachment)]
}

function writeMessage(message: Message, provider: string): object {
  const { role, content, toolCalls = [], toolCallId = '', attachments = [] } = message
  const text = content === '' ? [] : [{ type: 'text', text: content }]
  if (role === 'tool') {
    const isEmpty = content === '' && attachments.length > 0
    return { role, tool_call_id: toolCallId, content: isEmpty ? 'The result is in a message below.' : content }
  }
  if (role === 'user')
    return attachments.length === 0
      ? { role, content }
      : { role, content: [...text, ...attachments.map(writeAttachment)] }
  const own = ownMetadata(message.providerMetadata, provider)
  return {
    role,
    content: content === '' ? null : content,
    ...(toolCalls.length > 0 && { tool_calls: toolCalls.map((call) => writeCall(call, provider)) }),
    ...pick(own, REASONING_FIELDS),
  }
}

/** Members of a message that are sent back unchanged. DeepSeek requires its reasoning with the calls that it led to. */
export const REASONING_FIELDS = ['reasoning_details', 'reasoning_content', 'reasoning']

export function pick(fields: Fields = {}, names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)))
}

function writeCall({ id, name, input, providerMetadata }: ToolCall, provider: string): object {
  const own = ownMetadata(providerMetadata, provider)
  const called = { name: wireName(name), arguments: JSON.stringify(toObject(input)) }
  // Gemini requires the signatures of its calls, which are in this member.
  return { id, type: 'function', function: called, ...pick(own, ['extra_content']) }
}

function writeAttachment(attachment: Attachment): object {
  const text = readTextAttachment(attachment)
  if (text !== undefined) return { type: 'text', text }
  const { mediaType, data, name = 'file' } = attachment
  const url = `data:${mediaType};base64,${data}`
  if (mediaType.startsWith('image/')) return { type: 'image_url', image_url: { url } }
  const format = AUDIO_FORMATS[mediaType]
  if (format !== undefined) return { type: 'input_audio', input_audio: { data, format } }
  return { type: 'file', file: { filename: name, file_data: url } }
}
