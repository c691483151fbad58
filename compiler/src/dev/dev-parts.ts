/** Creates and connects the parts of dev: Vite, the type analysis, the app, and the reactions to a changed file. */
import { resolve } from '#slash-path.ts'
import '../build/page-size.ts'
import { existsSync } from 'node:fs'
import type { Server } from 'node:http'
import type { FwConfig, InstanceHooks, ManifestTool, PageInstances, RemoteSource } from '@fw/runtime/contract'
import {
  createServer,
  type DevEnvironment,
  type InlineConfig,
  mergeConfig,
  searchForWorkspaceRoot,
  type ViteDevServer,
} from 'vite'
import type { AppPaths } from '../build/app-paths.ts'
import { appPlugins, workerPlugins } from '../build/app-plugins.ts'
import { findApiReference, serveApiReference } from '../build/assets/api-reference.ts'
import { writeFonts } from '../build/assets/fonts.ts'
import { images } from '../build/assets/images.ts'
import { SERVER_BUNDLE } from '../build/bundle-server.ts'
import { findPackageFolders, type NotablePackages } from '../build/externals.ts'
import { createNodeRunner, type OnMissing } from '../build/node-runner.ts'
import { refreshRemoteTools } from '../build/remote-tools.ts'
import { sourceDiagnostics } from '../build/source-failure.ts'
import { ENV, toResolvedId } from '../build/transform/virtual-modules.ts'
import { type AppViteOptions, configureVite } from '../build/vite/app-options.ts'
import { CONDITIONS, viteConfig } from '../build/vite/vite-config.ts'
import { viteLogger } from '../build/vite/vite-logger.ts'
import type { AppModel } from '../model.ts'
import type { DevActivity } from './activity/activity.ts'
import { type AnalysisProcess, startAnalysis } from './analysis.ts'
import type { AnalysisResult } from './analysis-result.ts'
import { type AppInstance, createDevApp, type DevApp } from './app.ts'
import { createAppFacts, type DevAppModel } from './app-facts.ts'
import { checkConventionPaths, checkDefaultExports } from './check-conventions.ts'
import { createFindingsPrinter, createServerLog, type DevLog } from './dev-log.ts'
import { type DevSource, devSource } from './dev-source.ts'
import { explainPlugin } from './explain-plugin.ts'
import { failureText } from './failure-response.ts'
import { isAllowedHost, listAllowedNames, listProtocolHosts } from './hosts.ts'
import { hotReload, invalidate, readFileStamp } from './hot-reload.ts'
import { createLoadReports, type LoadReports } from './load-reports.ts'
import { type MissedEdits, reloadPages } from './missed-edits.ts'
import { OVERLAY_FOLDER, overlayPlugin } from './overlay.ts'
import type { RecentErrors } from './recent-errors.ts'
import { devStylesheets, readClientEntry } from './styles.ts'
import { getNewestUrl } from './swappable-modules.ts'
import { createViteRequests, type ViteRequests } from './vite-requests.ts'
import { followPackages } from './watch-packages.ts'

export interface DevParts {
  readonly paths: AppPaths
  readonly vite: ViteDevServer
  readonly analysis: AnalysisProcess
  readonly app: DevApp<DevServerApp>
  /** Lets Vite handle its own requests. */
  readonly handleVite: ViteRequests['serve']
  /** Returns whether it accepts the host in a `Host` header. */
  allowsHost(header: string | undefined): boolean
  /** Bindings of the elements, by component; `undefined` if `compiler.bindingMaps` is off. */
  readonly bindings: DevSource['bindings'] | undefined
  /** Versions of the changed files to which the parts have reacted, by `readFileStamp` and absolute path. */
  readonly reactedTo: ReadonlyMap<string, string>
  /** Time at which the parts were created, in epoch milliseconds. */
  readonly createdAt: number
  /** Loads the newest modules and creates an app from them, which the caller must close. */
  openApp(onOptions?: (options: never) => void): Promise<DevServerApp>
  /** Resolves when every file that failed to load in process has been reported. */
  flushReports(): Promise<void>
}

interface DevPartsOptions {
  readonly paths: AppPaths
  readonly config: FwConfig
  readonly packages: NotablePackages
  /**
   * The app's own options of Vite.
   *
   * @default none
   */
  readonly own?: AppViteOptions | undefined
  /**
   * Files that `config` depends on. Absolute.
   *
   * @default none
   */
  readonly configFiles?: readonly string[]
  /** Called when one of these files changes, and when a configuration file is added or removed. */
  readonly onConfig?: (file: string) => void
  /** Called when a plugin of the app restarts Vite's server. */
  readonly onRestart?: () => Promise<void>
  /**
   * Receives the errors.
   *
   * @default none
   */
  readonly errors?: RecentErrors | undefined
  /**
   * Records requests for coding agents.
   *
   * @default none
   */
  readonly activity?: DevActivity | undefined
  /**
   * Counts changes of what pages are made of.
   *
   * @default none
   */
  readonly edits?: MissedEdits
  /**
   * Host that it listens on, as the user wrote it.
   *
   * @default an address of this machine
   */
  readonly hostname?: string | undefined
  /** See `DevServerOptions`. */
  readonly analysisIdleMs?: number | undefined
  /** Server of Vite's reload socket. Without it, nothing is watched and nothing reloads. */
  readonly http: Server | undefined
  readonly log: DevLog
}

/** Packages with browser files, which dev must serve even from outside the app: they may be symlinks in `node_modules`. */
const BROWSER_PACKAGES = ['@fw/runtime', 'solid-js', 'vite']

/** Creates the parts; nothing listens yet and no analysis runs. */
export async function createDevParts(options: DevPartsOptions): Promise<DevParts> {
  const { paths, config, http, log, errors, edits } = options
  const hosts = listAllowedNames(config, options.hostname)
  await writeFonts(paths.root, config)
  const reference = findApiReference(paths.root, config)
  const analysis = startAnalysis({ root: paths.root, onResult, onFailure: log, idleMs: options.analysisIdleMs })
  const source = devSource(paths, config, analysis, {
    stylesheets: () => devStylesheets(paths.root, source.app.styleRoots(), [ssr, vite.environments.client]),
    newest: (url) => getNewestUrl(url, vite.environments.client),
    referenceUrl: reference?.url,
  })
  const reactedTo = new Map<string, string>()
  const plugin = hotReload(paths, options.configFiles ?? [], {
    onChange(file) {
      edits?.add()
      // One write may be reported twice, and a page may have failed in between.
      if (reactedTo.get(file) !== readFileStamp(file)) errors?.changed(file)
    },
    onNewFile: (file) => errors?.created(file),
    onStale: () => app.markStale(),
    onStructure: () => source.rescan(),
    onSources: (files) => analysis.changed(files),
    onConfig: (file) => options.onConfig?.(file),
    onRestart: () => restartForPlugin(options),
    onSwap: (file) => source.forgetTools(file),
    onReacted: (file, stamp) => void reactedTo.set(file, stamp),
    shape: (file) => source.shape(file),
  })
  const hasBindings = config.compiler?.bindingMaps !== false
  const reach = createViteRequests({ paths, listPageUrls: () => source.pageUrls() })
  const plugins = [plugin, errors && overlayPlugin(errors), hasBindings && explainPlugin(), reach.plugin]
  const resolved = await devConfig(options, source, [...plugins, reference && serveApiReference(reference)], hosts)
  const vite = await configureVite(options.own, () => createServer(resolved))
  edits?.watch(vite)
  const { client, ssr } = vite.environments
  // Dev shows each failure at its position; a command ends, and reports each file once.
  const loadReports = http === undefined ? createLoadReports(paths.root, analysis, log) : undefined
  const load = appOpener(ssr, source, { ...options, loadReports })
  // Pages render only after the styles that the app's client entry imports are known.
  const open = async (onOptions?: (options: never) => void): Promise<OpenedApp> =>
    (await Promise.all([load(onOptions), readClientEntry(paths, config, client)]))[0]
  const remoteTools = http && refreshRemoteTools({ root: paths.root, log })
  const loadFailed = (error: unknown): void => log(failureText(error, paths.root))
  const make = async (): Promise<AppInstance<DevServerApp>> => {
    const opened = await open()
    remoteTools?.made(opened.server.remoteSources)
    return toInstance(opened, http, loadFailed)
  }
  let analysed: AppModel | undefined
  const app = createDevApp({ make, isNeeded: () => mustBeLoaded(options), onFailure: loadFailed })
  const printFindings = createFindingsPrinter(log)
  const packages = http && followPackages(paths.root, vite.watcher, (files) => analysis.changed(files))
  function onResult(result: AnalysisResult): void {
    analysed = result.model
    packages?.(result.packages)
    app.wake()
    printFindings(result)
    errors?.onDiagnostics(result.diagnostics)
    const { onServer, inBrowser } = invalidateContracts(source.outdated(result), vite.environments)
    if (onServer) app.markStale()
    // A loaded page keeps its modules.
    if (inBrowser) reloadPages(vite, edits)
  }
  errors?.connect(describeApp(paths, source, () => analysed))
  await loadEnv(vite, analysis, paths.root)
  app.wake()
  return {
    paths,
    vite,
    analysis,
    app,
    reactedTo,
    createdAt: Date.now(),
    handleVite: reach.serve,
    allowsHost: (header) => isAllowedHost(header, hosts),
    bindings: hasBindings ? source.bindings : undefined,
    openApp: async (onOptions) => (await open(onOptions)).server,
    flushReports: async () => loadReports?.flush(),
  }
}

/** Invalidates modules of contracts, and returns where there are such modules. */
function invalidateContracts(
  outdated: ReturnType<DevSource['outdated']>,
  { client, ssr }: ViteDevServer['environments'],
): { readonly onServer: boolean; readonly inBrowser: boolean } {
  for (const { id, side } of outdated) invalidate(side === 'browser' ? client : ssr, toResolvedId(id))
  const inBrowser = outdated.filter(({ side }) => side === 'browser').length
  return { onServer: outdated.length > inBrowser, inBrowser: inBrowser > 0 }
}

function toInstance(
  { server, createNodeListener, createUpgradeListener }: OpenedApp,
  http: Server | undefined,
  onFailure: (error: unknown) => void,
): AppInstance<DevServerApp> {
  const handle = createNodeListener(server)
  // A request for another protocol than WebSocket is handled like any other request.
  const upgrade = createUpgradeListener(server, (request, response) => http?.emit('request', request, response))
  if (http !== undefined) void server.startSchedules().catch(onFailure)
  const retire = () => void server.stopSchedules().catch(onFailure)
  return { server, handle, upgrade, retire, close: () => server.close() }
}

function restartForPlugin({ log, onRestart }: DevPartsOptions): void {
  log('A plugin restarts "fw dev".')
  void onRestart?.()
}

function describeApp(paths: AppPaths, source: DevSource, analysed: () => AppModel | undefined): DevAppModel {
  return createAppFacts({
    routesDir: paths.routesDir.slice(paths.root.length + 1),
    routes: () => source.routes(),
    analysed,
    islandUrls: source.assets.islandModules.modules,
  })
}

/** Returns whether the app must be loaded without a request, because it has schedules. */
function mustBeLoaded({ http, paths }: DevPartsOptions): boolean {
  return http !== undefined && existsSync(`${paths.root}/src/schedules.ts`)
}

/**
 * Loads the environment, which the app reads while it loads: nothing can respond before. Closes both if loading fails.
 */
async function loadEnv(vite: ViteDevServer, analysis: AnalysisProcess, root: string): Promise<void> {
  if (!existsSync(`${root}/src/env.ts`)) return
  try {
    await createNodeRunner(vite.environments.ssr).import(ENV)
  } catch (error) {
    analysis.close()
    await vite.close()
    throw error
  }
}

/**
 * The server that `createApp` of a server bundle returns; the rest of its shape is the runtime's, whose types aren't
 * visible here.
 */
export interface DevServerApp {
  readonly remoteSources: readonly RemoteSource[]
  readonly apiTools: readonly ManifestTool[]
  fetchInProcess(request: Request): Promise<Response>
  listPages(): Promise<readonly { readonly path: string; readonly concrete: boolean }[]>
  instancesInProcess(path: string, hooks: InstanceHooks): Promise<PageInstances>
  startSchedules(): Promise<void>
  stopSchedules(): Promise<void>
  close(): Promise<void>
}

/** The exports of the server bundle that dev uses. */
interface DevBundle {
  createApp(wiring: (options: never) => object, defaults: object): DevServerApp
  createNodeListener(server: DevServerApp): AppInstance['handle']
  createUpgradeListener(server: DevServerApp, onRequest: AppInstance['handle']): AppInstance['upgrade']
}

interface OpenedApp extends Pick<DevBundle, 'createNodeListener' | 'createUpgradeListener'> {
  readonly server: DevServerApp
}

/** Returns a function that loads the newest modules and creates an app from them. */
function appOpener(
  ssr: DevEnvironment,
  source: DevSource,
  {
    paths,
    http,
    hostname,
    log,
    errors,
    activity,
    loadReports,
  }: DevPartsOptions & { readonly loadReports: LoadReports | undefined },
): (onOptions?: (options: never) => void) => Promise<OpenedApp> {
  // Vite's own hot update would execute all modules again; `hotReload` replaces it.
  const runner = createNodeRunner(ssr, reportMissingExports(paths.root, log, errors))
  const sink = createServerLog({ root: paths.root, log, errors, activity, loadReports })
  return async (onOptions) => {
    checkConventionPaths(paths, source.app.config)
    const { createApp, ...listeners }: DevBundle = await runner.import(SERVER_BUNDLE)
    await checkDefaultExports(paths.root, source.app.config, (file) => runner.import(`/${file}`))
    // Proposals outlive an edit and a restart.
    const data = `sqlite:${paths.generatedDir}/data/fw.db`
    const defaults = { data, accessLog: http !== undefined, log: sink }
    const { cache } = source.app.config
    const allowedHosts = listProtocolHosts(source.app.config, hostname)
    const createWiring = (options: never) => {
      onOptions?.(options)
      return {
        ...source.assets,
        ...(allowedHosts && { allowedHosts }),
        production: false,
        // A cached page would be that of before the edit.
        cache: { ...(typeof cache === 'object' && cache), shared: false },
        ...(errors && { inspect: errors.inspect }),
        ...(activity && { inspectLive: activity.live.inspect }),
      }
    }
    activity?.live.clearReads()
    return { server: createApp(createWiring, defaults), ...listeners }
  }
}

/** Logs missing exports between the app's own files; missing exports elsewhere aren't for its author to fix. */
function reportMissingExports(root: string, log: (line: string) => void, errors: RecentErrors | undefined): OnMissing {
  return (error) => {
    if (sourceDiagnostics(error, root).length === 0) return
    log(failureText(error, root))
    errors?.loadFailed(error)
  }
}

async function devConfig(
  options: DevPartsOptions,
  source: DevSource,
  plugins: InlineConfig['plugins'],
  hosts: readonly string[],
): Promise<InlineConfig> {
  const { paths, packages, http, log, own } = options
  const { watch, fs } = own?.options.server ?? {}
  const config = await viteConfig({
    paths,
    own,
    mode: 'development',
    plugins: [images(source.app).plugin, ...appPlugins(source.app, own?.plugins), plugins],
    workerPlugins: () => workerPlugins(source.app),
    client: {
      consumer: 'client',
      resolve: { conditions: [...CONDITIONS.client] },
      optimizeDeps: {
        entries: [],
        // Pre-bundled packages aren't compiled by the framework's plugins, and would import a second copy of Solid.
        exclude: ['solid-js', 'solid-js/web', 'solid-js/store', '@fw/runtime', 'devalue', ...packages.components],
      },
    },
    // Node loads the runtime and Solid itself, so that the app's other packages share the same instance.
    ssr: {
      consumer: 'server',
      resolve: {
        conditions: [...CONDITIONS.server],
        external: ['@fw/runtime', 'solid-js', ...packages.native],
        // See solid-packages.ts.
        noExternal: [...packages.components],
      },
    },
  })
  return {
    ...config,
    customLogger: viteLogger(log),
    server: {
      middlewareMode: true,
      ...(http === undefined ? { hmr: false, ws: false } : { hmr: { server: http, overlay: false } }),
      cors: false,
      allowedHosts: [...hosts],
      preTransformRequests: false,
      watch:
        http === undefined
          ? null
          : mergeConfig(watch ?? {}, { ignored: [`${paths.generatedDir}/**`, `${paths.root}/dist/**`] }),
      fs: {
        allow: [
          searchForWorkspaceRoot(paths.root),
          ...findPackageFolders(paths.root, BROWSER_PACKAGES),
          OVERLAY_FOLDER,
          ...(fs?.allow ?? []).map((folder) => resolve(paths.root, folder)),
        ],
        deny: ['.env', '.env.*', '*.{crt,pem,key,db,sqlite}', '**/.git/**', '**/.fw/data/**'],
      },
    },
  }
}
