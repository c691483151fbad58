/**
 * Caches the contracts of api modules between programs: an api is derived again only if a statement or a file that it
 * may depend on has changed.
 */
import type { ApiFileFacts } from '#analyze/apis/api-module.ts'
import { type AnalyzedModule, analyzeApiModule } from '#analyze/apis/api-module.ts'
import type { DerivedSide, ModuleContext } from '#analyze/apis/derive-side.ts'
import { createSpan } from '#diagnostic/code-frame.ts'
import type { ApiModel } from '#model.ts'
import { createReader, listSpecifiers } from '#program/read-files.ts'
import type { ts } from '#program/typescript.ts'
import { moveSpans } from './move-spans.ts'
import { type Piece, readStatements, type Statements } from './read-statements.ts'
import type { SourceChanges } from './source-changes.ts'

export interface ApiCache {
  /** `changes`: all changes since the last call, of any file. */
  analyze(context: ModuleContext, source: ts.SourceFile, module: string): AnalyzedModule
  /** Call it with the changes of each new program, before the next `analyze`. */
  follow(changes: SourceChanges): void
  clear(): void
}

/** One api, and the statements of its own file that it was derived from. */
interface CachedApi extends Pick<ApiFileFacts, 'contracts' | 'fields' | 'definitions'> {
  readonly pieces: readonly Piece[]
  readonly model: ApiModel
}

/** One side of an api whose type is annotated, so that nothing else in the api affects it. */
interface CachedSide {
  /** The annotated type, and the statements that it was derived from. */
  readonly pieces: readonly Piece[]
  readonly derived: DerivedSide
}

interface CachedFile {
  apis: ReadonlyMap<string, CachedApi>
  readonly sides: Map<string, CachedSide>
  /** Files that have changed since and that this one may import, directly or indirectly. */
  readonly changed: Set<string>
  /** Source of its imports for which `isEntangled` is valid. */
  imports: string
  /** Whether an imported or global file imports it: then any of its statements may matter. */
  isEntangled: boolean
}

export function createApiCache(): ApiCache {
  const files = new Map<string, CachedFile>()
  let globals: readonly string[] = []
  /** Returns the file's cached results without those that are outdated. */
  const getCachedFile = (context: ModuleContext, source: ts.SourceFile): CachedFile => {
    const known = files.get(source.fileName)
    const imports = printImports(context.ts, source)
    if (known?.imports === imports && known.changed.size === 0) return known
    const { program } = context
    const readOf = createReader(context)
    const read = readOf(source)
    const around = globals.flatMap((file) => program.getSourceFile(file) ?? []).map((file) => readOf(file).files)
    const leadsTo = (file: string) => read.files.has(file) || around.some((one) => one.has(file))
    const holds = known !== undefined && ![...known.changed].some(leadsTo)
    const isEntangled = read.cyclic || around.some((one) => one.has(source.fileName))
    const fresh: CachedFile = {
      apis: holds ? known.apis : new Map(),
      sides: holds ? known.sides : new Map(),
      changed: new Set(),
      imports,
      isEntangled,
    }
    files.set(source.fileName, fresh)
    return fresh
  }
  return {
    analyze(context, source, module) {
      const cached = getCachedFile(context, source)
      const statements = readStatements(context.ts, source)
      const listPieces = (name: string) => {
        const pieces = statements.ofConstant(name)
        return pieces && cached.isEntangled ? statements.all : pieces
      }
      const reused = new Map<string, CachedApi>()
      for (const [name, api] of cached.apis) {
        const pieces = listPieces(name)
        const moved = pieces && isSame(api.pieces, pieces) ? moveApi(api, pieces, context, source) : undefined
        if (moved !== undefined) reused.set(name, moved)
      }
      const apiContext = {
        ...context,
        isWanted: (name: string) => !reused.has(name),
        ...(!cached.isEntangled && { recall: recallFrom(cached.sides, statements, context, source) }),
      }
      const fresh = analyzeApiModule(apiContext, source, module)
      // Facts of a file with syntax errors list no exports, and its contracts are derived from the parser's recovery.
      if (fresh.facts.syntax.length > 0) return analyzeApiModule(context, source, module)
      const names = fresh.facts.exports.filter(({ form }) => form === 'api').map(({ name }) => name)
      const apis = names.flatMap((name) => reused.get(name) ?? pickApi(fresh, name, listPieces(name)) ?? [])
      cached.apis = new Map(apis.map((api) => [api.model.exportName, api]))
      return apis.length === names.length ? joinModules(fresh, apis) : analyzeApiModule(context, source, module)
    },
    follow(changes) {
      globals = changes.globals
      if (changes.files === undefined) files.clear()
      else
        for (const [file, { changed }] of files) for (const name of changes.files) if (name !== file) changed.add(name)
    },
    clear: () => files.clear(),
  }
}

function printImports(tsModule: typeof ts, source: ts.SourceFile): string {
  const named = listSpecifiers(tsModule, source).map(({ text }) => text)
  const referred = source.referencedFiles.map(({ fileName }) => fileName)
  return JSON.stringify([named, referred])
}

function isSame(before: readonly Piece[], after: readonly Piece[]): boolean {
  return before.length === after.length && before.every(({ text }, index) => text === after[index]?.text)
}

type Recall = NonNullable<ModuleContext['recall']>

function recallFrom(
  sides: Map<string, CachedSide>,
  statements: Statements,
  { ts: tsModule, relative }: ModuleContext,
  source: ts.SourceFile,
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
    const moved = move && isSame(known.pieces, pieces) ? moveSpans(known.derived.facts, move) : undefined
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
  api: CachedApi,
  pieces: readonly Piece[],
  context: ModuleContext,
  source: ts.SourceFile,
): CachedApi | undefined {
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
): CachedApi | undefined {
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

function joinModules(fresh: AnalyzedModule, apis: readonly CachedApi[]): AnalyzedModule {
  const contracts = apis.flatMap((api) => api.contracts)
  return {
    ...fresh,
    model: { ...fresh.model, apis: apis.map(({ model }) => model) },
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
