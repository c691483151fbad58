/**
 * `multipart/form-data` (RFC 7578), read as it arrives: a part that is over a limit is skipped, so that the page of the form
 * can show what else was written; what is over the limits of the form ends the reading. Nothing beyond one part header is
 * looked at twice.
 */
import { FwError } from '#contract/error.ts'
import type { Issue } from '#contract/validation.ts'
import type { PostedField, PostedFile } from './field-tree.ts'
import { FormLimitError, type FormLimits, fieldsLimitText, sizeText, wholeLimitText } from './form-limits.ts'

const MAX_HEADER_BYTES = 8192
const HEADER_END = Buffer.from('\r\n\r\n')

/** The boundary that a content type names; undefined for one that is no form's, or says none. */
export function findBoundary(contentType: string): string | undefined {
  if (!/^\s*multipart\/form-data\s*;/i.test(contentType)) return undefined
  const [, quoted, plain] = /;\s*boundary=(?:"([^"\r\n]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ?? []
  return quoted ?? plain
}

/**
 * The fields of a body, in their order. Throws `FormLimitError`, or `invalid_request` for a body that is none. `isOver`: it is
 * said to be too large, and no file of it has to be kept.
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
      const taken = reader.take(chunk)
      if (taken === true) break
      if (taken !== false) refusal = taken
    }
  } catch (error) {
    // A host counts too, and ends the body at its limit.
    if (refusal === undefined && isTooLarge(error)) refusal = reader.overWhole()
    if (refusal === undefined) throw error
  }
  if (refusal !== undefined) throw refusal
  return reader.end()
}

/**
 * Of a form that is refused, read and thrown away: a host that ends the connection with its answer would cut off whoever is
 * still sending, before the answer is read.
 */
const DRAINED_BYTES = 67_108_864

function isTooLarge(error: unknown): boolean {
  return error instanceof FwError && error.code === 'payload_too_large'
}

/** A part whose content is being read. */
interface OpenPart {
  readonly name: string
  /** Absent for a field that is no file. */
  readonly file: { readonly filename: string; readonly type: string } | undefined
  readonly chunks: Buffer[]
  readonly most: number
  size: number
  /** Over a limit, or a file of a form that is refused anyway: its content is not kept. */
  isSkipped: boolean
}

class MultipartReader {
  readonly #delimiter: Buffer
  readonly #limits: FormLimits
  readonly #fields: PostedField[] = []
  // The first delimiter begins no line of its own.
  #rest: Buffer = Buffer.from('\r\n')
  #part: OpenPart | undefined
  #inHeaders = false
  #isDone = false
  #size = 0
  #parts = 0
  #files = 0
  readonly #isOver: boolean
  /** What is said of the form: of the first limit that it was over. */
  #problem: string | undefined
  readonly #issues: Issue[] = []

  constructor(boundary: string, limits: FormLimits, isOver: boolean) {
    this.#delimiter = Buffer.from(`\r\n--${boundary}`)
    this.#limits = limits
    this.#isOver = isOver
  }

  /** True once the last part is complete; the error of a form that is refused, whatever else comes. */
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
    if (this.#problem !== undefined) throw this.#refusal(this.#problem)
    return this.#fields
  }

  /** For a form that sends too much as a whole; a file that was being read is where a person can do something. */
  overWhole(): FormLimitError {
    const { name, file } = this.#part ?? {}
    const text = wholeLimitText(this.#limits)
    if (name !== undefined && file !== undefined && this.#problem === undefined)
      this.#over(name, text, `makes the form larger than the ${sizeText(this.#limits.maxBytes)} that it may send`)
    return this.#refusal(text)
  }

  #refusal(text: string): FormLimitError {
    return new FormLimitError(this.#problem ?? text, this.#fields, this.#issues)
  }

  /** `text` of the form, `message` of the field with this name. */
  #over(name: string, text: string, message: string): void {
    this.#problem ??= text
    const path = name.replace(/\[\]$/, '')
    if (!this.#issues.some((issue) => issue.path === path)) this.#issues.push({ path, message })
  }

  /** False when more bytes are needed. */
  #readContent(): boolean {
    const at = this.#rest.indexOf(this.#delimiter)
    if (at === -1) {
      // Its end may be the beginning of a delimiter.
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
    else throw createMalformedError('A boundary of the form is followed by what it cannot be.')
    return true
  }

  #readHeaders(): boolean {
    const end = this.#rest.indexOf(HEADER_END)
    if (end === -1 ? this.#rest.length > MAX_HEADER_BYTES : end > MAX_HEADER_BYTES)
      throw this.#refusal('A part of the form has a header that is too long.')
    if (end === -1) return false
    this.#open(this.#rest.toString('utf8', 0, end))
    this.#rest = this.#rest.subarray(end + HEADER_END.length)
    this.#inHeaders = false
    return true
  }

  #open(headers: string): void {
    const { maxFields, maxFiles, maxFileBytes, maxFieldBytes } = this.#limits
    if (++this.#parts > maxFields) throw this.#refusal(fieldsLimitText(this.#limits))
    const disposition = findHeader(headers, 'content-disposition')
    const name = findParameter(disposition, 'name')
    if (!/^form-data\s*;/i.test(disposition) || name === undefined)
      throw createMalformedError('A part of the form has no name.')
    const filename = findParameter(disposition, 'filename')
    const files = maxFiles === 1 ? '1 file' : `${maxFiles} files`
    if (filename !== undefined && ++this.#files > maxFiles)
      this.#over(name, `This form may send at most ${files}.`, `the form may send at most ${files}`)
    const type = findHeader(headers, 'content-type') || 'application/octet-stream'
    const file = filename === undefined ? undefined : { filename: baseName(filename), type }
    const isSkipped = file !== undefined && (this.#isOver || this.#problem !== undefined)
    this.#part = { name, file, chunks: [], most: file === undefined ? maxFieldBytes : maxFileBytes, size: 0, isSkipped }
  }

  #add(bytes: Buffer): void {
    const part = this.#part
    if (part === undefined || bytes.length === 0) return
    part.size += bytes.length
    if (part.size > part.most) {
      const most = `may have at most ${sizeText(part.most)}`
      this.#over(part.name, `"${part.name}" ${most}.`, most)
      part.isSkipped = true
      part.chunks.length = 0
    }
    if (!part.isSkipped) part.chunks.push(bytes)
  }

  #close(): void {
    if (this.#part === undefined) return
    const { name, file, chunks, isSkipped } = this.#part
    this.#part = undefined
    if (isSkipped) return
    const bytes = Buffer.concat(chunks)
    const value: string | PostedFile = file === undefined ? decodeText(bytes) : { ...file, bytes }
    this.#fields.push({ name, value })
  }
}

function findHeader(headers: string, wanted: string): string {
  for (const line of headers.split('\r\n')) {
    const colon = line.indexOf(':')
    if (line.slice(0, colon).trim().toLowerCase() === wanted) return line.slice(colon + 1).trim()
  }
  return ''
}

/** Browsers write quotes and ends of lines in names as `%22`, `%0D` and `%0A`. */
function findParameter(disposition: string, wanted: string): string | undefined {
  const found = new RegExp(`;\\s*${wanted}="([^"]*)"`, 'i').exec(disposition)?.[1]
  return found?.replace(/%22/g, '"').replace(/%0D/gi, '\r').replace(/%0A/gi, '\n')
}

/** Without the folders that some browsers send along, and without what no name of a file has. */
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
