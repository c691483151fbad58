/** What is known of files that nobody has open: names, read off each tree once. A file that changes is another tree. */
import { join } from 'node:path'
import { toolName } from '@fw/runtime/contract'
import { readDefinition } from '../analyze/api-definition.ts'
import { readExports } from '../analyze/api-exports.ts'
import type { ApiFiles } from '../analyze/api-files.ts'
import type { AnalyzedComponents } from '../analyze/components.ts'
import { spanOf } from '../diagnostic/frame.ts'
import type { ApiModuleModel, ComponentModel } from '../model.ts'
import { docCommentOf } from '../program/doc-comment.ts'
import type { Snapshot } from '../program/open.ts'
import type { ts } from '../program/typescript.ts'
import { readComponents } from './component-facts.ts'

export interface FileSummaries {
  /** The apis of a module with their names and written fields; their contracts are not looked at. */
  module(snapshot: Snapshot, api: ApiFiles['collected'][number]): ApiModuleModel
  /** The components of all files, in the order of their paths. */
  components(program: ts.Program): readonly ComponentModel[]
  /** The links of one file; none of a file without components. */
  links(source: ts.SourceFile | undefined): AnalyzedComponents['links']
}

const COMPONENT_FILE = /\.[jt]sx$/

export function summarizeFiles(tsModule: typeof ts, root: string): FileSummaries {
  const modules = new WeakMap<ts.SourceFile, ApiModuleModel>()
  const components = new WeakMap<ts.SourceFile, AnalyzedComponents>()
  const isComponentFile = ({ fileName }: ts.SourceFile) =>
    COMPONENT_FILE.test(fileName) && fileName.startsWith(`${root}/src/`)
  const relativeTo = ({ fileName }: ts.SourceFile) => fileName.slice(root.length + 1)
  const componentsOf = (source: ts.SourceFile): AnalyzedComponents => {
    const known = components.get(source) ?? readComponents(tsModule, source, relativeTo(source))
    components.set(source, known)
    return known
  }
  return {
    module(snapshot, { file, module }) {
      const source = snapshot.program.getSourceFile(join(root, file))
      if (source === undefined) return { module, file, apis: [] }
      const known = modules.get(source) ?? summarize(snapshot, source, file, module)
      modules.set(source, known)
      return known
    },
    components: (program) =>
      program
        .getSourceFiles()
        .filter(isComponentFile)
        .flatMap((source) => componentsOf(source).components)
        .sort((left, right) => (left.file < right.file ? -1 : left.file > right.file ? 1 : 0)),
    links: (source) => (source !== undefined && isComponentFile(source) ? componentsOf(source).links : []),
  }
}

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
