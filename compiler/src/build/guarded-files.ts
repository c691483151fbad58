/** The app's files in the browser from which a guarded call can be reached: with an entry that reaches one, all that it imports. */
import { readFile } from 'node:fs/promises'
import type { Rolldown } from 'vite'
import { type AppPaths, isAppSource } from './app-paths.ts'

/** What says of a function, intent or action that an agent's call of it is not simply run. */
const GUARDED = /\bguard\b(?!\s*:\s*['"]auto['"])|\birreversible\b/
const SCRIPT = /\.[cm]?[jt]sx?$/

/** The bundler, as plugins have it. */
export type Bundler = Pick<Rolldown.PluginContext, 'parse' | 'resolve'>

/** An entry of the browser's bundle: its id, and the code of a generated one. */
export interface Entry {
  readonly id: string
  readonly code: string
}

/** Returns the files, absolute. Empty when no entry reaches a guarded call. */
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
  const found = new Set<string>()
  for (const entry of entries) {
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
    if (isGuarded) for (const id of reached) found.add(id)
  }
  return found
}

interface SourceFile {
  readonly isGuarded: boolean
  /** Files of the app, absolute. */
  readonly imports: readonly string[]
}

async function readSource(bundler: Bundler, paths: AppPaths, { id, code }: Entry): Promise<SourceFile> {
  const isGuarded = GUARDED.test(code)
  // The browser gets stubs of it, and nothing that it imports.
  if (id.endsWith('.api.ts')) return { isGuarded, imports: [] }
  const imports = await Promise.all(
    readImports(bundler, id, code).map(async (name) => {
      // What cannot be found, or must not be imported, is reported where it is loaded.
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
