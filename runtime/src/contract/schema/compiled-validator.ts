/** Joins the parts that the compiler generated for one schema into a `Validator`. */
import { createIssueCollector } from './collect-issues.ts'
import { describeExpectation } from './describe-expectation.ts'
import type { JsonSchema } from './json-schema.ts'
import type { PartFunctions } from './schema-part.ts'
import type { Issue, Validator } from './validation.ts'

/** The generated functions of one schema. */
interface ValidatorParts {
  readonly is: (value: unknown) => boolean
  /**
   * Checks of items and record values, by JSON pointers into the schema. Items that pass are skipped when issues are
   * collected.
   */
  readonly items?: PartFunctions
  /** Converts a checked wire value to the real value in new containers. Absent if the value needs no conversion. */
  readonly build?: (value: unknown) => unknown
  /** Present together, if the schema contains a codec. */
  readonly encode?: (value: unknown) => unknown
  readonly decode?: (value: unknown) => unknown
  /** Present only for outputs that are objects or arrays. */
  readonly stringify?: (value: unknown) => string | undefined
  /** Present only for inputs whose fields have messages. */
  readonly formSchema?: JsonSchema
}

/** Creates a validator. `parse` runs `is` first and collects issues only after it refused the value. */
export function compiledValidator(schema: JsonSchema, parts: ValidatorParts): Validator {
  const { is, build, encode, decode, stringify, formSchema } = parts
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
    ...(formSchema === undefined ? {} : { formSchema }),
  }
}

/** A value that `is` refused has at least one issue, even if the schema can't express it, such as an inherited member. */
function atLeastOne(issues: readonly Issue[], schema: JsonSchema): readonly Issue[] {
  return issues.length > 0 ? issues : [{ path: '', message: `must be ${describeExpectation(schema)}` }]
}
