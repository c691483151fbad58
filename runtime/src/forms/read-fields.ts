/** The body of a posted form as its fields. */
import { FwError } from '#contract/error.ts'
import type { PostedField } from './field-tree.ts'

/** The fields of an `application/x-www-form-urlencoded` body. Throws `payload_too_large` for too many. */
export function readFields(text: string, maxFields: number): readonly PostedField[] {
  const fields: PostedField[] = []
  for (const [name, value] of new URLSearchParams(text)) {
    if (fields.length >= maxFields)
      throw new FwError('payload_too_large', { message: `This form may have ${maxFields} fields.` })
    fields.push({ name, value })
  }
  return fields
}
