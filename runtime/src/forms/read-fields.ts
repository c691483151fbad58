/** The body of a posted form as its fields. */
import { FwError } from '#contract/error.ts'
import type { PostedField } from './field-tree.ts'

/** More fields than this are no form of a person. */
export const MAX_FIELDS = 1000

/** The fields of an `application/x-www-form-urlencoded` body. Throws `payload_too_large` for too many. */
export function readFields(text: string): readonly PostedField[] {
  const fields: PostedField[] = []
  for (const [name, value] of new URLSearchParams(text)) {
    if (fields.length >= MAX_FIELDS)
      throw new FwError('payload_too_large', { message: `A form may have ${MAX_FIELDS} fields.` })
    fields.push({ name, value })
  }
  return fields
}
