/** Reads the body of a posted form as its fields. */

import { isUtf8 } from 'node:buffer'
import { FwError } from '#contract/http/error.ts'
import { parseQuery } from '#contract/http/query.ts'
import { ByteCollector } from '#wire/collect-bytes.ts'
import type { PostedField } from './field-tree.ts'
import {
  describeFieldLimit,
  describeNameLimit,
  describeSizeLimit,
  FormLimitError,
  type FormLimits,
} from './form-limits.ts'

/**
 * Returns the fields of an `application/x-www-form-urlencoded` body.
 *
 * @throws FormLimitError for too many fields, and for a name that is too long
 */
export function readFields(text: string, limits: Pick<FormLimits, 'maxFields'>): readonly PostedField[] {
  const { fields, problem } = readSome(text, limits)
  if (problem !== undefined) throw new FormLimitError(problem, fields)
  return fields
}

/** Returns the fields up to the first one that exceeds a limit. Parses no field behind it. */
function readSome(
  text: string,
  limits: Pick<FormLimits, 'maxFields'>,
): { readonly fields: readonly PostedField[]; readonly problem?: string } {
  const end = findEnd(text, limits.maxFields)
  const fields: PostedField[] = []
  for (const [name, value] of parseQuery(text.slice(0, end))) {
    const problem = describeNameLimit(name)
    if (problem !== undefined) return { fields, problem }
    fields.push({ name, value })
  }
  return end < text.length ? { fields, problem: describeFieldLimit(limits) } : { fields }
}

/** Returns the end of the last field within the limit. Empty pairs, as in `a=1&&b=2`, don't count. */
function findEnd(text: string, maxFields: number): number {
  let count = 0
  for (let start = 0; start < text.length; ) {
    const next = text.indexOf('&', start)
    const end = next === -1 ? text.length : next
    if (end > start && ++count > maxFields) return start
    start = end + 1
  }
  return text.length
}

/**
 * Returns the fields of a body without a length, or with a length over the limit. The error contains the complete
 * fields within the limit.
 */
export async function readFieldsWithin(
  body: AsyncIterable<Uint8Array> | null,
  limits: FormLimits,
): Promise<readonly PostedField[]> {
  const { maxFieldBytes: maxBytes } = limits
  const collected = new ByteCollector()
  let room = maxBytes
  let isOver = false
  try {
    for await (const chunk of body ?? []) {
      collected.add(chunk.subarray(0, room))
      isOver = chunk.byteLength > room
      if (isOver) break
      room -= chunk.byteLength
    }
  } catch (error) {
    // The host counts bytes too, and ends the body.
    if (!(error instanceof FwError) || error.code !== 'payload_too_large') throw error
    isOver = true
  }
  const bytes = collected.join()
  if (!isOver && !isUtf8(bytes)) throw new FwError('invalid_request', { message: 'The form is not valid UTF-8.' })
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
  if (!isOver) return readFields(text, limits)
  const { fields } = readSome(text.slice(0, Math.max(0, text.lastIndexOf('&'))), limits)
  throw new FormLimitError(describeSizeLimit({ maxBytes }), fields)
}
