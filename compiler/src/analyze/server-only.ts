/** Which modules never run in a browser: the client graph may reach `*.api.ts` (as stubs) and nothing else of the server. */
import { isBuiltin } from 'node:module'
import { relative } from 'node:path'

/** Absolute, with `/`. */
export interface ServerPlaces {
  readonly root: string
  readonly serverDir: string
  readonly websocketFile: string
}

const SERVER_FILES =
  /^src\/(?:session|agent|ctx|env|hooks|middleware|feed|i18n(?:\/index)?|mcp|ws|schedules)\.[cm]?[jt]sx?$/
/** The configuration, environment files, and the server's part of what is generated and built. */
const PRIVATE_FILES = /^(?:fw\.config\.[cm]?[jt]s$|dist\/server\/|\.fw\/data\/)|(?:^|\/)\.env(?:\.[^/]*)?$/
const SERVER_FOLDERS = /^src\/(?:channels|skills)\//
const SERVER_NAME = /\.server\.[cm]?[jt]sx?$/
const AS_TEXT = /[?&](?:raw|url|inline|no-inline|worker|sharedworker)\b/
const SERVER_DOORS = /^@fw\/(?:runtime\/(?:server|host|agent|channels|testing)|compiler|cli|codemods)(?:\/|$)/
const ON_THE_SERVER = 'which runs on the server only'

/** What stops a module from being loaded in the browser, as the end of a sentence; undefined when nothing does. `id`: a door of ours, or an absolute path, with its query. */
export function serverOnlyReason(places: ServerPlaces, id: string): string | undefined {
  if (SERVER_DOORS.test(id)) return ON_THE_SERVER
  const file = id.split('?')[0] ?? id
  if (!file.startsWith(`${places.root}/`) || file.includes('/node_modules/')) return undefined
  if (file === places.websocketFile) return ON_THE_SERVER
  if (file.startsWith(`${places.serverDir}/`))
    // Its text is another thing than its stubs.
    return isApiModule(places, file) && !AS_TEXT.test(id)
      ? undefined
      : `which is in ${relative(places.root, places.serverDir)}`
  const local = file.slice(places.root.length + 1)
  if (SERVER_NAME.test(local)) return 'whose name says that it is for the server'
  if (PRIVATE_FILES.test(local)) return 'which may contain secrets'
  return SERVER_FILES.test(local) || SERVER_FOLDERS.test(local) ? ON_THE_SERVER : undefined
}

/** Whether `file` (absolute) is replaced by stubs in the browser. */
export function isApiModule({ serverDir }: ServerPlaces, file: string): boolean {
  return file.startsWith(`${serverDir}/`) && /^[^/]+\.api\.ts$/.test(file.slice(serverDir.length + 1))
}

/** Whether `specifier` names a module of the server's own runtime, as `node:fs`. */
export function isServerBuiltin(specifier: string): boolean {
  return isBuiltin(specifier) || specifier.startsWith('bun:') || specifier === 'bun'
}
