/** Joins the parts that the compiler generated for one schema into a `Validator`. */
import { collectIssues } from './collect-issues.ts'
import type { JsonSchema } from './json-schema.ts'
import type { Validator } from './validation.ts'

/** The generated functions of one schema. */
export interface ValidatorParts {
  readonly is: (value: unknown) => boolean
  /** Checked wire value -> real value in fresh containers; absent when the value stays itself. */
  readonly build?: (value: unknown) => unknown
  /** Present together, when a codec is inside. */
  readonly encode?: (value: unknown) => unknown
  readonly decode?: (value: unknown) => unknown
  /** Outputs of objects and arrays only. */
  readonly stringify?: (value: unknown) => string | undefined
}

/** `parse` runs `is` first; issues are looked for only after it refused. */
export function compiledValidator(schema: JsonSchema, parts: ValidatorParts): Validator {
  const { is, build, encode, decode, stringify } = parts
  return {
    schema,
    is,
    parse: (value) => {
      if (!is(value)) return { issues: collectIssues(schema, value) }
      return { value: build === undefined ? value : build(value) }
    },
    ...(encode === undefined || decode === undefined ? {} : { encode, decode }),
    ...(stringify === undefined ? {} : { stringify }),
  }
}
