/** Names in files that aren't open, read once from each tree. A changed file has a new tree. */
import { join } from 'node:path'
import { toolName } from '@fw/runtime/contract'
import { readDefinition } from '#analyze/apis/api-definition.ts'
import { readExports } from '#analyze/apis/api-exports.ts'
import type { ApiFiles } from '#analyze/apis/api-files.ts'
import { findWorkspace, isProjectFile, toProjectName } from '#analyze/modules/workspace-files.ts'
import type { AnalyzedComponents } from '#analyze/pages/components.ts'
import { createSpan } from '#diagnostic/code-frame.ts'
import type { ApiModuleModel, ComponentModel } from '#model.ts'
import type { Snapshot } from '#program/app-programs.ts'
import { findDocComment } from '#program/doc-comment.ts'
import type { ts } from '#program/typescript.ts'
import { readComponents } from './component-facts.ts'
import type { SourceChanges } from './source-changes.ts'

export interface FileSummaries {
  /** Returns the apis of a module with their names and literal fields; their contracts aren't derived. */
  module(snapshot: Snapshot, api: ApiFiles['collected'][number]): ApiModuleModel
  /** Returns the components of all files, ordered by path, for the last program. */
  components(): readonly ComponentModel[]
  /** Returns the links of one file; empty for a file without components. */
  links(source: ts.SourceFile | undefined): AnalyzedComponents['links']
  /**
   * Call it with each new program and its changes. `routesDir`, relative to the root, distinguishes pages from
   * components.
   */
  follow(program: ts.Program, changes: SourceChanges, routesDir: string): void
}

const COMPONENT_FILE = /\.[jt]sx$/

export function summarizeFiles(tsModule: typeof ts, root: string): FileSummaries {
  const project = { root, workspace: findWorkspace(root) }
  let trees = new WeakMap<ts.SourceFile, AnalyzedComponents>()
  let routes: string | undefined
  const files = new Map<string, AnalyzedComponents>()
  const modules = new Map<string, { readonly source: ts.SourceFile; readonly model: ApiModuleModel }>()
  let sorted: readonly ComponentModel[] | undefined
  const isComponentFile = ({ fileName }: ts.SourceFile) =>
    COMPONENT_FILE.test(fileName) && isProjectFile(project, fileName)
  const relativeTo = ({ fileName }: ts.SourceFile) => toProjectName(root, fileName)
  const analyzeComponents = (source: ts.SourceFile): AnalyzedComponents => {
    const file = relativeTo(source)
    const route = routes !== undefined && file.startsWith(`${routes}/`)
    const known = trees.get(source) ?? readComponents(tsModule, source, { root, file, route })
    trees.set(source, known)
    return known
  }
  const take = (source: ts.SourceFile): void => {
    if (!isComponentFile(source)) return
    files.set(source.fileName, analyzeComponents(source))
    sorted = undefined
  }
  return {
    module(snapshot, { file, module }) {
      const known = modules.get(file)
      if (known !== undefined) return known.model
      const source = snapshot.program.getSourceFile(join(root, file))
      if (source === undefined) return { module, file, apis: [] }
      const model = summarize(snapshot, source, file, module)
      modules.set(file, { source, model })
      return model
    },
    components() {
      sorted ??= [...files]
        .sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0))
        .flatMap(([, { components }]) => components)
      return sorted
    },
    links: (source) => (source !== undefined && isComponentFile(source) ? analyzeComponents(source).links : []),
    follow(program, { files: changed }, routesDir) {
      if (changed === undefined || routesDir !== routes) {
        if (routesDir !== routes) trees = new WeakMap()
        routes = routesDir
        files.clear()
        sorted = undefined
        for (const source of program.getSourceFiles()) take(source)
        // A model stays valid until its own file changes.
        for (const [file, { source }] of modules)
          if (program.getSourceFile(join(root, file)) !== source) modules.delete(file)
      } else
        for (const name of changed) {
          const source = program.getSourceFile(name)
          if (source !== undefined) take(source)
          modules.delete(name.slice(root.length + 1))
        }
    },
  }
}

function summarize({ ts, checker }: Snapshot, source: ts.SourceFile, file: string, module: string): ApiModuleModel {
  const at = (node: ts.Node) => createSpan(file, source.text, node.getStart(source), node.end)
  const { apis } = readExports(ts, checker, source, at)
  return {
    module,
    file,
    apis: apis.map(({ name, call, declaration, statement }) => {
      const prose = findDocComment(statement)?.text
      return {
        tool: toolName(module, name),
        module,
        exportName: name,
        span: at(declaration.name),
        ...(prose && { description: prose }),
        ...readDefinition(ts, checker, call, call.arguments[0]).fields,
        input: { source: 'none' },
        output: { source: 'none' },
      }
    }),
  }
}
