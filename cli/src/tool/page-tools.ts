/** Tools of pages. Each call runs on a new render of the page. */
import { type LiveTool, type ManifestTool, wireName } from '@fw/runtime/contract'
import type { FwServer } from '@fw/runtime/server'
import type { CallerHeaders } from './caller.ts'
import { readAppManifest } from './manifest.ts'

/** Returns the tools that the known pages mount for the caller. A page that throws has none. */
export async function listPageTools(server: FwServer, caller: CallerHeaders): Promise<readonly ManifestTool[]> {
  const tools = new Map<string, ManifestTool>()
  for (const path of await concretePaths(server)) {
    const manifest = await readAppManifest(server, path, caller)
    if ('ok' in manifest) continue
    for (const tool of manifest.tools) if (tool.where === 'page' && !tools.has(tool.name)) tools.set(tool.name, tool)
  }
  return [...tools.values()]
}

/** Tool of a page rendered for this call, and the functions that approve or reject a pending call. */
interface PageTool {
  readonly tool: LiveTool
  settle(decision: 'approve' | 'reject'): Promise<unknown>
}

/** Returns the tool on the first page that mounts it, or `undefined`. */
export async function findPageTool(
  server: FwServer,
  name: string,
  caller: CallerHeaders,
): Promise<PageTool | undefined> {
  for (const path of await concretePaths(server)) {
    const parked: PageTool['settle'][] = []
    const hooks = { onProposal: (_: unknown, settle: PageTool['settle']) => void parked.push(settle) }
    // The app's own `ctxFor` decides who the caller is.
    const rendered = await server.instancesInProcess(path, hooks, caller).catch(() => ({ instances: [] }))
    const tools = rendered.instances.flatMap(({ intents }) => intents)
    const tool = tools.find((one) => one.guard !== 'forbidden' && [one.name, wireName(one.name)].includes(name))
    if (tool !== undefined) return { tool, settle: async (decision) => parked[0]?.(decision) }
  }
  return undefined
}

async function concretePaths(server: FwServer): Promise<readonly string[]> {
  return (await server.listPages()).filter(({ concrete }) => concrete).map(({ path }) => path)
}
