/**
 * One app as the editor has it. The open file is analysed whole, with the project's own program; of all other files only
 * what has a name is read, once for each version of a file.
 */
import { join, relative } from 'node:path'
import { API_FILE } from '../analyze/api-files.ts'
import { type AppOutline, joinFacts } from '../analyze/app-facts.ts'
import { type AnalyzedEnv, analyzeEnv, ENV_TYPE } from '../analyze/environment.ts'
import { deriveNamedType } from '../analyze/named-contract.ts'
import { joinTypes } from '../analyze/typed-files.ts'
import type { AppFacts } from '../diagnostic/facts.ts'
import type { ApiModel } from '../model.ts'
import type { ts } from '../program/typescript.ts'
import { readerOf } from './app-outline.ts'
import { type AppNames, followApp } from './current-app.ts'
import type { EditorProject } from './editor-project.ts'

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

/** For a type that the program does not know: it is told elsewhere that it is missing. */
const NO_TYPE = { tree: { root: { kind: 'object', properties: [] }, defs: {} }, facts: [] } as const

export function openApp(project: EditorProject, root: string): AppView {
  const { ts } = project
  const app = followApp(project, root)
  return {
    root,
    outline: app.outline,
    facts(program, file) {
      const outline = app.outline(program)
      const whole = app.module(program, file)
      const everywhere = app.summaries.components()
      const own = everywhere.filter((component) => component.file === file)
      // Two tools are one only when they share their first name: no other file can matter to what is said of this one.
      const names = new Set([...(whole === undefined ? [] : [whole.model.module]), ...own.map(({ name }) => name)])
      const near = everywhere.filter((component) => component.file === file || names.has(component.name))
      const tools = app.tools(program, file)
      const { components, stores = app.stores(program) } = joinTypes(tools, near)
      const facts = joinFacts(readerOf(ts, root, program), outline, {
        modules: whole === undefined ? [] : [whole],
        components: { components, links: app.summaries.links(program.getSourceFile(join(root, file))), syntax: [] },
        ...(stores && { stores }),
        tools,
        env: file === outline.conventions.files.env ? readEnv(ts, program, root, file) : undefined,
        names: () => app.names(program),
        componentFiles: [...new Set([...(/\.[jt]sx$/.test(file) ? [file] : []), ...components.map((one) => one.file)])],
        openFile: file,
      })
      const files = new Set([file, ...[...names].map((name) => `${outline.serverDir}/${name}${API_FILE}`)])
      const modules = [...files]
        .sort()
        .flatMap((one) => (one === file && whole !== undefined ? whole.model : (app.summary(program, one) ?? [])))
      return { ...facts, model: { ...facts.model, modules } }
    },
    apiAt(program, declaration) {
      const source = declaration.getSourceFile()
      const start = ts.isVariableDeclaration(declaration) ? declaration.name.getStart(source) : -1
      return app
        .module(program, relative(root, source.fileName).replaceAll('\\', '/'))
        ?.model.apis.find(({ span }) => span.start === start)
    },
    names: app.names,
    close: app.close,
  }
}

function readEnv(tsModule: typeof ts, program: ts.Program, root: string, file: string): AnalyzedEnv {
  const reader = readerOf(tsModule, root, program)
  const snapshot = { ts: tsModule, program, checker: program.getTypeChecker() }
  const place = { file: join(root, file), name: ENV_TYPE, side: 'input' } as const
  return analyzeEnv(reader, file, reader.textOf(file) ?? '', () => deriveNamedType(snapshot, root, place) ?? NO_TYPE)
}
