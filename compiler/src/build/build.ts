/** `fw build`: config, check, emit, browser bundle, server bundle, report. Nothing is written before the check has passed. */
import { existsSync } from 'node:fs'
import { cp, mkdir, rm } from 'node:fs/promises'
import { check } from '../check.ts'
import { printDiagnostics } from '../diagnostic/print.ts'
import type { AppModel, Diagnostic } from '../model.ts'
import { type AppPaths, appPaths } from './app-paths.ts'
import { appPlugins } from './app-plugins.ts'
import { bundleClient, type ClientBundle, clientBuildOptions, clientInputs } from './bundle-client.ts'
import { bundleServer, serverBuildOptions } from './bundle-server.ts'
import { loadConfig } from './load-config.ts'
import { measurePages } from './measure-pages.ts'
import { modelSource } from './model-source.ts'
import { recordGraph } from './module-graph.ts'
import { analysisReport, type BuildReport } from './report.ts'
import { viteConfig } from './vite-config.ts'
import { writeApp } from './write-generated.ts'

export interface BuildOptions {
  /** The app's folder. */
  readonly root: string
  /** Measure pages, islands and tools. Default false. */
  readonly analyze?: boolean
  /** Hears one line per step, and the diagnostics. */
  readonly log: (line: string) => void
}

/** The app breaks rules; nothing was written. The diagnostics have been logged. */
export class BuildError extends Error {
  override readonly name = 'BuildError'
  readonly diagnostics: readonly Diagnostic[]

  constructor(message: string, diagnostics: readonly Diagnostic[]) {
    super(message)
    this.diagnostics = diagnostics
  }
}

/** Builds the app into `dist/` and `.fw/`. Throws `BuildError` for errors in the app's sources. */
export async function build(options: BuildOptions): Promise<BuildReport> {
  // Packages choose their files by it, and Vite sets it once per process: a build is a production build.
  const before = process.env.NODE_ENV
  process.env.NODE_ENV = 'production'
  try {
    return await runSteps(options)
  } finally {
    if (before === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = before
  }
}

async function runSteps(options: BuildOptions): Promise<BuildReport> {
  const steps: { name: string; ms: number }[] = []
  const step = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const start = performance.now()
    const result = await work()
    const ms = Math.round(performance.now() - start)
    steps.push({ name, ms })
    options.log(`${name.padEnd(8)} ${ms} ms`)
    return result
  }

  const model = await step('check', () => checkedModel(options))
  const paths = appPaths(model.root, model.config)
  await step('emit', () => writeApp(model))
  const bundles = createBundles(model, paths)
  const client = await step('client', () => bundles.client())
  const graph = await step('server', () => bundles.server(client))
  if (options.analyze !== true) return { steps }
  const measures = await step('measure', () => measurePages(paths.root))
  return { steps, analysis: analysisReport({ model, routesDir: paths.routesDir, client, graph, measures }) }
}

async function checkedModel(options: BuildOptions): Promise<AppModel> {
  const config = await loadConfig(options.root)
  const { model, diagnostics } = await check({ root: options.root, config })
  if (diagnostics.length > 0) options.log(printDiagnostics(diagnostics, 'pretty'))
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  if (errors.length > 0) {
    const count = errors.length === 1 ? '1 error' : `${errors.length} errors`
    throw new BuildError(`The build stopped at ${count}; nothing was written.`, diagnostics)
  }
  return model
}

interface Bundles {
  /** Undefined for an app without any browser file. */
  client(): Promise<ClientBundle | undefined>
  /** Resolves to the imports between the app's files. */
  server(client: ClientBundle | undefined): Promise<ReadonlyMap<string, readonly string[]>>
}

/** Two environments, each with a Vite of its own: the server's plugins need what the browser's build found. */
function createBundles(model: AppModel, paths: AppPaths): Bundles {
  const source = modelSource(model, paths)
  const clientGraph = recordGraph(paths, 'client')
  const serverGraph = recordGraph(paths, 'ssr')
  const inputs = clientInputs(model, paths)
  const config = viteConfig({
    paths,
    mode: 'production',
    plugins: [...appPlugins(source.app), clientGraph.plugin, serverGraph.plugin],
    client: clientBuildOptions(paths, inputs),
    ssr: serverBuildOptions(paths),
  })
  const builder = import('vite').then(({ createBuilder }) => createBuilder(config, null))
  return {
    async client() {
      if (Object.keys(inputs).length === 0) return copyPublic(paths)
      const bundle = await bundleClient(await builder, model)
      source.setClient(bundle.assets, new Set(clientGraph.graph.keys()))
      return bundle
    },
    async server() {
      await bundleServer(await builder)
      return serverGraph.graph
    },
  }
}

async function copyPublic(paths: AppPaths): Promise<undefined> {
  await rm(paths.clientOut, { recursive: true, force: true })
  await mkdir(paths.clientOut, { recursive: true })
  const from = `${paths.root}/public`
  if (existsSync(from)) await cp(from, paths.clientOut, { recursive: true })
}
