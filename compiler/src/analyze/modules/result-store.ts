/**
 * Stored result of an earlier run for a whole app. As long as no file of the app has changed, it is returned without
 * TypeScript or any other parser. The module store contains the api modules; this store lists their keys.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { FwConfig } from '@fw/runtime/contract'
import type { AppModel, Diagnostic } from '#model.ts'
import { isForeknown, REGISTER_FILE } from '../apis/register-types.ts'
import { createFileHashes, type FileHashes, hashParts } from './file-hashes.ts'
import { readStoredModule } from './module-store.ts'
import { outsideKey } from './outside-inputs.ts'
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
  /** Paths outside the app that the result depends on; some don't exist. */
  readonly outside: readonly string[]
}

interface StoredResult extends ResultParts {
  readonly key: string
  readonly outsideKey: string
  readonly model: Omit<AppModel, 'root' | 'config' | 'modules'> & { readonly config?: FwConfig }
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * Returns a key that changes with every file of the app, its evaluated configuration, the compiler and the installed
 * packages.
 */
export function appKey(root: string, config: FwConfig | undefined, hashes = createFileHashes()): string {
  const parts = [outsideKey(root, hashes), config === undefined ? '' : serializeConfig(config)]
  for (const file of listFiles(root)) parts.push(file, CONTENT_COUNTS.test(file) ? hashes.of(join(root, file)) : '')
  return hashParts(parts)
}

/** Returns the result that was stored for the app's current state. */
export function readResult(root: string, config: FwConfig | undefined): AppResult | undefined {
  try {
    // Written below; another version of the compiler has another key.
    const stored = JSON.parse(readFileSync(getResultFile(root, config), 'utf8')) as StoredResult
    if (stored.key !== appKey(root, config)) return undefined
    if (stored.outsideKey !== keyOfOutside(stored.outside, createFileHashes())) return undefined
    const modules = stored.moduleKeys.map((key) => {
      const module = readStoredModule(root, key)
      return module !== undefined && 'model' in module ? module.model : undefined
    })
    const found = modules.filter((module) => module !== undefined)
    if (found.length < modules.length) return undefined
    const model = { ...stored.model, root, config: config ?? stored.model.config ?? {}, modules: found }
    return { model, diagnostics: stored.diagnostics, packages: listPackages(root, stored.outside) }
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
  const stored: StoredResult = {
    key,
    ...parts,
    outsideKey: keyOfOutside(parts.outside, createFileHashes()),
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
  return join(root, '.fw/cache', config === undefined ? 'checked.json' : 'built.json')
}

function keyOfOutside(files: readonly string[], hashes: FileHashes): string {
  return hashParts(files.flatMap((file) => [file, hashes.of(file)]))
}

function serializeConfig(config: FwConfig): string {
  return JSON.stringify(config, (_name, value: unknown) =>
    typeof value === 'function' || typeof value === 'bigint' || value instanceof RegExp ? String(value) : value,
  )
}

/** Of other files, such as images, the analysis checks only that they exist. */
const CONTENT_COUNTS = /\.(?:[cm]?[jt]sx?|json|mdx?|ya?ml|css|html|txt)$/

/**
 * Lists all files except those that are installed, built or hidden, relative to the root; of the generated files, the
 * types.
 */
function listFiles(root: string): readonly string[] {
  const found: string[] = []
  const visit = (folder: string): void => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.name.startsWith('.') || entry.name === 'node_modules' || path === 'dist') continue
      if (entry.isDirectory()) visit(path)
      else found.push(path)
    }
  }
  visit('')
  return [...found, ...listGeneratedTypes(root)].sort()
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
