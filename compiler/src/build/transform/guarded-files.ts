/**
 * Finds the app's browser files that belong to a guarded call: all imports of an entry that reaches one, and of entries that
 * share a module with them.
 */
import { readFile } from 'node:fs/promises'
import type { Rolldown } from 'vite'
import { type AppPaths, isAppSource } from '../app-paths.ts'

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

/** Returns the files, absolute. Empty if no entry reaches a guarded call. */
export async function findGuardedFiles(
  bundler: Bundler,
  paths: AppPaths,
  entries: readonly Entry[],
): Promise<ReadonlySet<string>> {
  const files = new Map<string, Promise<SourceFile>>()
  const read = (id: string) => {
    const known = files.get(id) ?? readFile(id, 'utf8').then((code) => readSource(bundler, paths, { id, code }))
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
          isGuarded ||= source.isGuarded
          await follow(source)
        }
      }
      await follow(await readSource(bundler, paths, entry))
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

/** Whether code of an entry can change data that guarded files use: it imports one of them. A stub has no data. */
function sharesData(reached: ReadonlySet<string>, guarded: ReadonlySet<string>): boolean {
  return [...reached].some((id) => guarded.has(id) && !isStub(id))
}

function isStub(id: string): boolean {
  return id.endsWith('.api.ts')
}

interface SourceFile {
  readonly isGuarded: boolean
  /** Files of the app, absolute. */
  readonly imports: readonly string[]
}

async function readSource(bundler: Bundler, paths: AppPaths, { id, code }: Entry): Promise<SourceFile> {
  const isGuarded = GUARDED.test(code)
  // The browser gets the file's stubs, and none of its imports.
  if (isStub(id)) return { isGuarded, imports: [] }
  const imports = await Promise.all(
    readImports(bundler, id, code).map(async (name) => {
      // Imports that can't be resolved, or are forbidden, are reported when they are loaded.
      const file = (await bundler.resolve(name, id).catch(() => null))?.id.replace(/\?.*$/, '')
      return file !== undefined && SCRIPT.test(file) && isAppSource(paths, file) ? [file] : []
    }),
  )
  return { isGuarded, imports: imports.flat() }
}

function readImports(bundler: Bundler, id: string, code: string): readonly string[] {
  const lang = /\.[cm]?ts$/.test(id) ? 'ts' : 'tsx'
  let body: unknown
  try {
    body = bundler.parse(code, { lang }).body
  } catch {
    return []
  }
  const found = new Set<string>()
  JSON.stringify(body, (_key, node: unknown) => {
    const { type, source, importKind, exportKind } = Object(node) as Record<string, unknown> // any value of a tree
    const isImport = /^(?:Import|ExportNamed|ExportAll)(?:Declaration|Expression)$/.test(String(type))
    const { value } = Object(source) as { readonly value?: unknown } // absent in most nodes
    if (isImport && importKind !== 'type' && exportKind !== 'type' && typeof value === 'string') found.add(value)
    return typeof node === 'bigint' ? undefined : node
  })
  return [...found]
}
