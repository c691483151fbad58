/** The work of `fw export client`: writes the files of a generated package, and removes its outdated ones. */
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { type AppModel, emitClientPackage } from '@fw/compiler'
import type { FwServer } from '@fw/runtime/server'
import { CliError } from '../cli-error.ts'
import { readManifest } from '../installed-version.ts'
import { readAppPackage } from './write-openapi.ts'

interface Wanted {
  readonly root: string
  readonly model: AppModel
  /** Absolute. */
  readonly folder: string
  /** The folder as the user has written it. */
  readonly out: string
  /** Default: the name of the package that is in the folder, or else that of the folder. */
  readonly name: string | undefined
  /** Default: the version of the app. */
  readonly version: string | undefined
  readonly isPublic: boolean
}

/** What has been written. Paths are relative to the folder. */
interface ClientReport {
  readonly name: string
  readonly version: string
  /** Full names, such as `api.shop.search`. */
  readonly functions: readonly string[]
  readonly written: readonly string[]
  readonly removed: readonly string[]
  readonly unchanged: readonly string[]
}

/** Lists the files that a package was written with. A folder without it isn't a generated package. */
const LIST = '.fw-client.json'

/** Writes the package. Throws `CliError` before it writes anything. */
export async function writeClient(server: FwServer, wanted: Wanted): Promise<ClientReport> {
  const { root, model, folder, out, isPublic } = wanted
  const before = readFileList(folder, out)
  const { version: appVersion = '0.0.0', license } = readAppPackage(root)
  const name = checkName(
    wanted.name ?? readManifest(join(folder, 'package.json')).name ?? basename(folder).toLowerCase(),
  )
  const version = checkVersion(wanted.version ?? appVersion)
  const { title, description, siteUrl, functions } = await server.listPublished({ isPublic })
  if (functions.length === 0)
    throw new CliError({
      code: 'no_functions',
      title: isPublic ? 'An anonymous caller may call no function of this app.' : 'This app has no functions.',
      fix: isPublic
        ? 'Leave out --public, or allow callers with access.'
        : 'Export one from src/server/<module>.api.ts.',
    })
  const files = new Map(
    await emitClientPackage(model, {
      ...{ name, version, title, description, license, runtime: readRuntime() },
      origin: siteUrl === undefined ? undefined : new URL(siteUrl).origin,
      listed: functions,
    }),
  )
  files.set(
    LIST,
    `${JSON.stringify({ writtenBy: 'fw export client', files: [...files.keys()].sort() }, undefined, 2)}\n`,
  )
  refuseLinks(folder, out, [...files.keys(), ...before])
  refuseOtherFiles(folder, out, files, before)
  const listed = functions.map((one) => one.name).sort()
  return { name, version, functions: listed, ...writeFiles(folder, files, before) }
}

function writeFiles(folder: string, files: ReadonlyMap<string, string>, before: ReadonlySet<string>) {
  const changed = [...files].filter(([path, text]) => readText(join(folder, path)) !== text)
  for (const [path, text] of changed) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const removed = [...before].filter((path) => !files.has(path) && existsSync(join(folder, path)))
  for (const path of removed) {
    rmSync(join(folder, path))
    for (let own = dirname(path); own !== '.' && readdirSync(join(folder, own)).length === 0; own = dirname(own))
      rmdirSync(join(folder, own))
  }
  const written = changed.map(([path]) => path)
  return { written, removed, unchanged: [...files.keys()].filter((path) => !written.includes(path)) }
}

/** Returns the files of the package that is in the folder. Throws for a folder with anything else. */
function readFileList(folder: string, out: string): ReadonlySet<string> {
  const text = readText(join(folder, LIST))
  if (text !== undefined) {
    const files = parseFileList(text)
    if (files !== undefined) return new Set([...files, LIST])
  } else if (!existsSync(folder) || readdirSync(folder).length === 0) return new Set()
  throw new CliError({
    code: 'folder_not_empty',
    title: `${out} isn't empty, and isn't a package that fw export client has written.`,
    fix: 'Choose an empty folder with --out, or remove this one.',
  })
}

/** A path in the list could have been edited: nothing outside of the folder is ever removed. */
const OWN_PATH = /^(?:modules\/|runtime\/(?:[a-z\d-]+\/)*)?[A-Za-z][\w-]*(?:\.d)?\.(?:js|ts|json|md)$/

function parseFileList(text: string): readonly string[] | undefined {
  try {
    const { files } = JSON.parse(text) as { readonly files?: unknown }
    return Array.isArray(files) && files.every((path) => typeof path === 'string' && OWN_PATH.test(path))
      ? (files as string[])
      : undefined
  } catch {
    return undefined
  }
}

/** A package is often committed or installed: a link in it would lead writes and removals to files elsewhere. */
function refuseLinks(folder: string, out: string, paths: readonly string[]): void {
  const places = new Set(
    paths.flatMap((path) => path.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'))),
  )
  const link = [...places].find((place) => lstatSync(join(folder, place), { throwIfNoEntry: false })?.isSymbolicLink())
  if (link === undefined) return
  throw new CliError({
    code: 'linked_file',
    title: `${out} contains ${link}, which is a link. Nothing was written.`,
    fix: 'Remove the link, then run the command again.',
  })
}

function refuseOtherFiles(
  folder: string,
  out: string,
  files: ReadonlyMap<string, string>,
  before: ReadonlySet<string>,
): void {
  const other = [...files.keys()].find((path) => !before.has(path) && existsSync(join(folder, path)))
  if (other === undefined) return
  throw new CliError({
    code: 'file_exists',
    title: `${out} contains ${other}, which fw export client has not written.`,
    fix: 'Move or remove the file, then run the command again.',
  })
}

function checkName(name: string): string {
  if (name.length <= 214 && /^(?:@[a-z\d][\w.-]*\/)?[a-z\d][\w.-]*$/.test(name) && name === name.toLowerCase())
    return name
  throw new CliError({
    code: 'bad_flag',
    title: `"${name}" isn't a name of an npm package.`,
    fix: 'Pass one with --name, such as --name @acme/shop-client.',
  })
}

function checkVersion(version: string): string {
  if (/^\d+\.\d+\.\d+(?:[-+][\w.+-]+)?$/.test(version)) return version
  throw new CliError({
    code: 'bad_flag',
    title: `"${version}" isn't a version of an npm package.`,
    fix: 'Pass one with --version, such as --version 1.4.0.',
  })
}

/** The runtime part is bundled when the framework is built. */
function readRuntime(): ReadonlyMap<string, string> {
  const folder = join(
    dirname(createRequire(import.meta.url).resolve('@fw/runtime/package.json')),
    'dist/client-package',
  )
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/'))
  const files = paths.filter((path) => /\.(?:js|ts)$/.test(path)).sort()
  return new Map(files.map((path) => [path, readFileSync(join(folder, path), 'utf8')]))
}

function readText(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}
