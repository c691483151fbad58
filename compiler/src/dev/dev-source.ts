/** The plugins' app in dev: names come immediately from a scan of the folders, schemas once the analysis has them. */
import { type FwConfig, getChunk } from '@fw/runtime/contract'
import { toProjectName, toProjectPath } from '../analyze/modules/workspace-files.ts'
import { type AppPaths, findFavicon, getClientEntry } from '../build/app-paths.ts'
import { type AppAssets, type AppSource, emitAssets } from '../build/app-source.ts'
import { listPreloadedFonts } from '../build/assets/fonts.ts'
import { FORMS, HYDRATE, LIVE_WITH_ISLANDS, LOADER, NAVIGATION, REACT } from '../build/client-entries.ts'
import { scanApp } from '../build/scan-app.ts'
import { createJsxCache } from '../build/transform/jsx-cache.ts'
import { listStyleRoots } from '../build/transform/style-graph.ts'
import { CLIENT_ENTRY, contractsId } from '../build/transform/virtual-modules.ts'
import { printDiagnostics } from '../diagnostic/print.ts'
import { bindingsById } from '../emit/bindings.ts'
import { emitClientEntry } from '../emit/client-entry.ts'
import { emitCodecs, listCodecExports } from '../emit/codecs.ts'
import { emitContracts } from '../emit/contracts.ts'
import { emitEnv } from '../emit/environment.ts'
import { emitToolContracts, type Side, toolsOfChunk } from '../emit/page-contracts.ts'
import { emitServerEntry } from '../emit/server-entry.ts'
import { createChunkId as chunkOfFile } from '../jsx/component-units.ts'
import { toolsId } from '../jsx/contract-names.ts'
import type { ApiModuleModel, AppModel, ComponentBindings, ComponentModel, Diagnostic, RouteModel } from '../model.ts'
import type { AnalysisProcess } from './analysis.ts'
import type { AnalysisResult } from './analysis-result.ts'

export interface DevSource {
  readonly app: AppSource
  /** URLs of browser files; grows with each compiled component. */
  readonly assets: LiveAssets & { readonly stylesheets: () => readonly string[] }
  /** Returns the URLs that pages currently contain: islands, stylesheets and fonts. */
  pageUrls(): readonly string[]
  /** Returns the current files of the routes folder. */
  routes(): readonly RouteModel[]
  /** Returns the bindings of all components compiled so far, by the component's id. */
  bindings(): Readonly<Record<string, ComponentBindings>>
  /** Scans the folders again after routes, api files or convention files were added or removed. */
  rescan(): void
  /**
   * Returns what must not change in a file, absolute, for an edit to be shown in place; `undefined` if no edit can be.
   */
  shape(file: string): readonly string[] | undefined
  /** Forgets the contracts of page tools in this file, since they will be requested again. */
  forgetTools(file: string): void
  /** Returns the served contract modules whose content has changed. */
  outdated(result: AnalysisResult): readonly Pick<Served, 'id' | 'side'>[]
}

/** A served module of contracts. */
interface Served {
  /** The id in its import. */
  readonly id: string
  readonly side: Side
  readonly text: string
  print(result: AnalysisResult): string
}

/** Data that only Vite's dev server has. */
interface DevAddresses {
  /** Returns the stylesheets that pages link to now. */
  stylesheets(): readonly string[]
  /** URL of the script of the API reference, if the app serves one. */
  readonly referenceUrl?: string | undefined
  /** Returns the URL of the newest version of a module. */
  newest(url: string): string
}

/** Creates the app source of dev. */
export function devSource(
  paths: AppPaths,
  config: FwConfig,
  analysis: AnalysisProcess,
  { stylesheets, newest, referenceUrl }: DevAddresses,
): DevSource {
  let scanned: AppModel | undefined
  const model = () => {
    scanned ??= scanApp(paths, config)
    return scanned
  }
  const served = new Map<string, Served>()
  const serve = async (id: string, print: Served['print'], side: Side = 'server') => {
    const text = print(await analysis.current())
    served.set(`${side} ${id}`, { id, side, text, print })
    return text
  }
  const assets = { ...devAssets(paths, config), stylesheets, ...(referenceUrl !== undefined && { referenceUrl }) }
  const compiled = new Map<string, readonly ComponentModel[]>()
  const shapes = new Map<string, readonly string[] | undefined>()
  const app: AppSource = {
    paths,
    config,
    overrides: {},
    dev: true,
    jsx: createJsxCache(`${paths.generatedDir}/cache/jsx`),
    serverEntry: async () => emitServerEntry(model()),
    clientEntry: async () => emitClientEntry(model()),
    env: async () => emitEnvironment(await analysis.current()),
    contracts: (module) => serve(contractsId(module), (result) => emitModuleContracts(result, module)),
    isListed: () => false,
    listedContracts: () => {
      throw new Error('In development lists of tools wait for the contracts.')
    },
    codecs: async (module) => emitCodecs(findModule(await analysis.current(), module)),
    codecExports: async (module) => listCodecExports(findModule(await analysis.current(), module)),
    contractHashes: () => new Map(),
    contractSources: async () => {
      throw new Error('In development the contracts of page tools are loaded when they are first needed.')
    },
    toolContracts: (chunk, side) => serve(toolsId(chunk), (result) => emitTools(result, paths, chunk), side),
    assets: () => emitAssets(assets),
    styleRoots: () =>
      listStyleRoots(
        paths,
        config,
        model().routes.map(({ filePath }) => filePath),
      ),
    styles: () => '',
    island: (chunk) =>
      `throw new Error(${JSON.stringify(`Islands are loaded from their files, not from "${chunk}".`)})\n`,
    // The components that an island imports aren't known before they render: all get hydration markers.
    insideIsland: () => true,
    onComponents(file, components, shape) {
      compiled.set(file, components)
      shapes.set(file, shape)
      // Vite's URL of a file: outside of the app, its path.
      const url = file.startsWith('../') ? `/@fs${toProjectPath(paths.root, file)}` : `/${file}`
      addIslands(assets, { url, components, newest })
    },
  }
  return {
    app,
    assets,
    pageUrls: () => [
      ...Object.values(assets.islandModules.modules),
      ...assets.stylesheets(),
      ...(assets.preloadFonts ?? []),
    ],
    routes: () => model().routes,
    bindings: () => bindingsById([...compiled.values()].flat()),
    rescan: () => {
      scanned = undefined
    },
    shape: (file) => shapes.get(toProjectName(paths.root, file)),
    forgetTools: (file) => void served.delete(`browser ${toolsId(chunkOfFile(file, paths.root))}`),
    outdated: (result) => [...served.values()].filter(({ text, print }) => print(result) !== text),
  }
}

interface LiveAssets extends AppAssets {
  readonly islandModules: {
    modules: Record<string, string>
    names: Record<string, string>
    renderers: Record<string, string>
    hydrate: string
  }
}

/** Vite's dev server writes the `\0` of a virtual module as `/@id/__x00__`. */
function virtualUrl(id: string): string {
  return `/@id/__x00__${id}`
}

/** Returns URLs of Vite's dev server. */
function devAssets(paths: AppPaths, config: FwConfig): LiveAssets {
  const favicon = findFavicon(paths, config)
  const fonts = listPreloadedFonts(paths.root, config).map((name) => `/.fw/fonts/${name}`)
  const url = virtualUrl
  return {
    islandModules: { modules: {}, names: {}, hydrate: url(HYDRATE), renderers: {} },
    runtimeUrl: url(LOADER),
    clientEntryUrl: getClientEntry(paths, config) === undefined ? undefined : url(CLIENT_ENTRY),
    navigationUrl: url(NAVIGATION),
    formsUrl: url(FORMS),
    liveUrl: url(LIVE_WITH_ISLANDS),
    ...(favicon === undefined ? {} : { favicon }),
    ...(fonts.length === 0 ? {} : { preloadFonts: fonts }),
  }
}

interface CompiledFile {
  /** In the browser. */
  readonly url: string
  readonly components: readonly ComponentModel[]
  readonly newest: DevAddresses['newest']
}

function addIslands(assets: LiveAssets, { url, components, newest }: CompiledFile): void {
  for (const { id, name, island, renderer } of components) {
    if (!island) continue
    if (renderer === 'react') assets.islandModules.renderers[getChunk(id)] = virtualUrl(REACT)
    // Read when a page renders: a browser's copy of the module may be older than the last edit.
    Object.defineProperty(assets.islandModules.modules, getChunk(id), {
      get: () => newest(url),
      enumerable: true,
      configurable: true,
    })
    assets.islandModules.names[id] = name
  }
}

/**
 * Emits the contracts of a module. A tool whose types or definition are wrong has its fault in place of a contract, and the
 * other tools of the file don't depend on it. A file with an error of no single tool, such as an exported function, has no
 * contracts: its calls fail with that error.
 */
function emitModuleContracts({ model, diagnostics }: AnalysisResult, module: string): string {
  const found = model.modules.find((item) => item.module === module)
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  const broken = errors.filter(({ tools, span }) => tools === undefined && span?.file.endsWith(`/${module}.api.ts`))
  if (broken.length > 0) return `throw new Error(${JSON.stringify(printDiagnostics(broken, 'pretty'))})\n`
  if (found === undefined)
    return `throw new Error(${JSON.stringify(`The type analysis has not found the api module "${module}".`)})\n`
  return emitContracts(found, { faults: printFaults(found.apis, errors) })
}

/**
 * Emits the contracts of a file's page tools. As with apis, a tool with an error has its fault in place of a contract.
 * Any other error in the file concerns all its tools, and the module throws it.
 */
function emitTools({ model, diagnostics }: AnalysisResult, paths: AppPaths, chunk: string): string {
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  const broken = errors.filter(
    ({ span, tools }) =>
      tools === undefined &&
      span !== undefined &&
      chunkOfFile(toProjectPath(paths.root, span.file), paths.root) === chunk,
  )
  if (broken.length > 0) return `throw new Error(${JSON.stringify(printDiagnostics(broken, 'pretty'))})\n`
  const tools = toolsOfChunk(model, chunk, chunkOfFile(paths.storesFile, paths.root))
  return emitToolContracts(tools, printFaults(tools, errors))
}

/** Returns the errors of each tool that has any, by its name. */
function printFaults(
  tools: readonly { readonly tool: string }[],
  errors: readonly Diagnostic[],
): ReadonlyMap<string, string> {
  const faults = tools.flatMap(({ tool }): [string, string][] => {
    const own = errors.filter((error) => error.tools?.includes(tool))
    return own.length === 0 ? [] : [[tool, printDiagnostics(own, 'pretty')]]
  })
  return new Map(faults)
}

/** Emits the environment, or a module that throws the errors in its type. */
function emitEnvironment({ model, diagnostics }: AnalysisResult): string {
  const errors = diagnostics.filter(({ severity, span }) => severity === 'error' && span?.file === model.files.env)
  if (errors.length > 0) return `throw new Error(${JSON.stringify(printDiagnostics(errors, 'pretty'))})\n`
  return model.env === undefined ? '' : emitEnv(model.env)
}

function findModule({ model }: AnalysisResult, module: string): ApiModuleModel {
  const found = model.modules.find((item) => item.module === module)
  if (found === undefined) throw new Error(`The type analysis has not found the api module "${module}".`)
  return found
}
