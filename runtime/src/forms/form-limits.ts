/** What one posted form may send, and what is said of one that sends more. */
import type { Uploads } from '#contract/config.ts'
import { FwError } from '#contract/error.ts'
import type { Issue } from '#contract/validation.ts'
import type { PostedField } from './field-tree.ts'

export interface FormLimits extends Required<Uploads> {
  /** Bytes of one field that is no file. */
  readonly maxFieldBytes: number
}

/** `maxBodyBytes`: what any other body may have; a field of a form with files has no more. */
export function formLimits(uploads: Uploads | undefined, maxBodyBytes: number): FormLimits {
  const { maxBytes = maxBodyBytes, maxFileBytes = maxBytes, maxFiles = 20, maxFields = 1000 } = uploads ?? {}
  return { maxBytes, maxFileBytes, maxFiles, maxFields, maxFieldBytes: maxBodyBytes }
}

/** `payload_too_large` for a form, with the fields that had been read by then: its page shows them again. */
export class FormLimitError extends FwError {
  readonly fields: readonly PostedField[]

  constructor(message: string, fields: readonly PostedField[], issues: readonly Issue[] = []) {
    super('payload_too_large', { message, ...(issues.length > 0 && { issues }) })
    this.fields = fields
  }
}

/** `12 bytes`, `100 kB`, `1 MiB`: as it was configured, if it was by whole ones, else about as much. */
export function sizeText(bytes: number): string {
  for (const [unit, size] of WHOLE) if (bytes >= size && bytes % size === 0) return `${bytes / size} ${unit}`
  for (const [unit, size] of ABOUT) if (bytes >= size) return `${(bytes / size).toFixed(1).replace('.0', '')} ${unit}`
  return bytes === 1 ? '1 byte' : `${bytes} bytes`
}

const WHOLE = [
  ['GiB', 1024 ** 3],
  ['MiB', 1024 ** 2],
  ['KiB', 1024],
] as const
const ABOUT = [
  ['GB', 1e9],
  ['MB', 1e6],
  ['kB', 1000],
] as const

/** Of a form as a whole. */
export function wholeLimitText({ maxBytes }: Pick<FormLimits, 'maxBytes'>): string {
  return `This form may send at most ${sizeText(maxBytes)}.`
}

export function fieldsLimitText({ maxFields }: Pick<FormLimits, 'maxFields'>): string {
  return `This form may have at most ${maxFields} fields.`
}
