/** Between the values that code sees and those that JSON carries, for tools of the page. */
import { pageToolValidators } from '#contract/page-call.ts'
import type { Validator } from '#contract/validation.ts'
import type { LivePageTool } from './page-tools.ts'

/** What `run` gave, as JSON carries it. */
export function encodeInput(output: Validator | undefined, value: unknown): unknown {
  return output?.encode === undefined ? value : output.encode(value)
}

/** What is kept of a held call: with defaults filled in, unless the schema is one that cannot be turned back. */
export function encodeCallInput(validator: Validator | undefined, given: unknown, value: unknown): unknown {
  if (validator?.foreign) return given ?? {}
  return (validator?.encode === undefined ? value : validator.encode(value)) ?? {}
}

/** What code passes, as JSON carries it: the other way round of `parse`. */
export async function inputToWire(tool: LivePageTool, input: unknown): Promise<unknown> {
  const { input: validator } = pageToolValidators(tool.definition, await tool.contract?.load())
  return validator?.encode === undefined ? input : validator.encode(input)
}
