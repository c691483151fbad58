/** Tools that the app's own code offers to the browser's agents (WebMCP). */
import { noteAgentRun } from './agent-runs.ts'
import { asAgent } from './as-agent.ts'
import type { ContextTool, ModelContext } from './web-mcp.ts'

/** From now on, calls of tools that code offers have agent origin. Returns the context for the tools of fw, whose calls have it anyway. */
export function carryAppTools(context: ModelContext): ModelContext {
  const registerTool = context.registerTool.bind(context)
  context.registerTool = (tool, options) => registerTool(runAsAgent(tool), options)
  return { registerTool }
}

/** The tool may be an instance of a class, and the browser reads its other members. */
function runAsAgent(tool: ContextTool): ContextTool {
  const { execute } = tool
  if (typeof execute !== 'function') return tool
  const run: ContextTool['execute'] = (...given) => {
    noteAgentRun()
    return asAgent(() => execute.apply(tool, given))
  }
  return Object.create(tool, { execute: { value: run } }) as ContextTool // with its members
}
