/** Calls of the tools that every page has. They run as they are: what they do to the page is the agent's. */
import { type CallAnswer, checkPageCall, pageToolValidators, refuseCall, toCallRefusal } from '#contract/page-call.ts'
import { UI_TOOLS, type UiToolName } from '#contract/ui-tools.ts'
import { noteTaint } from './post-json.ts'
import { RUN_UI_TOOL } from './ui-tools.ts'
import type { Wake } from './wake-tool.ts'

/** Never rejects. */
export async function callUiTool(name: string, input: unknown, wake: Wake): Promise<CallAnswer> {
  if (!isUiTool(name)) return refuseCall('unknown_tool', `There is no ${name}.`)
  try {
    const { input: validator } = pageToolValidators(UI_TOOLS[name], undefined)
    const caller = { origin: 'agent', scopes: undefined } as const
    const checked = await checkPageCall(name, UI_TOOLS[name], input, { validator, caller })
    if (!checked.ok) return checked
    // Whatever it answers holds words of the page, which anybody may have written.
    noteTaint()
    return { ok: true, result: await RUN_UI_TOOL[name](checked.input as never, wake) } // of its schema
  } catch (error) {
    return toCallRefusal(error)
  }
}

function isUiTool(name: string): name is UiToolName {
  return Object.hasOwn(UI_TOOLS, name)
}
