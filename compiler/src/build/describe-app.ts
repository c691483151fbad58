/** An app as its files tell it, for a report: configuration, convention files, routes. Runs nothing but `fw.config.ts`. */
import type { FwConfig } from '@fw/runtime/contract'
import type { ConventionFiles, RouteModel } from '../model.ts'
import { appPaths } from './app-paths.ts'
import { loadConfig } from './load-config.ts'
import { scanApp } from './scan-app.ts'

/** All paths are relative to the app root, with `/`. */
export interface AppDescription {
  /** With the defaults of what is not written. */
  readonly config: FwConfig
  /** Files with a fixed place that exist. */
  readonly files: ConventionFiles
  /** Modules of apis. */
  readonly apis: readonly string[]
  /** Pages and error pages; `filePath` and `layouts` are relative to the root, too. */
  readonly routes: readonly RouteModel[]
}

/** Rejects where the configuration cannot be read. */
export async function describeApp(root: string): Promise<AppDescription> {
  const config = await loadConfig(root)
  const paths = appPaths(root, config)
  const { files, modules, routes } = scanApp(paths, config)
  const folder = paths.routesDir.slice(paths.root.length + 1)
  return {
    config: { ...DEFAULTS, ...config },
    files,
    apis: modules.map(({ file }) => file),
    routes: routes
      .filter(({ kind }) => kind !== 'layout')
      .map((route) => ({
        ...route,
        filePath: `${folder}/${route.filePath}`,
        layouts: route.layouts.map((file) => `${folder}/${file}`),
      })),
  }
}

/** Interface.md: Application configuration fields. Those without a value of their own are off, or on, as a whole. */
const DEFAULTS: FwConfig = {
  lang: 'en',
  inlineStyles: false,
  output: 'bun',
  routesDir: 'src/routes',
  serverDir: 'src/server',
  clientEntry: 'src/client.ts',
  agentModule: 'src/agent.ts',
  storesModule: 'src/stores.ts',
  websocket: 'src/ws.ts',
}
