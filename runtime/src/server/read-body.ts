/** Reading what a caller sent, under the rules of decisions, Dispatch: JSON only, unencoded, within the limits. */
import { FwError } from '#contract/error.ts'
import type { FwRequest } from '#contract/request.ts'
import { parseJson } from '#wire/json.ts'
import type { PostedField } from '../forms/field-tree.ts'
import type { FormLimits } from '../forms/form-limits.ts'
import { findBoundary, readMultipart } from '../forms/multipart.ts'
import { readFields, readFieldsWithin } from '../forms/read-fields.ts'

/** The body as JSON; an empty one counts as `{}`. Throws `unsupported_media_type`, `payload_too_large`, `invalid_json`. */
export async function readJson(request: FwRequest): Promise<unknown> {
  return parseBody(await readJsonText(request))
}

/** The value of a JSON body; an empty one counts as `{}`. Throws `invalid_json`. */
export function parseBody(text: string): unknown {
  return text === '' ? {} : parseJson(text)
}

/**
 * The text of a body that is said to be JSON in UTF-8; without a body nothing has to be said. Throws
 * `unsupported_media_type`, `payload_too_large`.
 */
export function readJsonText(request: FwRequest): Promise<string> {
  const type = request.header('content-type')
  if (type !== undefined && type !== 'application/json' && !isJson(type)) throw new FwError('unsupported_media_type')
  refuseEncoding(request)
  return type === undefined ? readUntyped(request) : request.text()
}

async function readUntyped(request: FwRequest): Promise<string> {
  const text = await request.text()
  if (text !== '') throw new FwError('unsupported_media_type')
  return text
}

/** Whether the body is said to be that of an HTML form. */
export function isFormBody(request: FwRequest): boolean {
  return essence(request.header('content-type') ?? '') === 'application/x-www-form-urlencoded'
}

/** The fields of a form. Throws `unsupported_media_type` for an encoded body, `payload_too_large`. */
export async function readForm(request: FwRequest): Promise<URLSearchParams> {
  refuseEncoding(request)
  return new URLSearchParams(await request.text())
}

/**
 * The fields of a form of an api, and its files. Throws like `readForm`, `FormLimitError` with what it could read of a form
 * that sends too much, and `invalid_request` for what is no form.
 */
export async function readPostedForm(request: FwRequest, limits: FormLimits): Promise<readonly PostedField[]> {
  refuseEncoding(request)
  const boundary = findBoundary(request.header('content-type') ?? '')
  const length = request.header('content-length')
  if (boundary === undefined && Number(length ?? Number.NaN) <= limits.maxFieldBytes)
    return readFields(await request.text(), limits)
  const body = unreadBody(request)
  if (boundary === undefined) return readFieldsWithin(body, limits)
  const isOver = Number(length ?? 0) > limits.maxBytes
  return body === null ? [] : readMultipart(body, boundary, limits, isOver)
}

function unreadBody({ web }: FwRequest): Request['body'] {
  if (web.bodyUsed)
    throw new TypeError(
      'The form was read before the framework could read it. In middleware and ctxFor, read a clone: req.clone().',
    )
  return web.body
}

/** What a limit depends on. */
export type LimitedRequest = Pick<FwRequest, 'method' | 'path' | 'header'>

/**
 * Returns the most bytes that a body may have. Forms with files have a limit of their own, where a page can accept one: a
 * content type alone must not raise the limit of channels and other endpoints, which read the body before they know the caller.
 */
export function bodyLimit(request: LimitedRequest, limits: BodyLimits): number {
  const isFormBody = request.method === 'POST' && !/^\/_fw(?:\/|$)/.test(request.path)
  const hasFiles = isFormBody && findBoundary(request.header('content-type') ?? '') !== undefined
  return hasFiles ? limits.formLimits.maxBytes : limits.maxBodyBytes
}

export interface BodyLimits {
  readonly maxBodyBytes: number
  readonly formLimits: FormLimits
}

/** Whether the body is said to be that of an HTML form, files and all. */
export function isAnyForm(request: FwRequest): boolean {
  return isFormBody(request) || findBoundary(request.header('content-type') ?? '') !== undefined
}

/** A small compressed body could unfold to any size. */
function refuseEncoding(request: FwRequest): void {
  const encoding = request.header('content-encoding')
  if (encoding !== undefined && encoding.trim().toLowerCase() !== 'identity')
    throw new FwError('unsupported_media_type')
}

function isJson(type: string): boolean {
  const name = essence(type)
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(type)?.[1]?.toLowerCase()
  if (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8' && charset !== 'us-ascii') return false
  return name === 'application/json' || /^application\/[\w.-]+\+json$/.test(name)
}

function essence(type: string): string {
  return (type.split(';')[0] ?? '').trim().toLowerCase()
}
