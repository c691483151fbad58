/** Finds live reads without tags: no write can ever change what they show. */
import { createSpan } from '#diagnostic/code-frame.ts'
import type { SourceSpan } from '#model.ts'
import type { ts } from '#program/typescript.ts'
import { type AnalyzedApp, oncePerApp } from '../analyzed-app.ts'
import type { AppReader } from '../app-reader.ts'
import { readOnce } from '../modules/tree-cache.ts'
import { readValueImports, type ValueImport } from '../modules/value-imports.ts'
import { listLivePages, listLoaded } from '../pages/live-pages.ts'
import { isWhole } from '../shared-facts.ts'
import { listNames, readApiSource } from './api-source.ts'
import { carriesTags, readPageTags } from './cache-tags.ts'
import { readTagUses } from './tag-uses.ts'

type Ts = typeof ts

/** A live read without tags. */
export interface UntaggedReadFact {
  readonly kind: 'page' | 'regions' | 'call'
  /** Path of the page, or the function. */
  readonly name: string
  readonly span: SourceSpan
}

/** A call `live(api, …)`. */
interface LiveCall {
  /** Name of the variable. */
  readonly name: string
  readonly start: number
  readonly end: number
}

interface LiveCalls {
  readonly source: string
  readonly imports: readonly ValueImport[]
  readonly calls: readonly LiveCall[]
}

/** Returns the live reads without tags; in an editor those of the open file. */
export const listUntaggedReads = oncePerApp((app): readonly UntaggedReadFact[] => {
  if (!isWhole(app)) return []
  return [...findUntaggedPages(app), ...findUntaggedCalls(app)]
})

function findUntaggedPages(app: AnalyzedApp): UntaggedReadFact[] {
  const { reader, outline, openFile } = app
  const pages = listLivePages(app).filter(({ file }) => openFile === undefined || file === openFile)
  if (pages.length === 0) return []
  const { ctx } = outline.conventions.files
  // A page can call functions of its ctx.
  const around = ctx === undefined ? [] : [...listLoaded(app, [ctx])]
  return pages
    .filter(({ file, modules }) => {
      const isEmpty = readPageTags(reader, file)?.length === 0
      return isEmpty && ![...modules, ...around].some((module) => carriesTags(reader, module))
    })
    .map(({ live, file, route: { pattern = file }, span }) => ({ kind: live, name: pattern, span }))
}

function findUntaggedCalls(app: AnalyzedApp): UntaggedReadFact[] {
  const { reader, openFile, files, resolveImport } = app
  return (openFile === undefined ? files() : [openFile]).flatMap((file) => {
    const { source = '', imports = [], calls = [] } = readLiveCalls(reader, file) ?? {}
    return calls.flatMap(({ name, start, end }): UntaggedReadFact[] => {
      const imported = imports.find(({ names }) => names.has(name))
      const target = imported && resolveImport(imported.specifier, file)
      const exportName = imported?.names.get(name)
      if (target === undefined || exportName === undefined || !isUntagged(app, target, exportName)) return []
      return [{ kind: 'call', name, span: createSpan(file, source, start, end) }]
    })
  })
}

/** Returns the calls of `live` in a file; `undefined` for a file that can't have any. */
export function readLiveCalls(reader: AppReader, file: string): LiveCalls | undefined {
  return /\blive\s*[(<]/.test(reader.textOf(file) ?? '') ? readOnce(reader, file, findLiveCalls) : undefined
}

function findLiveCalls(ts: Ts, file: ts.SourceFile): LiveCalls {
  const imports = readValueImports(ts, file)
  const bound = imports.flatMap(({ specifier, names }) => (specifier === '@fw/runtime' ? [...names] : []))
  const locals = new Set(bound.flatMap(([local, name]) => (name === 'live' ? [local] : [])))
  const calls: LiveCall[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && locals.has(node.expression.text)) {
      const [read] = node.arguments
      if (read !== undefined && ts.isIdentifier(read))
        calls.push({ name: read.text, start: read.getStart(file), end: read.end })
    }
    ts.forEachChild(node, visit)
  }
  if (locals.size > 0) visit(file)
  return { source: file.text, imports, calls }
}

/** Whether neither the api has tags nor the code that it may run. */
function isUntagged(app: AnalyzedApp, file: string, exportName: string): boolean {
  const { reader } = app
  const definition = readApiSource(reader, file, exportName)
  if (definition === undefined || definition.members.includes('tags')) return false
  const { carried = undefined, cached = [], tagged = [] } = readOnce(reader, file, readTagUses) ?? {}
  if (carried === undefined || cached.length > 0) return false
  const mentioned = listNames(reader.ts, definition.node)
  if (tagged.some((api) => api === undefined || mentioned.has(api))) return false
  return ![...listLoaded(app, [file])].some((module) => module !== file && carriesTags(reader, module))
}
