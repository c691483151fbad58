/** Implements the plugins' app with a finished model, for builds. */

import { type FwConfig, SetupError, WORKER_PATH } from '@fw/runtime/contract'
import { emitClientEntry } from '../emit/client-entry.ts'
import { emitCodecs, listCodecExports } from '../emit/codecs.ts'
import { emitContracts, emitListedContracts, isListed } from '../emit/contracts.ts'
import { emitEnv } from '../emit/environment.ts'
import { emitContractSources, emitToolContracts, toolsOfChunk } from '../emit/page-contracts.ts'
import { emitServerEntry } from '../emit/server-entry.ts'
import { createChunkId } from '../jsx/component-units.ts'
import type { ApiModuleModel, AppModel, ComponentModel } from '../model.ts'
import { hashContract } from '../schema/hash-contract.ts'
import { join } from '../slash-path.ts'
import { type AppPaths, findFavicon } from './app-paths.ts'
import { type AppAssets, type AppSource, emitAssets } from './app-source.ts'
import { type ApiReference, findApiReference } from './assets/api-reference.ts'
import { emitStyles, STYLES_MARK } from './bundle-styles.ts'
import { hasWorker } from './bundle-worker.ts'
import { emitIslandEntry, islandFiles } from './client-entries.ts'
import { isLiteralConfig } from './steps/literal-config.ts'
import { findBuildTarget } from './targets/find-target.ts'
import { createJsxCache } from './transform/jsx-cache.ts'
import { listStyleRoots } from './transform/style-graph.ts'

interface ModelSource {
  readonly app: AppSource
  /** Absent unless the app serves one. */
  readonly reference: ApiReference | undefined
  /** Called when the browser files are built, with their URLs and the files that islands load. */
  setClient(assets: AppAssets, files: ReadonlySet<string>): void
  /** Called when the server is built, with the app's stylesheets in order. */
  setStyles(files: readonly string[]): void
}

/** Creates the source of a build. `fw:assets` is empty until `setClient`. */
export function modelSource(model: AppModel, paths: AppPaths, overrides: FwConfig = {}): ModelSource {
  const favicon = findFavicon(paths, model.config)
  const reference = findApiReference(paths.root, model.config)
  const worker = hasWorker(paths) ? { serviceWorkerUrl: WORKER_PATH } : {}
  let assets: AppAssets = {}
  let stylesheets: readonly string[] = []
  let clientFiles: ReadonlySet<string> = new Set()
  const modules = new Map(model.modules.map((one) => [one.module, one]))
  const findModule = (name: string): ApiModuleModel => {
    const found = modules.get(name)
    if (found === undefined) throw new Error(`The app has no api module "${name}".`)
    return found
  }
  const listTools = (chunk: string) => toolsOfChunk(model, chunk, createChunkId(paths.storesFile, paths.root))
  const islands = new Map(islandFiles(model.components).map((island) => [island.chunk, island]))
  const app: AppSource = {
    paths,
    config: model.config,
    overrides,
    dev: false,
    jsx: createJsxCache(`${paths.generatedDir}/cache/jsx`),
    serverEntry: async () => emitServerEntry(await inlineConfig(model)),
    clientEntry: async () => emitClientEntry(model),
    env: async () => (model.env === undefined ? '' : emitEnv(model.env)),
    contracts: async (module) => {
      const found = findModule(module)
      return emitContracts(found, { isListed: isListed(found) })
    },
    isListed: (module) => isListed(findModule(module)),
    listedContracts: () => emitListedContracts(model.modules),
    codecs: async (module) => emitCodecs(findModule(module)),
    codecExports: async (module) => listCodecExports(findModule(module)),
    contractHashes: (module) => listHashes(findModule(module)),
    contractSources: async (chunk, side) => emitContractSources(listTools(chunk), chunk, side),
    toolContracts: async (chunk) => emitToolContracts(listTools(chunk)),
    assets: () =>
      `${emitAssets({ ...assets, ...worker, favicon, ...(reference && { referenceUrl: reference.url }) })}export const { stylesheets, styleText, preloadFonts } = ${STYLES_MARK}\n`,
    styleRoots: () =>
      listStyleRoots(
        paths,
        model.config,
        model.routes.map(({ filePath }) => filePath),
      ),
    styles: () => emitStyles(stylesheets),
    island: (chunk) => {
      const island = islands.get(chunk)
      if (island === undefined) throw new Error(`The app has no islands in the chunk "${chunk}".`)
      return emitIslandEntry(island, paths.root)
    },
    insideIsland: (file) => clientFiles.has(file),
    onComponents: (file, components) => requireAnalyzed(model, file, components),
  }
  return {
    app,
    reference,
    setClient(built, files) {
      assets = built
      clientFiles = files
    },
    setStyles(files) {
      stylesheets = files
    },
  }
}

/** Returns the app without the file of its configuration, if that has only literal values and the target wants them inline. */
async function inlineConfig(model: AppModel): Promise<AppModel> {
  const { config: file, ...files } = model.files
  if (file === undefined || findBuildTarget(model.config)?.inlinesConfig !== true) return model
  return (await isLiteralConfig(join(model.root, file))) ? { ...model, files } : model
}

function listHashes({ apis }: ApiModuleModel): ReadonlyMap<string, string> {
  return new Map(
    apis.flatMap((api) => {
      const hash = hashContract(api)
      return hash === undefined ? [] : [[api.exportName, hash]]
    }),
  )
}

/**
 * Throws a `SetupError` for an island that the check didn't find, as in a file that only a computed import reaches: the
 * browser would have no script for it, and the page would fail on every request.
 */
function requireAnalyzed({ components }: AppModel, file: string, compiled: readonly ComponentModel[]): void {
  const missing = compiled.find(({ id, island }) => island && !components.some((known) => known.id === id))
  if (missing !== undefined)
    throw new SetupError(
      `${file} contains the island ${missing.name}, but no static import reaches the file. Import it by a literal path, or move the file into src/.`,
    )
}
