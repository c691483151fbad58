/**
 * One app as the editor has it. The open file is analysed whole, with the project's own program; of all other files only
 * what has a name is read, once for each version of a file.
 */
import { join, relative } from 'node:path'
import { API_FILE, type ApiFiles } from '../analyze/api-files.ts'
import type { AnalyzedModule } from '../analyze/api-module.ts'
import { type AppOutline, joinFacts } from '../analyze/app-facts.ts'
import { type AnalyzedEnv, analyzeEnv, ENV_TYPE } from '../analyze/environment.ts'
import { deriveNamedType } from '../analyze/named-contract.ts'
import type { AppFacts } from '../diagnostic/facts.ts'
import type { ApiModel, ApiModuleModel, ComponentModel } from '../model.ts'
import type { Snapshot } from '../program/open.ts'
import type { ts } from '../program/typescript.ts'
import { readerOf, watchOutline } from './app-outline.ts'
import type { EditorProject } from './editor-project.ts'
import { summarizeFiles } from './file-summaries.ts'
import { keepApis } from './kept-apis.ts'
import { followSources } from './source-changes.ts'

export interface AppView {
  /** Absolute, with `/`. */
  readonly root: string
  /** What stands in the app's folders. The same object as long as nothing there has changed. */
  outline(program: ts.Program): AppOutline
  /** What the rules read: all of `file` (relative to the root), and of others what has a name in common with it. */
  facts(program: ts.Program, file: string): AppFacts
  /** The api that this declaration defines, with its contract; undefined for any other declaration. */
  apiAt(program: ts.Program, declaration: ts.Declaration): ApiModel | undefined
  /** Everything that is called by name, with the patterns of the pages. */
  names(program: ts.Program): AppNames
  close(): void
}

type ApiFile = ApiFiles['collected'][number]

export interface AppNames {
  readonly modules: readonly ApiModuleModel[]
  readonly components: readonly ComponentModel[]
  /** Of the pages, as `/orders/[id]`. */
  readonly patterns: readonly string[]
}

/** For a type that the program does not know: it is told elsewhere that it is missing. */
const NO_TYPE = { tree: { root: { kind: 'object', properties: [] }, defs: {} }, facts: [] } as const

export function openApp(project: EditorProject, root: string): AppView {
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
  /** Undefined for a file that is no api module, or not in the program. */
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
  const allNames = (program: ts.Program): AppNames => {
    const { apiFiles, routes } = outlineOf(program)
    const snapshot = snapshotOf(program)
    return {
      patterns: routes.facts.filter(({ problem }) => problem === undefined).map(({ pattern }) => pattern),
      modules: apiFiles.collected.map((api) => summaries.module(snapshot, api)),
      components: summaries.components(),
    }
  }
  return {
    root,
    outline: outlineOf,
    facts(program, file) {
      const outline = outlineOf(program)
      const whole = moduleOf(program, file)
      const everywhere = summaries.components()
      const own = everywhere.filter((component) => component.file === file)
      // Two tools are one only when they share their first name: no other file can matter to what is said of this one.
      const names = new Set([...(whole === undefined ? [] : [whole.model.module]), ...own.map(({ name }) => name)])
      const components = everywhere.filter((component) => component.file === file || names.has(component.name))
      const facts = joinFacts(readerOf(ts, root, program), outline, {
        modules: whole === undefined ? [] : [whole],
        components: { components, links: summaries.links(program.getSourceFile(join(root, file))), syntax: [] },
        env: file === outline.conventions.files.env ? readEnv(snapshotOf(program), root, file) : undefined,
        names: () => allNames(program),
        componentFiles: [...new Set([...(/\.[jt]sx$/.test(file) ? [file] : []), ...components.map((one) => one.file)])],
        openFile: file,
      })
      const files = new Set([file, ...[...names].map((name) => `${outline.serverDir}/${name}${API_FILE}`)])
      const modules = [...files].sort().flatMap((one) => {
        const api = collected.get(one)
        if (api === undefined) return []
        return one === file && whole !== undefined ? whole.model : summaries.module(snapshotOf(program), api)
      })
      return { ...facts, model: { ...facts.model, modules } }
    },
    apiAt(program, declaration) {
      const source = declaration.getSourceFile()
      const start = ts.isVariableDeclaration(declaration) ? declaration.name.getStart(source) : -1
      return moduleOf(program, relativeTo(source.fileName))?.model.apis.find(({ span }) => span.start === start)
    },
    names: allNames,
    close: outlines.close,
  }
}

function readEnv(snapshot: Snapshot, root: string, file: string): AnalyzedEnv {
  const reader = readerOf(snapshot.ts, root, snapshot.program)
  const place = { file: join(root, file), name: ENV_TYPE, side: 'input' } as const
  return analyzeEnv(reader, file, reader.textOf(file) ?? '', () => deriveNamedType(snapshot, root, place) ?? NO_TYPE)
}
