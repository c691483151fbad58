/** The two bundles of an app: their Vite options and plugins, and the order in which they must be built. */
import { rm } from 'node:fs/promises'
import type { FwConfig } from '@fw/runtime/contract'
import type { EnvironmentOptions, Plugin, ViteBuilder } from 'vite'
import type { AppModel } from '../model.ts'
import type { AppPaths } from './app-paths.ts'
import { appPlugins, workerPlugins } from './app-plugins.ts'
import type { AppSource } from './app-source.ts'
import { writeApiReference } from './assets/api-reference.ts'
import { listPreloadedFonts } from './assets/fonts.ts'
import { type Images, images } from './assets/images.ts'
import { type KeptAssets, keepAssets } from './assets/keep-assets.ts'
import { bundleClient, type ClientBundle, clientBuildOptions, clientInputs } from './bundle-client.ts'
import { bundleServer, serverBuildOptions } from './bundle-server.ts'
import { bundleStyles, stylesBuildOptions, writeStyles } from './bundle-styles.ts'
import { bundleWorker, hasWorker } from './bundle-worker.ts'
import { copyPublic } from './copy-public.ts'
import { finishClient } from './finish-client.ts'
import { modelSource } from './model-source.ts'
import { nativePackages } from './packages/native-packages.ts'
import { type PrebuiltPackages, prebuiltPackages } from './packages/prebuilt-packages.ts'
import { type ImportGraph, recordGraph } from './report/module-graph.ts'
import { recordServerModules, type ServerModules } from './report/server-modules.ts'
import { type ServerAssets, serverAssets } from './server-assets.ts'
import { type ModuleRecorder, recordModules } from './steps/record-modules.ts'
import { findBuildTarget } from './targets/find-target.ts'
import { moveMaps } from './transform/move-maps.ts'
import { recordStyles } from './transform/style-graph.ts'
import type { AppViteOptions } from './vite/app-options.ts'

export interface AppBundles {
  readonly app: AppSource
  readonly plugins: readonly Plugin[]
  /** Creates the plugins of one worker's build. */
  workerPlugins(): Plugin[]
  /** Imports between the app's files in the browser, available once `client` has run. */
  readonly clientGraph: ImportGraph
  /** Modules of the server's bundle, available once `server` has run. */
  readonly serverModules: ServerModules
  readonly environments: Readonly<Record<'client' | 'ssr' | 'styles', EnvironmentOptions>>
  /** Returns the files of the bundles' modules so far. Absolute. */
  moduleFiles(): readonly string[]
  /**
   * Builds the browser files first: the server needs their URLs. Resolves to `undefined` for an app without browser
   * files.
   */
  client(builder: ViteBuilder): Promise<ClientBundle | undefined>
  /**
   * Builds the server after the client, and then the stylesheet of both. Resolves to the imports between the app's
   * files.
   */
  server(builder: ViteBuilder): Promise<ImportGraph>
  /** Returns the stylesheet, relative to the output, once `server` has run; `undefined` for an app without styles. */
  stylesheet(): string | undefined
  /** Returns the files of earlier builds in the output, once `server` has run. */
  kept(): KeptAssets
  /** Builds the app's service worker, if there is one. Call it last, after a static site's pages have been written. */
  worker(): Promise<void>
}

/** The plugins of a build and the data that they collect. `app` is read only when a hook runs. */
interface BundlePlugins {
  readonly plugins: readonly Plugin[]
  readonly clientGraph: ImportGraph
  readonly serverGraph: ImportGraph
  readonly serverModules: ServerModules
  /** Returns the app's stylesheets in order, once both bundles are built. */
  stylesheets(): readonly string[]
  /** The images that either bundle imports. */
  readonly images: Images
  /** The files that the server's bundle imports. */
  readonly assets: ServerAssets
  /** The third-party packages of the server that aren't bundled again. */
  readonly packages: PrebuiltPackages
  /** The modules of all bundles. */
  readonly inputs: ModuleRecorder
}

/** Creates plugins for an app that may become known later than they are created. `own` are the app's own plugins. */
export function bundlePlugins(app: AppSource, own: readonly Plugin[] = []): BundlePlugins {
  const client = recordGraph(app, 'client')
  const server = recordGraph(app, 'ssr')
  const serverModules = recordServerModules(app)
  const roots = () => app.styleRoots()
  const pictures = images(app)
  const assets = serverAssets()
  const inputs = recordModules()
  const packages = prebuiltPackages(app)
  const styles = [recordStyles('ssr', roots), recordStyles('client', roots)]
  return {
    images: pictures,
    assets,
    inputs,
    packages,
    plugins: [
      inputs.plugin,
      packages.plugin,
      nativePackages(app),
      pictures.plugin,
      assets.plugin,
      ...appPlugins(app, own),
      client.plugin,
      server.plugin,
      serverModules.plugin,
      ...styles.map(({ plugin }) => plugin),
    ],
    stylesheets: () => [...new Set(styles.flatMap((recorder) => recorder.stylesheets()))],
    clientGraph: client.graph,
    serverGraph: server.graph,
    serverModules: serverModules.modules,
  }
}

interface BundleOptions {
  /** The app's plugins, if they had to be created before the app was known. */
  readonly known?: BundlePlugins
  /**
   * Options that override `fw.config.ts`.
   *
   * @default none
   */
  readonly overrides?: FwConfig
  /** The app's own options of Vite. */
  readonly vite?: AppViteOptions | undefined
}

/** Creates both bundles of the app that the model describes. */
export function createBundles(model: AppModel, paths: AppPaths, options: BundleOptions = {}): AppBundles {
  const { known, overrides, vite } = options
  const source = modelSource(model, paths, overrides)
  const { reference } = source
  const {
    plugins,
    clientGraph,
    serverGraph,
    serverModules,
    stylesheets,
    images: pictures,
    assets,
    packages,
    inputs: recorded,
  } = known ?? bundlePlugins(source.app, vite?.plugins)
  const hashed: string[] = []
  let sheet: string | undefined
  let kept: KeptAssets = { files: 0, bytes: 0 }
  const inputs = clientInputs(model, paths)
  return {
    app: source.app,
    plugins,
    workerPlugins: () => [recorded.plugin, ...workerPlugins(source.app)],
    moduleFiles: () => [...recorded.files(), ...packages.modules(), ...(reference?.sources ?? [])],
    clientGraph,
    serverModules,
    environments: {
      client: clientBuildOptions(paths, inputs),
      ssr: serverBuildOptions(paths, findBuildTarget(model.config)),
      styles: stylesBuildOptions(paths),
    },
    async client(builder) {
      const { publicDir } = builder.config
      const isEmpty = Object.keys(inputs).length === 0
      if (isEmpty) await rm(paths.clientOut, { recursive: true, force: true })
      const bundle = isEmpty ? undefined : await bundleClient(builder, model)
      const skipped = publicDir === '' ? [] : await copyPublic(publicDir, paths.clientOut)
      if (skipped.length > 0) builder.config.logger.warn(describeSkipped(skipped))
      if (bundle === undefined) return undefined
      source.setClient(bundle.assets, new Set(clientGraph.keys()))
      hashed.push(...bundle.hashed)
      return bundle
    },
    async server(builder) {
      await bundleServer(builder)
      source.setStyles(stylesheets())
      const built = stylesheets().length === 0 ? undefined : await bundleStyles(builder, paths)
      sheet = built?.url.slice(1)
      const fonts = listPreloadedFonts(paths.root, source.app.config).flatMap((name) => built?.urls.get(name) ?? [])
      await writeStyles(paths, {
        stylesheets: built === undefined ? [] : [built.url],
        ...(fonts.length > 0 ? { preloadFonts: fonts } : {}),
        ...(built !== undefined && source.app.config.inlineStyles === true ? { styleText: built.text } : {}),
      })
      hashed.push(...(built?.written ?? []), ...(await pictures.write(paths)), ...(await assets.write(paths)))
      // Few visitors read the reference: the service worker doesn't store its scripts.
      const unstored = reference === undefined ? [] : await writeApiReference(reference, paths)
      if (source.app.config.output === 'static') await moveMaps(paths.clientOut, `${paths.root}/dist/maps`)
      const files = await finishClient(paths.clientOut, [...hashed, ...unstored])
      kept = await keepAssets(paths, files, source.app.config.keepAssets)
      return serverGraph
    },
    stylesheet: () => sheet,
    kept: () => kept,
    async worker() {
      if (!hasWorker(paths)) return
      const { output, inlineStyles = false } = source.app.config
      await bundleWorker(paths, { hashed, isStatic: output === 'static', inlineStyles, vite })
    },
  }
}

function describeSkipped(skipped: readonly string[]): string {
  const names = skipped.map((name) => `public/${name}`).join(', ')
  return `Not copied: ${names}. Dotfiles (except .well-known/), files below _fw/, and links out of public/ or to a file that is not served are not published.`
}
