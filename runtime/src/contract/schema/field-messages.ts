/** Messages that people read at an invalid field of a form: of the app, by the rules of the field. */

/** Rules that a field can break. Their names are JSON Schema keywords. */
export const FIELD_RULES = [
  'required',
  'type',
  'enum',
  'format',
  'minLength',
  'maxLength',
  'pattern',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minItems',
  'maxItems',
  'uniqueItems',
] as const

export type FieldRule = (typeof FIELD_RULES)[number]

/** A message: its text, the key of a message of `src/i18n.ts`, or a function that is called in the language of the page. */
export type FieldMessage = string | { readonly t: string } | (() => string)

/** The messages of a field by rule; `any` is the message of all other rules. */
export type FieldMessages = Readonly<Partial<Record<FieldRule | 'any', FieldMessage>>>
