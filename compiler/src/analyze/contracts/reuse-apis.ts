/**
 * Derives the apis of a module again only if a statement of the module that they may depend on has changed, or a file that these
 * statements import.
 */
import { createSpan } from '#diagnostic/code-frame.ts'
import type { ApiModel } from '#model.ts'
import type { ts } from '#program/typescript.ts'
import type { AnalyzedModule, ApiFileFacts } from '../apis/api-module.ts'
import type { DerivedSide, ModuleContext } from '../apis/derive-side.ts'
import { moveSpans } from './move-spans.ts'
import { type Piece, readStatements, type Statements } from './read-statements.ts'
import type { OpenFile } from './type-host.ts'

/** One api, and the statements of its own file that it was derived from. */
interface DerivedApi extends Pick<ApiFileFacts, 'contracts' | 'fields' | 'definitions'> {
  readonly pieces: readonly Piece[]
  readonly model: ApiModel
}

/** One side of an api whose type is annotated, so that nothing else in the api affects it. */
interface AnnotatedSide {
  /** The annotated type, and the statements that it was derived from. */
  readonly pieces: readonly Piece[]
  readonly derived: DerivedSide
}

/** Parts of a module that the next analysis may reuse. */
export interface ApiParts {
  readonly apis: ReadonlyMap<string, DerivedApi>
  readonly sides: ReadonlyMap<string, AnnotatedSide>
}

interface ReusedModule {
  readonly analyzed: AnalyzedModule
  readonly parts: ApiParts
}

const NO_PARTS: ApiParts = { apis: new Map(), sides: new Map() }

export interface ChangedModule extends OpenFile {
  readonly last: ApiParts | undefined
  /** Whether an imported or global file imports the module: then any of its statements may matter. */
  readonly isEntangled: boolean
  /** Returns whether no file that these statements import, directly or indirectly, has changed since the last analysis. */
  isUntouched(pieces: readonly Piece[]): boolean
  /** Analyzes the wanted apis of the context. */
  derive(context: ModuleContext): AnalyzedModule
}

/** Analyzes a module. */
export function analyzeChanged(module: ChangedModule): ReusedModule {
  const { context, source, last, isEntangled, isUntouched, derive } = module
  const known = last ?? NO_PARTS
  const statements = readStatements(context.ts, source)
  const listPieces = (name: string) => {
    const pieces = statements.ofConstant(name)
    return pieces && isEntangled ? statements.all : pieces
  }
  const reused = new Map<string, DerivedApi>()
  for (const [name, api] of known.apis) {
    const pieces = listPieces(name)
    const isKnown = pieces !== undefined && isSame(api.pieces, pieces) && isUntouched(pieces)
    const moved = isKnown ? moveApi(api, pieces, context, source) : undefined
    if (moved !== undefined) reused.set(name, moved)
  }
  const sides = new Map(known.sides)
  const fresh = derive({
    ...context,
    isWanted: (name: string) => !reused.has(name),
    ...(!isEntangled && { recall: recallFrom(sides, statements, module) }),
  })
  // Facts of a file with syntax errors list no exports, and its contracts are derived from the parser's recovery.
  const isBroken = fresh.facts.syntax.length > 0
  const names = fresh.facts.exports.filter(({ form }) => form === 'api').map(({ name }) => name)
  const apis = isBroken ? [] : names.flatMap((name) => reused.get(name) ?? pickApi(fresh, name, listPieces(name)) ?? [])
  const isJoined = !isBroken && apis.length === names.length
  return {
    analyzed: isJoined ? joinModules(fresh, apis) : reused.size === 0 ? fresh : derive(context),
    parts: { apis: new Map(apis.map((api) => [api.model.exportName, api])), sides },
  }
}

function isSame(before: readonly Piece[], after: readonly Piece[]): boolean {
  return before.length === after.length && before.every(({ text }, index) => text === after[index]?.text)
}

type Recall = NonNullable<ModuleContext['recall']>

function recallFrom(
  sides: Map<string, AnnotatedSide>,
  statements: Statements,
  { context: { ts: tsModule, relative }, source, isUntouched }: ChangedModule,
): Recall {
  return (tool, side, anchor, derive) => {
    const written = anchor.getSourceFile() === source ? writtenType(tsModule, anchor) : undefined
    if (written === undefined) return derive()
    const { pos, end, parent } = written
    const text = source.text.slice(pos, end)
    const { line, column } = createSpan(source.fileName, source.text, pos, end)
    const pieces = [{ pos, end, line, column, text }, ...statements.ofText(text)]
    // The kind of its parent: an argument and an annotation with the same text have different meanings.
    const key = `${tool} ${side} ${parent.kind}`
    const known = sides.get(key)
    const move = known && { file: relative(source.fileName), before: known.pieces, after: pieces }
    const isValid = known !== undefined && isSame(known.pieces, pieces) && isUntouched(pieces)
    const moved = isValid && move ? moveSpans(known.derived.facts, move) : undefined
    const derived = known && moved ? { ...known.derived, facts: moved } : derive()
    sides.set(key, { pieces, derived })
    return derived
  }
}

/**
 * Returns the whole type that contains `anchor`, or `undefined` if enclosing names may differ from those of the module.
 */
function writtenType(tsModule: typeof ts, anchor: ts.Node): ts.TypeNode | undefined {
  let written: ts.TypeNode | undefined
  for (let node = anchor; !tsModule.isSourceFile(node); node = node.parent) {
    if (tsModule.isTypeNode(node)) written = node
    if (tsModule.isBlock(node) || tsModule.isClassLike(node) || tsModule.isTypeAliasDeclaration(node)) return undefined
    if (tsModule.isInterfaceDeclaration(node) || tsModule.isModuleDeclaration(node)) return undefined
    if (tsModule.isFunctionLike(node) && node.typeParameters !== undefined) return undefined
  }
  // The meaning of these depends on their position.
  return written && /\b(?:typeof|this)\b/.test(written.getText()) ? undefined : written
}

function moveApi(
  api: DerivedApi,
  pieces: readonly Piece[],
  context: ModuleContext,
  source: ts.SourceFile,
): DerivedApi | undefined {
  const { pieces: before, model, ...facts } = api
  const move = { file: context.relative(source.fileName), before, after: pieces }
  const moved = moveSpans({ ...facts, span: model.span }, move)
  if (moved === undefined) return undefined
  const { span, ...rest } = moved
  return { ...rest, pieces, model: { ...model, span } }
}

/** Returns `undefined` for a name that is declared twice. */
function pickApi(
  { model, facts }: AnalyzedModule,
  exportName: string,
  pieces: readonly Piece[] | undefined,
): DerivedApi | undefined {
  const api = model.apis.find((one) => one.exportName === exportName)
  if (api === undefined || pieces === undefined) return undefined
  const ofApi = <Fact extends { readonly tool: string }>(all: readonly Fact[]) =>
    all.filter(({ tool }) => tool === api.tool)
  return {
    model: api,
    pieces,
    contracts: ofApi(facts.contracts),
    fields: ofApi(facts.fields),
    definitions: ofApi(facts.definitions),
  }
}

function joinModules(fresh: AnalyzedModule, apis: readonly DerivedApi[]): AnalyzedModule {
  const contracts = apis.flatMap((api) => api.contracts)
  return {
    ...fresh,
    model: { ...fresh.model, apis: apis.map(({ model }) => model) },
    complete: fresh.complete && apis.every(({ model }) => model.output.source !== 'pending'),
    facts: {
      ...fresh.facts,
      // In the order of the analysis: all inputs first.
      contracts: [
        ...contracts.filter(({ side }) => side === 'input'),
        ...contracts.filter(({ side }) => side === 'output'),
      ],
      fields: apis.flatMap(({ fields }) => fields),
      definitions: apis.flatMap(({ definitions }) => definitions),
    },
  }
}
