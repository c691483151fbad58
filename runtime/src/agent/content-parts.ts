/** Converts the content parts of a tool, which MCP defines, to text and files for the model. */
import type { Attachment } from '#contract/agent/message.ts'
import { isRecord, toFields } from '#contract/is-object.ts'
import { isBase64 } from '#contract/schema/base64.ts'
import { readTextAttachment } from './providers/format.ts'
import { countBytes, describeFile } from './providers/prepare-files.ts'

interface ToolContent {
  readonly text: string
  readonly files: readonly Attachment[]
}

/** Files of one result. */
const MAX_FILES = 16
/** Bytes of all files of a result: the size that every provider accepts for one image. */
const MAX_BYTES = 5 * 1_048_576

/** Reads the parts. A part that the model can't receive is described in the text. */
export function readContentParts(parts: readonly unknown[]): ToolContent {
  const lines: string[] = []
  const files: Attachment[] = []
  let bytes = 0
  for (const part of parts) {
    const read = readPart(toFields(part))
    if (typeof read === 'string') {
      lines.push(read)
      continue
    }
    bytes += countBytes(read.data)
    if (files.length < MAX_FILES && bytes <= MAX_BYTES) files.push(read)
    else lines.push(describeFile(read, `a result has at most ${MAX_FILES} files of ${MAX_BYTES} bytes together`))
  }
  return { text: lines.join('\n'), files }
}

type Fields = Readonly<Record<string, unknown>>

function readPart(part: Fields): Attachment | string {
  const { type, text, uri, name, mimeType } = part
  switch (type) {
    case 'text':
      return String(text)
    case 'image':
    case 'audio':
      return readFile(part.data, mimeType, undefined) ?? `[${type}]`
    case 'resource': {
      const resource = isRecord(part.resource) ? part.resource : {}
      const name = String(resource.uri)
      if (typeof resource.text === 'string') return `${name}:\n${resource.text}`
      const file = readFile(resource.blob, resource.mimeType, name.split('/').at(-1))
      return file === undefined ? `[${name}]` : (readTextAttachment(file) ?? file)
    }
    case 'resource_link':
      return `[${[name, mimeType, uri].filter((value) => typeof value === 'string').join(', ')}]`
    default:
      return `[${String(type)}]`
  }
}

/** Returns `undefined` for data that isn't base64, which another server may send. */
function readFile(data: unknown, mimeType: unknown, name: string | undefined): Attachment | undefined {
  if (typeof data !== 'string' || !isBase64(data)) return undefined
  const type = typeof mimeType === 'string' ? (mimeType.split(';')[0] ?? '').trim().toLowerCase() : ''
  const mediaType = /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : 'application/octet-stream'
  return { mediaType, data, ...(name && { name }) }
}
