/** The tools for coding agents without a running `fw dev`: each call reads the sources as they are then. */
import type { ToolServer } from '@fw/runtime/tooling'
import { appPaths } from '#build/app-paths.ts'
import { notablePackages } from '#build/externals.ts'
import { readConfig } from '#build/load-config.ts'
import { loadViteOptions } from '#build/vite/app-options.ts'
import { createDevParts, type DevParts } from '../dev-parts.ts'
import { callRunning } from './call-running.ts'
import type { DevHost } from './dev-host.ts'
import { createDevMcp } from './dev-mcp.ts'
import { createPartsHost } from './parts-host.ts'

export interface DevToolsOptions {
  /** The app's folder. */
  readonly root: string
  /** Called with the app's own log. */
  readonly log: (line: string) => void
}

/**
 * Creates the MCP server of the tools for coding agents. Calls go to the running `fw dev` of the app; without one, each call
 * loads what it needs.
 */
export function openDevTools({ root, log }: DevToolsOptions): Promise<ToolServer> {
  const useHost = async <Result>(work: (host: DevHost) => Promise<Result>): Promise<Result> => {
    const parts = openParts(root, log)
    try {
      return await work(createLazyHost(root, parts.get))
    } finally {
      await parts.close()
    }
  }
  return createDevMcp({ useHost, callRunning: (tool, input, signal) => callRunning(root, tool, input, signal) })
}

/** Returns a host that reads the app when a tool first needs it. */
function createLazyHost(root: string, get: () => Promise<DevParts>): DevHost {
  const host = async () => createPartsHost(await get())
  return {
    root: appPaths(root, {}).root,
    analyze: async () => (await host()).analyze(),
    listLoadedFiles: async (file) => (await host()).listLoadedFiles(file),
    useApp: async (work) => (await host()).useApp(work),
  }
}

function openParts(root: string, log: (line: string) => void) {
  let opened: Promise<DevParts> | undefined
  const open = async (): Promise<DevParts> => {
    const { config, vite } = await readConfig(root)
    const own = await loadViteOptions(root, 'serve', vite)
    const read = { paths: appPaths(root, config), config, packages: notablePackages(root) }
    return createDevParts({ ...read, own, http: undefined, log })
  }
  return {
    get() {
      opened ??= open()
      return opened
    },
    async close() {
      const parts = await opened?.catch(() => undefined)
      if (parts === undefined) return
      parts.analysis.closeStored()
      await parts.app.close()
      await parts.vite.close()
    },
  }
}
