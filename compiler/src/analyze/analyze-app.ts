/** An app's sources -> `AppFacts`, again and again: after an edit only what it touched is read anew. */
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { FwConfig } from '@fw/runtime/contract'
import type { ApiFileFacts, AppFacts } from '../diagnostic/facts.ts'
import type { AppModel } from '../model.ts'
import { analyzeAddresses } from './addresses.ts'
import { createApiAnalysis } from './api-analysis.ts'
import { findApiFiles } from './api-files.ts'
import { analyzeComponents } from './components.ts'
import { readPackageConfig, readStaticConfig } from './config.ts'
import { CONFIG_FILES } from './convention-files.ts'
import { analyzeConventions } from './conventions.ts'
import { type AnalyzedEnv, analyzeEnv } from './environment.ts'
import { findMissingModules } from './missing-modules.ts'
import type { PlaceOf } from './path-rules.ts'
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
  const apis = createApiAnalysis(root)
  const componentCache: Parameters<typeof analyzeComponents>[2] = new Map()
  const edits = new Map<string, string>()
  const absolute = (file: string) => resolve(root, file).replaceAll('\\', '/')
  let known: { readonly text: string; readonly env: AnalyzedEnv } | undefined
  const readEnv = (file: string | undefined): AnalyzedEnv | undefined => {
    const text = file === undefined ? undefined : textOf(file)
    if (file === undefined || text === undefined) return undefined
    if (known?.text !== text) known = { text, env: analyzeEnv(root, file, text) }
    return known.env
  }
  const textOf = (file: string): string | undefined => {
    const path = absolute(file)
    return edits.get(path) ?? (existsSync(path) ? readFileSync(path, 'utf8') : undefined)
  }
  return {
    async facts() {
      const configFile = CONFIG_FILES.find((name) => existsSync(join(root, name)))
      const inPackage = readPackageConfig(root)
      const read = options.config ? undefined : configFile ? readStaticConfig(root, configFile) : inPackage
      const config = options.config ?? read?.config ?? {}
      const routesDir = folderName(config.routesDir ?? 'src/routes')
      const placeOf: PlaceOf = (path) =>
        (read ?? (configFile ? readStaticConfig(root, configFile) : inPackage))?.placeOf(path)
      const conventions = analyzeConventions(root, config)
      const apiFiles = findApiFiles(root, folderName(config.serverDir ?? 'src/server'))
      const modules = apis.modules(apiFiles.collected, conventions.files)
      const env = readEnv(conventions.files.env)
      const routes = analyzeRoutes(root, routesDir)
      const components = await analyzeComponents(root, routesDir, componentCache)
      const addresses = analyzeAddresses({
        root,
        config,
        unread: read?.unread ?? [],
        placeOf,
        routes: routes.facts,
        matchers: conventions.matchers,
        links: components.links,
      })
      return {
        model: {
          root,
          config,
          modules: modules.map((module) => module.model),
          routes: routes.routes,
          components: components.components,
          files: conventions.files,
          ...(env?.model === undefined ? {} : { env: env.model }),
        },
        apiFiles: [...modules.map((module) => module.facts), ...envContracts(conventions.files.env, env)],
        nestedApiFiles: apiFiles.nested.map((file) => ({ file, span: { file, start: 0, end: 0, line: 1, column: 1 } })),
        routes: routes.facts,
        ...addresses,
        conventions: conventions.facts,
        hooks: conventions.hooks,
        env: env?.facts ?? [],
        config: [...(read?.facts ?? []), ...findMissingModules(root, config, placeOf)],
        ...(inPackage && { packageConfig: { span: inPackage.span, ...(configFile && { instead: configFile }) } }),
        syntax: components.syntax,
      }
    },
    invalidate(files) {
      const changed = files.map(absolute)
      for (const file of changed) edits.delete(file)
      apis.invalidate(changed)
      // A type that it imports may be another one now.
      if (known !== undefined && /\bimport\b/.test(known.text)) known = undefined
    },
    edit(file, text) {
      edits.set(absolute(file), text)
      apis.edit(absolute(file), text)
    },
    textOf,
    close: apis.close,
  }
}

/** The members of `Env` pass the rules of contracts. */
function envContracts(file: string | undefined, env: AnalyzedEnv | undefined): readonly ApiFileFacts[] {
  if (file === undefined || env === undefined) return []
  return [{ file, module: 'env', exports: [], contracts: env.contracts, fields: [], syntax: [] }]
}

/** `src/server` of `./src/server/`. */
function folderName(folder: string): string {
  return folder.replaceAll('\\', '/').replace(/^\.\//, '').replace(/\/+$/, '')
}
