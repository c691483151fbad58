/** What a changed file does in dev: the server's modules go stale, the analysis hears of it, browsers show it or reload. */
import { statSync } from 'node:fs'
import type { DevEnvironment, EnvironmentModuleNode, Plugin, ViteDevServer } from 'vite'
import { CONFIG_FILES, PACKAGE_FILE } from '../analyze/convention-files.ts'
import { createChunkId } from '../jsx/component-units.ts'
import { toolsId } from '../jsx/contract-names.ts'
import { type AppPaths, getApiModule, isAppSource } from './app-paths.ts'
import { reloadPages } from './dev-edits.ts'
import { modulesToSwap } from './dev-swap.ts'
import { CHANNELS, contractsId, ENV, SERVER_ENTRY, SKILLS, toResolvedId } from './virtual-modules.ts'

export interface HotReactions {
  /** A file of the app changed, whatever it is for. */
  onChange?(file: string): void
  /** Modules of the running app are stale: it must be made again before the next answer. */
  onStale(): void
  /** Routes, api files or convention files came or went. */
  onStructure(): void
  /** Sources changed that may carry types. */
  onSources(files: readonly string[]): void
  /** A file changed that the configuration may be made of. */
  onConfig(file: string): void
  /** Browsers show the change in place. */
  onSwap(file: string): void
  /** See `DevSource.shape`. */
  shape(file: string): readonly string[] | undefined
}

/** The watcher tells of one change of a file in this time, in milliseconds. */
const WATCHER_QUIET_MS = 60

const SOURCE = /\.[cm]?[jt]sx?$/

/** Replaces Vite's hot update of the server environment, whose own answer is to run everything again. */
export function hotReload(paths: AppPaths, configFiles: readonly string[], reactions: HotReactions): Plugin {
  const configured = new Set([...CONFIG_FILES, PACKAGE_FILE].map((name) => `${paths.root}/${name}`).concat(configFiles))
  return {
    name: 'fw:hot-reload',
    async hotUpdate({ type, file, modules, server }) {
      if (this.environment.name === 'client') {
        if (type !== 'update' || !isAppSource(paths, file) || !SOURCE.test(file)) return
        return updateBrowser(paths, reactions, { file, server })
      }
      if (this.environment.name !== 'ssr') return
      if (!isAppSource(paths, file) || file.startsWith(`${paths.generatedDir}/`)) return []
      const change = { type, file, inGraph: modules.length > 0, server }
      if (configured.has(file)) reactions.onConfig(file.slice(paths.root.length + 1))
      // Read before anybody is told, so that what they see is this or newer.
      const stamp = getStamp(file)
      react(paths, reactions, change, stamp)
      reactToSwallowed(paths, reactions, change, stamp)
      return []
    },
  }
}

/**
 * The watcher swallows a change that follows another at once, as when a program empties a file and then writes it, or two
 * edits come in a row. Whoever read the file in between would keep that: so it is looked at again when the watcher would.
 */
function reactToSwallowed(paths: AppPaths, reactions: HotReactions, change: Change, stamp: string): void {
  const again = (): void => {
    const now = getStamp(change.file)
    if (now === stamp) {
      // It stays empty, so its author left it so.
      if (isEmptied(change, stamp)) reactions.onSources([change.file])
      return
    }
    change.server.environments.ssr?.moduleGraph.onFileChange(change.file)
    const type = now === '' ? 'delete' : stamp === '' ? 'create' : 'update'
    const next = { ...change, type } as const
    react(paths, reactions, next, now)
    if (type === 'update' && SOURCE.test(change.file)) void sendSwallowed(paths, reactions, change)
    reactToSwallowed(paths, reactions, next, now)
  }
  setTimeout(again, WATCHER_QUIET_MS).unref()
}

/** The modules that browsers replace for this change; none where the page is loaded again. Undefined: none of its concern. */
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

/** Of this one Vite will not tell browsers. */
async function sendSwallowed(
  paths: AppPaths,
  reactions: HotReactions,
  change: Pick<Change, 'file' | 'server'>,
): Promise<void> {
  const modules = (await updateBrowser(paths, reactions, change)) ?? []
  for (const module of modules) await change.server.environments.client?.reloadModule(module)
}

/** Differs whenever the file was written; empty when there is none. */
function getStamp(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false, bigint: true })
  return found === undefined ? '' : `${found.mtimeNs} ${found.size}`
}

interface Change {
  readonly type: 'create' | 'update' | 'delete'
  readonly file: string
  readonly inGraph: boolean
  readonly server: ViteDevServer
}

/** Whether a source is empty for now. Most programs empty a file before they write it: the analysis would report that. */
function isEmptied({ type, file }: Change, stamp: string): boolean {
  return type === 'update' && SOURCE.test(file) && stamp.endsWith(' 0')
}

function react(paths: AppPaths, reactions: HotReactions, change: Change, stamp: string): void {
  const { type, file, inGraph, server } = change
  reactions.onChange?.(file)
  const local = file.slice(paths.root.length + 1)
  const { client, ssr } = server.environments
  if (client === undefined || ssr === undefined) return
  if (SOURCE.test(file) && !isEmptied(change, stamp)) reactions.onSources([file])
  const module = getApiModule(paths, file)
  if (module !== undefined) invalidate(ssr, toResolvedId(contractsId(module)))
  if (SOURCE.test(file))
    for (const side of [ssr, client]) invalidate(side, toResolvedId(toolsId(createChunkId(file, paths.root))), true)
  // Only its types count, so that no module imports it.
  const isEnv = local === 'src/env.ts'
  if (isEnv) invalidate(ssr, toResolvedId(ENV))
  // Their text stands in the module.
  const isSkill = local.startsWith('src/skills/') && invalidate(ssr, toResolvedId(SKILLS))
  // Routes, api files and components may be in any folder; skills and channels have files of other kinds, too.
  const structural = type !== 'update' && (local.startsWith('src/') || SOURCE.test(file))
  if (structural) {
    reactions.onStructure()
    // Vite forgets a file only when it changes: one that comes back would be the one that went.
    for (const side of [ssr, client]) side.moduleGraph.onFileChange(file)
    invalidate(ssr, toResolvedId(SERVER_ENTRY))
    invalidate(ssr, toResolvedId(CHANNELS))
  }
  const inClient = (client.moduleGraph.getModulesByFile(file)?.size ?? 0) > 0
  // What only the browser runs may bring other styles than before: pages link to them.
  if (inGraph || structural || isEnv || isSkill || (inClient && SOURCE.test(file))) reactions.onStale()
  if (!inGraph && !structural && !isEnv) return
  // Its names are made of its text, and stand in what the server has rendered.
  const isNamed = /\.module\.\w+$/.test(file)
  if (!inClient || structural || isNamed) reloadPages(server)
}

/**
 * Forgets a module and, upwards, all that import it. `isEdit`: browsers that have it ask for it under another address from
 * now on. False when the environment has not loaded it.
 */
export function invalidate({ moduleGraph }: DevEnvironment, id: string, isEdit = false): boolean {
  const module = moduleGraph.getModuleById(id)
  if (module === undefined) return false
  moduleGraph.invalidateModule(module, new Set(), isEdit ? Date.now() : undefined, isEdit)
  return true
}
