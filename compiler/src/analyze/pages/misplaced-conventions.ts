/**
 * Finds files that look like a convention file and have a path at which the framework doesn't look for it. Without an error,
 * the app would run without its middleware or its hooks. Loads no TypeScript: dev needs it before the first page.
 */

import { readdirSync } from 'node:fs'
import { type FwConfig, HOOK_NAMES } from '@fw/runtime/contract'
import type { SourceSpan } from '#model.ts'
import { type FilesBelow, filesBelow } from '../modules/folder-files.ts'

/** A file that looks like a convention file, at a path where the framework doesn't look for it. */
export interface MisplacedConventionFact {
  readonly file: string
  /** The path of the convention. */
  readonly path: string
  /** Whether it is a middleware in the routes folder. */
  readonly inRoutes: boolean
  readonly span: SourceSpan
}

interface MisplacedConvention {
  readonly file: string
  /** The path at which the framework looks for it. */
  readonly path: string
  /** Whether it is in the routes folder, where a middleware seems to apply to one folder. */
  readonly inRoutes: boolean
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

/**
 * Files that decide access -> the content that distinguishes them from other files of this name, such as hooks of React.
 * They are also found in another case, in the root, and as `index` of a folder.
 */
const DECIDING: Readonly<Record<string, RegExp>> = {
  ctx: /\bexport\s+default\b|\bmodule\.exports\b/,
  session: /\bcreateSessionStore\b/,
  hooks: new RegExp(
    `\\bexport\\s+(?:async\\s+)?(?:const|let|var|function)\\s+(?:${HOOK_NAMES.join('|')})\\b|\\bexport\\s*\\{[^}]*\\b(?:${HOOK_NAMES.join('|')})\\b`,
  ),
  middleware: /(?:)/,
}

const OTHERS = ['env', 'ws', 'matchers', 'schedules', 'feed', 'i18n', 'mcp', 'stores', 'agent', 'client', 'sw'] as const

/** Options that name another file in place of the convention's. */
const OPTION_OF: Readonly<Record<string, keyof FwConfig>> = {
  ws: 'websocket',
  stores: 'storesModule',
  agent: 'agentModule',
  client: 'clientEntry',
}

const MODULE = /\.[cm]?[jt]sx?$/
/** A module that isn't a component. */
const SCRIPT = /\.[cm]?[jt]s$/

export function findMisplacedConventions(sources: ConventionSources): readonly MisplacedConvention[] {
  const top = listNames(`${sources.root}/src`)
  const missing = (name: string) => !top.includes(`${name}.ts`)
  const deciding = Object.keys(DECIDING).filter(missing)
  return [
    ...deciding.flatMap((name) => findDeciding(sources, top, name)),
    ...OTHERS.filter(missing).flatMap((name) => findScript(sources, top, name)),
    ...findInRoutes(sources),
  ]
}

function findDeciding({ root, textOf }: ConventionSources, top: readonly string[], name: string) {
  const isNamed = (entry: string) => MODULE.test(entry) && entry.replace(MODULE, '').toLowerCase() === name
  const isIndex = (entry: string) => MODULE.test(entry) && entry.replace(MODULE, '') === 'index'
  const files = [
    ...top.filter(isNamed).map((entry) => `src/${entry}`),
    ...(top.includes(name) ? listNames(`${root}/src/${name}`).filter(isIndex) : []).map(
      (entry) => `src/${name}/${entry}`,
    ),
    ...listNames(root).filter(isNamed),
  ]
  return files
    .filter((file) => DECIDING[name]?.test(textOf(file) ?? ''))
    .map((file): MisplacedConvention => ({ file, path: `src/${name}.ts`, inRoutes: false }))
}

function findScript({ config }: ConventionSources, top: readonly string[], name: string): MisplacedConvention[] {
  const option = OPTION_OF[name]
  if (option !== undefined && config[option] !== undefined) return []
  if (name === 'i18n' && top.includes('i18n')) return []
  return top
    .filter((entry) => SCRIPT.test(entry) && entry.replace(SCRIPT, '') === name)
    .map((entry) => ({ file: `src/${entry}`, path: `src/${name}.ts`, inRoutes: false }))
}

/** An app has one middleware. A file of a folder is found unless the middleware imports it. */
function findInRoutes({ root, routesDir, textOf, list = filesBelow }: ConventionSources): MisplacedConvention[] {
  const path = 'src/middleware.ts'
  const found = list(`${root}/${routesDir}`).filter((file) =>
    /(?:^|\/)(?:_middleware\.[cm]?[jt]sx?|middleware\.[cm]?[jt]s)$/.test(file),
  )
  if (found.length === 0) return []
  const middleware = textOf(path) ?? ''
  const isImported = (file: string) => middleware.includes(file.replace(MODULE, ''))
  return found
    .filter((file) => !isImported(file))
    .map((file) => ({ file: `${routesDir}/${file}`, path, inRoutes: true }))
}

function listNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort()
  } catch {
    return []
  }
}
