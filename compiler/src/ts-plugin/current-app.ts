/** What an app holds as of the last program, taken up once for each: everything that is asked goes by the same. */
import { join, relative } from 'node:path'
import type { ApiFiles } from '../analyze/api-files.ts'
import type { AnalyzedModule } from '../analyze/api-module.ts'
import type { AppOutline } from '../analyze/app-facts.ts'
import type { ModuleContext } from '../analyze/derive-side.ts'
import type { AnalyzedTools } from '../analyze/page-tools.ts'
import type { ApiModuleModel, ComponentModel, StoreModel } from '../model.ts'
import type { Snapshot } from '../program/open.ts'
import type { ts } from '../program/typescript.ts'
import { watchOutline } from './app-outline.ts'
import type { EditorProject } from './editor-project.ts'
import { type FileSummaries, summarizeFiles } from './file-summaries.ts'
import { keepApis } from './kept-apis.ts'
import { nameStores, readOpenTools } from './open-tools.ts'
import { followSources } from './source-changes.ts'

/** Files relative to the root. */
export interface CurrentApp {
  /** What stands in the app's folders. The same object as long as nothing there has changed. */
  outline(program: ts.Program): AppOutline
  /** All of an api module; undefined for a file that is none, or not in the program. */
  module(program: ts.Program, file: string): AnalyzedModule | undefined
  /** The names in an api module, without contracts; undefined for a file that is none. */
  summary(program: ts.Program, file: string): ApiModuleModel | undefined
  /** The tools of pages that a file defines, with their contracts. */
  tools(program: ts.Program, file: string): readonly AnalyzedTools[]
  /** Without contracts; undefined without a module of stores. */
  stores(program: ts.Program): readonly StoreModel[] | undefined
  /** Everything that is called by name, with the patterns of the pages. */
  names(program: ts.Program): AppNames
  /** Of the program whose outline was read last. */
  readonly summaries: Pick<FileSummaries, 'components' | 'links'>
  close(): void
}

export interface AppNames {
  readonly modules: readonly ApiModuleModel[]
  readonly components: readonly ComponentModel[]
  readonly stores?: readonly StoreModel[]
  /** Of the pages, as `/orders/[id]`. */
  readonly patterns: readonly string[]
}

/** More than is worth telling apart. */
const ALL = { files: undefined, globals: [] }

type ApiFile = ApiFiles['collected'][number]

/** `root` absolute, with `/`. */
export function followApp(project: EditorProject, root: string): CurrentApp {
  const { ts } = project
  const outlines = watchOutline(project, root)
  const summaries = summarizeFiles(ts, root)
  const apis = keepApis()
  const changesOf = followSources(ts)
  const relativeTo = (file: string) => relative(root, file).replaceAll('\\', '/')
  const snapshotOf = (program: ts.Program): Snapshot => ({ ts, program, checker: program.getTypeChecker() })
  const contextOf = (program: ts.Program): ModuleContext => ({ ...snapshotOf(program), relative: relativeTo })
  const sourceOf = (program: ts.Program, file: string | undefined) =>
    file === undefined ? undefined : program.getSourceFile(join(root, file))
  const ofFile = (file: string) => summaries.components().filter((component) => component.file === file)
  /** Api modules of the current program, as far as they were asked for. */
  const analyzed = new Map<string, AnalyzedModule>()
  const tools = new Map<string, readonly AnalyzedTools[]>()
  let stores: { readonly all: readonly StoreModel[] | undefined } | undefined
  let current: { readonly program: WeakRef<ts.Program>; readonly outline: AppOutline } | undefined
  /** By file. */
  let collected: ReadonlyMap<string, ApiFile> = new Map()
  /** Takes up what has changed: everything below goes by this program. */
  const outlineOf = (program: ts.Program): AppOutline => {
    const outline = outlines.read(program)
    const isKnown = current?.program.deref() === program
    if (isKnown && current?.outline === outline) return outline
    if (!isKnown) {
      const changes = changesOf(program)
      apis.follow(changes)
      summaries.follow(program, changes, outline.routesDir)
    } else if (current?.outline.routesDir !== outline.routesDir) summaries.follow(program, ALL, outline.routesDir)
    if (current?.outline !== outline) {
      // What is configured may say what imports mean.
      apis.clear()
      collected = new Map(outline.apiFiles.collected.map((api) => [api.file, api]))
    }
    analyzed.clear()
    tools.clear()
    stores = undefined
    current = { program: new WeakRef(program), outline }
    return outline
  }
  const moduleOf = (program: ts.Program, file: string): AnalyzedModule | undefined => {
    outlineOf(program)
    const api = collected.get(file)
    const source = sourceOf(program, file)
    if (api === undefined || source === undefined) return undefined
    const found = analyzed.get(file) ?? apis.analyze(contextOf(program), source, api.module)
    analyzed.set(file, found)
    return found
  }
  const toolsOf = (program: ts.Program, file: string): readonly AnalyzedTools[] => {
    const { files } = outlineOf(program).conventions
    const source = sourceOf(program, file)
    if (source === undefined) return []
    const open = { source, components: ofFile(file), stores: sourceOf(program, files.stores) }
    const found = tools.get(file) ?? readOpenTools(contextOf(program), open)
    tools.set(file, found)
    return found
  }
  const storesOf = (program: ts.Program): readonly StoreModel[] | undefined => {
    const source = sourceOf(program, outlineOf(program).conventions.files.stores)
    stores ??= { all: source && nameStores(contextOf(program), source) }
    return stores.all
  }
  return {
    outline: outlineOf,
    module: moduleOf,
    tools: toolsOf,
    stores: storesOf,
    summary(program, file) {
      outlineOf(program)
      const api = collected.get(file)
      return api && summaries.module(snapshotOf(program), api)
    },
    names(program) {
      const { apiFiles, routes } = outlineOf(program)
      const snapshot = snapshotOf(program)
      const all = storesOf(program)
      return {
        ...(all && { stores: all }),
        patterns: routes.facts.filter(({ problem }) => problem === undefined).map(({ pattern }) => pattern),
        modules: apiFiles.collected.map((api) => summaries.module(snapshot, api)),
        components: summaries.components(),
      }
    },
    summaries,
    close: outlines.close,
  }
}
