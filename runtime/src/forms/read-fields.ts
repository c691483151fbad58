/** Reads the body of a posted form as its fields. */

import { isUtf8 } from 'node:buffer'
import { FwError } from '#contract/http/error.ts'
import { parseQuery } from '#contract/http/query.ts'
import { ByteCollector } from '#wire/collect-bytes.ts'
import type { PostedField } from './field-tree.ts'
import { describeFieldLimit, describeSizeLimit, FormLimitError, type FormLimits } from './form-limits.ts'

/**
 * Returns the fields of an `application/x-www-form-urlencoded` body.
 *
 * @throws FormLimitError for too many fields
 */
export function readFields(text: string, limits: Pick<FormLimits, 'maxFields'>): readonly PostedField[] {
  const fields: PostedField[] = []
  for (const [name, value] of parseQuery(text)) {
    if (fields.length >= limits.maxFields) throw new FormLimitError(describeFieldLimit(limits), fields)
    fields.push({ name, value })
  }
  return fields
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
  const whole = [...parseQuery(text.slice(0, Math.max(0, text.lastIndexOf('&'))))]
  const fields = whole.slice(0, limits.maxFields).map(([name, value]) => ({ name, value }))
  throw new FormLimitError(describeSizeLimit({ maxBytes }), fields)
}
