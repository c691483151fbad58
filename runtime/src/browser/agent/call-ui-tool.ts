/** Calls of the tools that every page has. Their effects on the page have agent origin. */

import { UI_TOOLS, type UiToolName } from '#contract/agent/ui-tools.ts'
import {
  type CallAnswer,
  checkPageCall,
  pageToolValidators,
  refuseCall,
  toCallRefusal,
} from '#contract/page/page-call.ts'
import { noteTaint } from '../calls/post-json.ts'
import { RUN_UI_TOOL } from './ui-tools.ts'
import type { Wake } from './wake-tool.ts'

/** Calls a tool. Never rejects. */
export async function callUiTool(name: string, input: unknown, wake: Wake): Promise<CallAnswer> {
  if (!isUiTool(name)) return refuseCall('unknown_tool', `Unknown tool ${name}.`)
  try {
    const { input: validator } = pageToolValidators(UI_TOOLS[name], undefined)
    const caller = { origin: 'agent', scopes: undefined } as const
    const checked = await checkPageCall(name, UI_TOOLS[name], input, { validator, caller })
    if (!checked.ok) return checked
    // Every result contains text of the page, which is untrusted content.
    noteTaint()
    return { ok: true, result: await RUN_UI_TOOL[name](checked.input as never, wake) } // matches its schema
  } catch (error) {
    return toCallRefusal(error)
  }
}

function isUiTool(name: string): name is UiToolName {
  return Object.hasOwn(UI_TOOLS, name)
}
