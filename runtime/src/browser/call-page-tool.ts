/** An agent's call of a tool of this page: the order of checks that the server has. */
import { type CallAnswer, checkPageCall, failedCall, pageToolValidators, refuseCall } from '#contract/page-call.ts'
import type { Validator } from '#contract/validation.ts'
import { asAgent } from './activity.ts'
import type { LiveTool } from './page-tools.ts'

/** Runs the tool with agent origin, or parks it. `input` is plain JSON. Never rejects. */
export async function callPageTool(tool: LiveTool, input: unknown): Promise<CallAnswer> {
  const { name, definition } = tool
  try {
    const { input: validator, output } = pageToolValidators(definition, await tool.contract?.load())
    // The scopes of the person are the server's to know: it lists no tool that they lack.
    const caller = { origin: 'agent', scopes: definition.scopes } as const
    const checked = await checkPageCall(name, definition, input, { validator, caller })
    if (!checked.ok) return checked
    if (checked.guard === 'confirm')
      return refuseCall('unavailable', `${name} needs a person's approval, which this page cannot ask for.`)
    return { ok: true, result: toWire(output, await asAgent(() => tool.run(checked.input, 'agent'))) }
  } catch (error) {
    return failedCall(error)
  }
}

/** What `run` gave, as JSON carries it. */
export function toWire(output: Validator | undefined, value: unknown): unknown {
  return output?.encode === undefined ? value : output.encode(value)
}

/** What code passes, as JSON carries it: the other way round of `parse`. */
export async function inputToWire(tool: LiveTool, input: unknown): Promise<unknown> {
  const { input: validator } = pageToolValidators(tool.definition, await tool.contract?.load())
  return validator?.encode === undefined ? input : validator.encode(input)
}
