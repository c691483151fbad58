/** The names of an app, for files that aren't open: without contracts, which take time. */
import { toolName } from '@fw/runtime/contract'
import { readDefinition } from '#analyze/apis/api-definition.ts'
import { readExports } from '#analyze/apis/api-exports.ts'
import { OUTLINE } from '#analyze/app-outline.ts'
import { READER, TEXT } from '#analyze/app-reader.ts'
import { REACHED_FILES } from '#analyze/contracts/reached-files.ts'
import { openFile, TYPE_BASE } from '#analyze/contracts/type-host.ts'
import { toProjectName, toProjectPath } from '#analyze/modules/workspace-files.ts'
import { ALL_COMPONENTS } from '#analyze/pages/components.ts'
import { findStores } from '#analyze/pages/page-definitions.ts'
import { createSpan } from '#diagnostic/code-frame.ts'
import { defineQuery, type Read } from '#engine/query.ts'
import type { ApiModuleModel, ComponentModel, ContractModel, StoreModel } from '#model.ts'
import { findDocComment } from '#program/doc-comments/doc-comment.ts'
import type { ts } from '#program/typescript.ts'

export interface AppNames {
  readonly modules: readonly ApiModuleModel[]
  readonly components: readonly ComponentModel[]
  readonly stores?: readonly StoreModel[]
  /** Patterns of the pages, such as `/orders/[id]`. */
  readonly patterns: readonly string[]
}

/** The apis of a module with their literal fields; `undefined` for other files. */
export const API_NAMES = defineQuery<ApiModuleModel | undefined>('api names', (read, file) => {
  const module = read(API_MODULES).get(file)
  if (module === undefined) return undefined
  readTypeTexts(read, file)
  const opened = openFile(read, file)
  if (opened === undefined) return { module, file, apis: [] }
  const { context, source } = opened
  const { ts: tsModule, checker } = context
  const at = (node: ts.Node) => createSpan(file, source.text, node.getStart(source), node.end)
  const { apis } = readExports(tsModule, checker, source, at)
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
        ...readDefinition(tsModule, checker, call, call.arguments[0]).fields,
        input: { source: 'none' },
        output: { source: 'none' },
      }
    }),
  }
})

/** Names of the api modules by file. */
const API_MODULES = defineQuery<ReadonlyMap<string, string>>(
  'api modules',
  (read) => new Map(read(OUTLINE).apiFiles.collected.map(({ file, module }) => [file, module])),
)

/** Makes a query depend on the texts that the types of a file depend on. */
function readTypeTexts(read: Read, file: string): void {
  const { root } = read(READER)
  read(TYPE_BASE)
  for (const path of read(REACHED_FILES, toProjectPath(root, file)).files) read(TEXT, toProjectName(root, path))
}

const UNKNOWN: ContractModel = { source: 'pending' }

/** The stores of an app; `undefined` without a module of stores. */
export const STORE_NAMES = defineQuery<readonly StoreModel[] | undefined>('store names', (read) => {
  const file = read(OUTLINE).conventions.files.stores
  if (file === undefined) return undefined
  readTypeTexts(read, file)
  const opened = openFile(read, file)
  if (opened === undefined) return undefined
  const { context } = opened
  const at = (node: ts.Node) => {
    const source = node.getSourceFile()
    return createSpan(context.relative(source.fileName), source.text, node.getStart(source), node.end)
  }
  return findStores(context, opened.source).map(({ alias, name, actions }) => ({
    alias,
    span: at(name),
    actions: actions.map((action) => ({
      tool: action.named.tool,
      name: action.action,
      span: at(action.name),
      input: UNKNOWN,
      output: UNKNOWN,
    })),
  }))
})

/** Everything with a name. */
export const APP_NAMES = defineQuery<AppNames>(
  'names',
  (read) => {
    const { apiFiles, routes } = read(OUTLINE)
    const stores = read(STORE_NAMES)
    return {
      ...(stores && { stores }),
      patterns: routes.facts.filter(({ problem }) => problem === undefined).map(({ pattern }) => pattern),
      modules: apiFiles.collected.flatMap(({ file }) => read(API_NAMES, file) ?? []),
      components: read(ALL_COMPONENTS).components,
    }
  },
  { isEqual: Object.is },
)
