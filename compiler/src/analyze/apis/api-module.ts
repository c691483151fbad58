/** Analyzes one `*.api.ts` file: its model and everything that the rules check. */

import { toolName } from '@fw/runtime/contract'
import type { ApiModel, ApiModuleModel, SourceSpan } from '#model.ts'
import { findDocComment } from '#program/doc-comments/doc-comment.ts'
import type { ts } from '#program/typescript.ts'
import type { SyntaxFact } from '../pages/analyzed-components.ts'
import type { FieldFact } from './api-definition.ts'
import { readDefinition, type WrittenDefinition } from './api-definition.ts'
import type { ExportFact } from './api-exports.ts'
import { type ApiExport, type ModuleExports, readExports } from './api-exports.ts'
import type { ContractFact } from './contract-fact.ts'
import { API_CALL, inputSource, outputSource, type ToolDefinition } from './contract-source.ts'
import type { DefinitionFact } from './definition-fact.ts'
import { readDefinitionFact } from './definition-fact.ts'
import { deriveSide, type ModuleContext, spanFrom } from './derive-side.ts'
import { isDeclarative, readLiteralOptions } from './literal-options.ts'

export interface ApiFileFacts {
  /** Relative to the app root. */
  readonly file: string
  readonly module: string
  readonly exports: readonly ExportFact[]
  readonly contracts: readonly ContractFact[]
  readonly fields: readonly FieldFact[]
  readonly definitions: readonly DefinitionFact[]
  readonly syntax: readonly SyntaxFact[]
}

export interface AnalyzedModule {
  readonly model: ApiModuleModel
  readonly facts: ApiFileFacts
  /** Whether a name is unresolved that a type library of the app may declare, so that all of them must be loaded. */
  readonly wantsFullLib: boolean
  /** Whether the outputs are known; until then they are `pending`. */
  readonly complete: boolean
}

interface ReadModule {
  readonly exports: ModuleExports
  getDefinition(api: ApiExport): WrittenDefinition
  place(start: number, end: number): SourceSpan
  at(node: ts.Node): SourceSpan
}

function readModule(context: ModuleContext, file: ts.SourceFile): ReadModule {
  const { ts, checker } = context
  const place = (start: number, end: number) => spanFrom(context, file, start, end)
  const at = (node: ts.Node) => place(node.getStart(file), node.end)
  return {
    exports: readExports(ts, checker, file, at),
    getDefinition: ({ call }) => readDefinition(ts, checker, call, call.arguments[0]),
    place,
    at,
  }
}

/**
 * Analyzes the inputs; outputs are pending then. Inputs are mostly annotated, while outputs require inferring the
 * bodies of `run`.
 */
export function analyzeInputs(context: ModuleContext, file: ts.SourceFile, module: string): AnalyzedModule {
  const { ts, program } = context
  const { exports, getDefinition, place, at } = readModule(context, file)
  const isWanted = ({ name }: ApiExport) => context.isWanted?.(name) !== false
  const contracts: ContractFact[] = []
  const fields: FieldFact[] = []
  const definitions: DefinitionFact[] = []
  let wantsFullLib = false
  const toModel = (api: ApiExport): ApiModel => {
    const tool = toolName(module, api.name)
    const written = getDefinition(api)
    fields.push(...written.problems.map(({ node, ...problem }) => ({ tool, ...problem, span: at(node) })))
    const comment = findDocComment(api.statement)?.text
    const input = deriveSide(context, { tool }, 'input', inputSource(context, toDefinition(api, written)))
    contracts.push(...input.facts)
    wantsFullLib ||= input.wantsFullLib
    const options = readLiteralOptions(ts, written)
    const model: ApiModel = {
      tool,
      module,
      exportName: api.name,
      span: at(api.declaration.name),
      ...(comment && { description: comment }),
      ...written.fields,
      ...(written.http && { http: { address: written.http.address, span: at(written.http.node) } }),
      ...(options && { options }),
      input: input.contract,
      output: { source: 'pending' },
    }
    definitions.push(readDefinitionFact({ ts, file, place }, written, model))
    return model
  }
  const model: ApiModuleModel = {
    module,
    file: context.relative(file.fileName),
    apis: exports.apis.filter(isWanted).map(toModel),
    ...(isDeclarative(ts, file) && { isDeclarative: true }),
  }
  // Later errors of the parser follow from the first, and exports of a broken file are unreliable.
  const syntax = program
    .getSyntacticDiagnostics(file)
    .slice(0, 1)
    .map((diagnostic) => ({
      message: ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n'),
      span: spanFrom(context, file, diagnostic.start, diagnostic.start + diagnostic.length),
    }))
  return {
    model,
    facts: {
      file: model.file,
      module,
      exports: syntax.length > 0 ? [] : exports.facts,
      contracts,
      fields,
      definitions,
      syntax,
    },
    wantsFullLib,
    complete: model.apis.length === 0,
  }
}

/** Completes the module with its outputs; `file` is the file that its inputs were read from. */
export function completeApiModule(
  context: ModuleContext,
  file: ts.SourceFile,
  analyzed: AnalyzedModule,
): AnalyzedModule {
  if (analyzed.complete) return analyzed
  const { ts } = context
  const { exports, place, getDefinition } = readModule(context, file)
  const completed = exports.apis.flatMap((api) => {
    const known = analyzed.model.apis.find(({ exportName }) => exportName === api.name)
    if (known === undefined || context.isWanted?.(api.name) === false) return []
    const written = getDefinition(api)
    const derived = deriveSide(context, known, 'output', outputSource(context, toDefinition(api, written)))
    const model: ApiModel = { ...known, output: derived.contract }
    return { model, derived, definition: readDefinitionFact({ ts, file, place }, written, model) }
  })
  return {
    model: { ...analyzed.model, apis: completed.map(({ model }) => model) },
    facts: {
      ...analyzed.facts,
      contracts: [...analyzed.facts.contracts, ...completed.flatMap(({ derived }) => derived.facts)],
      definitions: completed.map(({ definition }) => definition),
    },
    wantsFullLib: analyzed.wantsFullLib || completed.some(({ derived }) => derived.wantsFullLib),
    complete: true,
  }
}

function toDefinition({ call }: ApiExport, written: WrittenDefinition): ToolDefinition {
  return { node: call, typeArguments: call.typeArguments, written, call: API_CALL }
}
