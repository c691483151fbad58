/**
 * Offers the tools of this page to the browser's own agents (WebMCP): intents while their component is mounted, and
 * actions of the page's stores. Loaded only if the browser has a model context; fw includes no polyfill.
 */
import { toGuard } from '#contract/known-guard.ts'
import { wireName } from '#contract/name.ts'
import { pageToolEntry } from '#contract/page/page-call.ts'
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
}

/** Maps a name to the function that removes the tool. */
const offered = new Map<string, AbortController>()

/** Registers mounted tools with the browser from now on; its calls have agent origin. */
export function offerTools(context: ModelContext): void {
  const { fw } = window
  if (fw === undefined) return
  // Loaded together with this module, because nothing subscribes to changes before.
  void fw.on('tools', () => update(context)).then(() => update(context))
}

function update(context: ModelContext): void {
  const live = new Map(
    liveTools()
      .filter(isOpen)
      .map((tool) => [tool.name, tool]),
  )
  for (const [name, controller] of offered)
    if (!live.has(name)) {
      controller.abort()
      offered.delete(name)
    }
  for (const [name, tool] of live) {
    if (offered.has(name)) continue
    const controller = new AbortController()
    offered.set(name, controller)
    void offer(context, tool, controller.signal)
  }
}

function isOpen({ definition }: LivePageTool): boolean {
  return toGuard(definition.guard) !== 'forbidden'
}

async function offer(context: ModelContext, tool: LivePageTool, signal: AbortSignal): Promise<void> {
  try {
    const { title, description, input } = pageToolEntry(tool.name, tool.definition, await tool.contract?.load())
    if (signal.aborted) return
    await context.registerTool(
      {
        // Some clients refuse dots.
        name: wireName(tool.name),
        ...(title === undefined ? {} : { title }),
        // Empty descriptions are refused.
        description: description || title || tool.name,
        inputSchema: input,
        execute: (given) => execute(tool.name, given),
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
