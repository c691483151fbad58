/** The app as one module, from which `dist/server/index.js` is bundled. */
import { createRouteTable, type FwConfig } from '@fw/runtime/contract'
import { LISTED_CONTRACTS } from '../jsx/contract-names.ts'
import type { AppModel, ConventionFiles } from '../model.ts'
import { propertyKey, quote } from '../validate/source-text.ts'
import { type DeferredModule, splitModules } from './deferred-modules.ts'

/**
 * Emits `fw:server`, which exports `createApp(wiring?, defaults?)`. Files are imported by their path from the app root
 * (`/src/…`). Ctx, session, hooks, middleware, schedules, matchers and the WebSocket endpoint load immediately, routes
 * when they are first requested, api modules at their first call if the model knows their options.
 */
export function emitServerEntry(model: AppModel): string {
  const { files, modules, routes, http = [] } = model
  const { deferred, eager } = splitModules(modules)
  const routesDir = model.config.routesDir ?? 'src/routes'
  const imports = [
    // First, so that every module of the app can read its environment.
    ...(files.env === undefined ? [] : ["import 'fw:env'"]),
    "import { createFwServer } from '@fw/runtime/server'",
    ...printCompiledImports(files, deferred.length > 0),
    "import * as assets from 'fw:assets'",
    ...(files.config === undefined ? [] : [`import config from ${quotePath(files.config)}`]),
    ...(files.ctx === undefined ? [] : [`import ctxFor from ${quotePath(files.ctx)}`]),
    ...(files.session === undefined ? [] : [`import session from ${quotePath(files.session)}`]),
    ...(files.hooks === undefined ? [] : [`import * as hooks from ${quotePath(files.hooks)}`]),
    ...(files.middleware === undefined ? [] : [`import middleware from ${quotePath(files.middleware)}`]),
    ...(files.websocket === undefined ? [] : [`import websocket from ${quotePath(files.websocket)}`]),
    ...(files.stores === undefined ? [] : [`import * as storeDefs from ${quotePath(files.stores)}`]),
    ...(files.agent === undefined ? [] : [`import agent from ${quotePath(files.agent)}`]),
    ...(files.channels === undefined ? [] : ["import channels from 'fw:channels'"]),
    ...(files.skills === undefined ? [] : ["import skills from 'fw:skills'"]),
    ...(files.schedules === undefined ? [] : [`import * as schedules from ${quotePath(files.schedules)}`]),
    ...(files.feed === undefined ? [] : [`import feed from ${quotePath(files.feed)}`]),
    ...(files.i18n === undefined ? [] : [`import i18n from ${quotePath(files.i18n)}`]),
    ...(files.mcp === undefined ? [] : [`import mcp from ${quotePath(files.mcp)}`]),
    ...(files.matchers === undefined ? [] : [`import * as matchers from ${quotePath(files.matchers)}`]),
    ...eager.map(({ file }, index) => `import * as api${index} from ${quotePath(file)}`),
  ]
  const eagerNames = new Map(eager.map(({ module }, index) => [module, `api${index}`]))
  const apis = modules.map(
    ({ module }) => `  ${propertyKey(module)}: ${eagerNames.get(module) ?? `deferred[${quote(module)}]`},`,
  )
  const loaders = [...routes, ...http].map(
    ({ filePath }) => `  [${quote(filePath)}, () => import(${quotePath(`${routesDir}/${filePath}`)})],`,
  )
  const names = [
    'ctxFor',
    'session',
    'middleware',
    'websocket',
    'schedules',
    'feed',
    'i18n',
    'mcp',
    'matchers',
    'storeDefs',
    'agent',
    'channels',
    'skills',
  ] as const
  const given = names.filter((name) => files[FILE_OF[name] ?? (name as keyof ConventionFiles)] !== undefined)
  const hooks = files.hooks === undefined ? [] : ['...hookOptions(hooks)']
  const about = model.appPackage === undefined ? [] : ['appPackage']
  const app = ['...assets', 'apis', 'routeTable', 'loadRoute', ...about, ...given, ...hooks]
  const options = ['...defaults', '...options', ...app]
  return [
    ...imports,
    '',
    ...printOptions(model),
    ...(model.appPackage === undefined ? [] : [`const appPackage = ${JSON.stringify(model.appPackage)}`]),
    ...printDeferred(deferred),
    ...printBlock('const apis = {', apis, '}'),
    ...printBlock('const routes = new Map([', loaders, '])'),
    `const routeTable = ${printTable(routes, http)}`,
    '',
    '/** `filePath` comes from the router, which has only these files. */',
    'function loadRoute(filePath) {',
    '  const load = routes.get(filePath)',
    `  if (load === undefined) throw new Error("Unknown route file " + ${quote(`${routesDir}/`)} + filePath)`,
    '  return load()',
    '}',
    '',
    "/** Creates the app's server. `wiring` (or its result for the other options) overrides the sources' options, which override `defaults`. */",
    'export function createApp(wiring = {}, defaults = {}) {',
    `  const app = { ${options.join(', ')} }`,
    "  return createFwServer({ ...app, ...(typeof wiring === 'function' ? wiring(app) : wiring) })",
    '}',
    '',
  ].join('\n')
}

/** Options with a name that differs from their file's. */
const FILE_OF: Readonly<Record<string, keyof ConventionFiles>> = { ctxFor: 'ctx', storeDefs: 'stores' }

/** Patterns are parsed and layouts resolved at build time, and JSON is parsed faster than code, so that a server starts faster. */
function printTable(routes: AppModel['routes'], endpoints: NonNullable<AppModel['http']>): string {
  const { routes: pages, http = [], ...roles } = createRouteTable([...routes, ...endpoints])
  const models = new Map(routes.map((route) => [route.filePath, route]))
  const known = pages.map((route) => {
    const { noDocument, emptyManifest, meta, noStaticParams, live } = models.get(route.filePath) ?? {}
    return { ...route, noDocument, emptyManifest, meta, noStaticParams, live }
  })
  const table = { routes: known, ...(http.length > 0 && { http }), ...roles }
  return `JSON.parse(${quote(JSON.stringify(table))})`
}

/** The modules that load at their first call. Their options are JSON, which is parsed faster than code. */
function printDeferred(deferred: readonly DeferredModule[]): string[] {
  if (deferred.length === 0) return []
  const options = Object.fromEntries(deferred.map((one) => [one.module, one.options]))
  const loaders = deferred.map(({ module, file }) => `  ${propertyKey(module)}: () => import(${quotePath(file)}),`)
  return [
    `const deferredOptions = JSON.parse(${quote(JSON.stringify(options))})`,
    ...printBlock('const loadDeferred = {', loaders, '}'),
    `const deferred = deferApis(deferredOptions, loadDeferred, () => import(${quote(LISTED_CONTRACTS)}))`,
  ]
}

function printCompiledImports({ config, hooks }: ConventionFiles, defers: boolean): string[] {
  const names = [
    ...(config === undefined ? [] : ['checkConfig']),
    ...(defers ? ['deferApis'] : []),
    ...(hooks === undefined ? [] : ['hookOptions']),
  ]
  return names.length === 0 ? [] : [`import { ${names.join(', ')} } from '@fw/runtime/compiled'`]
}

/** Returns a configuration without the fields that only the build reads. */
export function serverOptions(config: FwConfig): FwConfig {
  const {
    output,
    routesDir,
    serverDir,
    clientEntry,
    websocket,
    storesModule,
    agentModule,
    compiler,
    fonts,
    keepAssets,
    ...rest
  } = config
  return rest
}

/** Emits the options. Options of the build are removed from the server's. */
function printOptions({ files: { config: file }, config }: AppModel): string[] {
  // The configuration of `package.json`, or of the plugin alone, is data.
  if (file === undefined) return [`const options = ${JSON.stringify(serverOptions(config))}`]
  // Checked again at run time: a field may depend on the server's environment.
  const checked = `checkConfig(config, ${quote(file)})`
  return [
    `const { output, routesDir, serverDir, clientEntry, websocket: _file, storesModule, agentModule, compiler, fonts, keepAssets, ...options } = ${checked}`,
  ]
}

function printBlock(open: string, entries: readonly string[], close: string): string[] {
  return entries.length === 0 ? [open + close] : [open, ...entries, close]
}

function quotePath(file: string): string {
  return quote(`/${file}`)
}
