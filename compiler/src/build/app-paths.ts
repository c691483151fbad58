/** Locations of an app's sources and build outputs. Absolute paths with `/`. */
import { existsSync } from 'node:fs'
import type { FwConfig } from '@fw/runtime/contract'
import { findWorkspace, isProjectFile, type ProjectFolders } from '#analyze/modules/workspace-files.ts'
import { isBelow, resolve } from '#slash-path.ts'

export interface AppPaths extends ProjectFolders {
  readonly routesDir: string
  readonly serverDir: string
  /** Module of the WebSocket endpoint, which may not exist. */
  readonly websocketFile: string
  /** Module of the app's agent, which may not exist. */
  readonly agentFile: string
  /** Module that exports the app's stores, which may not exist. */
  readonly storesFile: string
  /** Generated code, caches and `data/`. */
  readonly generatedDir: string
  readonly clientOut: string
  readonly serverOut: string
}

/** Returns the folders of the app at `root`, with the config's overrides. */
export function appPaths(root: string, config: FwConfig): AppPaths {
  const at = (path: string) => resolve(root, path)
  return {
    root: at('.'),
    workspace: findWorkspace(at('.')),
    routesDir: at(config.routesDir ?? 'src/routes'),
    serverDir: at(config.serverDir ?? 'src/server'),
    websocketFile: at(config.websocket ?? 'src/ws.ts'),
    agentFile: at(config.agentModule ?? 'src/agent.ts'),
    storesFile: at(config.storesModule ?? 'src/stores.ts'),
    generatedDir: at('.fw'),
    clientOut: at('dist/client'),
    serverOut: at('dist/server'),
  }
}

/** Returns the module name of an api file (`shop` for `src/server/shop.api.ts`), or `undefined` for any other file. */
export function getApiModule(paths: AppPaths, file: string): string | undefined {
  if (!isBelow(paths.serverDir, file) || !file.endsWith('.api.ts')) return undefined
  const name = file.slice(paths.serverDir.length + 1, -'.api.ts'.length)
  return name.includes('/') ? undefined : name
}

/**
 * Returns whether the file (absolute) is one of the project's sources, not an installed package's, which `fw dev` bundles
 * into `.fw/cache`: a file of the app, or a source of another package in its workspace.
 */
export function isAppSource(paths: ProjectFolders, file: string): boolean {
  if (!isBelow(paths.root, file)) return isProjectFile(paths, file)
  return !file.includes('/node_modules/') && !file.startsWith(`${paths.root}/.fw/cache/`)
}

/** Returns the absolute path of the app's client entry, if it exists. */
export function getClientEntry(paths: AppPaths, config: FwConfig): string | undefined {
  const file = resolve(paths.root, config.clientEntry ?? 'src/client.ts')
  return existsSync(file) ? file : undefined
}

/** Returns the absolute path of the app's stylesheet, if it exists. */
export function findStyles(paths: AppPaths): string | undefined {
  const file = `${paths.root}/src/styles.css`
  return existsSync(file) ? file : undefined
}

/** Returns the URL of an icon in `public/`, which pages use if the configuration sets none. */
export function findFavicon(paths: AppPaths, config: FwConfig): string | undefined {
  if (config.favicon !== undefined) return undefined
  return ['/favicon.svg', '/favicon.ico'].find((name) => existsSync(`${paths.root}/public${name}`))
}
