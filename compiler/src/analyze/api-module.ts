/** One `*.api.ts` file: its model and everything that the rules ask about it. */
import { toolName } from '@fw/runtime/contract'
import type { ApiFileFacts, ContractFact, FieldFact, ProseFact } from '../diagnostic/facts.ts'
import { spanOf } from '../diagnostic/frame.ts'
import type { ApiModel, ApiModuleModel, ContractModel, SourceSpan } from '../model.ts'
import { docCommentOf } from '../program/doc-comment.ts'
import { deriveTypeTree } from '../program/type-tree.ts'
import type { ts } from '../program/typescript.ts'
import type { TypeProblem } from '../program/walk.ts'
import { toJsonSchema } from '../schema/json-schema.ts'
import type { TypeNode, TypeTree } from '../type-tree.ts'
import { readDefinition } from './api-definition.ts'
import { type ApiExport, readExports } from './api-exports.ts'
import { proseOf } from './api-prose.ts'
import { contractFact } from './contract-fact.ts'
import { type ContractSource, inputSource, outputSource } from './contract-source.ts'

type Side = 'input' | 'output'

/** The program, and how to name its files. */
export interface ModuleContext {
  readonly ts: typeof ts
  readonly program: ts.Program
  readonly checker: ts.TypeChecker
  /** Path relative to the app root, with `/`. */
  relative(file: string): string
  /** In an editor: whether the contract of this export is asked for. Default: all are. */
  readonly isWanted?: (exportName: string) => boolean
  /** In an editor: may know already what `derive` would answer for a type that is written down. Default: asks it. */
  readonly recall?: (tool: string, side: Side, anchor: ts.Node, derive: () => DerivedSide) => DerivedSide
}

export interface AnalyzedModule {
  readonly model: ApiModuleModel
  readonly facts: ApiFileFacts
  /** Something did not resolve that the app's full libraries may know. */
  readonly wantsFullLib: boolean
  /** Whether the outputs are known: until then they are `pending`. */
  readonly complete: boolean
}

export function analyzeApiModule(context: ModuleContext, file: ts.SourceFile, module: string): AnalyzedModule {
  return completeApiModule(context, file, analyzeInputs(context, file, module))
}

/** Without outputs, which are pending then: inputs are mostly written down, while outputs have the bodies of `run` inferred. */
export function analyzeInputs(context: ModuleContext, file: ts.SourceFile, module: string): AnalyzedModule {
  const { ts, checker, program } = context
  const place = (start: number, end: number) => spanFrom(context, file, start, end)
  const at = (node: ts.Node) => place(node.getStart(file), node.end)
  const exports = readExports(ts, checker, file, at)
  const isWanted = ({ name }: ApiExport) => context.isWanted?.(name) !== false
  const contracts: ContractFact[] = []
  const fields: FieldFact[] = []
  const prose: ProseFact[] = []
  let wantsFullLib = false
  const toModel = (api: ApiExport): ApiModel => {
    const tool = toolName(module, api.name)
    const written = readDefinition(ts, checker, api.call)
    fields.push(...written.problems.map(({ node, ...problem }) => ({ tool, ...problem, span: at(node) })))
    const comment = docCommentOf(api.statement)?.text
    const input = deriveSide(context, tool, 'input', inputSource(context, api.call, written))
    contracts.push(...input.facts)
    wantsFullLib ||= input.wantsFullLib
    const model: ApiModel = {
      tool,
      module,
      exportName: api.name,
      span: at(api.declaration.name),
      ...(comment && { description: comment }),
      ...written.fields,
      input: input.contract,
      output: { source: 'pending' },
    }
    prose.push(proseOf({ ts, file, place }, api, written, model))
    return model
  }
  const model = { module, file: context.relative(file.fileName), apis: exports.apis.filter(isWanted).map(toModel) }
  const syntax = program.getSyntacticDiagnostics(file).map((diagnostic) => ({
    message: ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n'),
    span: spanFrom(context, file, diagnostic.start, diagnostic.start + diagnostic.length),
  }))
  return {
    model,
    facts: { file: model.file, module, exports: exports.facts, contracts, fields, prose, syntax },
    wantsFullLib,
    complete: model.apis.length === 0,
  }
}

/** The same module with its outputs; `file` is what its inputs were read from. */
export function completeApiModule(
  context: ModuleContext,
  file: ts.SourceFile,
  analyzed: AnalyzedModule,
): AnalyzedModule {
  if (analyzed.complete) return analyzed
  const { ts, checker } = context
  const place = (start: number, end: number) => spanFrom(context, file, start, end)
  const { apis } = readExports(ts, checker, file, (node) => place(node.getStart(file), node.end))
  const completed = apis.flatMap((api) => {
    const known = analyzed.model.apis.find(({ exportName }) => exportName === api.name)
    if (known === undefined) return []
    const written = readDefinition(ts, checker, api.call)
    const derived = deriveSide(context, known.tool, 'output', outputSource(context, api.call, written))
    const model: ApiModel = { ...known, output: derived.contract }
    return { model, derived, prose: proseOf({ ts, file, place }, api, written, model) }
  })
  return {
    model: { ...analyzed.model, apis: completed.map(({ model }) => model) },
    facts: {
      ...analyzed.facts,
      contracts: [...analyzed.facts.contracts, ...completed.flatMap(({ derived }) => derived.facts)],
      prose: completed.map(({ prose }) => prose),
    },
    wantsFullLib: analyzed.wantsFullLib || completed.some(({ derived }) => derived.wantsFullLib),
    complete: true,
  }
}

/** One side of a contract and what is to be said of it. Plain data. */
export interface DerivedSide {
  readonly contract: ContractModel
  readonly facts: readonly ContractFact[]
  readonly wantsFullLib: boolean
}

function deriveSide(context: ModuleContext, tool: string, side: Side, source: ContractSource): DerivedSide {
  if (source.kind === 'none' || source.kind === 'schema')
    return { contract: { source: source.kind }, facts: [], wantsFullLib: false }
  if (source.kind === 'missing')
    return {
      contract: { source: 'none' },
      facts: [rootFact(context, { tool, side, problem: 'missing', type: '' }, source.anchor)],
      wantsFullLib: false,
    }
  if (source.kind === 'overloads') {
    const fact = rootFact(context, { tool, side, problem: 'overloads', type: source.type }, source.anchor)
    return { contract: { source: 'none' }, facts: [fact], wantsFullLib: false }
  }
  const derive = () => deriveType(context, tool, side, source)
  if (context.recall === undefined || source.inferred) return derive()
  return context.recall(tool, side, source.source.anchor, derive)
}

function deriveType(
  context: ModuleContext,
  tool: string,
  side: Side,
  source: Extract<ContractSource, { kind: 'type' }>,
): DerivedSide {
  const { type, anchor } = source.source
  const { tree, problems } = deriveTypeTree(context, source.source)
  const facts = problems.map((problem) => toFact(context, tool, side, problem))
  const typed = !problems.some((problem) => problem.path === '')
  if (side === 'input' && typed && !isObjectRoot(tree, tree.root))
    facts.push(
      rootFact(context, { tool, side, problem: 'not-object', type: context.checker.typeToString(type) }, anchor),
    )
  return {
    contract: { source: 'type', tree, schema: toJsonSchema(tree, side) },
    facts,
    // An inferred `any` may be the shadow of something unresolved further up.
    wantsFullLib: problems.some(({ kind }) => kind === 'unresolved' || (kind === 'any' && source.inferred)),
  }
}

function rootFact(
  context: ModuleContext,
  fact: Pick<ContractFact, 'tool' | 'side' | 'problem' | 'type'>,
  anchor: ts.Node,
): ContractFact {
  const span = spanFrom(context, anchor.getSourceFile(), anchor.getStart(), anchor.end)
  return { ...fact, path: fact.side, span }
}

function spanFrom(context: ModuleContext, file: ts.SourceFile, start: number, end: number): SourceSpan {
  return spanOf(context.relative(file.fileName), file.text, start, end)
}

function toFact(context: ModuleContext, tool: string, side: Side, problem: TypeProblem): ContractFact {
  return contractFact({ tool, side }, problem, ({ file, start, end }) => spanFrom(context, file, start, end))
}

/** Tools take named arguments: an object, or a choice between objects. */
function isObjectRoot(tree: TypeTree, node: TypeNode): boolean {
  if (node.kind === 'object') return true
  if (node.kind === 'codec') return node.codec === 'map'
  if (node.kind === 'union') return node.options.every((option) => isObjectRoot(tree, option))
  const target = node.kind === 'ref' ? tree.defs[node.name] : undefined
  return target !== undefined && target.kind !== 'ref' && isObjectRoot(tree, target)
}
