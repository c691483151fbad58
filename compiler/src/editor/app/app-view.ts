/**
 * One app in the editor. The open file is analyzed completely, with the project's own program; of all other files only
 * names are read, once for each version of a file.
 */
import { join } from 'node:path'
import type { AnalyzedApp } from '#analyze/analyzed-app.ts'
import { API_FILE } from '#analyze/apis/api-files.ts'
import { deriveNamedType } from '#analyze/apis/named-contract.ts'
import { joinTypes } from '#analyze/apis/typed-files.ts'
import type { AppOutline } from '#analyze/app-outline.ts'
import type { AppReader } from '#analyze/app-reader.ts'
import { type AnalyzedEnv, analyzeEnv, ENV_TYPE } from '#analyze/environment.ts'
import { fieldNamesAt } from '#analyze/forms/form-fields.ts'
import { joinApp } from '#analyze/join-app.ts'
import type { ResolveImport } from '#analyze/modules/resolve-import.ts'
import type { ComponentModel } from '#model.ts'
import type { ts } from '#program/typescript.ts'
import { type AppLookup, lookUpIn } from './app-lookup.ts'
import { type AppNames, CurrentApp } from './current-app.ts'
import type { EditorProject } from './editor-project.ts'

export interface AppView extends AppLookup {
  /** Absolute, with `/`. */
  readonly root: string
  /** Returns the outline of the app's folders. The same object as long as nothing in them has changed. */
  outline(program: ts.Program): AppOutline
  /**
   * Returns the app as the rules read it: all of `file` (relative to the root), and parts of other files that share a
   * name with it.
   */
  read(program: ts.Program, file: string): AnalyzedApp
  /** Returns everything with a name, and the patterns of the pages. */
  names(program: ts.Program): AppNames
  /** Returns access to the single files of the app. */
  reader(program: ts.Program): AppReader
  /** Returns every script of the app, relative to the root. */
  sources(program: ts.Program): readonly string[]
  /** Returns the components of all files, without the contracts of their intents. */
  components(program: ts.Program): readonly ComponentModel[]
  /** Returns the resolver of imports. */
  importResolver(program: ts.Program): ResolveImport
  /** Returns the possible names of the form field whose name begins at `start` in `file`; see `fieldNamesAt`. */
  fieldNames(program: ts.Program, file: string, start: number): ReturnType<typeof fieldNamesAt>
  close(): void
}

/** For a type that the program doesn't contain: another rule reports that it is missing. */
const NO_TYPE = { tree: { root: { kind: 'object', properties: [] }, defs: {} }, facts: [] } as const

export function openAppView(project: EditorProject, root: string): AppView {
  const { ts } = project
  const app = new CurrentApp(project, root)
  return {
    root,
    outline: (program) => app.outline(program),
    read(program, file) {
      const outline = app.outline(program)
      const whole = app.module(program, file)
      const everywhere = app.components(program)
      const near = namesakes(everywhere, file, whole?.model.module)
      const tools = app.tools(program, file)
      const { components, stores = app.stores(program) } = joinTypes(tools, near)
      const modules = [
        ...new Set([file, ...near.flatMap(firstNames).map((name) => `${outline.serverDir}/${name}${API_FILE}`)]),
      ]
        .sort()
        .flatMap((one) => (one === file && whole !== undefined ? whole.model : (app.summary(program, one) ?? [])))
      return joinApp(app.reader(program), outline, {
        modules: whole === undefined ? [] : [whole],
        components: {
          components,
          links: app.links(program, file),
          splitRuns: app.splitRuns(program, file),
          syntax: [],
        },
        ...(stores && { stores }),
        tools,
        env: file === outline.conventions.files.env ? readEnv(app, ts, program, root, file) : undefined,
        names: () => app.names(program),
        moduleOf: (name) => app.module(program, name)?.model,
        around: {
          // The first of two duplicates is the valid one: files are in the order of the check.
          files: [...new Set([...(/\.[jt]sx$/.test(file) ? [file] : []), ...components.map((one) => one.file)])].sort(),
          // Browsers never load an api module.
          components: whole === undefined ? everywhere : near,
        },
        files: () => app.sources(program),
        resolveImport: app.importResolver(program),
        openFile: file,
        namesakes: modules,
      })
    },
    ...lookUpIn(app, ts, root),
    names: (program) => app.names(program),
    reader: (program) => app.reader(program),
    sources: (program) => app.sources(program),
    components: (program) => app.components(program),
    importResolver: (program) => app.importResolver(program),
    fieldNames(program, file, start) {
      const findModule = (name: string) => app.module(program, name)?.model
      const sources = { files: [file], resolveImport: app.importResolver(program), moduleOf: findModule }
      return fieldNamesAt(app.reader(program), sources, file, start)
    },
    close: () => app.close(),
  }
}

/**
 * Returns the components of a file, and those with tools of the same name: two tools can collide only if the first
 * parts of their names are equal.
 */
function namesakes(
  everywhere: readonly ComponentModel[],
  file: string,
  module: string | undefined,
): readonly ComponentModel[] {
  const own = everywhere.filter((component) => component.file === file)
  const names = new Set([...own.flatMap(firstNames), ...(module === undefined ? [] : [module])])
  return everywhere.filter((one) => one.file === file || firstNames(one).some((name) => names.has(name)))
}

function firstNames({ name, intents }: ComponentModel): readonly string[] {
  return [name, ...intents.map(({ tool }) => tool.slice(0, tool.lastIndexOf('.')))]
}

function readEnv(app: CurrentApp, tsModule: typeof ts, program: ts.Program, root: string, file: string): AnalyzedEnv {
  const reader = app.reader(program)
  const snapshot = { ts: tsModule, program, checker: program.getTypeChecker() }
  const place = { file: join(root, file), name: ENV_TYPE, side: 'input' } as const
  return analyzeEnv(reader, file, reader.textOf(file) ?? '', () => deriveNamedType(snapshot, root, place) ?? NO_TYPE)
}
