/** The folders of an app, and the files that are read without types. */
import { existsSync } from 'node:fs'
import type { FwConfig } from '@fw/runtime/contract'
import { join, toSlashes } from '#slash-path.ts'
import { replacement } from '../diagnostic/fix.ts'
import { defineInput, defineQuery } from '../engine/query.ts'
import type { Fix, SourceSpan } from '../model.ts'
import { type ApiFiles, findApiFiles } from './apis/api-files.ts'
import { type AppReader, READER } from './app-reader.ts'
import { type AnalyzedConfig, type ConfigFact, readPackageConfig, readStaticConfig } from './config.ts'
import { findMissingModules } from './modules/missing-modules.ts'
import { getResolver } from './modules/project-queries.ts'
import type { ResolveImport } from './modules/resolve-import.ts'
import { findSourceFiles, type SourceRoots } from './modules/source-files.ts'
import { type AppUrls, readUrls } from './pages/analyze-urls.ts'
import { CONFIG_FILES } from './pages/convention-files.ts'
import { type AnalyzedConventions, analyzeConventions } from './pages/conventions.ts'
import type { PlaceOf } from './pages/path-rules.ts'
import { type AnalyzedRoutes, analyzeRoutes } from './pages/routes.ts'
import { type UnreachableRouteFact, unreachableRoutes } from './pages/unreachable-routes.ts'
import { findUnknownBudgets } from './texts/unknown-budgets.ts'

/** The configuration in `package.json`. */
export interface PackageConfigFact {
  readonly span: SourceSpan
  /** The file that is read instead of it. */
  readonly instead?: string
  readonly fixes?: readonly Fix[]
}

/** Data from an app's folders and from the files that are read without types. */
export interface AppOutline {
  readonly config: FwConfig
  /** Absent if the caller passed the evaluated configuration. */
  readonly read: AnalyzedConfig | undefined
  readonly packageConfig: PackageConfigFact | undefined
  readonly conventions: AnalyzedConventions
  readonly apiFiles: ApiFiles
  readonly routes: AnalyzedRoutes
  readonly unreachableRoutes: readonly UnreachableRouteFact[]
  readonly addresses: AppUrls
  /** Files that the configuration names but that don't exist. */
  readonly unknownNames: readonly ConfigFact[]
  /** Relative to the root, like `serverDir`. */
  readonly routesDir: string
  readonly serverDir: string
}

/** The files that exist. Each change has a new value. */
export const LAYOUT = defineInput<object>('folders', Object.is)

/** The evaluated configuration. If absent, it is read from its source. */
export const CONFIG = defineInput<FwConfig | undefined>('configuration', Object.is)

export const OUTLINE = defineQuery(
  'outline',
  (read) => {
    read(LAYOUT)
    return readOutline(read(READER), read(CONFIG))
  },
  { isEqual: Object.is },
)

/** Every script of the app. */
export const SOURCES = defineQuery('sources', (read) => {
  read(LAYOUT)
  return findSourceFiles(read(READER), sourceRoots(read(OUTLINE), getResolver(read)))
})

/** `given`: the evaluated configuration. */
function readOutline(reader: AppReader, given: FwConfig | undefined): AppOutline {
  const { root } = reader
  const configFile = CONFIG_FILES.find((name) => existsSync(join(root, name)))
  const inPackage = readPackageConfig(reader)
  const read = given ? undefined : configFile ? readStaticConfig(reader, configFile) : inPackage
  const config = given ?? read?.config ?? {}
  const routesDir = folderName(config.routesDir ?? 'src/routes')
  const serverDir = folderName(config.serverDir ?? 'src/server')
  const findPlace: PlaceOf = (path) =>
    (read ?? (configFile ? readStaticConfig(reader, configFile) : inPackage))?.placeOf(path)
  const conventions = analyzeConventions(reader, config, routesDir)
  const routes = analyzeRoutes(root, routesDir, reader.list)
  const { matchers } = conventions
  return {
    config,
    read,
    packageConfig: inPackage && {
      span: inPackage.span,
      ...(configFile && { instead: configFile, fixes: [replacement('Remove the field', inPackage.removal, '')] }),
    },
    conventions,
    apiFiles: findApiFiles(root, serverDir, reader.list),
    routes,
    unreachableRoutes: unreachableRoutes(root, config, routes.facts),
    addresses: readUrls({
      root,
      config,
      unread: read?.unread ?? [],
      placeOf: findPlace,
      textOf: reader.textOf,
      routes: [...routes.facts, ...routes.httpFacts],
      matchers,
    }),
    unknownNames: [
      ...findMissingModules(root, config, findPlace),
      ...findUnknownBudgets(config, routes.facts, findPlace),
    ],
    routesDir,
    serverDir,
  }
}

/** Returns where the scripts of an app are. */
function sourceRoots(
  { routesDir, serverDir, routes, conventions }: AppOutline,
  resolveImport: ResolveImport,
): SourceRoots {
  const { client, stores } = conventions.files
  const files = [...routes.routes, ...routes.http].map(({ filePath }) => `${routesDir}/${filePath}`)
  const modules = [...files, client, stores]
  return {
    folders: ['src', routesDir, serverDir],
    modules: modules.filter((file) => file !== undefined),
    resolveImport,
  }
}

/** Returns `src/server` for `./src/server/`. */
function folderName(folder: string): string {
  return toSlashes(folder).replace(/^\.\//, '').replace(/\/+$/, '')
}
