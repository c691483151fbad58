/** Calls of the tools that every page has. They run as they are: what they do to the page is the agent's. */
import type { ManifestTool } from '#contract/api.ts'
import {
  type CallAnswer,
  checkPageCall,
  failedCall,
  pageToolEntry,
  pageToolValidators,
  refuseCall,
} from '#contract/page-call.ts'
import { UI_TOOLS } from './ui-tools.ts'
import type { Wake } from './wake-tool.ts'

/** Never rejects. */
export async function callUiTool(name: string, input: unknown, wake: Wake): Promise<CallAnswer> {
  const tool = Object.hasOwn(UI_TOOLS, name) ? UI_TOOLS[name] : undefined
  if (tool === undefined) return refuseCall('unknown_tool', `There is no ${name}.`)
  try {
    const { input: validator } = pageToolValidators(tool.definition, undefined)
    const caller = { origin: 'agent', scopes: undefined } as const
    const checked = await checkPageCall(name, tool.definition, input, { validator, caller })
    if (!checked.ok) return checked
    return { ok: true, result: await tool.run(checked.input as never, wake) } // of its schema
  } catch (error) {
    return failedCall(error)
  }
}

export function listUiTools(): readonly ManifestTool[] {
  return Object.entries(UI_TOOLS).map(([name, { definition }]) => pageToolEntry(name, definition, undefined))
}
