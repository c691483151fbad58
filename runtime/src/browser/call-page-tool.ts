/** An agent's call of a tool of this page: the order of checks that the server has. */
import { type CallAnswer, checkPageCall, failedCall, pageToolValidators } from '#contract/page-call.ts'
import { asAgent } from './activity.ts'
import type { LiveTool } from './page-tools.ts'
import { toWire, wireInput } from './wire-values.ts'

/** Runs the tool with agent origin, or parks it. `input` is plain JSON. Never rejects. */
export async function callPageTool(tool: LiveTool, input: unknown): Promise<CallAnswer> {
  const { name, definition } = tool
  try {
    const { input: validator, output } = pageToolValidators(definition, await tool.contract?.load())
    // The scopes of the person are the server's to know: it lists no tool that they lack.
    const caller = { origin: 'agent', scopes: definition.scopes } as const
    const checked = await checkPageCall(name, definition, input, { validator, caller })
    if (!checked.ok) return checked
    if (checked.guard === 'confirm') {
      const { parkPageCall } = await import('./approvals.ts')
      return { ok: true, result: await parkPageCall(tool, wireInput(validator, input, checked.input), checked.input) }
    }
    return { ok: true, result: toWire(output, await asAgent(() => tool.run(checked.input, 'agent'))) }
  } catch (error) {
    return failedCall(error)
  }
}
