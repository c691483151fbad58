/** Limits of one posted form, and the messages for a form that exceeds them. */
import type { Uploads } from '#contract/config/config.ts'
import { FwError } from '#contract/http/error.ts'
import type { Issue } from '#contract/schema/validation.ts'
import type { PostedField } from './field-tree.ts'

export interface FormLimits extends Required<Uploads> {
  /** Bytes of a field that isn't a file. */
  readonly maxFieldBytes: number
}

/**
 * Returns the limits of forms.
 *
 * @param maxBodyBytes Limit of other bodies, which also applies to each field of a form with files.
 */
export function resolveFormLimits(uploads: Uploads | undefined, maxBodyBytes: number): FormLimits {
  const { maxBytes = maxBodyBytes, maxFileBytes = maxBytes, maxFiles = 20, maxFields = 1000 } = uploads ?? {}
  return { maxBytes, maxFileBytes, maxFiles, maxFields, maxFieldBytes: maxBodyBytes }
}

/** `payload_too_large` for a form, with the fields that had been read: its page shows them again. */
export class FormLimitError extends FwError {
  readonly fields: readonly PostedField[]

  constructor(message: string, fields: readonly PostedField[], issues: readonly Issue[] = []) {
    super('payload_too_large', { message, ...(issues.length > 0 && { issues }) })
    this.fields = fields
  }
}

/** Formats a size: `12 bytes`, `100 kB` or `1 MiB`. Whole units are exact, other sizes are rounded. */
export function formatSize(bytes: number): string {
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

/** Returns the message for the size of a whole form. */
export function describeSizeLimit({ maxBytes }: Pick<FormLimits, 'maxBytes'>): string {
  return `This form may send at most ${formatSize(maxBytes)}.`
}

export function describeFieldLimit({ maxFields }: Pick<FormLimits, 'maxFields'>): string {
  return `This form may have at most ${maxFields} fields.`
}

/**
 * Maximum length of a field name. Browsers send the names that the page contains. On Bun, patterns that read a longer name
 * could take a second.
 */
const MAX_NAME_LENGTH = 1000

/** Returns the message for a field name that is too long; `undefined` for other names. */
export function describeNameLimit(name: string): string | undefined {
  if (name.length <= MAX_NAME_LENGTH) return undefined
  return `The names of a form's fields may have at most ${MAX_NAME_LENGTH} characters.`
}
