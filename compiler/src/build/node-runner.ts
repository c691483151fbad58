/** Runs modules of Vite's environments in this process. */
import './page-size.ts'
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
  ESModulesEvaluator,
  type EvaluatedModuleNode,
  ModuleRunner,
  type ModuleRunnerImportMeta,
  type ModuleRunnerOptions,
  ssrImportKey,
  ssrModuleExportsKey,
} from 'vite/module-runner'
import { sourcePaths } from './transform/source-paths.ts'

/**
 * Creates a runner as `createServerModuleRunner` does without hot updates, except for `import.meta.resolve`: Vite's
 * would start a thread that resolves every later import of this process; this one affects only modules that call it.
 */
export function createNodeRunner({ hot }: DevEnvironment, onMissing?: OnMissing): ModuleRunner {
  const options: ModuleRunnerOptions = {
    transport: createServerModuleRunnerTransport({ channel: hot }),
    hmr: false,
    createImportMeta: createModuleMeta,
    sourcemapInterceptor: 'node',
  }
  return new ModuleRunner(options, onMissing && new LinkedEvaluator(onMissing))
}

/** Called for an import of a name that its module doesn't export, with an error like those of a bundler. */
export type OnMissing = (error: Error) => void

type Context = Parameters<ESModulesEvaluator['runInlinedModule']>[0]

/**
 * Vite runs modules as functions, where a missing export is `undefined`: an error in browsers and builds would go
 * unnoticed.
 */
class LinkedEvaluator extends ESModulesEvaluator {
  readonly #onMissing: OnMissing
  /**
   * Files of modules by their exports objects, once they have run: in an import cycle some exports may be missing
   * before.
   */
  readonly #files = new WeakMap<object, string>()

  constructor(onMissing: OnMissing) {
    super()
    this.#onMissing = onMissing
  }

  override async runInlinedModule(context: Context, code: string, module?: EvaluatedModuleNode): Promise<unknown> {
    const load = context[ssrImportKey]
    const linked: Context = {
      ...context,
      [ssrImportKey]: async (id, metadata) => {
        const exports: unknown = await load(id, metadata)
        const file = typeof exports === 'object' && exports !== null ? this.#files.get(exports) : undefined
        if (file !== undefined)
          for (const name of metadata?.importedNames ?? [])
            if (!(name in Object(exports))) this.#onMissing(createMissingExportError(name, file, module?.file))
        return exports
      },
    }
    const result: unknown = await super.runInlinedModule(linked, code)
    if (module !== undefined) this.#files.set(context[ssrModuleExportsKey], module.file)
    return result
  }
}

function createMissingExportError(name: string, exporter: string, id: string | undefined): Error {
  return Object.assign(new SyntaxError(`"${name}" is not exported by "${exporter}".`), {
    code: 'MISSING_EXPORT',
    id,
    exporter,
  })
}

function createModuleMeta(path: string): ModuleRunnerImportMeta {
  return {
    ...createDefaultImportMeta(path),
    main: false,
    resolve: (id, parent) => createNodeImportMeta(path).resolve(id, parent),
  }
}

interface RanFile {
  readonly module: { readonly default?: unknown }
  /** The files of the app that it imports. */
  readonly imports: readonly string[]
}

/** Runs one file of the app at `root`, and the files of the app that it imports; Node loads packages. */
export async function runFile(file: string, root: string): Promise<RanFile> {
  const conditions = ['node', ...(process.features.require_module === true ? ['module-sync'] : [])]
  const inline: InlineConfig = {
    root,
    logLevel: 'error',
    configFile: false,
    envDir: false,
    // Nothing is written to it.
    cacheDir: root,
    plugins: [sourcePaths({ paths: { root } })],
    environments: {
      inline: {
        consumer: 'server',
        dev: { moduleRunnerTransform: true },
        resolve: { external: true, mainFields: [], conditions },
      },
    },
  }
  const config = await resolveConfig(inline, 'serve')
  const environment = createRunnableDevEnvironment('inline', config, {
    runner: (own) => createNodeRunner(own),
    hot: false,
  })
  await environment.init()
  try {
    const module = await environment.runner.import(file).catch((error: unknown) => {
      // Node maps a stack when it is first read, and only as long as the environment is open.
      if (error instanceof Error) void error.stack
      throw error
    })
    const ran = [...environment.runner.evaluatedModules.urlToIdModuleMap.values()]
    const own = ran.filter(({ meta, exports }) => meta && !('externalize' in meta) && exports !== module)
    return { module, imports: own.map((one) => one.file) }
  } finally {
    await environment.close()
  }
}
