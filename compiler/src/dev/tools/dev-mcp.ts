/** The MCP server of the tools for coding agents: `/_fw/dev/mcp` and `fw mcp` serve it. */
import { FwError, getMessage, type ManifestTool } from '@fw/runtime/contract'
import { createToolServer, type ToolServer } from '@fw/runtime/tooling'
import type { DevHost } from './dev-host.ts'
import { type DevTool, readToolInput, toInputSchema } from './dev-tool.ts'
import { DEV_TOOLS } from './tool-list.ts'

interface DevMcpOptions {
  /** Calls `work` with the host of the current sources. Rejects if the app's configuration can't be read. */
  readonly useHost: <Result>(work: (host: DevHost) => Promise<Result>) => Promise<Result>
  /**
   * Calls a tool of the running `fw dev` of the app. Resolves to `undefined` if none runs.
   *
   * @default none runs elsewhere
   */
  readonly callRunning?: (tool: string, input: unknown, signal: AbortSignal) => Promise<object | undefined>
}

const INSTRUCTIONS = `Tools for working on an fw app. After each edit, call check and get_errors until neither reports an error. A finding with fixes is corrected by apply_fix. Read search_docs before you use an API that you don't know: the documentation is that of the installed version. Errors of pages and calls appear when the page is requested or the tool is called again.`

/** Creates the server. */
export function createDevMcp({ useHost, callRunning }: DevMcpOptions): Promise<ToolServer> {
  return createToolServer({
    name: 'fw-dev',
    title: 'fw development',
    instructions: INSTRUCTIONS,
    tools: DEV_TOOLS.map(toManifestTool),
    async invoke(name, input, signal) {
      const tool = DEV_TOOLS.find((one) => one.name === name)
      if (tool === undefined) throw new FwError('unknown_tool')
      const checked = readToolInput(tool, input)
      try {
        return (await callRunning?.(name, checked, signal)) ?? (await useHost((host) => tool.run(checked, host)))
      } catch (error) {
        throw error instanceof FwError ? error : createFailure(error)
      }
    },
  })
}

/** An app that can't be loaded is a result that the agent needs, so its message is sent. */
function createFailure(cause: unknown): FwError {
  return new FwError('app_failed', { status: 500, message: getMessage(cause), cause })
}

function toManifestTool({ name, title, description, fields, effect }: DevTool): ManifestTool {
  return {
    name,
    title,
    description,
    guard: 'auto',
    input: toInputSchema(fields),
    where: 'server',
    ...(effect === 'none' && { readonly: true }),
    ...(effect === 'irreversible' && { effect }),
  }
}
