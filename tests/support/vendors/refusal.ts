/** The common form of a vendor's checks. */
import type { ScriptedRequest } from '../../../runtime/src/testing.ts'

export type Fields = Readonly<Record<string, unknown>>

/** Why a vendor refuses a request. Each vendor writes it in its own form of an error. */
export interface Refusal {
  readonly message: string
  /** Default 400. */
  readonly status?: number
  /** Default: the vendor's type for invalid requests. */
  readonly type?: string
  /** OpenAI names the field, or the path of the value. */
  readonly param?: string
  readonly code?: string
}

export interface VendorRequest extends Pick<ScriptedRequest, 'model' | 'headers' | 'body'> {
  /** Path with query. */
  readonly path: string
  /** What `writePrefix` has written of earlier requests that were accepted. Absent: unknown. */
  readonly accepted?: ReadonlySet<string>
}

/** Returns the refusal of a request that breaks the rule. A string is its message. */
export type RuleCheck = (request: VendorRequest) => Refusal | string | undefined

export function toFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
}

export function toList(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.map(toFields) : []
}

/** Returns the first result that isn't undefined. */
export function findFirst<Item, Result>(
  items: readonly Item[],
  check: (item: Item, index: number, items: readonly Item[]) => Result | undefined,
): Result | undefined {
  for (const [index, item] of items.entries()) {
    const found = check(item, index, items)
    if (found !== undefined) return found
  }
  return undefined
}

/** Average number of characters in a token. */
const CHARACTERS = 4

export function countTokens({ body }: VendorRequest): number {
  return Math.ceil(JSON.stringify(body).length / CHARACTERS)
}

export function countBytes({ body }: VendorRequest): number {
  return Buffer.byteLength(JSON.stringify(body))
}

/** Returns the media type of an image in base64 by its first bytes; `undefined` for other bytes. */
export function readImageType(data: string): string | undefined {
  const bytes = Buffer.from(data.slice(0, 24), 'base64').toString('latin1')
  if (bytes.startsWith('\x89PNG')) return 'image/png'
  if (bytes.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (bytes.startsWith('GIF8')) return 'image/gif'
  return /^RIFF....WEBP/s.test(bytes) ? 'image/webp' : undefined
}

/** Returns the key of `authorization: Bearer`, or an empty string. */
export function readBearer({ headers }: VendorRequest): string {
  return /^Bearer (.+)$/.exec(String(headers.authorization ?? ''))?.[1] ?? ''
}
