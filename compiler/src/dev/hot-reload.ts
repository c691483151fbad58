/**
 * Reactions to a changed file in dev: server modules become stale, the analysis is updated, browsers show the change or
 * reload.
 */
import { statSync } from 'node:fs'
import type { DevEnvironment, EnvironmentModuleNode, Plugin, ViteDevServer } from 'vite'
import { isBelow } from '#slash-path.ts'
import { isSiblingFile, toProjectName } from '../analyze/modules/workspace-files.ts'
import { CONFIG_FILES, PACKAGE_FILE } from '../analyze/pages/convention-files.ts'
import { VITE_CONFIG_FILE } from '../analyze/vite-options.ts'
import { type AppPaths, getApiModule, isAppSource } from '../build/app-paths.ts'
import { CHANNELS, contractsId, ENV, SERVER_ENTRY, SKILLS, toResolvedId } from '../build/transform/virtual-modules.ts'
import { POSTCSS_CONFIG } from '../build/vite/vite-config.ts'
import { createChunkId } from '../jsx/component-units.ts'
import { toolsId } from '../jsx/contract-names.ts'
import { reloadPages } from './missed-edits.ts'
import { modulesToSwap } from './swappable-modules.ts'

interface HotReactions {
  /** Called when a file has changed that pages are made of. Others are logs, databases or the swap files of an editor. */
  onChange?(file: string): void
  /** Called when any other file was created: an import may have lacked it. */
  onNewFile?(file: string): void
  /** Called when modules of the running app are stale: it must be recreated before the next request. */
  onStale(): void
  /** Called when routes, api files or convention files were added or removed. */
  onStructure(): void
  /** Called when sources changed that may contain types. */
  onSources(files: readonly string[]): void
  /** Called when a file changed that the configuration may depend on. */
  onConfig(file: string): void
  /** Called in place of a restart of Vite, which a plugin of the app requests: dev uses more than Vite. */
  onRestart(): void
  /** Called when browsers show the change in place. */
  onSwap(file: string): void
  /** Called after the reactions to a change of any file that is watched, with the version of `readFileStamp`. */
  onReacted?(file: string, stamp: string): void
  /** See `DevSource.shape`. */
  shape(file: string): readonly string[] | undefined
}

/** Time in milliseconds in which the watcher reports only one change of a file. */
const WATCHER_QUIET_MS = 60

const SOURCE = /\.[cm]?[jt]sx?$/

/** Replaces Vite's hot update of the server environment, which would execute all modules again. */
export function hotReload(paths: AppPaths, configFiles: readonly string[], reactions: HotReactions): Plugin {
  const configured = new Set([...CONFIG_FILES, PACKAGE_FILE].map((name) => `${paths.root}/${name}`).concat(configFiles))
  return {
    name: 'fw:hot-reload',
    configureServer(server) {
      server.restart = async () => reactions.onRestart()
    },
    async hotUpdate({ type, file, modules, server }) {
      if (this.environment.name === 'client') {
        if (type !== 'update' || !isWatched(paths, file) || !SOURCE.test(file)) return
        return updateBrowser(paths, reactions, { file, server })
      }
      if (this.environment.name !== 'ssr') return
      if (!isWatched(paths, file) || isBelow(paths.generatedDir, file)) {
        reactions.onReacted?.(file, readFileStamp(file))
        return []
      }
      // Those of PostCSS and Vite may be added while dev runs.
      const isConfig = configured.has(file) || isConfigName(file.slice(paths.root.length + 1))
      const change = { type, file, isConfig, inGraph: modules.length > 0, server }
      if (isConfig) reactions.onConfig(toProjectName(paths.root, file))
      // Read before the reactions run, so that they see this version or a newer one.
      const stamp = readFileStamp(file)
      react(paths, reactions, change, stamp)
      reactToSwallowed(paths, reactions, change, stamp)
      reactions.onReacted?.(file, stamp)
      return []
    },
  }
}

function isConfigName(name: string): boolean {
  return POSTCSS_CONFIG.test(name) || VITE_CONFIG_FILE.test(name)
}

/** The output of a package's own build isn't a source of the project, but its pages and types are made of it. */
function isWatched(paths: AppPaths, file: string): boolean {
  return isAppSource(paths, file) || isSiblingFile(paths, file)
}

/**
 * Reacts to a change that the watcher misses because it follows another immediately, as when a program empties a file
 * and then writes it, or when two edits follow each other. Code that read the file in between would keep the
 * intermediate content. So the file is checked again after the watcher's quiet time.
 */
function reactToSwallowed(paths: AppPaths, reactions: HotReactions, change: Change, stamp: string): void {
  const again = (): void => {
    const now = readFileStamp(change.file)
    if (now === stamp) {
      // The file stays empty, so its author emptied it on purpose.
      if (isEmptied(change, stamp)) reactions.onSources([change.file])
      return
    }
    change.server.environments.ssr?.moduleGraph.onFileChange(change.file)
    const type = now === '' ? 'delete' : stamp === '' ? 'create' : 'update'
    const next = { ...change, type } as const
    react(paths, reactions, next, now)
    reactions.onReacted?.(change.file, now)
    if (type === 'update' && SOURCE.test(change.file)) void sendSwallowed(paths, reactions, change)
    reactToSwallowed(paths, reactions, next, now)
  }
  setTimeout(again, WATCHER_QUIET_MS).unref()
}

/**
 * Returns the modules that browsers replace for this change: none if the page reloads, `undefined` if the browser
 * doesn't use the file.
 */
async function updateBrowser(
  paths: AppPaths,
  { shape, onSwap }: HotReactions,
  { file, server }: Pick<Change, 'file' | 'server'>,
): Promise<EnvironmentModuleNode[] | undefined> {
  const { client, ssr } = server.environments
  if (client === undefined || ssr === undefined || !client.moduleGraph.getModulesByFile(file)?.size) return undefined
  const modules = await modulesToSwap(file, { paths, client, ssr, shape })
  if (modules === undefined) {
    reloadPages(server)
    return []
  }
  onSwap(file)
  return [...modules]
}

/** Sends a change to browsers that Vite hasn't noticed. */
async function sendSwallowed(
  paths: AppPaths,
  reactions: HotReactions,
  change: Pick<Change, 'file' | 'server'>,
): Promise<void> {
  const modules = (await updateBrowser(paths, reactions, change)) ?? []
  for (const module of modules) await change.server.environments.client?.reloadModule(module)
}

/** Returns a string that changes with every write of the file; empty if the file doesn't exist. */
export function readFileStamp(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false, bigint: true })
  return found === undefined ? '' : `${found.mtimeNs} ${found.size}`
}

interface Change {
  readonly type: 'create' | 'update' | 'delete'
  readonly file: string
  readonly isConfig: boolean
  /** Whether a module on the server is made of it. */
  readonly inGraph: boolean
  readonly server: ViteDevServer
}

/**
 * Returns whether a source is empty for now. Most programs empty a file before they write it, which the analysis would
 * report.
 */
function isEmptied({ type, file }: Change, stamp: string): boolean {
  return type === 'update' && SOURCE.test(file) && stamp.endsWith(' 0')
}

function react(paths: AppPaths, reactions: HotReactions, change: Change, stamp: string): void {
  const { type, file, isConfig, inGraph, server } = change
  const local = toProjectName(paths.root, file)
  const { client, ssr } = server.environments
  const isSource = SOURCE.test(file)
  const inClient = (client?.moduleGraph.getModulesByFile(file)?.size ?? 0) > 0
  // Routes, api files and components may be in any folder; skills and channels may have files of other kinds.
  const structural = type !== 'update' && (local.startsWith('src/') || isSource)
  if (local.startsWith('src/') || isSource || isConfig || inGraph || inClient) reactions.onChange?.(file)
  else if (type === 'create') reactions.onNewFile?.(file)
  if (client === undefined || ssr === undefined) return
  if (isSource && !isEmptied(change, stamp)) reactions.onSources([file])
  const module = getApiModule(paths, file)
  if (module !== undefined) invalidate(ssr, toResolvedId(contractsId(module)))
  if (isSource)
    for (const side of [ssr, client]) invalidate(side, toResolvedId(toolsId(createChunkId(file, paths.root))), true)
  // Only its types are used, so that no module imports it.
  const isEnv = local === 'src/env.ts'
  if (isEnv) invalidate(ssr, toResolvedId(ENV))
  // Their content is part of the module.
  const isSkill = local.startsWith('src/skills/') && invalidate(ssr, toResolvedId(SKILLS))
  if (structural) {
    reactions.onStructure()
    // Vite forgets a file only when it changes: a file that is recreated would have its old content.
    for (const side of [ssr, client]) side.moduleGraph.onFileChange(file)
    invalidate(ssr, toResolvedId(SERVER_ENTRY))
    invalidate(ssr, toResolvedId(CHANNELS))
  }
  // Client-only modules may import other styles than before, and pages link to styles.
  if (inGraph || structural || isEnv || isSkill || (inClient && isSource)) reactions.onStale()
  if (!inGraph && !structural && !isEnv) return
  // Class names of a CSS module depend on its content, and are part of the HTML that the server rendered.
  const isNamed = /\.module\.\w+$/.test(file)
  if (!inClient || structural || isNamed) reloadPages(server)
}

/**
 * Invalidates a module and all its importers. `isEdit`: browsers then request the module under a new URL. Returns
 * `false` if the environment has not loaded the module.
 */
export function invalidate({ moduleGraph }: DevEnvironment, id: string, isEdit = false): boolean {
  const module = moduleGraph.getModuleById(id)
  if (module === undefined) return false
  moduleGraph.invalidateModule(module, new Set(), isEdit ? Date.now() : undefined, isEdit)
  return true
}
