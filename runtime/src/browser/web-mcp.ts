/**
 * Offers the tools of this page to the browser's own agents (WebMCP): intents while their component is mounted, and actions
 * of the stores that the page has. Loaded only where the browser has a model context; there is no polyfill.
 */
import { toGuard } from '#contract/known-guard.ts'
import { wireName } from '#contract/name.ts'
import { pageToolEntry } from '#contract/page-call.ts'
import { type LivePageTool, liveTools } from './page-tools.ts'

/** As far as we use it (webmachinelearning.github.io/webmcp). */
export interface ModelContext {
  registerTool(tool: ModelTool, options?: { readonly signal?: AbortSignal }): unknown
}

interface ModelTool {
  readonly name: string
  readonly title?: string
  readonly description: string
  readonly inputSchema: object
  execute(input: unknown): Promise<unknown>
}

/** Name -> what takes it away again. */
const offered = new Map<string, AbortController>()

/** From now on the browser knows the tools that are mounted; it calls them as an agent does. */
export function offerTools(context: ModelContext): void {
  const { fw } = window
  if (fw === undefined) return
  // What tells of changes is loaded with this, since nobody has asked for it before.
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
        // Dots are refused by some clients.
        name: wireName(tool.name),
        ...(title === undefined ? {} : { title }),
        // An empty one is refused.
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
 * The result, or the proposal of a call that waits for a person. What was refused is an answer, too: of an error that is
 * thrown the browser tells its agent nothing, and a model that knows why can do better.
 */
async function execute(name: string, input: unknown): Promise<unknown> {
  const answer = await window.fw?.call(name, input)
  if (answer?.ok) return answer.result
  return { error: answer?.error, code: answer?.code, ...(answer?.issues !== undefined && { issues: answer.issues }) }
}
