/**
 * Offers the tools of this page to the browser's own agents (WebMCP): intents while their component is mounted, actions of
 * the page's stores, and the functions of the server that the user may call. Loaded only if the browser has a model context; fw includes no polyfill.
 */
import { marksUntrusted } from '#contract/agent/untrusted.ts'
import type { ManifestTool } from '#contract/api.ts'
import { toGuard } from '#contract/known-guard.ts'
import { wireName } from '#contract/name.ts'
import { pageToolEntry } from '#contract/page/page-call.ts'
import { describeOwnFormats } from '#wire/own-formats.ts'
import { listServerTools } from './list-tools.ts'
import { type LivePageTool, liveTools } from './page-tools.ts'

/** The parts of the API in use (webmachinelearning.github.io/webmcp). */
export interface ModelContext {
  registerTool(tool: ContextTool, options?: { readonly signal?: AbortSignal }): unknown
}

export interface ContextTool {
  readonly name: string
  readonly title?: string
  readonly description: string
  readonly inputSchema: object
  execute(...given: unknown[]): Promise<unknown>
  readonly annotations: { readonly readOnlyHint: boolean; readonly untrustedContentHint: boolean }
}

/** A tool to register, by its name for clients. */
interface OfferedTool {
  readonly name: string
  describe(): Promise<PageTool>
}

type PageTool = Pick<ManifestTool, 'title' | 'description' | 'input' | 'output' | 'readonly'>

/** Maps a name to the function that removes the tool. */
const offered = new Map<string, AbortController>()
/** The server's tools for this URL, after they have been read. */
let serverTools: readonly ManifestTool[] = []

/** Registers tools with the browser from now on; its calls have agent origin. */
export function offerTools(context: ModelContext): void {
  const { fw } = window
  if (fw === undefined) return
  // Loaded together with this module, because nothing subscribes to changes before.
  void fw.on('tools', () => updateAll(context)).then(() => updateAll(context))
}

/** Mounted tools are offered at once, because they don't need the server. */
async function updateAll(context: ModelContext): Promise<void> {
  update(context)
  serverTools = await listServerTools()
  update(context)
}

function update(context: ModelContext): void {
  // Some clients refuse dots. A mounted tool wins over one of the server with the same name.
  const tools = new Map([...serverTools.map(toServerTool), ...liveTools().filter(isOpen).map(toLiveTool)])
  for (const [name, controller] of offered)
    if (!tools.has(name)) {
      controller.abort()
      offered.delete(name)
    }
  for (const [name, tool] of tools) {
    if (offered.has(name)) continue
    const controller = new AbortController()
    offered.set(name, controller)
    void offer(context, name, tool, controller.signal)
  }
}

function toServerTool(tool: ManifestTool): readonly [string, OfferedTool] {
  return [wireName(tool.name), { name: tool.name, describe: async () => tool }]
}

function toLiveTool(tool: LivePageTool): readonly [string, OfferedTool] {
  const describe = async () => pageToolEntry(tool.name, tool.definition, await tool.contract?.load())
  return [wireName(tool.name), { name: tool.name, describe }]
}

function isOpen({ definition }: LivePageTool): boolean {
  return toGuard(definition.guard) !== 'forbidden'
}

async function offer(context: ModelContext, name: string, tool: OfferedTool, signal: AbortSignal): Promise<void> {
  try {
    const { title, description, input, output, readonly } = await tool.describe()
    if (signal.aborted) return
    await context.registerTool(
      {
        name,
        ...(title === undefined ? {} : { title }),
        // Empty descriptions are refused.
        description: description || title || tool.name,
        inputSchema: describeOwnFormats(input),
        execute: (given) => execute(tool.name, given),
        annotations: {
          readOnlyHint: readonly === true,
          untrustedContentHint: output !== undefined && marksUntrusted(output),
        },
      },
      { signal },
    )
  } catch (error) {
    console.error(`[fw] The browser's agents do not get ${tool.name}.`, error)
  }
}

/**
 * Returns the result, or the proposal of a pending call. A refusal is returned as well: browsers don't show thrown
 * errors to their agents, and a model that knows the reason can correct itself.
 */
async function execute(name: string, input: unknown): Promise<unknown> {
  const answer = await window.fw?.call(name, input)
  if (answer?.ok) return answer.result
  return { error: answer?.error, code: answer?.code, ...(answer?.issues !== undefined && { issues: answer.issues }) }
}
