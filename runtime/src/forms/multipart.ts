/**
 * Reads `multipart/form-data` (RFC 7578) as it arrives. A part over a limit is skipped, so that the form's page can
 * show the other fields again; a form over its own limits ends the reading. Apart from one part header, no byte is
 * read twice.
 */
import { FwError } from '#contract/http/error.ts'
import type { Issue } from '#contract/schema/validation.ts'
import { ByteCollector } from '#wire/collect-bytes.ts'
import type { PostedField, PostedFile } from './field-tree.ts'
import {
  describeFieldLimit,
  describeNameLimit,
  describeSizeLimit,
  FormLimitError,
  type FormLimits,
  formatSize,
} from './form-limits.ts'

const MAX_HEADER_BYTES = 8192
const HEADER_END = Buffer.from('\r\n\r\n')

/** Returns the boundary of a content type; `undefined` for another type, or without a boundary. */
export function findBoundary(contentType: string): string | undefined {
  if (!/^\s*multipart\/form-data\s*;/i.test(contentType)) return undefined
  const [, quoted, plain] = /;\s*boundary=(?:"([^"\r\n]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ?? []
  return quoted ?? plain
}

/**
 * Returns the fields of a body in their order.
 *
 * @param isOver Whether the body is announced as too large, so that its files needn't be stored.
 * @throws FormLimitError, or FwError `invalid_request` for an invalid body.
 */
export async function readMultipart(
  body: AsyncIterable<Uint8Array>,
  boundary: string,
  limits: FormLimits,
  isOver = false,
): Promise<readonly PostedField[]> {
  const reader = new MultipartReader(boundary, limits, isOver)
  let refusal: FwError | undefined
  let left = DRAINED_BYTES
  try {
    for await (const chunk of body) {
      if (refusal !== undefined) {
        left -= chunk.byteLength
        if (left < 0) break
        continue
      }
      const outcome = reader.take(chunk)
      if (outcome === true) break
      if (outcome !== false) refusal = outcome
    }
  } catch (error) {
    // The host counts bytes too, and ends the body at its limit.
    if (refusal === undefined && isTooLarge(error)) refusal = reader.overWhole()
    if (refusal === undefined) throw error
  }
  if (refusal !== undefined) throw refusal
  return reader.end()
}

/**
 * Most bytes of a refused form that are read and discarded. If the host closed the connection with the response, a
 * client that is still sending would lose the response.
 */
const DRAINED_BYTES = 67_108_864

function isTooLarge(error: unknown): boolean {
  return error instanceof FwError && error.code === 'payload_too_large'
}

/** A part while its content is read. */
interface OpenPart {
  readonly name: string
  /** Absent for a field that isn't a file. */
  readonly file: { readonly filename: string; readonly type: string } | undefined
  readonly content: ByteCollector
  readonly maxBytes: number
  size: number
  /** Whether the content isn't stored: the part is over a limit, or a file of a form that is refused anyway. */
  isSkipped: boolean
}

class MultipartReader {
  readonly #delimiter: Buffer
  readonly #limits: FormLimits
  readonly #fields: PostedField[] = []
  // The first delimiter isn't preceded by a line break.
  #rest: Buffer = Buffer.from('\r\n')
  #part: OpenPart | undefined
  #inHeaders = false
  #isDone = false
  #size = 0
  #parts = 0
  #files = 0
  readonly #isOver: boolean
  /** Message of the first limit that the form exceeds. */
  #problem: string | undefined
  readonly #issues: Issue[] = []

  constructor(boundary: string, limits: FormLimits, isOver: boolean) {
    this.#delimiter = Buffer.from(`\r\n--${boundary}`)
    this.#limits = limits
    this.#isOver = isOver
  }

  /**
   * Reads a chunk. Returns `true` once the last part is complete, or the error of a form that is refused in any case.
   */
  take(chunk: Uint8Array): boolean | FwError {
    const room = this.#limits.maxBytes - this.#size
    this.#size += chunk.byteLength
    const taken = chunk.subarray(0, Math.max(0, room))
    this.#rest = this.#rest.length === 0 ? Buffer.from(taken) : Buffer.concat([this.#rest, taken])
    try {
      while (!this.#isDone && (this.#inHeaders ? this.#readHeaders() : this.#readContent()));
    } catch (error) {
      if (error instanceof FwError) return error
      throw error
    }
    return this.#size > this.#limits.maxBytes ? this.overWhole() : this.#isDone
  }

  end(): readonly PostedField[] {
    if (!this.#isDone) throw createMalformedError('The body of the form ends too early.')
    if (this.#isOver) throw this.overWhole()
    if (this.#problem !== undefined) throw this.#createLimitError(this.#problem)
    return this.#fields
  }

  /**
   * Returns the error for a form that is too large as a whole. A file that was being read gets an issue, because the
   * user can change it.
   */
  overWhole(): FormLimitError {
    const { name, file } = this.#part ?? {}
    const text = describeSizeLimit(this.#limits)
    if (name !== undefined && file !== undefined && this.#problem === undefined)
      this.#addProblem(name, text, `makes the form larger than its limit of ${formatSize(this.#limits.maxBytes)}`)
    return this.#createLimitError(text)
  }

  #createLimitError(text: string): FormLimitError {
    return new FormLimitError(this.#problem ?? text, this.#fields, this.#issues)
  }

  /** Records a problem: `text` for the form, `message` for the field with this name. */
  #addProblem(name: string, text: string, message: string): void {
    this.#problem ??= text
    const path = name.replace(/\[\]$/, '')
    if (!this.#issues.some((issue) => issue.path === path)) this.#issues.push({ path, message })
  }

  /** False when more bytes are needed. */
  #readContent(): boolean {
    const at = this.#rest.indexOf(this.#delimiter)
    if (at === -1) {
      // The end of the data may be the beginning of a delimiter.
      const known = Math.max(0, this.#rest.length - this.#delimiter.length + 1)
      this.#add(this.#rest.subarray(0, known))
      this.#rest = this.#rest.subarray(known)
      return false
    }
    const after = at + this.#delimiter.length
    if (this.#rest.length < after + 2) return false
    this.#add(this.#rest.subarray(0, at))
    this.#close()
    const mark = this.#rest.toString('latin1', after, after + 2)
    this.#rest = this.#rest.subarray(after + 2)
    if (mark === '--') this.#isDone = true
    else if (mark === '\r\n') this.#inHeaders = true
    else throw createMalformedError('A boundary of the form is followed by invalid characters.')
    return true
  }

  #readHeaders(): boolean {
    const end = this.#rest.indexOf(HEADER_END)
    if (end === -1 ? this.#rest.length > MAX_HEADER_BYTES : end > MAX_HEADER_BYTES)
      throw this.#createLimitError('A part of the form has a header that is too long.')
    if (end === -1) return false
    this.#open(this.#rest.toString('utf8', 0, end))
    this.#rest = this.#rest.subarray(end + HEADER_END.length)
    this.#inHeaders = false
    return true
  }

  #open(headers: string): void {
    const { maxFields, maxFiles, maxFileBytes, maxFieldBytes } = this.#limits
    if (++this.#parts > maxFields) throw this.#createLimitError(describeFieldLimit(this.#limits))
    const disposition = findHeader(headers, 'content-disposition')
    const name = findParameter(disposition, 'name')
    if (!/^form-data\s*;/i.test(disposition) || name === undefined)
      throw createMalformedError('A part of the form has no name.')
    const nameProblem = describeNameLimit(name)
    if (nameProblem !== undefined) throw this.#createLimitError(nameProblem)
    const filename = findParameter(disposition, 'filename')
    const files = maxFiles === 1 ? '1 file' : `${maxFiles} files`
    if (filename !== undefined && ++this.#files > maxFiles)
      this.#addProblem(name, `This form may send at most ${files}.`, `the form may send at most ${files}`)
    const type = findHeader(headers, 'content-type') || 'application/octet-stream'
    const file = filename === undefined ? undefined : { filename: baseName(filename), type }
    const isSkipped = file !== undefined && (this.#isOver || this.#problem !== undefined)
    this.#part = {
      name,
      file,
      content: new ByteCollector(),
      maxBytes: file === undefined ? maxFieldBytes : maxFileBytes,
      size: 0,
      isSkipped,
    }
  }

  #add(bytes: Buffer): void {
    const part = this.#part
    if (part === undefined || bytes.length === 0) return
    part.size += bytes.length
    if (part.size > part.maxBytes) {
      const most = `may have at most ${formatSize(part.maxBytes)}`
      this.#addProblem(part.name, `"${part.name}" ${most}.`, most)
      part.isSkipped = true
      part.content.clear()
    }
    if (!part.isSkipped) part.content.add(bytes)
  }

  #close(): void {
    if (this.#part === undefined) return
    const { name, file, content, isSkipped } = this.#part
    this.#part = undefined
    if (isSkipped) return
    const { buffer, byteOffset, byteLength } = content.join()
    const bytes = Buffer.from(buffer, byteOffset, byteLength)
    const value: string | PostedFile = file === undefined ? decodeText(bytes) : { ...file, bytes }
    this.#fields.push({ name, value })
  }
}

function findHeader(headers: string, headerName: string): string {
  for (const line of headers.split('\r\n')) {
    const colon = line.indexOf(':')
    if (line.slice(0, colon).trim().toLowerCase() === headerName) return line.slice(colon + 1).trim()
  }
  return ''
}

/** Returns a parameter of a header. Browsers write quotes and line breaks in names as `%22`, `%0D` and `%0A`. */
function findParameter(disposition: string, parameter: string): string | undefined {
  const found = new RegExp(`;\\s*${parameter}="([^"]*)"`, 'i').exec(disposition)?.[1]
  return found?.replace(/%22/g, '"').replace(/%0D/gi, '\r').replace(/%0A/gi, '\n')
}

/** Returns the file name without the folders that some browsers send, and without control characters. */
function baseName(filename: string): string {
  const name = filename.slice(Math.max(filename.lastIndexOf('/'), filename.lastIndexOf('\\')) + 1)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
  return name.replace(/[\u0000-\u001f\u007f]/g, '').slice(0, 255)
}

function decodeText(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw createMalformedError('A field of the form is not valid UTF-8.')
  }
}

function createMalformedError(message: string): FwError {
  return new FwError('invalid_request', { message })
}
