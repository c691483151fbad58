/** Combines everything that was read of an app's files: the same for the command line, the build and the editor. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FwConfig } from '@fw/runtime/contract'
import type { ApiFileFacts, AppFacts } from '../diagnostic/facts.ts'
import { replacement } from '../diagnostic/fix.ts'
import type { ApiModuleModel, AppModel, ComponentModel, RouteModel, StoreModel } from '../model.ts'
import { type ApiFiles, findApiFiles } from './apis/api-files.ts'
import type { AnalyzedModule } from './apis/api-module.ts'
import { analyzeCacheTags } from './apis/cache-tags.ts'
import type { AppReader } from './app-reader.ts'
import { CHANNELS_DIR, channelFiles } from './channel-files.ts'
import { type AnalyzedConfig, readPackageConfig, readStaticConfig } from './config.ts'
import type { AnalyzedEnv } from './environment.ts'
import { analyzeForms } from './forms/form-fields.ts'
import { findFailedImports } from './modules/failed-imports.ts'
import { findMissingModules } from './modules/missing-modules.ts'
import type { ResolveImport } from './modules/resolve-import.ts'
import { isScript, type SourceRoots } from './modules/source-files.ts'
import { findSyntaxErrors } from './modules/syntax-errors.ts'
import { findTsconfigFaults } from './modules/tsconfig-faults.ts'
import { type AppUrls, readUrls } from './pages/analyze-urls.ts'
import { analyzeComponentCode } from './pages/component-code.ts'
import { type AnalyzedComponents, COMPONENT_FILE } from './pages/components.ts'
import { CONFIG_FILES } from './pages/convention-files.ts'
import { type AnalyzedConventions, analyzeConventions } from './pages/conventions.ts'
import { findGuardedRenders } from './pages/guarded-renders.ts'
import { localeRoutes } from './pages/locale-routes.ts'
import { findMissingReact } from './pages/missing-react.ts'
import { readPageResponse } from './pages/page-responses.ts'
import type { AnalyzedTools } from './pages/page-tools.ts'
import type { PlaceOf } from './pages/path-rules.ts'
import { analyzeRouteModules } from './pages/route-modules.ts'
import { type AnalyzedRoutes, analyzeRoutes } from './pages/routes.ts'
import { findServerReads } from './pages/static-pages.ts'
import { unreachableRoutes } from './pages/unreachable-routes.ts'
import { analyzeMessages } from './texts/messages.ts'
import { readToolMentions, type ToolMention } from './texts/tool-mentions.ts'
import { findUnknownBudgets } from './texts/unknown-budgets.ts'
import { findUnknownTools } from './texts/unknown-tools.ts'

/** Data from an app's folders and from the files that are read without types. */
export interface AppOutline {
  readonly config: FwConfig
  /** Absent if the caller passed the evaluated configuration. */
  readonly read: AnalyzedConfig | undefined
  readonly packageConfig: AppFacts['packageConfig']
  readonly conventions: AnalyzedConventions
  readonly apiFiles: ApiFiles
  readonly routes: AnalyzedRoutes
  readonly unreachableRoutes: AppFacts['unreachableRoutes']
  readonly addresses: AppUrls
  /** Files that the configuration names but that don't exist. */
  readonly unknownNames: AppFacts['config']
  /** Relative to the root, like `serverDir`. */
  readonly routesDir: string
  readonly serverDir: string
}

/** Reads the outline. `given`: the evaluated configuration. */
export function readOutline(reader: AppReader, given?: FwConfig): AppOutline {
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
      routes: routes.facts,
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
export function sourceRoots(
  { routesDir, serverDir, routes, conventions }: AppOutline,
  resolveImport: ResolveImport,
): SourceRoots {
  const { client, stores } = conventions.files
  const modules = [...routes.routes.map(({ filePath }) => `${routesDir}/${filePath}`), client, stores]
  return {
    folders: ['src', routesDir, serverDir],
    modules: modules.filter((file) => file !== undefined),
    resolveImport,
  }
}

/** The parts that are read one file at a time. */
interface AppParts {
  /** Returns every script of the app. */
  readonly files: () => readonly string[]
  readonly resolveImport: ResolveImport
  readonly modules: readonly AnalyzedModule[]
  readonly components: AnalyzedComponents
  /**
   *
   * @default none
   */
  readonly stores?: readonly StoreModel[]
  /**
   * Further results for the files that define page tools.
   *
   * @default none
   */
  readonly tools?: readonly AnalyzedTools[]
  readonly env: AnalyzedEnv | undefined
  /**
   *
   * @default none
   */
  readonly skills?: readonly ToolMention[]
  /**
   * In an editor, if the other parts are of one file: returns the names of all tools.
   *
   * @default the names in the other parts
   */
  readonly names?: () => Pick<AppModel, 'modules' | 'components' | 'stores'>
  /**
   * In an editor: returns the api module of a file, with its contracts.
   *
   * @default a module of `modules`
   */
  readonly moduleOf?: (file: string) => ApiModuleModel | undefined
  /**
   * In an editor, if the other parts are of one file: the rest of the app.
   *
   * @default the other parts are complete
   */
  readonly around?: SurroundingApp
  /** In an editor: the open file. Facts about route files and about tool names in code are read for this file only. */
  readonly openFile?: string
}

interface SurroundingApp {
  /** Files whose code is analyzed. */
  readonly files: readonly string[]
  readonly components: readonly ComponentModel[]
}

export function joinFacts(reader: AppReader, outline: AppOutline, parts: AppParts): AppFacts {
  const { root } = reader
  const { modules, components, stores, tools = [], env, around, openFile } = parts
  const { config, read, packageConfig, conventions, apiFiles, routes, routesDir, addresses } = outline
  const { apiImports, ...code } = analyzeComponentCode(reader, {
    serverDir: outline.serverDir,
    routesDir,
    websocket: config.websocket ?? 'src/ws.ts',
    clientEntry: conventions.files.client,
    files: around?.files ?? parts.files().filter((file) => COMPONENT_FILE.test(file)),
    components: components.components,
    everywhere: around?.components,
    resolveImport: parts.resolveImport,
    openFile,
  })
  const messages = collectMessages(reader, outline, parts)
  const names = parts.names ?? (() => namesIn(parts))
  const mentions = () => [...readToolMentions(reader, conventions.files, openFile), ...(parts.skills ?? [])]
  // A file with a syntax error may define any tool.
  const isWhole = components.syntax.length === 0 && modules.every(({ facts }) => facts.syntax.length === 0)
  const cacheTags = collectTags(reader, outline, parts, isWhole)
  const broken = new Set(components.syntax.map(({ span }) => span.file))
  const isRead = ({ filePath }: RouteModel) => openFile === undefined || `${routesDir}/${filePath}` === openFile
  return {
    model: {
      root,
      config,
      modules: modules.map((module) => module.model),
      routes: routes.routes.map((route) => (isRead(route) ? readPageResponse(reader, routesDir, route) : route)),
      components: components.components,
      ...(stores && { stores }),
      files: conventions.files,
      ...(env?.model === undefined ? {} : { env: env.model }),
      ...(messages.model && { i18n: messages.model }),
      ...(cacheTags.tags && { tags: cacheTags.tags }),
    },
    apiFiles: [
      ...modules.map((module) => module.facts),
      ...tools.map(toolContracts),
      ...envContracts(conventions.files.env, env),
    ],
    nestedApiFiles: apiFiles.nested.map((file) => ({ file, span: { file, start: 0, end: 0, line: 1, column: 1 } })),
    routes: routes.facts,
    ...addresses,
    deadLinks: addresses.deadLinks(withoutLocale(components.links, messages.model?.locales ?? [])),
    messages: messages.facts,
    localeRoutes: localeRoutes(routes.facts, messages.model?.locales ?? []),
    cacheTags: cacheTags.facts,
    unreachableRoutes: outline.unreachableRoutes,
    misplacedErrorPages: routes.misplaced,
    ...analyzeRouteModules(reader, routesDir, routes.routes.filter(isRead), broken, conventions.matchers),
    ...code,
    conventions: conventions.facts,
    misplacedConventions: conventions.misplaced,
    hooks: conventions.hooks,
    schedules: conventions.schedules,
    env: env?.facts ?? [],
    config: [...(read?.facts ?? []), ...outline.unknownNames],
    ...(packageConfig && { packageConfig }),
    splitRuns: components.splitRuns ?? [],
    ...collectForms(reader, parts),
    missingReact: findMissingReact(reader, components.components),
    guardedRenders: collectGuardedRenders(reader, outline, parts),
    unknownTools: isWhole ? findUnknownTools(reader, conventions.files, names, mentions()) : [],
    ...readLoadFacts(reader, outline, parts),
    failingModules: [],
    staticSite:
      config.output === 'static'
        ? [
            ...apiImports,
            ...staticPages(
              reader,
              outline,
              routes.routes.filter((one) => isRead(one) && !broken.has(`${routesDir}/${one.filePath}`)),
            ),
          ]
        : [],
  }
}

/**
 * Finds problems that prevent files of the app from being loaded. An editor's TypeScript reports imports and the syntax
 * of other files itself.
 */
function readLoadFacts(
  reader: AppReader,
  outline: AppOutline,
  parts: AppParts,
): Pick<AppFacts, 'syntax' | 'failedImports' | 'missingExports' | 'tsconfig'> {
  const { syntax } = parts.components
  if (parts.openFile !== undefined) return { syntax, failedImports: [], missingExports: [], tsconfig: [] }
  const loaded = collectLoadedModules(reader.root, outline, parts)
  return {
    syntax: [...syntax, ...findSyntaxErrors(reader, loaded)],
    failedImports: findFailedImports(reader, loaded),
    missingExports: [],
    tsconfig: findTsconfigFaults(reader.root),
  }
}

/** Returns all modules that an app loads directly. */
function collectLoadedModules(
  root: string,
  { routes, routesDir, apiFiles, conventions }: AppOutline,
  { resolveImport }: AppParts,
): Pick<SourceRoots, 'modules' | 'resolveImport'> {
  const channels = channelFiles(`${root}/${CHANNELS_DIR}`).map((file) => file.slice(root.length + 1))
  const modules = [
    ...routes.routes.map(({ filePath }) => `${routesDir}/${filePath}`),
    ...apiFiles.collected.map(({ file }) => file),
    ...Object.values(conventions.files).filter((file): file is string => file !== undefined),
    ...channels,
  ]
  return { modules: modules.filter(isScript), resolveImport }
}

function collectForms(
  reader: AppReader,
  { modules, files, resolveImport, openFile, moduleOf }: AppParts,
): Pick<AppFacts, 'formFields' | 'unfilledForms'> {
  return analyzeForms(reader, {
    files: (openFile === undefined ? files() : [openFile]).filter((file) => COMPONENT_FILE.test(file)),
    resolveImport,
    moduleOf: moduleOf ?? ((file) => modules.find(({ model }) => model.file === file)?.model),
  })
}

function collectGuardedRenders(
  reader: AppReader,
  { routesDir, serverDir, routes: { routes } }: AppOutline,
  { resolveImport, openFile }: AppParts,
): AppFacts['guardedRenders'] {
  const found = findGuardedRenders(reader, { routesDir, serverDir, routes, resolveImport })
  return found.filter(({ span }) => openFile === undefined || span.file === openFile)
}

function namesIn({ modules, components, stores }: AppParts): ReturnType<NonNullable<AppParts['names']>> {
  return {
    modules: modules.map(({ model }) => model),
    components: components.components,
    ...(stores && { stores }),
  }
}

function collectMessages(
  reader: AppReader,
  { conventions: { files } }: AppOutline,
  { components, around, openFile, resolveImport, files: allFiles }: AppParts,
): ReturnType<typeof analyzeMessages> {
  return analyzeMessages(reader, {
    file: files.i18n,
    components: around?.components ?? components.components,
    clientEntry: files.client,
    resolveImport,
    files: allFiles,
    openFile,
  })
}

function collectTags(
  reader: AppReader,
  { routes, routesDir }: AppOutline,
  { modules, files, openFile }: AppParts,
  isWhole: boolean,
): ReturnType<typeof analyzeCacheTags> {
  return analyzeCacheTags(reader, {
    files,
    pages: routes.routes.flatMap(({ kind, filePath }) => (kind === 'page' ? [`${routesDir}/${filePath}`] : [])),
    modules: modules.map(({ model }) => model),
    isBroken: !isWhole,
    openFile,
  })
}

/** A link with a language prefix links to the page without it. */
function withoutLocale(links: AnalyzedComponents['links'], locales: readonly string[]): AnalyzedComponents['links'] {
  if (locales.length === 0) return links
  return links.map((link) => {
    const [whole = '', locale = ''] = /^\/([^/?#]*)/.exec(link.to) ?? []
    if (!locales.includes(locale)) return link
    const rest = link.to.slice(whole.length)
    return { ...link, to: rest.startsWith('/') ? rest : `/${rest}` }
  })
}

/**
 * Finds pages that read data of a request. If rules are unknown, or match before the pages, no page is certain to be
 * written.
 */
function staticPages(reader: AppReader, outline: AppOutline, routes: readonly RouteModel[]): AppFacts['staticSite'] {
  const { read, routesDir, conventions, unreachableRoutes: others } = outline
  if (['redirects', 'rewrites'].some((name) => read?.unread.includes(name))) return []
  const written = routes.filter(
    ({ kind, pattern = '[', filePath }) =>
      kind === 'page' && !pattern.includes('[') && !others.some(({ file }) => file === `${routesDir}/${filePath}`),
  )
  return findServerReads(reader, { routesDir, routes: written, hasCtx: conventions.files.ctx !== undefined })
}

/** The rules for contracts also check page tools. */
function toolContracts({ file, contracts, fields, definitions }: AnalyzedTools): ApiFileFacts {
  return { file, module: 'page', exports: [], contracts, fields, definitions, syntax: [] }
}

/** The rules for contracts also check the members of `Env`. */
function envContracts(file: string | undefined, env: AnalyzedEnv | undefined): readonly ApiFileFacts[] {
  if (file === undefined || env === undefined) return []
  return [{ file, module: 'env', exports: [], contracts: env.contracts, fields: [], definitions: [], syntax: [] }]
}

/** Returns `src/server` for `./src/server/`. */
function folderName(folder: string): string {
  return folder.replaceAll('\\', '/').replace(/^\.\//, '').replace(/\/+$/, '')
}
