/** Joins the parts that the compiler generated for one schema into a `Validator`. */
import { createIssueCollector } from './collect-issues.ts'
import { expectation } from './expectation.ts'
import type { JsonSchema } from './json-schema.ts'
import type { PartFunctions } from './schema-part.ts'
import type { Issue, Validator } from './validation.ts'

/** The generated functions of one schema. */
export interface ValidatorParts {
  readonly is: (value: unknown) => boolean
  /** Checks of items and values of records, by JSON pointers into the schema: right ones are passed over for issues. */
  readonly items?: PartFunctions
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
  const collect = createIssueCollector(schema, parts.items)
  return {
    schema,
    is,
    parse: (value) => {
      if (!is(value)) return { issues: atLeastOne(collect(value), schema) }
      return { value: build === undefined ? value : build(value) }
    },
    ...(encode === undefined || decode === undefined ? {} : { encode, decode }),
    ...(stringify === undefined ? {} : { stringify }),
  }
}

/** What `is` refused has an issue, even where the schema cannot say it: an inherited member, say. */
function atLeastOne(issues: readonly Issue[], schema: JsonSchema): readonly Issue[] {
  return issues.length > 0 ? issues : [{ path: '', message: `must be ${expectation(schema)}` }]
}
