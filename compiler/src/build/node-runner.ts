/** Modules of Vite's environments, run in this process. */
import {
  createRunnableDevEnvironment,
  createServerModuleRunnerTransport,
  type DevEnvironment,
  type InlineConfig,
  resolveConfig,
} from 'vite'
import {
  createDefaultImportMeta,
  createNodeImportMeta,
  ModuleRunner,
  type ModuleRunnerImportMeta,
} from 'vite/module-runner'

/**
 * What `createServerModuleRunner` makes without hot updates, but for `import.meta.resolve`: Vite's would start a thread that
 * every import of this process is asked of from then on, where here only a module that calls it does.
 */
export function createNodeRunner({ hot }: DevEnvironment): ModuleRunner {
  return new ModuleRunner({
    transport: createServerModuleRunnerTransport({ channel: hot }),
    hmr: false,
    createImportMeta: importMetaOf,
    sourcemapInterceptor: 'node',
  })
}

function importMetaOf(path: string): ModuleRunnerImportMeta {
  return {
    ...createDefaultImportMeta(path),
    main: false,
    resolve: (id, parent) => createNodeImportMeta(path).resolve(id, parent),
  }
}

export interface RanFile {
  readonly module: { readonly default?: unknown }
  /** The files of the app that it imports. */
  readonly imports: readonly string[]
}

/** Runs one file of the app at `root`, and the files of the app that it imports; packages are left to Node. */
export async function runFile(file: string, root: string): Promise<RanFile> {
  const conditions = ['node', ...(process.features.require_module === true ? ['module-sync'] : [])]
  const inline: InlineConfig = {
    root,
    logLevel: 'error',
    configFile: false,
    envDir: false,
    // Nothing is written there.
    cacheDir: root,
    environments: {
      inline: {
        consumer: 'server',
        dev: { moduleRunnerTransform: true },
        resolve: { external: true, mainFields: [], conditions },
      },
    },
  }
  const config = await resolveConfig(inline, 'serve')
  const environment = createRunnableDevEnvironment('inline', config, { runner: createNodeRunner, hot: false })
  await environment.init()
  try {
    const module = await environment.runner.import(file)
    const ran = [...environment.runner.evaluatedModules.urlToIdModuleMap.values()]
    const own = ran.filter(({ meta, exports }) => meta && !('externalize' in meta) && exports !== module)
    return { module, imports: own.map((one) => one.file) }
  } finally {
    await environment.close()
  }
}
