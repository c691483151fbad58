/**
 * Finds apis that live pages call, and that change data without invalidating any tag: the pages don't show the change. An api whose
 * writes no page shows declares that with an empty list.
 */
import type { ApiModel, SourceSpan } from '#model.ts'
import { type AnalyzedApp, oncePerApp } from '../analyzed-app.ts'
import { readOnce } from '../modules/tree-cache.ts'
import { readValueImports } from '../modules/value-imports.ts'
import { listAllLivePages, listLoaded } from '../pages/live-pages.ts'
import { isWhole } from '../shared-facts.ts'
import { listNames, readApiSource } from './api-source.ts'
import { readLiveCalls } from './untagged-reads.ts'

/** An api that a live page or component uses, and that invalidates nothing. */
export interface UnseenWriteFact {
  readonly tool: string
  readonly span: SourceSpan
}

/** Code that invalidates tags itself. */
const INVALIDATES = /\brevalidate(?:Tag|Path)\b/

/** Returns the writes; in an editor those of the open file. */
export const listUnseenWrites = oncePerApp((app): readonly UnseenWriteFact[] => {
  const { modules, openFile } = app
  if (!isWhole(app) || (listAllLivePages(app).length === 0 && listReadingFiles(app).length === 0)) return []
  const writes = modules
    .filter(({ model: { file } }) => openFile === undefined || file === openFile)
    .flatMap(({ model }) =>
      model.apis.flatMap((api) => (isSilentWrite(app, model.file, api) ? [{ ...api, file: model.file }] : [])),
    )
  if (writes.length === 0) return []
  const called = listCalledApis(app)
  return writes
    .filter(({ file, exportName }) => called.get(file)?.has(exportName))
    .map(({ tool, span }) => ({ tool, span }))
})

/** Whether an api may change data and invalidates nothing, and calls nothing that does. */
function isSilentWrite(app: AnalyzedApp, file: string, { readonly, exportName }: ApiModel): boolean {
  const { reader, modules } = app
  if (readonly === true) return false
  const definition = readApiSource(reader, file, exportName)
  if (definition === undefined || definition.members.includes('invalidates')) return false
  const loaded = [...listLoaded(app, [file])]
  if (loaded.some((module) => INVALIDATES.test(reader.textOf(module) ?? ''))) return false
  // A call of another api invalidates the tags of that api.
  const mentioned = listNames(reader.ts, definition.node)
  const own = modules.find(({ model }) => model.file === file)?.model.apis ?? []
  if (own.some((other) => other.exportName !== exportName && mentioned.has(other.exportName))) return false
  const isApiModule = (module: string) => modules.some(({ model }) => model.file === module)
  return !loaded.some((module) => module !== file && isApiModule(module))
}

/** Returns the files with live reads. */
const listReadingFiles = oncePerApp(({ reader, files }) =>
  files().filter((file) => (readLiveCalls(reader, file)?.calls.length ?? 0) > 0),
)

/** Returns the exports of api modules that the components of live pages import, and components with live reads. */
function listCalledApis(app: AnalyzedApp): ReadonlyMap<string, ReadonlySet<string>> {
  const { reader, resolveImport, outline } = app
  const apiFiles = new Set(outline.apiFiles.collected.map(({ file }) => file))
  const live = new Set([...listAllLivePages(app).flatMap(({ modules }) => [...modules]), ...listReadingFiles(app)])
  const called = new Map<string, Set<string>>()
  for (const file of live) {
    if (!/\.[jt]sx$/.test(file)) continue
    for (const { specifier, names } of readOnce(reader, file, readValueImports) ?? []) {
      const target = resolveImport(specifier, file)
      if (target === undefined || !apiFiles.has(target)) continue
      const known = called.get(target) ?? new Set()
      called.set(target, known)
      for (const name of names.values()) known.add(name)
    }
  }
  return called
}
