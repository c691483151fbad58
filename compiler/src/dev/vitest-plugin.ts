/**
 * The framework as a plugin for Vitest: tests import the modules of an app as its server does, with contracts, compiled
 * components and the environment, and no build is needed.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { escapeHidden, getChunk } from '@fw/runtime/contract'
import type { Plugin, PluginOption, UserConfig, ViteDevServer } from 'vite'
import { isBelow, join, resolve, toSlashes } from '#slash-path.ts'
import { appPaths, isAppSource } from '../build/app-paths.ts'
import { appPlugins } from '../build/app-plugins.ts'
import { type AppAssets, type AppSource, emitAssets, lateSource } from '../build/app-source.ts'
import { images } from '../build/assets/images.ts'
import { FORMS, HYDRATE, LIVE_WITH_ISLANDS, LOADER, NAVIGATION } from '../build/client-entries.ts'
import { findPackageFolders, notablePackages } from '../build/externals.ts'
import { loadConfig, readConfig } from '../build/load-config.ts'
import { toResolvedId } from '../build/transform/virtual-modules.ts'
import { type AppViteOptions, findViteConfig, loadViteOptions } from '../build/vite/app-options.ts'
import { hasPostcssConfig } from '../build/vite/vite-config.ts'
import type { AppModel } from '../model.ts'
import { type AnalysisProcess, startAnalysis } from './analysis.ts'
import { type DevSource, devSource } from './dev-source.ts'

/** The app of a Vitest run, once Vite has configured it. */
interface TestedSource {
  readonly app: AppSource
  readonly source: DevSource
  readonly analysis: AnalysisProcess
}

/** The field of Vitest in a configuration, whose types aren't a dependency. */
interface VitestConfig {
  readonly test?: { readonly hookTimeout?: number }
}

/** Vitest's default is 10 seconds. */
const HOOK_TIMEOUT_MS = 60_000

/** Registers the app's sources for `createTestApp` of `@fw/runtime/testing`. */
const TESTING = 'fw:testing'
const TESTING_MODULE = "globalThis[Symbol.for('fw.testing.app')] = () => import('fw:server')\n"

/** Whether the options of Vite are being loaded. Their file may contain this plugin, which then adds nothing. */
let isLoading = false

/**
 * Creates the plugins for `plugins` of a Vitest configuration. Its `root` is the app's folder, in which Vitest runs. The app's own
 * options and plugins of Vite apply too.
 */
export function vitestPlugin(): PluginOption[] {
  if (isLoading) return []
  let tested: TestedSource | undefined
  const get = (): TestedSource => {
    if (tested === undefined) throw new Error('The fw plugin was used before Vitest had configured it.')
    return tested
  }
  const app = lateSource(() => get().app)
  const own = loadOwnOptions(toSlashes(process.cwd()))
  const main: Plugin = {
    name: 'fw:vitest',
    enforce: 'pre',
    async config(user: UserConfig & VitestConfig) {
      const root = resolve(user.root ?? process.cwd())
      tested?.analysis.close()
      tested = await openSource(root)
      const { components, native } = notablePackages(root)
      const { resolve: ownResolve, define, optimizeDeps, json, assetsInclude, css } = (await own)?.options ?? {}
      const options = { resolve: ownResolve, define, optimizeDeps, json, assetsInclude, css }
      return {
        ...Object.fromEntries(Object.entries(options).filter(([, option]) => option !== undefined)),
        // As in a build: Vite would search parent folders for a configuration of PostCSS.
        ...(css === undefined && !hasPostcssConfig(root) && { css: { postcss: { plugins: [] } } }),
        test: {
          // The first test file waits for the type analysis.
          hookTimeout: user.test?.hookTimeout ?? HOOK_TIMEOUT_MS,
          env: readUnsetVariables(root),
          // Node loads the runtime, so that packages and tests share one instance, also in a workspace with links.
          server: { deps: { inline: [...components], external: externalPackages(root, native) } },
        },
      } as UserConfig // with the field of Vitest
    },
    configureServer: (server) => followSources(server, get()),
    load: {
      filter: { id: /^\0fw:testing$/ },
      handler: () => TESTING_MODULE,
    },
    transform: {
      filter: { id: /\.[cm]?[jt]sx?$/, code: /@fw\/runtime\/testing['"]/ },
      handler(code, id) {
        if (this.environment.name === 'client' || !isAppSource(app.paths, id)) return null
        return { code: `import '${TESTING}';${code}`, map: null }
      },
    },
    closeBundle: () => tested?.analysis.close(),
  }
  return [main, images(app).plugin, own.then((options) => [...appPlugins(app, options?.plugins)])]
}

/** Vitest reads `vite.config.ts` itself if there is no other configuration, also from the command line. */
async function loadOwnOptions(root: string): Promise<AppViteOptions | undefined> {
  const readsViteConfig =
    findViteConfig(root) !== undefined &&
    !readdirSync(root).some((name) => /^vitest\.config\./.test(name)) &&
    !process.argv.some((arg) => /^(?:-c|--config)(?:=|$)/.test(arg))
  if (readsViteConfig) return undefined
  const { vite } = await readConfig(root)
  isLoading = true
  try {
    return await loadViteOptions(root, 'serve', vite)
  } finally {
    isLoading = false
  }
}

async function openSource(root: string): Promise<TestedSource> {
  const config = await loadConfig(root)
  const paths = appPaths(root, config)
  const onFailure = (reason: string) => console.error(escapeHidden(reason, '\n\t'))
  const analysis = startAnalysis({ root: paths.root, onResult: () => undefined, onFailure })
  const source = devSource(paths, config, analysis, { stylesheets: () => [], newest: (url) => url })
  // Tests run in other processes: the list of islands comes from the analysis, because rendered islands are unknown here.
  const assets = async () => emitAssets({ ...source.assets, ...toIslandAssets((await analysis.current()).model) })
  return { app: { ...source.app, assets }, source, analysis }
}

/** Returns the islands with URLs that no server has: a test checks whether a page has the code of its islands. */
function toIslandAssets({ components }: AppModel): AppAssets {
  const islands = components.filter(({ island }) => island)
  const url = (id: string) => `/@id/__x00__${id}`
  return {
    islandModules: {
      modules: Object.fromEntries(islands.map(({ id, file }) => [getChunk(id), `/${file}`])),
      names: Object.fromEntries(islands.map(({ id, name }) => [id, name])),
      renderers: Object.fromEntries(
        islands.flatMap(({ id, renderer }) => (renderer === undefined ? [] : [[getChunk(id), url(renderer)]])),
      ),
      hydrate: url(HYDRATE),
    },
    runtimeUrl: url(LOADER),
    navigationUrl: url(NAVIGATION),
    formsUrl: url(FORMS),
    liveUrl: url(LIVE_WITH_ISLANDS),
  }
}

/** Returns patterns of the packages that Node loads, by their real folders. */
function externalPackages(root: string, native: readonly string[]): readonly RegExp[] {
  return findPackageFolders(root, ['@fw/runtime', ...native]).map(
    (folder) => new RegExp(`^(?:file://)?${folder.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')}/`),
  )
}

/** Returns the variables of `.env` that the environment doesn't set. */
function readUnsetVariables(root: string): Record<string, string> {
  const file = join(root, '.env')
  if (!existsSync(file)) return {}
  const variables = Object.entries(parseEnv(readFileSync(file, 'utf8').replace(/^\uFEFF/, '')))
  return Object.fromEntries(
    variables.flatMap(([name, value]) => (value === undefined || name in process.env ? [] : [[name, value]])),
  )
}

/** In watch mode: analyses changed sources again. Generated modules are then generated again for the next run. */
function followSources(server: ViteDevServer, { app, source, analysis }: TestedSource): void {
  server.watcher.on('all', (event, path) => {
    const file = toSlashes(path)
    if (!isAppSource(app.paths, file) || isBelow(app.paths.generatedDir, file)) return
    analysis.changed([file])
    if (event !== 'change') source.rescan()
    for (const { moduleGraph } of Object.values(server.environments))
      for (const [id, module] of moduleGraph.idToModuleMap)
        if (id.startsWith(toResolvedId('fw:'))) moduleGraph.invalidateModule(module)
  })
}
