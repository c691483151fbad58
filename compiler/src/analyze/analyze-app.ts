/** An app's sources -> `AppFacts`, again and again: after an edit only what it touched is read anew. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import type { FwConfig } from '@fw/runtime/contract'
import type { AppFacts } from '../diagnostic/facts.ts'
import type { AppModel, ConventionFiles } from '../model.ts'
import type { LibChoice } from '../program/compiler-options.ts'
import { type AppProgram, openProgram } from '../program/open.ts'
import type { ts } from '../program/typescript.ts'
import { findApiFiles } from './api-files.ts'
import { type AnalyzedModule, analyzeApiModule } from './api-module.ts'
import { analyzeComponents } from './components.ts'
import { readStaticConfig } from './config.ts'
import { CONFIG_FILES } from './convention-files.ts'
import { analyzeConventions } from './conventions.ts'
import { createModuleCache, filesReadBy } from './module-cache.ts'
import { REGISTER_FILE, registerTypes } from './register-types.ts'
import { analyzeRoutes } from './routes.ts'

export interface AnalyzeOptions {
  /** The app's folder. */
  readonly root: string
  /** The configuration as run; read from the source of `fw.config.ts` when absent. */
  readonly config?: FwConfig
}

export interface Analysis {
  facts(): Promise<AppFacts>
  /** These files changed, came or went; paths absolute or relative to the root. */
  invalidate(files: readonly string[]): void
  /** `text` stands for the content of `file`, saved or not, until the file is invalidated. */
  edit(file: string, text: string): void
  /** The current text of a file, relative to the root; undefined when there is none. */
  textOf(file: string): string | undefined
  /** Lets the program go. */
  close(): void
}

/** The app as a model. Problems are left out: `check` has them. */
export async function analyze(options: AnalyzeOptions): Promise<AppModel> {
  const analysis = createAnalysis(options)
  try {
    return (await analysis.facts()).model
  } finally {
    analysis.close()
  }
}

/** Opens an app for analysis; the TypeScript program is made on the first `facts()`. */
export function createAnalysis(options: AnalyzeOptions): Analysis {
  const root = resolve(options.root).replaceAll('\\', '/')
  const cache = createModuleCache()
  const componentCache: Parameters<typeof analyzeComponents>[2] = new Map()
  const edits = new Map<string, string>()
  let program: AppProgram | undefined
  let lib: LibChoice = 'lean'
  let registered: string | undefined

  const open = (roots: readonly string[]): AppProgram => {
    const opened = openProgram(root, roots, lib)
    for (const [file, text] of edits) opened.edit(file, text)
    cache.clear()
    return opened
  }

  const analyzeModules = (apiFiles: ReturnType<typeof findApiFiles>, files: ConventionFiles): AnalyzedModule[] => {
    const roots = [...apiFiles.collected.map(({ file }) => join(root, file)), ...ambientFiles(root)]
    if (program === undefined) {
      program = open(roots)
      registered = undefined
    } else program.addRoots(roots)
    const register = registerTypes(files)
    if (register !== registered) {
      registered = register
      program.edit(join(root, REGISTER_FILE), register)
      cache.clear()
    }
    const analyzed = analyzeAll(program, root, apiFiles, cache)
    if (lib === 'full' || !analyzed.some((module) => module.wantsFullLib)) return analyzed
    lib = 'full'
    program = open(roots)
    program.edit(join(root, REGISTER_FILE), register)
    return analyzeAll(program, root, apiFiles, cache)
  }

  return {
    async facts() {
      const configFile = CONFIG_FILES.find((name) => existsSync(join(root, name)))
      const read = configFile && !options.config ? readStaticConfig(root, configFile) : undefined
      const config = options.config ?? read?.config ?? {}
      const serverDir = folderName(config.serverDir ?? 'src/server')
      const routesDir = folderName(config.routesDir ?? 'src/routes')
      const conventions = analyzeConventions(root, config)
      const apiFiles = findApiFiles(root, serverDir)
      const modules = apiFiles.collected.length === 0 ? [] : analyzeModules(apiFiles, conventions.files)
      const routes = analyzeRoutes(root, routesDir)
      const components = await analyzeComponents(root, routesDir, componentCache)
      return {
        model: {
          root,
          config,
          modules: modules.map((module) => module.model),
          routes: routes.routes,
          components: components.components,
          files: conventions.files,
        },
        apiFiles: modules.map((module) => module.facts),
        nestedApiFiles: apiFiles.nested.map((file) => ({ file, span: { file, start: 0, end: 0, line: 1, column: 1 } })),
        routes: routes.facts,
        conventions: conventions.facts,
        config: read?.facts ?? [],
        syntax: components.syntax,
      }
    },
    invalidate(files) {
      // What the build writes there, analysis knows already.
      const changed = files
        .map((file) => resolve(root, file).replaceAll('\\', '/'))
        .filter((file) => file !== join(root, REGISTER_FILE))
      for (const file of changed) edits.delete(file)
      const reread = program?.refresh(changed) ?? false
      // A file that came or went changes what imports mean, also those that found nothing before.
      if (reread || changed.some((file) => file.endsWith('.d.ts'))) cache.clear()
      else cache.forget(changed)
      if (changed.some((file) => /(?:^|\/)(?:tsconfig[^/]*|package)\.json$/.test(file))) program = undefined
    },
    edit(file, text) {
      const path = resolve(root, file).replaceAll('\\', '/')
      edits.set(path, text)
      program?.edit(path, text)
      cache.forget([path])
    },
    textOf(file) {
      const path = join(root, file)
      return edits.get(path) ?? (existsSync(path) ? readFileSync(path, 'utf8') : undefined)
    },
    close() {
      program = undefined
      cache.clear()
    },
  }
}

function analyzeAll(
  program: AppProgram,
  root: string,
  { collected }: ReturnType<typeof findApiFiles>,
  cache: ReturnType<typeof createModuleCache>,
): AnalyzedModule[] {
  const missing = collected.some(({ file }) => cache.get(file) === undefined)
  if (!missing) return collected.map(({ file }) => cache.get(file)).filter((found) => found !== undefined)
  const snapshot = program.snapshot()
  const context = { ...snapshot, relative: (file: string) => relative(root, file).replaceAll('\\', '/') }
  const imports: Parameters<typeof filesReadBy>[3] = new Map()
  const readsOf = (file: ts.SourceFile) => filesReadBy(snapshot.ts, snapshot.checker, file, imports)
  // No import leads to the types of ctx and session.
  const register = snapshot.program.getSourceFile(join(root, REGISTER_FILE))
  const ambient = register === undefined ? [] : [...readsOf(register)]
  return collected.flatMap(({ file, module }) => {
    const known = cache.get(file)
    if (known !== undefined) return [known]
    const source = snapshot.program.getSourceFile(join(root, file).replaceAll('\\', '/'))
    if (source === undefined) return []
    const analyzed = analyzeApiModule(context, source, module)
    cache.set(file, analyzed, new Set([...readsOf(source), ...ambient]))
    return [analyzed]
  })
}

/** Declarations that no import leads to: generated types and the app's own `*.d.ts`. */
function ambientFiles(root: string): string[] {
  const generated = declarationsIn(join(root, '.fw/types'), true).filter((file) => file !== join(root, REGISTER_FILE))
  return [...generated, ...declarationsIn(join(root, 'src'), false)]
}

function declarationsIn(folder: string, recursive: boolean): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive, encoding: 'utf8' })
    .filter((name) => name.endsWith('.d.ts'))
    .map((name) => join(folder, name))
}

/** `src/server` of `./src/server/`. */
function folderName(folder: string): string {
  return folder.replaceAll('\\', '/').replace(/^\.\//, '').replace(/\/+$/, '')
}
