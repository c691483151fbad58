/**
 * Prepares the files of a conversation for a model. A file of the user's new message has been checked before. Any other file
 * that the model can't read becomes a line of text: one of an earlier message, which another model has read, or one of a tool.
 */
import type { Attachment, Message } from '#contract/agent/message.ts'
import type { ModelRequest } from '#contract/agent/model.ts'
import { isText } from './format.ts'
import { readsFile } from './media-types.ts'

interface PrepareOptions {
  /** Whether results keep their files. Default true. */
  readonly keepResults?: boolean
}

/** Returns the request without files that its model can't read. */
export function prepareFiles(request: ModelRequest, { keepResults = true }: PrepareOptions = {}): ModelRequest {
  const { messages, model } = request
  if (!messages.some(({ attachments = [] }) => attachments.length > 0)) return request
  const refuse = (file: Attachment, { role }: Message) => {
    if (!readsFile(model, file)) return "this model can't read it"
    return role === 'tool' && !keepResults ? 'the provider refuses it' : undefined
  }
  return { ...request, messages: messages.map((message) => writeFiles(message, (file) => refuse(file, message))) }
}

/** Returns the message without the files for which `refuse` returns a reason. */
function writeFiles(message: Message, refuse: (file: Attachment) => string | undefined): Message {
  const { attachments, ...rest } = message
  if (attachments === undefined) return message
  const files = attachments.map(withActualType)
  const kept = files.filter((file) => refuse(file) === undefined)
  const lines = files.flatMap((file) => {
    const reason = refuse(file)
    return reason === undefined ? [] : [describeFile(file, reason)]
  })
  const content = [rest.content, ...lines].filter((line) => line !== '').join('\n')
  return { ...rest, content, ...(kept.length > 0 && { attachments: kept }) }
}

/** Whether messages of a role have files, which aren't sent as text. */
export function hasFiles({ messages }: ModelRequest, role: Message['role']): boolean {
  return messages.some(
    (message) => message.role === role && message.attachments?.some(({ mediaType }) => !isText(mediaType)),
  )
}

/** Describes a file that is left out, in a line for the model. */
export function describeFile({ name = 'a file', mediaType, data }: Attachment, reason: string): string {
  return `[${name}, ${mediaType}, ${formatBytes(countBytes(data))}: ${reason}]`
}

/** Returns the number of bytes of base64. */
export function countBytes(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0
  return Math.floor((base64.length * 3) / 4) - padding
}

function formatBytes(bytes: number): string {
  if (bytes < 1_024) return `${bytes} bytes`
  return bytes < 1_048_576 ? `${Math.round(bytes / 1_024)} KB` : `${(bytes / 1_048_576).toFixed(1)} MB`
}

/** Types that can be recognized by their first bytes, as base64. */
const STARTS: readonly (readonly [start: RegExp, mediaType: string])[] = [
  [/^\/9j\//, 'image/jpeg'],
  [/^iVBORw0KGg/, 'image/png'],
  [/^R0lGOD/, 'image/gif'],
  // RIFF, four bytes of the size, WEBP.
  [/^UklGR.{6}XRUJQ/, 'image/webp'],
  [/^JVBERi/, 'application/pdf'],
]

/**
 * Returns the file with the type of its bytes, if this is known: vendors refuse a whole request for an image of another type
 * than it claims to be, and browsers and servers take the type from the name of a file.
 */
export function withActualType(file: Attachment): Attachment {
  if (!file.mediaType.startsWith('image/')) return file
  const actual = STARTS.find(([start]) => start.test(file.data))?.[1]
  return actual === undefined || actual === file.mediaType ? file : { ...file, mediaType: actual }
}
