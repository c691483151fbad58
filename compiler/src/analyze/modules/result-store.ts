/**
 * Stored result of an earlier run for a whole app. As long as no file of the app has changed, it is returned without
 * TypeScript or any other parser. The module store contains the api modules; this store lists their keys.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { FwConfig } from '@fw/runtime/contract'
import type { AppModel, Diagnostic } from '#model.ts'
import { isBelow, join, relative, resolve } from '#slash-path.ts'
import { isForeknown, REGISTER_FILE } from '../apis/register-types.ts'
import { readStoredModule } from '../contracts/module-store.ts'
import { BUILT_RESULT } from './build-sources.ts'
import { createFileHashes, hashParts } from './file-hashes.ts'
import { filesBelow } from './folder-files.ts'
import { outsideKey } from './outside-inputs.ts'
import { readKind } from './project-files.ts'
import { listPackages } from './workspace-files.ts'

interface AppResult {
  readonly model: AppModel
  readonly diagnostics: readonly Diagnostic[]
  /** See `CheckResult.packages`. */
  readonly packages: readonly string[]
}

/** Origins of a result's parts. Absolute paths. */
export interface ResultParts {
  /** Keys of the stored api modules, in the order of the model. */
  readonly moduleKeys: readonly string[]
  /** Files that were read or looked for; some don't exist. */
  readonly reads: readonly string[]
  /** Folders that were listed, with everything below them. */
  readonly folders: readonly string[]
}

/** The paths of `reads` and `folders` are relative to the app, which may move. */
interface StoredResult extends ResultParts {
  readonly key: string
  /** Key of `folders` and `reads`, which are only those that `key` doesn't contain. */
  readonly readsKey: string
  readonly model: Omit<AppModel, 'root' | 'config' | 'modules'> & { readonly config?: FwConfig }
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * Returns a key that changes with every file of the app, its evaluated configuration, the compiler and the installed
 * packages.
 */
export function appKey(root: string, config: FwConfig | undefined, hashes = createFileHashes()): string {
  const parts = [outsideKey(root, hashes), config === undefined ? '' : serializeConfig(config)]
  for (const file of listSourceFolder(root).files)
    parts.push(file, CONTENT_COUNTS.test(file) ? hashes.of(join(root, file)) : '')
  return hashParts(parts)
}

/** Returns whether a result is stored for the app's current state. */
export function isResultCurrent(root: string, config: FwConfig | undefined): boolean {
  try {
    return readCurrent(root, config) !== undefined
  } catch {
    return false
  }
}

function readCurrent(root: string, config: FwConfig | undefined): StoredResult | undefined {
  // Written below; another version of the compiler has another key.
  const stored = JSON.parse(readFileSync(getResultFile(root, config), 'utf8')) as StoredResult
  return stored.key === appKey(root, config) && stored.readsKey === readsKey(root, stored) ? stored : undefined
}

/** Returns the result that was stored for the app's current state. */
export function readResult(root: string, config: FwConfig | undefined): AppResult | undefined {
  try {
    const stored = readCurrent(root, config)
    if (stored === undefined) return undefined
    const modules = stored.moduleKeys.map((key) => {
      const module = readStoredModule(root, key)
      return module !== undefined && 'model' in module ? module.model : undefined
    })
    const found = modules.filter((module) => module !== undefined)
    if (found.length < modules.length) return undefined
    const model = { ...stored.model, root, config: config ?? stored.model.config ?? {}, modules: found }
    const reads = stored.reads.map((path) => resolve(root, path))
    return { model, diagnostics: stored.diagnostics, packages: listPackages(root, reads) }
  } catch {
    return undefined
  }
}

/** Stores a result. `key` is the app's key before it was read. Stores nothing if the app has changed since. */
export function writeResult(
  root: string,
  config: FwConfig | undefined,
  key: string,
  result: Omit<AppResult, 'packages'>,
  parts: ResultParts,
): void {
  if (key !== appKey(root, config)) return
  const { root: _root, config: known, modules: _modules, ...model } = result.model
  const { links } = listSourceFolder(root)
  const toLocal = (path: string) => relative(root, path)
  const unlisted = [...new Set(parts.reads)].filter((path) => !isListed(root, links, path))
  // Generated types are listed with the app's files.
  const folders = parts.folders.filter((folder) => !folder.startsWith(`${root}/.fw/`))
  const local = { reads: unlisted.map(toLocal).sort(), folders: folders.map(toLocal) }
  const stored: StoredResult = {
    key,
    moduleKeys: parts.moduleKeys,
    ...local,
    readsKey: readsKey(root, local),
    // The caller passes an evaluated configuration again; it may contain functions.
    model: { ...model, ...(config === undefined && { config: known }) },
    diagnostics: result.diagnostics,
  }
  const file = getResultFile(root, config)
  try {
    mkdirSync(dirname(file), { recursive: true })
    const temporary = `${file}.${process.pid}.tmp`
    writeFileSync(temporary, JSON.stringify(stored))
    renameSync(temporary, file)
  } catch {
    // If the folder can't be written, only the next start is slower.
  }
}

/** A build runs the configuration, a check reads it: their results differ. */
function getResultFile(root: string, config: FwConfig | undefined): string {
  return join(root, config === undefined ? '.fw/cache/checked.json' : BUILT_RESULT)
}

function readsKey(root: string, { reads, folders }: Pick<ResultParts, 'reads' | 'folders'>): string {
  const hashes = createFileHashes()
  const readState = (path: string) => (readKind(path) === 'folder' ? 'folder' : hashes.of(path))
  return hashParts([
    ...reads.flatMap((path) => [path, readState(resolve(root, path))]),
    ...folders.flatMap((folder) => [folder, ...filesBelow(resolve(root, folder))]),
  ])
}

function serializeConfig(config: FwConfig): string {
  return JSON.stringify(config, (_name, value: unknown) =>
    typeof value === 'function' || typeof value === 'bigint' || value instanceof RegExp ? String(value) : value,
  )
}

/** Of other files, such as images, the analysis checks only that they exist. */
const CONTENT_COUNTS = /\.(?:[cm]?[jt]sx?|json|mdx?|ya?ml|css|html|txt)$/

interface Listing {
  /** Relative to the root. */
  readonly files: readonly string[]
  /** The files that are links, maybe to folders. */
  readonly links: readonly string[]
}

/**
 * Lists all files except those that are installed, built, hidden or in linked folders; of the generated files, the types.
 */
export function listSourceFolder(root: string): Listing {
  const found: string[] = []
  const links: string[] = []
  const visit = (folder: string): void => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.name.startsWith('.') || entry.name === 'node_modules' || path === 'dist') continue
      if (entry.isSymbolicLink()) links.push(path)
      if (entry.isDirectory()) visit(path)
      else found.push(path)
    }
  }
  visit('')
  return { files: [...found, ...listGeneratedTypes(root)].sort(), links }
}

const UNLISTED = /^dist\/|(?:^|\/)(?:\.|node_modules\/)/

/** Returns whether `listSourceFolder` lists a file (absolute) as soon as it exists. Generated files don't count as read. */
function isListed(root: string, links: readonly string[], path: string): boolean {
  if (!isBelow(root, path)) return false
  const file = path.slice(root.length + 1)
  if (file.startsWith('.fw/')) return true
  return !UNLISTED.test(file) && !links.some((link) => isBelow(link, file))
}

function listGeneratedTypes(root: string): readonly string[] {
  const folder = dirname(REGISTER_FILE)
  try {
    return readdirSync(join(root, folder))
      .map((name) => `${folder}/${name}`)
      .filter((file) => !isForeknown(root, `${root}/${file}`))
  } catch {
    return []
  }
}
