/**
 * One app as the editor has it. The open file is analysed whole, with the project's own program; of all other files only
 * what has a name is read, once for each version of a file.
 */
import { join, relative } from 'node:path'
import { toolName } from '@fw/runtime/contract'
import { readDefinition } from '../analyze/api-definition.ts'
import { readExports } from '../analyze/api-exports.ts'
import { type AnalyzedModule, analyzeApiModule } from '../analyze/api-module.ts'
import { type AppOutline, joinFacts } from '../analyze/app-facts.ts'
import type { AnalyzedComponents } from '../analyze/components.ts'
import { type AnalyzedEnv, analyzeEnv, ENV_TYPE } from '../analyze/environment.ts'
import { deriveNamedType } from '../analyze/named-contract.ts'
import type { AppFacts } from '../diagnostic/facts.ts'
import { spanOf } from '../diagnostic/frame.ts'
import type { ApiModel, ApiModuleModel, ComponentModel } from '../model.ts'
import { docCommentOf } from '../program/doc-comment.ts'
import type { Snapshot } from '../program/open.ts'
import type { ts } from '../program/typescript.ts'
import { readerOf, watchOutline } from './app-outline.ts'
import { readComponents } from './component-facts.ts'
import type { EditorProject } from './editor-project.ts'

export interface AppView {
  /** Absolute, with `/`. */
  readonly root: string
  /** What stands in the app's folders. The same object as long as nothing there has changed. */
  outline(program: ts.Program): AppOutline
  /** What the rules read, with all that is to be said of `file` (relative to the root) and names only of the rest. */
  facts(program: ts.Program, file: string): AppFacts
  /** The api that this declaration defines, with its contract; undefined for any other declaration. */
  apiAt(program: ts.Program, declaration: ts.Declaration): ApiModel | undefined
  /** Everything that is called by name, with the patterns of the pages. */
  names(program: ts.Program): AppNames
  close(): void
}

export interface AppNames {
  readonly modules: readonly ApiModuleModel[]
  readonly components: readonly ComponentModel[]
  /** Of the pages, as `/orders/[id]`. */
  readonly patterns: readonly string[]
}

/** For a type that the program has not read yet. */
const NO_TYPE = { tree: { root: { kind: 'object', properties: [] }, defs: {} }, facts: [] } as const

const COMPONENT_FILE = /\.[jt]sx$/

export function openApp(project: EditorProject, root: string): AppView {
  const { ts } = project
  const outlines = watchOutline(project, root)
  const summaries = new WeakMap<ts.SourceFile, ApiModuleModel>()
  const components = new WeakMap<ts.SourceFile, AnalyzedComponents>()
  const modules = new WeakMap<ts.Program, Map<string, AnalyzedModule>>()
  const relativeTo = (file: string) => relative(root, file).replaceAll('\\', '/')
  const snapshotOf = (program: ts.Program): Snapshot => ({ ts, program, checker: program.getTypeChecker() })

  const analyzed = (program: ts.Program, file: string, source: ts.SourceFile, module: string): AnalyzedModule => {
    const known = modules.get(program) ?? new Map<string, AnalyzedModule>()
    modules.set(program, known)
    const found = known.get(file) ?? analyzeApiModule({ ...snapshotOf(program), relative: relativeTo }, source, module)
    known.set(file, found)
    return found
  }
  const summary = (program: ts.Program, file: string, module: string): ApiModuleModel => {
    const source = program.getSourceFile(join(root, file))
    if (source === undefined) return { module, file, apis: [] }
    const known = summaries.get(source) ?? summarize(snapshotOf(program), source, file, module)
    summaries.set(source, known)
    return known
  }
  const componentsOf = (source: ts.SourceFile): AnalyzedComponents => {
    const known = components.get(source) ?? readComponents(ts, source, relativeTo(source.fileName))
    components.set(source, known)
    return known
  }
  const componentFiles = (program: ts.Program) =>
    program
      .getSourceFiles()
      .filter(({ fileName }) => COMPONENT_FILE.test(fileName) && fileName.startsWith(`${root}/src/`))
  const env = (program: ts.Program, file: string, outline: AppOutline): AnalyzedEnv | undefined => {
    if (file !== outline.conventions.files.env) return undefined
    const reader = readerOf(ts, root, program)
    const place = { file: join(root, file), name: ENV_TYPE, side: 'input' } as const
    return analyzeEnv(
      reader,
      file,
      reader.textOf(file) ?? '',
      () => deriveNamedType(snapshotOf(program), root, place) ?? NO_TYPE,
    )
  }
  return {
    root,
    outline: outlines.read,
    facts(program, file) {
      const outline = outlines.read(program)
      const source = program.getSourceFile(join(root, file))
      const own = outline.apiFiles.collected.find((api) => api.file === file)
      const whole = own && source && analyzed(program, file, source, own.module)
      const files = componentFiles(program)
      const facts = joinFacts(readerOf(ts, root, program), outline, {
        modules: whole === undefined ? [] : [whole],
        components: {
          components: files.flatMap((one) => componentsOf(one).components),
          links: files.includes(source as ts.SourceFile) ? componentsOf(source as ts.SourceFile).links : [],
          syntax: [],
        },
        env: env(program, file, outline),
      })
      const named = outline.apiFiles.collected.map((api) =>
        api.file === file && whole !== undefined ? whole.model : summary(program, api.file, api.module),
      )
      return { ...facts, model: { ...facts.model, modules: named } }
    },
    apiAt(program, declaration) {
      const source = declaration.getSourceFile()
      const file = relativeTo(source.fileName)
      const api = outlines.read(program).apiFiles.collected.find((one) => one.file === file)
      if (api === undefined || !ts.isVariableDeclaration(declaration)) return undefined
      const start = declaration.name.getStart(source)
      const { model } = analyzed(program, file, source, api.module)
      return model.apis.find(({ span }) => span.start === start)
    },
    names(program) {
      const outline = outlines.read(program)
      return {
        patterns: outline.routes.facts.filter(({ problem }) => problem === undefined).map(({ pattern }) => pattern),
        modules: outline.apiFiles.collected.map(({ file, module }) => summary(program, file, module)),
        components: componentFiles(program).flatMap((source) => componentsOf(source).components),
      }
    },
    close: outlines.close,
  }
}

/** What an api module is called by, without its types. */
function summarize({ ts, checker }: Snapshot, source: ts.SourceFile, file: string, module: string): ApiModuleModel {
  const at = (node: ts.Node) => spanOf(file, source.text, node.getStart(source), node.end)
  const { apis } = readExports(ts, checker, source, at)
  return {
    module,
    file,
    apis: apis.map(({ name, call, declaration, statement }) => {
      const prose = docCommentOf(statement)?.text
      return {
        tool: toolName(module, name),
        module,
        exportName: name,
        span: at(declaration.name),
        ...(prose && { description: prose }),
        ...readDefinition(ts, checker, call).fields,
        input: { source: 'none' },
        output: { source: 'none' },
      }
    }),
  }
}
