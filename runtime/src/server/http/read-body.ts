/** Reads request bodies within the limits of the app: JSON without a content encoding, and fields of forms. */

import { FwError } from '#contract/http/error.ts'
import { parseQuery } from '#contract/http/query.ts'
import type { FwRequest } from '#contract/http/request.ts'
import { LIVE_PATH, MAX_STREAM_BYTES } from '#contract/live/wire.ts'
import type { PostedField } from '#forms/field-tree.ts'
import type { FormLimits } from '#forms/form-limits.ts'
import { findBoundary, readMultipart } from '#forms/multipart.ts'
import { readFields, readFieldsWithin } from '#forms/read-fields.ts'
import { parseJson } from '#wire/json.ts'
import { readBytes, refuseBroken } from './read-bytes.ts'

/**
 * Returns the body as JSON; an empty one counts as `{}`. Throws `unsupported_media_type`, `payload_too_large`,
 * `invalid_json`.
 */
export async function readJson(request: FwRequest): Promise<unknown> {
  return parseBody(await readJsonText(request))
}

/** Parses a JSON body; an empty one counts as `{}`. Throws `invalid_json`. */
export function parseBody(text: string): unknown {
  return text === '' ? {} : parseJson(text)
}

/**
 * Reads a body that is declared as JSON in UTF-8; an empty body needs no declaration. Throws `unsupported_media_type`,
 * `payload_too_large`.
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

/** Whether the body is declared as an HTML form. */
export function isFormBody(request: FwRequest): boolean {
  return essence(request.header('content-type') ?? '') === 'application/x-www-form-urlencoded'
}

/** Reads the fields of a form. Throws `unsupported_media_type` for an encoded body, `payload_too_large`. */
export async function readForm(request: FwRequest): Promise<URLSearchParams> {
  refuseEncoding(request)
  return parseQuery(await request.text())
}

/**
 * Reads the fields and files of an API's form. Throws like `readForm`, `FormLimitError` with the readable fields of a form
 * that exceeds a limit, and `invalid_request` for a malformed form.
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

/**
 * Returns a copy of the whole body as it was sent; the body can still be read afterwards. Throws `payload_too_large`,
 * `invalid_request` if the client disconnects.
 */
export async function copyBody(request: FwRequest, limits: BodyLimits): Promise<Uint8Array<ArrayBuffer>> {
  const { web } = request
  if (web.bodyUsed)
    throw new TypeError(
      'The body was read before the framework could compare it with its Content-Digest. In middleware and ctxFor, read a clone: req.clone().',
    )
  const { body } = web.clone()
  return new Uint8Array(await readBytes(body ?? [], bodyLimit(request, limits)).catch(refuseBroken))
}

/** The properties of a request that its limits depend on. */
export type LimitedRequest = Pick<FwRequest, 'method' | 'path' | 'header'>

/**
 * Returns the maximum size of a body in bytes. Forms with files have a limit of their own, on paths where a page can accept
 * one: the content type alone must not raise the limit of channels and other endpoints, which read the body before they
 * know the caller.
 */
export function bodyLimit(request: LimitedRequest, limits: BodyLimits): number {
  if (request.path === LIVE_PATH) return Math.min(MAX_STREAM_BYTES, limits.maxBodyBytes)
  const isFormBody = request.method === 'POST' && !/^\/_fw(?:\/|$)/.test(request.path)
  const hasFiles = isFormBody && findBoundary(request.header('content-type') ?? '') !== undefined
  return hasFiles ? limits.formLimits.maxBytes : limits.maxBodyBytes
}

interface BodyLimits {
  readonly maxBodyBytes: number
  readonly formLimits: FormLimits
}

/** Whether the body is declared as an HTML form, with or without files. */
export function isAnyForm(request: FwRequest): boolean {
  return isFormBody(request) || findBoundary(request.header('content-type') ?? '') !== undefined
}

/** Whether the request posts a form: pages accept no other POST requests. */
export function isFormPost(request: FwRequest): boolean {
  return request.method === 'POST' && isAnyForm(request)
}

/** Refuses content encodings, because a small compressed body could expand to any size. */
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
