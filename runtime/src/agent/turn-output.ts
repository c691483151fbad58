/** The output of an agent: its reply as a value of a declared type. */
import type { StandardSchema } from '#contract/api.ts'
import type { JsonSchema } from '#contract/schema/json-schema.ts'
import { toValidator } from '#contract/schema/standard.ts'
import type { Checked } from '#contract/schema/validation.ts'
import { tryParseJson } from '#contract/try-parse-json.ts'
import { restoreInput } from '#wire/restore-input.ts'
import { rootObject } from '#wire/tool-schema.ts'

export interface TurnOutput {
  /** Describes an object. */
  readonly schema: JsonSchema
  /** Instructions of the model, for servers that don't enforce the schema. */
  readonly rules: string
  /** Checks the text of a reply. */
  read(text: string): Checked | Promise<Checked>
}

/**
 * Opens the `output` of an agent.
 *
 * @throws TypeError for a value that isn't a schema, or doesn't describe an object.
 */
export function openOutput(output: StandardSchema): TurnOutput {
  const { schema, parse } = toValidator(output, 'output')
  rootObject(schema)
  return {
    schema,
    rules: `Your final reply is one JSON object without any other text. It matches this JSON Schema: ${JSON.stringify(schema)}`,
    read(text) {
      const value = tryParseJson(removeFence(text), UNREADABLE)
      if (value === UNREADABLE) return { issues: [{ path: '', message: 'must be JSON' }] }
      return parse(restoreInput(schema, value))
    },
  }
}

const UNREADABLE = Symbol('unreadable')

/** Some models write JSON as a block of Markdown. */
function removeFence(text: string): string {
  return /^\s*```(?:json)?\n([\s\S]*)\n```\s*$/.exec(text)?.[1] ?? text
}

type Issues = NonNullable<Checked['issues']>

/** Returns the message that asks the model for a valid reply. */
export function writeRepair(issues: Issues): string {
  return `Your reply is not valid:\n${describeIssues(issues)}\nReply again, with the whole JSON object and nothing else.`
}

export function describeIssues(issues: Issues): string {
  return issues.map(({ path, message }) => `- ${path === '' ? 'the reply' : path} ${message}`).join('\n')
}
