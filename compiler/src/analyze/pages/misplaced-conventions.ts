/**
 * Finds files that look like a convention file and have a path at which the framework doesn't look for it. Without an error,
 * the app would run without its middleware or its hooks. Loads no TypeScript: dev needs it before the first page.
 */

import { existsSync, readdirSync } from 'node:fs'
import { dirname, posix } from 'node:path'
import type { FwConfig } from '@fw/runtime/contract'
import type { SourceSpan } from '#model.ts'
import { type FilesBelow, filesBelow } from '../modules/folder-files.ts'
import { CONFIG_FILES } from './convention-files.ts'
import { isDeciding } from './deciding-content.ts'
import { scanExports } from './scan-exports.ts'

/**
 * - `path`: a convention file at a path where the framework doesn't look for it.
 * - `second`: a configuration file beside the one that is read.
 * - `routes`: a middleware in the routes folder, which seems to apply to one folder.
 * - `framework`: the name of a middleware in another framework.
 * - `target`: a link, at the right path, whose target doesn't exist.
 */
type MisplacedProblem = 'path' | 'second' | 'routes' | 'framework' | 'target'

interface MisplacedConvention {
  readonly file: string
  /** The path at which the framework looks for it. */
  readonly path: string
  readonly problem: MisplacedProblem
}

/** A file that looks like a convention file and isn't read. */
export interface MisplacedConventionFact extends MisplacedConvention {
  readonly span: SourceSpan
}

/** The folders and files of an app. */
interface ConventionSources {
  readonly root: string
  /** Relative to the root. */
  readonly routesDir: string
  readonly config: FwConfig
  textOf(file: string): string | undefined
  readonly list?: FilesBelow | undefined
}

/** Files that decide access. They are also found in another case, in the root, and as `index` of a folder. */
const DECIDING = ['ctx', 'session', 'hooks', 'middleware'] as const

interface OtherConvention {
  /** Option that names another file in place of the convention's. */
  readonly option?: keyof FwConfig
  /** The file that is read in a folder of this name. */
  readonly index?: string
  /** Code that only this convention contains. */
  readonly sign?: RegExp
  /** Whether the framework uses the default export; named exports are used by default. */
  readonly isDefault?: boolean
  /** Whether the file only has to run. */
  readonly isScript?: boolean
}

const OTHERS: Readonly<Record<string, OtherConvention>> = {
  env: { sign: /\bexport\s+(?:interface|type)\s+Env\b/ },
  ws: { option: 'websocket', sign: /\bdefineWebSocket\b/, isDefault: true },
  matchers: {},
  schedules: {},
  feed: { isDefault: true },
  i18n: { index: 'index.ts', sign: /\bdefineI18n\b/, isDefault: true },
  mcp: { isDefault: true },
  stores: { option: 'storesModule', sign: /\bdefineStore\b/ },
  agent: { option: 'agentModule', sign: /\bdefineAgent\b/, isDefault: true },
  client: { option: 'clientEntry', isScript: true },
  sw: { isScript: true },
}

const MODULE = /\.[cm]?[jt]sx?$/
/** A module that isn't a component. */
const SCRIPT = /\.[cm]?[jt]s$/
const CONFIG = /^fw\.config\.(?:[cm]?[jt]sx?|json[5c]?|ya?ml|toml)$/i
const MIDDLEWARE = 'src/middleware.ts'

export function findMisplacedConventions(sources: ConventionSources): readonly MisplacedConvention[] {
  const top = listNames(`${sources.root}/src`)
  const missing = (name: string) => !top.includes(`${name}.ts`)
  return [
    ...findConfigs(sources, top),
    ...findDanglingLinks(sources, top),
    ...DECIDING.filter(missing).flatMap((name) => findDeciding(sources, top, name)),
    ...Object.keys(OTHERS)
      .filter(missing)
      .flatMap((name) => findScript(sources, top, name)),
    ...(missing('middleware') ? findOfFrameworks(sources, top) : []),
    ...findInRoutes(sources),
  ]
}

function findConfigs({ root }: ConventionSources, top: readonly string[]): readonly MisplacedConvention[] {
  const names = listNames(root)
  const read = CONFIG_FILES.find((name) => existsSync(`${root}/${name}`))
  const files = [...names, ...top.map((name) => `src/${name}`)].filter(
    (file) => CONFIG.test(posix.basename(file)) && file !== read && !isDangling(root, file),
  )
  return files.map((file) => ({ file, path: read ?? CONFIG_FILES[0], problem: read === undefined ? 'path' : 'second' }))
}

/** A folder lists a link whose target is missing, and reading it fails as if the link were missing too. */
function findDanglingLinks({ root }: ConventionSources, top: readonly string[]): readonly MisplacedConvention[] {
  const conventions = [...DECIDING, ...Object.keys(OTHERS)].map((name) => `${name}.ts`)
  const inSources = [...conventions, 'channels', 'skills', 'styles.css'].filter((name) => top.includes(name))
  const configs = listNames(root).filter((name) => CONFIG.test(name))
  return [...inSources.map((name) => `src/${name}`), ...configs]
    .filter((file) => isDangling(root, file))
    .map((file) => ({ file, path: file, problem: 'target' }))
}

function findDeciding({ root, textOf }: ConventionSources, top: readonly string[], name: (typeof DECIDING)[number]) {
  const isNamed = (entry: string) => MODULE.test(entry) && entry.replace(MODULE, '').toLowerCase() === name
  const isIndex = (entry: string) => MODULE.test(entry) && entry.replace(MODULE, '').toLowerCase() === 'index'
  const folders = top.filter((entry) => entry.toLowerCase() === name)
  const files = [
    ...top.filter(isNamed).map((entry) => `src/${entry}`),
    ...folders.flatMap((folder) =>
      listNames(`${root}/src/${folder}`)
        .filter(isIndex)
        .map((entry) => `src/${folder}/${entry}`),
    ),
    ...listNames(root).filter(isNamed),
  ]
  return files
    .filter((file) => isDeciding(name, file, textOf))
    .map((file): MisplacedConvention => ({ file, path: `src/${name}.ts`, problem: 'path' }))
}

function findScript(sources: ConventionSources, top: readonly string[], name: string): MisplacedConvention[] {
  const { root, config } = sources
  const { option, index } = OTHERS[name] ?? {}
  if (option !== undefined && config[option] !== undefined) return []
  const inFolder = top.includes(name) ? listNames(`${root}/src/${name}`) : []
  if (index !== undefined && inFolder.includes(index)) return []
  const files = [
    ...top.filter((entry) => SCRIPT.test(entry) && entry.replace(SCRIPT, '') === name).map((entry) => `src/${entry}`),
    ...inFolder
      .filter((entry) => SCRIPT.test(entry) && entry.replace(SCRIPT, '') === 'index')
      .map((entry) => `src/${name}/${entry}`)
      .filter((file) => isConvention(sources, name, file)),
  ]
  return files.map((file) => ({ file, path: `src/${name}.ts`, problem: 'path' }))
}

/** An index that other files import may be a helper: only code of the convention decides. */
function isConvention(sources: ConventionSources, name: string, file: string): boolean {
  const { sign, isDefault = false, isScript = false } = OTHERS[name] ?? {}
  const { names, isOpen, text } = scanExports(file, sources.textOf)
  if (sign?.test(text) === true) return true
  const fits = isOpen || (isScript ? names.size === 0 : isDefault ? names.has('default') : names.size > 0)
  return fits && !isImported(sources, file)
}

/** A file that another file imports is a helper, such as a proxy for requests to another server. */
function findOfFrameworks(sources: ConventionSources, top: readonly string[]): readonly MisplacedConvention[] {
  const { root, textOf } = sources
  const isNamed = (name: string, entry: string) => MODULE.test(entry) && entry.replace(MODULE, '') === name
  const unclear = [
    ...top.filter((entry) => isNamed('proxy', entry)).map((entry) => `src/${entry}`),
    ...listNames(`${root}/src/server`)
      .filter((entry) => isNamed('middleware', entry))
      .map((entry) => `src/server/${entry}`),
  ]
  const found = [
    ...top.filter((entry) => isNamed('_middleware', entry)).map((entry) => `src/${entry}`),
    ...unclear.filter((file) => exportsMiddleware(file, textOf) && !isImported(sources, file)),
  ]
  return found.map((file) => ({ file, path: MIDDLEWARE, problem: 'framework' }))
}

function exportsMiddleware(file: string, textOf: ConventionSources['textOf']): boolean {
  const { names, isOpen } = scanExports(file, textOf)
  return isOpen || ['default', 'proxy', 'middleware', 'onRequest', 'handle'].some((name) => names.has(name))
}

function isImported({ root, textOf, list = filesBelow }: ConventionSources, file: string): boolean {
  // `../agent` is `../agent/index.ts` too.
  const toTarget = (path: string) => path.replace(MODULE, '').replace(/\/index$/, '')
  const target = toTarget(file)
  const tail = target.slice('src/'.length)
  const imports = (from: string, specifier: string) => {
    const path = toTarget(specifier)
    return path.startsWith('.') ? posix.join(dirname(from), path) === target : path.endsWith(`/${tail}`)
  }
  return list(`${root}/src`)
    .map((other) => `src/${other}`)
    .filter((other) => MODULE.test(other) && other !== file)
    .some((other) =>
      [...(textOf(other) ?? '').matchAll(/['"]([^'"\n]+)['"]/g)].some(([, text = '']) => imports(other, text)),
    )
}

/** An app has one middleware. A file of a folder is found unless the middleware imports it. */
function findInRoutes({ root, routesDir, textOf, list = filesBelow }: ConventionSources): MisplacedConvention[] {
  const found = list(`${root}/${routesDir}`).filter((file) =>
    /(?:^|\/)(?:_middleware\.[cm]?[jt]sx?|middleware\.[cm]?[jt]s)$/.test(file),
  )
  if (found.length === 0) return []
  const middleware = textOf(MIDDLEWARE) ?? ''
  return found
    .filter((file) => !middleware.includes(file.replace(MODULE, '')))
    .map((file) => ({ file: `${routesDir}/${file}`, path: MIDDLEWARE, problem: 'routes' }))
}

function isDangling(root: string, file: string): boolean {
  return !existsSync(`${root}/${file}`)
}

function listNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort()
  } catch {
    return []
  }
}
