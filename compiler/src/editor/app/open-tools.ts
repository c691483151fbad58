/** The page tools that an editor needs: with contracts in the open file, by name in all others. */
import type { ModuleContext } from '#analyze/apis/derive-side.ts'
import { findStores } from '#analyze/pages/page-definitions.ts'
import { type AnalyzedTools, analyzeIntents, analyzeStores } from '#analyze/pages/page-tools.ts'
import { createSpan } from '#diagnostic/code-frame.ts'
import type { ComponentModel, ContractModel, SourceSpan, StoreModel } from '#model.ts'
import type { ts } from '#program/typescript.ts'

interface OpenFile {
  readonly source: ts.SourceFile
  /** Components of the file itself. */
  readonly components: readonly ComponentModel[]
  /** The module of the app's stores, if it is in the program. */
  readonly stores: ts.SourceFile | undefined
}

/** Returns the intents of the file's components, and the stores if one of them is defined in the file. */
export function readOpenTools(context: ModuleContext, { source, components, stores }: OpenFile): AnalyzedTools[] {
  const places = components.flatMap(({ intents }) => intents).map(({ tool, span }) => ({ tool, start: span.start }))
  return [
    ...(places.length === 0 ? [] : [analyzeIntents(context, source, places, true)]),
    ...(stores !== undefined && holdsStore(context, stores, source) ? [analyzeStores(context, stores, true)] : []),
  ]
}

function holdsStore(context: ModuleContext, stores: ts.SourceFile, source: ts.SourceFile): boolean {
  if (stores === source) return true
  if (!/\bdefineStore\b/.test(source.text)) return false
  return findStores(context, stores).some(({ name }) => name.getSourceFile() === source)
}

const UNKNOWN: ContractModel = { source: 'pending' }

/** Returns the stores of an app without their contracts. */
export function nameStores(context: ModuleContext, stores: ts.SourceFile): readonly StoreModel[] {
  const at = (node: ts.Node): SourceSpan => {
    const source = node.getSourceFile()
    return createSpan(context.relative(source.fileName), source.text, node.getStart(source), node.end)
  }
  return findStores(context, stores).map(({ alias, name, actions }) => ({
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
}
