/** Reads the parts of a message: text, data, and files as bytes. URLs aren't fetched. */

import { countParts } from '#contract/agent/count-parts.ts'
import type { Attachment } from '#contract/agent/message.ts'
import { isRecord } from '#contract/is-object.ts'
import { isBase64 } from '#contract/schema/base64.ts'
import { A2aError, createParamsError } from './protocol.ts'
import type { TaskPart } from './task.ts'

export interface ReadPart {
  /** The part as it is stored: a file has its name, type and size only. */
  readonly part: TaskPart
  /** Content for the agent to read. Untrusted, like every file. */
  readonly file?: Attachment
}

const MAX_PARTS = 100
/** Values in the data of all parts together, each list and object included. A task stores its messages, and returns them. */
const MAX_VALUES = 50_000
/** Files of one message. */
const MAX_FILES = 8
/**
 * Bytes of all files of a message, decoded: the size that providers accept for one image. The server's body limit
 * applies first.
 */
const MAX_FILE_BYTES = 5 * 1024 * 1024
/** Length in UTF-16 code units. */
const MAX_FILENAME = 200

/** Media types besides text, for an agent that doesn't list the media types of its model. */
export const FILE_TYPES: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'application/pdf']

const TEXT_TYPE = /^(?:text\/[\w.+-]+|application\/(?:[\w.-]+\+)?(?:json|xml|yaml))$/

/**
 * Reads the parts of a message.
 *
 * @throws A2aError `INVALID_PARAMS`, or `CONTENT_TYPE_NOT_SUPPORTED` for a URL
 */
export function readParts(parts: readonly unknown[]): readonly ReadPart[] {
  if (parts.length > MAX_PARTS) throw createParamsError('message.parts', `must have at most ${MAX_PARTS} parts`)
  if (countParts(parts, MAX_VALUES) > MAX_VALUES)
    throw createParamsError('message.parts', `must have at most ${MAX_VALUES} values together`)
  const read = parts.map((part, index) => readPart(part, `message.parts[${index}]`))
  const files = read.flatMap(({ file }) => file ?? [])
  if (files.length > MAX_FILES) throw createParamsError('message.parts', `must have at most ${MAX_FILES} files`)
  if (files.reduce((sum, { data }) => sum + countBytes(data), 0) > MAX_FILE_BYTES)
    throw createParamsError('message.parts', `must have files of at most ${MAX_FILE_BYTES} bytes together`)
  return read
}

const CONTENT = ['text', 'data', 'raw', 'url'] as const

function readPart(part: unknown, field: string): ReadPart {
  if (!isRecord(part)) throw createParamsError(field, 'must be an object')
  const [content, ...more] = CONTENT.filter((name) => part[name] !== undefined)
  if (content === undefined || more.length > 0) throw createParamsError(field, 'must have one of text, data and raw')
  // The server would fetch a caller's URL from inside its network, so it fetches none.
  if (content === 'url')
    throw new A2aError('CONTENT_TYPE_NOT_SUPPORTED', {
      message: 'This agent fetches no URLs. Send the bytes of the file as "raw".',
    })
  if (content === 'raw') return readFile(part, field)
  if (content === 'data') return { part: { data: part.data } }
  if (typeof part.text !== 'string') throw createParamsError(`${field}.text`, 'must be a string')
  return { part: { text: part.text } }
}

function readFile({ raw, mediaType, filename = '' }: Readonly<Record<string, unknown>>, field: string): ReadPart {
  const data = typeof raw === 'string' ? toStandardBase64(raw) : undefined
  if (data === undefined || data === '') throw createParamsError(`${field}.raw`, 'must be base64 of at least one byte')
  if (typeof filename !== 'string' || filename.length > MAX_FILENAME)
    throw createParamsError(`${field}.filename`, `must be a string of at most ${MAX_FILENAME} characters`)
  const type = typeof mediaType === 'string' ? (mediaType.split(';')[0] ?? '').trim().toLowerCase() : ''
  const name = filename === '' ? {} : { name: filename }
  return {
    part: { data: { file: { ...name, mediaType: type, bytes: countBytes(data) } } },
    file: { mediaType: type, data, ...name },
  }
}

/**
 * Checks that the agent reads files.
 *
 * @param types Media types that it reads, besides text.
 * @throws A2aError `CONTENT_TYPE_NOT_SUPPORTED`
 */
export function checkFileTypes(files: readonly Attachment[], types: readonly string[]): void {
  const unknown = files.find(({ mediaType }) => !types.includes(mediaType) && !TEXT_TYPE.test(mediaType))
  if (unknown === undefined) return
  const { name = 'a file', mediaType } = unknown
  throw new A2aError('CONTENT_TYPE_NOT_SUPPORTED', {
    message: `This agent reads files of the media types ${[...types, 'text'].join(', ')}; the mediaType of ${name} is ${JSON.stringify(mediaType)}.`,
  })
}

/**
 * Converts base64 to its standard form. JSON of protocol buffers allows both alphabets, with and without padding.
 * Returns `undefined` if it is invalid.
 */
function toStandardBase64(text: string): string | undefined {
  const letters = text
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replace(/={1,2}$/, '')
  const padded = letters + '='.repeat((4 - (letters.length % 4)) % 4)
  return isBase64(padded) ? padded : undefined
}

function countBytes(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0
  return (base64.length / 4) * 3 - padding
}
