/**
 * Decides which modules never run in a browser: client code may import `*.api.ts` (as stubs) and no other server file.
 */
import { isBuiltin } from 'node:module'
import { type RouteRole, roleOfRouteFile } from '@fw/runtime/contract'
import { isBelow, relative } from '#slash-path.ts'

/** Absolute, with `/`. */
export interface ServerPlaces {
  readonly root: string
  readonly serverDir: string
  readonly websocketFile: string
  readonly agentFile: string
  readonly routesDir: string
}

const SERVER_FILES =
  /^src\/(?:session|ctx|env|hooks|middleware|matchers|feed|i18n(?:\/index)?|mcp|ws|schedules)\.[cm]?[jt]sx?$/
/** The configuration, environment files, and the server's generated and built files. */
const PRIVATE_FILES = /^(?:(?:fw|vite)\.config\.[cm]?[jt]s$|dist\/server\/|\.fw\/data\/)/
const ENVIRONMENT_NAME = /\/\.env(?:\.[^/]*)?$/
const MAY_HOLD_SECRETS = 'which may contain secrets'
const SERVER_FOLDERS = /^src\/(?:channels|skills)\//
const SERVER_NAME = /\.server\.[cm]?[jt]sx?$/
/** Other ids are names of packages, whose own files may have any name. */
const ABSOLUTE = /^(?:[A-Za-z]:)?\//
const AS_TEXT = /[?&](?:raw|url|inline|no-inline|worker|sharedworker)\b/
const SERVER_ENTRY_POINTS = /^@fw\/(?:runtime\/(?:server|host|agent|channels|testing)|compiler|cli|codemods)(?:\/|$)/
const ON_THE_SERVER = 'which runs on the server only'

/**
 * Returns why a module can't be loaded in the browser, as the end of a sentence, or `undefined` if it can. `id`: an
 * entry point of the framework, or an absolute path, with its query.
 */
export function serverOnlyReason(places: ServerPlaces, id: string): string | undefined {
  if (SERVER_ENTRY_POINTS.test(id)) return ON_THE_SERVER
  const file = id.split('?')[0] ?? id
  if (file.includes('/node_modules/')) return undefined
  // Both may be outside the app's folder.
  if (file === places.websocketFile || file === places.agentFile) return ON_THE_SERVER
  if (isBelow(places.serverDir, file))
    // Importing the file's text would expose its source instead of the stubs.
    return isApiModule(places, file) && !AS_TEXT.test(id)
      ? undefined
      : `which is in ${relative(places.root, places.serverDir)}`
  if (getRouteRole(places, file) === 'http') return ON_THE_SERVER
  if (isRouteFile(places, file) && AS_TEXT.test(id)) return 'whose text is code of the server'
  // Also outside the app's folder, in a package of its workspace.
  if (ABSOLUTE.test(file)) {
    if (SERVER_NAME.test(file)) return 'which is a server module by its name'
    if (ENVIRONMENT_NAME.test(file)) return MAY_HOLD_SECRETS
  }
  if (!isBelow(places.root, file)) return undefined
  const local = file.slice(places.root.length + 1)
  if (PRIVATE_FILES.test(local)) return MAY_HOLD_SECRETS
  return SERVER_FILES.test(local) || SERVER_FOLDERS.test(local) ? ON_THE_SERVER : undefined
}

/**
 * Returns whether `file` (absolute) is that of a page, a layout or an error page, of which browsers get only the exports
 * that they import.
 */
export function isRouteFile(places: Pick<ServerPlaces, 'routesDir'>, file: string): boolean {
  const role = getRouteRole(places, file)
  return role !== undefined && role !== 'http'
}

function getRouteRole({ routesDir }: Pick<ServerPlaces, 'routesDir'>, file: string): RouteRole | undefined {
  return isBelow(routesDir, file) ? roleOfRouteFile(file.slice(routesDir.length + 1)) : undefined
}

/** Returns whether `file` (absolute) is replaced by stubs in the browser. */
export function isApiModule({ serverDir }: Pick<ServerPlaces, 'serverDir'>, file: string): boolean {
  return isBelow(serverDir, file) && /^[^/]+\.api\.ts$/.test(file.slice(serverDir.length + 1))
}

/** Returns whether `specifier` names a built-in module of the server's runtime, such as `node:fs`. */
export function isServerBuiltin(specifier: string): boolean {
  return isBuiltin(specifier) || specifier.startsWith('bun:') || specifier === 'bun'
}
