/** The body of a posted form as its fields. */
import { isUtf8 } from 'node:buffer'
import { FwError } from '#contract/error.ts'
import type { PostedField } from './field-tree.ts'
import { FormLimitError, type FormLimits, fieldsLimitText, wholeLimitText } from './form-limits.ts'

/** The fields of an `application/x-www-form-urlencoded` body. Throws `FormLimitError` for too many. */
export function readFields(text: string, limits: Pick<FormLimits, 'maxFields'>): readonly PostedField[] {
  const fields: PostedField[] = []
  for (const [name, value] of new URLSearchParams(text)) {
    if (fields.length >= limits.maxFields) throw new FormLimitError(fieldsLimitText(limits), fields)
    fields.push({ name, value })
  }
  return fields
}

/** The same of a body that says no length, or a larger one than it may have: with the whole fields of what it may be. */
export async function readFieldsWithin(
  body: AsyncIterable<Uint8Array> | null,
  limits: FormLimits,
): Promise<readonly PostedField[]> {
  const { maxFieldBytes: maxBytes } = limits
  const chunks: Uint8Array[] = []
  let room = maxBytes
  let isOver = false
  try {
    for await (const chunk of body ?? []) {
      chunks.push(chunk.subarray(0, room))
      isOver = chunk.byteLength > room
      if (isOver) break
      room -= chunk.byteLength
    }
  } catch (error) {
    // A host counts too, and ends the body.
    if (!(error instanceof FwError) || error.code !== 'payload_too_large') throw error
    isOver = true
  }
  const bytes = Buffer.concat(chunks)
  if (!isOver && !isUtf8(bytes)) throw new FwError('invalid_request', { message: 'The form is not valid UTF-8.' })
  const text = bytes.toString('utf8')
  if (!isOver) return readFields(text, limits)
  const whole = [...new URLSearchParams(text.slice(0, Math.max(0, text.lastIndexOf('&'))))]
  const fields = whole.slice(0, limits.maxFields).map(([name, value]) => ({ name, value }))
  throw new FormLimitError(wholeLimitText({ maxBytes }), fields)
}
