/** What one posted form may send. */
import type { Uploads } from '#contract/config.ts'

export interface FormLimits extends Required<Uploads> {
  /** Bytes of one field that is no file. */
  readonly maxFieldBytes: number
}

/** `maxBodyBytes`: what any other body may have; a field of a form with files has no more. */
export function formLimits(uploads: Uploads | undefined, maxBodyBytes: number): FormLimits {
  const { maxBytes = maxBodyBytes, maxFileBytes = maxBytes, maxFiles = 20, maxFields = 1000 } = uploads ?? {}
  return { maxBytes, maxFileBytes, maxFiles, maxFields, maxFieldBytes: maxBodyBytes }
}
