/**
 * Describes an app from its files, for a report: configuration, convention files, routes. Executes only `fw.config.ts`.
 */
import type { FwConfig } from '@fw/runtime/contract'
import type { ConventionFiles, HttpRouteModel, RouteModel } from '../model.ts'
import { appPaths } from './app-paths.ts'
import { loadConfig } from './load-config.ts'
import { scanApp } from './scan-app.ts'

/** All paths are relative to the app root, with `/`. */
export interface AppDescription {
  /** Includes the defaults of fields that aren't set. */
  readonly config: FwConfig
  /** Convention files that exist. */
  readonly files: ConventionFiles
  /** Api modules. */
  readonly apis: readonly string[]
  /** Pages and error pages; here `filePath` and `layouts` are relative to the root too. */
  readonly routes: readonly RouteModel[]
  /** The app's own endpoints; `filePath` is relative to the root. */
  readonly http: readonly HttpRouteModel[]
}

/**
 * Describes the app at `root`.
 *
 * @throws if the configuration can't be read.
 */
export async function describeApp(root: string): Promise<AppDescription> {
  const config = await loadConfig(root)
  const paths = appPaths(root, config)
  const { files, modules, routes, http = [] } = scanApp(paths, config)
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
    http: http.map((route) => ({ ...route, filePath: `${folder}/${route.filePath}` })),
  }
}

/** Interface.md: Application configuration fields. Fields without a default value are on or off as a whole. */
const DEFAULTS: FwConfig = {
  lang: 'en',
  inlineStyles: false,
  keepAssets: 1,
  output: 'bun',
  routesDir: 'src/routes',
  serverDir: 'src/server',
  clientEntry: 'src/client.ts',
  agentModule: 'src/agent.ts',
  storesModule: 'src/stores.ts',
  websocket: 'src/ws.ts',
}
