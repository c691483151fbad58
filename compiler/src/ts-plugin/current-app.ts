/** What an app holds as of the last program, taken up once for each: everything that is asked goes by the same. */
import { join, relative } from 'node:path'
import type { ApiFiles } from '../analyze/api-files.ts'
import type { AnalyzedModule } from '../analyze/api-module.ts'
import type { AppOutline } from '../analyze/app-facts.ts'
import type { ApiModuleModel, ComponentModel } from '../model.ts'
import type { Snapshot } from '../program/open.ts'
import type { ts } from '../program/typescript.ts'
import { watchOutline } from './app-outline.ts'
import type { EditorProject } from './editor-project.ts'
import { type FileSummaries, summarizeFiles } from './file-summaries.ts'
import { keepApis } from './kept-apis.ts'
import { followSources } from './source-changes.ts'

/** Files relative to the root. */
export interface CurrentApp {
  /** What stands in the app's folders. The same object as long as nothing there has changed. */
  outline(program: ts.Program): AppOutline
  /** All of an api module; undefined for a file that is none, or not in the program. */
  module(program: ts.Program, file: string): AnalyzedModule | undefined
  /** The names in an api module, without contracts; undefined for a file that is none. */
  summary(program: ts.Program, file: string): ApiModuleModel | undefined
  /** Everything that is called by name, with the patterns of the pages. */
  names(program: ts.Program): AppNames
  /** Of the program whose outline was read last. */
  readonly summaries: Pick<FileSummaries, 'components' | 'links'>
  close(): void
}

export interface AppNames {
  readonly modules: readonly ApiModuleModel[]
  readonly components: readonly ComponentModel[]
  /** Of the pages, as `/orders/[id]`. */
  readonly patterns: readonly string[]
}

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
  /** Api modules of the current program, as far as they were asked for. */
  const analyzed = new Map<string, AnalyzedModule>()
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
      summaries.follow(program, changes)
    }
    if (current?.outline !== outline) {
      // What is configured may say what imports mean.
      apis.clear()
      collected = new Map(outline.apiFiles.collected.map((api) => [api.file, api]))
    }
    analyzed.clear()
    current = { program: new WeakRef(program), outline }
    return outline
  }
  const moduleOf = (program: ts.Program, file: string): AnalyzedModule | undefined => {
    outlineOf(program)
    const api = collected.get(file)
    const source = program.getSourceFile(join(root, file))
    if (api === undefined || source === undefined) return undefined
    const context = { ...snapshotOf(program), relative: relativeTo }
    const found = analyzed.get(file) ?? apis.analyze(context, source, api.module)
    analyzed.set(file, found)
    return found
  }
  return {
    outline: outlineOf,
    module: moduleOf,
    summary(program, file) {
      outlineOf(program)
      const api = collected.get(file)
      return api && summaries.module(snapshotOf(program), api)
    },
    names(program) {
      const { apiFiles, routes } = outlineOf(program)
      const snapshot = snapshotOf(program)
      return {
        patterns: routes.facts.filter(({ problem }) => problem === undefined).map(({ pattern }) => pattern),
        modules: apiFiles.collected.map((api) => summaries.module(snapshot, api)),
        components: summaries.components(),
      }
    },
    summaries,
    close: outlines.close,
  }
}
