/**
 * The contents of an app in the last program, updated once for each program, so that all requests see the same state.
 */

import { join, relative } from 'node:path'
import type { ApiFiles } from '#analyze/apis/api-files.ts'
import type { AnalyzedModule } from '#analyze/apis/api-module.ts'
import type { ModuleContext } from '#analyze/apis/derive-side.ts'
import { type AppOutline, sourceRoots } from '#analyze/app-outline.ts'
import type { AppReader } from '#analyze/app-reader.ts'
import { importResolver, type ResolveImport } from '#analyze/modules/resolve-import.ts'
import { findSourceFiles, followImports } from '#analyze/modules/source-files.ts'
import type { AnalyzedComponents, SplitRunFact } from '#analyze/pages/components.ts'
import type { AnalyzedTools } from '#analyze/pages/page-tools.ts'
import type { ApiModuleModel, ComponentModel, StoreModel } from '#model.ts'
import type { ts } from '#program/typescript.ts'
import { createEditorReader, type OutlineWatch, watchOutline } from './app-outline.ts'
import { type ApiCache, createApiCache } from './cached-apis.ts'
import type { EditorProject } from './editor-project.ts'
import { type FileSummaries, summarizeFiles } from './file-summaries.ts'
import { nameStores, readOpenTools } from './open-tools.ts'
import { followSources, type SourceChanges } from './source-changes.ts'
import { readSplitProblems } from './split-problems.ts'

export interface AppNames {
  readonly modules: readonly ApiModuleModel[]
  readonly components: readonly ComponentModel[]
  readonly stores?: readonly StoreModel[]
  /** Patterns of the pages, such as `/orders/[id]`. */
  readonly patterns: readonly string[]
}

type ApiFile = ApiFiles['collected'][number]

/** Results for one program and one outline. */
interface Read {
  readonly program: WeakRef<ts.Program>
  readonly outline: AppOutline
  readonly resolveImport: ResolveImport
  /** Api modules with their contracts, as far as they were requested. */
  readonly modules: Map<string, AnalyzedModule>
  readonly tools: Map<string, readonly AnalyzedTools[]>
  stores?: { readonly all: readonly StoreModel[] | undefined }
  components?: readonly ComponentModel[]
}

const EVERYTHING: SourceChanges = { files: undefined, globals: [] }

/** File names are relative to the root. */
export class CurrentApp {
  readonly #project: EditorProject
  readonly #ts: typeof ts
  readonly #root: string
  readonly #outlines: OutlineWatch
  readonly #summaries: FileSummaries
  readonly #apis: ApiCache = createApiCache()
  readonly #changesOf: (program: ts.Program) => SourceChanges
  /** By file. */
  #collected: ReadonlyMap<string, ApiFile> = new Map()
  #last: Read | undefined

  /** `root` is absolute, with `/`. */
  constructor(project: EditorProject, root: string) {
    this.#project = project
    this.#ts = project.ts
    this.#root = root
    this.#outlines = watchOutline(project, root)
    this.#summaries = summarizeFiles(project.ts, root)
    this.#changesOf = followSources(project.ts)
  }

  /** Returns the outline of the app's folders. The same object as long as nothing in them has changed. */
  outline(program: ts.Program): AppOutline {
    return this.#read(program).outline
  }

  /** Returns a complete api module, or `undefined` for other files and for files outside of the program. */
  module(program: ts.Program, file: string): AnalyzedModule | undefined {
    const { modules } = this.#read(program)
    const api = this.#collected.get(file)
    const source = this.#source(program, file)
    if (api === undefined || source === undefined) return undefined
    const found = modules.get(file) ?? this.#apis.analyze(this.#context(program), source, api.module)
    modules.set(file, found)
    return found
  }

  /** Returns the names in an api module, without contracts, or `undefined` for other files. */
  summary(program: ts.Program, file: string): ApiModuleModel | undefined {
    this.#read(program)
    const api = this.#collected.get(file)
    return api && this.#summaries.module(this.#context(program), api)
  }

  /** Returns the components of all files, ordered by path; without the contracts of their intents. */
  components(program: ts.Program): readonly ComponentModel[] {
    const read = this.#read(program)
    read.components ??= this.#ownComponents(program, read)
    return read.components
  }

  /** Returns access to the single files of the app. */
  reader(program: ts.Program): AppReader {
    return createEditorReader(this.#project, this.#root, program)
  }

  /** Returns every script of the app. */
  sources(program: ts.Program): readonly string[] {
    const { outline, resolveImport } = this.#read(program)
    return findSourceFiles(this.reader(program), sourceRoots(outline, resolveImport))
  }

  /** Removes files that are in the project but not part of the app. */
  #ownComponents(program: ts.Program, { outline, resolveImport }: Read): readonly ComponentModel[] {
    const all = this.#summaries.components()
    const roots = sourceRoots(outline, resolveImport)
    const isInFolder = ({ file }: ComponentModel) => roots.folders.some((folder) => file.startsWith(`${folder}/`))
    // Following imports takes time, and in most apps all components are in these folders.
    if (all.every(isInFolder)) return all
    const reached = followImports(this.reader(program), roots)
    return all.filter((component) => isInFolder(component) || reached.has(component.file))
  }

  links(program: ts.Program, file: string): AnalyzedComponents['links'] {
    this.#read(program)
    return this.#summaries.links(this.#source(program, file))
  }

  /** Returns the page tools that a file defines, with their contracts. */
  tools(program: ts.Program, file: string): readonly AnalyzedTools[] {
    const { tools, outline } = this.#read(program)
    const source = this.#source(program, file)
    if (source === undefined) return []
    const components = this.components(program).filter((component) => component.file === file)
    const stores = this.#source(program, outline.conventions.files.stores)
    const found = tools.get(file) ?? readOpenTools(this.#context(program), { source, components, stores })
    tools.set(file, found)
    return found
  }

  /**
   * Returns the problems that prevent the runs of a file's intents from being separate files; empty if the app doesn't
   * split them.
   */
  splitRuns(program: ts.Program, file: string): readonly SplitRunFact[] {
    const { config } = this.outline(program)
    const source = this.#source(program, file)
    if (config.compiler?.splitIntents !== true || source === undefined) return []
    const own = this.components(program).filter((component) => component.file === file)
    return readSplitProblems({ ts: this.#ts, checker: program.getTypeChecker(), source, file }, own)
  }

  /** Returns the stores without contracts, or `undefined` without a module of stores. */
  stores(program: ts.Program): readonly StoreModel[] | undefined {
    const read = this.#read(program)
    const source = this.#source(program, read.outline.conventions.files.stores)
    read.stores ??= { all: source && nameStores(this.#context(program), source) }
    return read.stores.all
  }

  /** Returns everything with a name, and the patterns of the pages. */
  names(program: ts.Program): AppNames {
    const { apiFiles, routes } = this.outline(program)
    const context = this.#context(program)
    const stores = this.stores(program)
    return {
      ...(stores && { stores }),
      patterns: routes.facts.filter(({ problem }) => problem === undefined).map(({ pattern }) => pattern),
      modules: apiFiles.collected.map((api) => this.#summaries.module(context, api)),
      components: this.components(program),
    }
  }

  /** Returns the resolver that is valid for this program's outline. */
  importResolver(program: ts.Program): ResolveImport {
    return this.#read(program).resolveImport
  }

  close(): void {
    this.#outlines.close()
  }

  /** Updates the state after changes. */
  #read(program: ts.Program): Read {
    const outline = this.#outlines.read(program)
    const last = this.#last
    const isKnown = last?.program.deref() === program
    if (last !== undefined && isKnown && last.outline === outline) return last
    const changes = isKnown ? EVERYTHING : this.#changesOf(program)
    if (!isKnown) this.#apis.follow(changes)
    this.#summaries.follow(program, changes, outline.routesDir)
    if (last?.outline !== outline) {
      // The configuration may define what imports resolve to.
      this.#apis.clear()
      this.#collected = new Map(outline.apiFiles.collected.map((api) => [api.file, api]))
    }
    const isSameOutline = last?.outline === outline
    const read: Read = {
      program: new WeakRef(program),
      outline,
      resolveImport: isSameOutline ? last.resolveImport : importResolver({ root: this.#root }),
      modules: new Map(),
      tools: new Map(),
    }
    this.#last = read
    return read
  }

  #source(program: ts.Program, file: string | undefined): ts.SourceFile | undefined {
    return file === undefined ? undefined : program.getSourceFile(join(this.#root, file))
  }

  #context(program: ts.Program): ModuleContext {
    const below = `${this.#root}/`
    // Nearly all files are below the root, for which this is cheaper than `node:path`.
    const toRelative = (file: string) =>
      file.startsWith(below) ? file.slice(below.length) : relative(this.#root, file).replaceAll('\\', '/')
    return { ts: this.#ts, program, checker: program.getTypeChecker(), relative: toRelative }
  }
}
