/** Converts between the values of code and their JSON form, for tools of the page. */
import { pageToolValidators } from '#contract/page/page-call.ts'
import type { Validator } from '#contract/schema/validation.ts'
import type { LivePageTool } from './page-tools.ts'

/** Converts the result of `run` to JSON. */
export function encodeInput(output: Validator | undefined, value: unknown): unknown {
  return output?.encode === undefined ? value : output.encode(value)
}

/** Returns the input to store for a held call: with defaults filled in, unless its schema can't be reversed. */
export function encodeCallInput(validator: Validator | undefined, given: unknown, value: unknown): unknown {
  if (validator?.foreign) return given ?? {}
  return (validator?.encode === undefined ? value : validator.encode(value)) ?? {}
}

/** Converts an input of code to JSON, the reverse of `parse`. */
export async function inputToWire(tool: LivePageTool, input: unknown): Promise<unknown> {
  const { input: validator } = pageToolValidators(tool.definition, await tool.contract?.load())
  return validator?.encode === undefined ? input : validator.encode(input)
}
