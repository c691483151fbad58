/**
 * Finds the browser files that belong to a guarded call: all imports of an entry that reaches one, and of entries that
 * share a module with them. On the server, a function may call any other: once one has a guard, each stub reaches it.
 */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Rolldown } from 'vite'
import { API_FILE } from '#analyze/apis/api-files.ts'
import { filesBelow } from '#analyze/modules/folder-files.ts'
import { listLinkedPackages } from '#analyze/modules/linked-packages.ts'
import { findPackageFolders, readManifest } from '../externals.ts'
import { type Imports, listComputed, readBrowserImports } from './browser-imports.ts'

/** Code of a function, intent or action that doesn't run immediately when an agent calls it. */
const GUARDED = /\bguard\b(?!\s*:\s*['"]auto['"])|\birreversible\b/
const SCRIPT = /\.[cm]?[jt]sx?$/

/** The bundler's methods that plugins have. */
export type Bundler = Pick<Rolldown.PluginContext, 'parse' | 'resolve'>

/** An entry of the browser's bundle: its id, and the code if it is generated. */
export interface Entry {
  readonly id: string
  readonly code: string
}

/** Where imports are followed. */
export interface Reach {
  /** Folder of the app. */
  readonly root: string
  /** Folder of its api files, absolute. */
  readonly serverDir: string
  /** Whether a file may contain guarded calls: not that of a package that doesn't use the runtime. */
  mayBeGuarded(file: string): boolean
}

/** Returns the files, absolute. Empty if no entry reaches a guarded call. */
export async function findGuardedFiles(
  bundler: Bundler,
  reach: Reach,
  entries: readonly Entry[],
): Promise<ReadonlySet<string>> {
  const files = new Map<string, Promise<SourceFile>>()
  const isServerGuarded = await hasGuardedApi(reach.serverDir)
  const read = (id: string) => {
    const known = files.get(id) ?? readFile(id, 'utf8').then((code) => readSource(bundler, reach, { id, code }))
    files.set(id, known)
    return known
  }
  const groups = await Promise.all(
    entries.map(async (entry) => {
      const reached = new Set<string>()
      let isGuarded = false
      const follow = async ({ imports }: SourceFile): Promise<void> => {
        for (const id of imports) {
          if (reached.has(id)) continue
          reached.add(id)
          const source = await read(id)
          isGuarded ||= source.isGuarded || (isServerGuarded && isStub(id))
          await follow(source)
        }
      }
      await follow(await readSource(bundler, reach, entry))
      return { reached, isGuarded }
    }),
  )
  const found = new Set<string>()
  const rest = new Set(groups)
  for (let before = -1; before !== rest.size; ) {
    before = rest.size
    for (const group of rest) {
      if (!group.isGuarded && !sharesData(group.reached, found)) continue
      for (const id of group.reached) found.add(id)
      rest.delete(group)
    }
  }
  return found
}

/** Returns whether any source of the app may contain a guarded call, or any package that it uses. */
export async function hasGuardedCode({ root, serverDir, mayBeGuarded }: Reach): Promise<boolean> {
  if (await hasGuardedApi(serverDir)) return true
  const manifest = `${root}/package.json`
  const { dependencies = {} } = existsSync(manifest) ? readManifest(manifest) : {}
  const installed = Object.keys(dependencies).filter((name) => name !== '@fw/runtime')
  const folders = [...findPackageFolders(root, installed), ...listLinkedPackages(root)]
  if (folders.some((folder) => mayBeGuarded(`${folder}/package.json`))) return true
  const files = filesBelow(root)
    .map((name) => `${root}/${name}`)
    .filter((file) => SCRIPT.test(file) && !/\/(?:dist|\.fw)\//.test(file.slice(root.length)))
  const sources = await Promise.all(files.map((file) => readFile(file, 'utf8')))
  return sources.some((code) => GUARDED.test(code))
}

async function hasGuardedApi(serverDir: string): Promise<boolean> {
  const names = filesBelow(serverDir).filter(isStub)
  const sources = await Promise.all(names.map((name) => readFile(`${serverDir}/${name}`, 'utf8')))
  return sources.some((code) => GUARDED.test(code))
}

/** Whether code of an entry can change data that guarded files use: it imports one of them. A stub has no data. */
function sharesData(reached: ReadonlySet<string>, guarded: ReadonlySet<string>): boolean {
  return [...reached].some((id) => guarded.has(id) && !isStub(id))
}

function isStub(id: string): boolean {
  return id.endsWith(API_FILE)
}

interface SourceFile {
  readonly isGuarded: boolean
  /** Absolute. */
  readonly imports: readonly string[]
}

async function readSource(bundler: Bundler, { root, mayBeGuarded }: Reach, { id, code }: Entry): Promise<SourceFile> {
  const isGuarded = GUARDED.test(code)
  // The browser gets the file's stubs, and none of its imports.
  if (isStub(id)) return { isGuarded, imports: [] }
  const { names, folders } = parseImports(bundler, id, code)
  // Imports that can't be resolved, or are forbidden, are reported when they are loaded.
  const resolved = await Promise.all(names.map((name) => bundler.resolve(name, id).catch(() => null)))
  const found = [
    ...resolved.flatMap((target) => target?.id.replace(/\?.*$/, '') ?? []),
    ...folders.flatMap((folder) => listComputed(folder, id, root)),
  ]
  const imports = found.filter((file) => SCRIPT.test(file) && mayBeGuarded(file))
  return { isGuarded, imports }
}

function parseImports(bundler: Bundler, id: string, code: string): Imports {
  const lang = /\.[cm]?ts$/.test(id) ? 'ts' : 'tsx'
  try {
    return readBrowserImports(bundler.parse(code, { lang }))
  } catch {
    return { names: [], folders: [] }
  }
}
