/** Derives the contracts of page tools in one file: intents of its components, or the stores that it exports. */

import type { ApiModel, ContractModel, IntentModel, SourceSpan, StoreActionModel, StoreModel } from '#model.ts'
import type { ts } from '#program/typescript.ts'
import type { FieldFact } from '../apis/api-definition.ts'
import { readDefinition } from '../apis/api-definition.ts'
import type { ContractFact } from '../apis/contract-fact.ts'
import {
  type CallType,
  type ContractSource,
  INTENT_CALL,
  inputSource,
  outputSource,
  STORE_CALL,
  type ToolDefinition,
} from '../apis/contract-source.ts'
import type { DefinitionFact } from '../apis/definition-fact.ts'
import { type DerivedSide, deriveSide, type ModuleContext, spanFrom } from '../apis/derive-side.ts'
import {
  findIntents,
  findStores,
  type IntentPlace,
  type PageDefinition,
  type StoreDefinition,
} from './page-definitions.ts'

/** Result for a file that defines page tools. */
export interface AnalyzedTools {
  /** Relative to the app root. */
  readonly file: string
  readonly intents: readonly IntentContract[]
  /** Absent if the stores weren't requested. */
  readonly stores?: readonly StoreModel[]
  readonly contracts: readonly ContractFact[]
  readonly fields: readonly FieldFact[]
  /** Definitions of actions. */
  readonly definitions: readonly DefinitionFact[]
  /** An unresolved name may be declared in the app's full libraries. */
  readonly wantsFullLib: boolean
  readonly complete: true
}

/** Contract of the `intent()` call at `start`. */
export interface IntentContract {
  readonly start: number
  readonly input: ContractModel
  readonly output: ContractModel
  readonly guard?: IntentModel['guard']
}

/** The context and the collected results. */
interface Found {
  readonly context: ModuleContext
  readonly contracts: ContractFact[]
  readonly fields: FieldFact[]
  readonly definitions: DefinitionFact[]
  wantsFullLib: boolean
}

/** Analyzes the intents at `places`. */
export function analyzeIntents(
  context: ModuleContext,
  file: ts.SourceFile,
  places: readonly IntentPlace[],
): AnalyzedTools {
  const found: Found = { context, contracts: [], fields: [], definitions: [], wantsFullLib: false }
  const intents = findIntents(context, file, places).map((definition) => {
    const { input, output, guard } = deriveContract(found, definition, INTENT_FIELDS, INTENT_CALL)
    return { start: definition.start, input, output, ...(guard !== 'auto' && { guard }) }
  })
  return toAnalyzed(found, file, { intents })
}

/** Analyzes the stores that the file exports. */
export function analyzeStores(context: ModuleContext, file: ts.SourceFile): AnalyzedTools {
  const found: Found = { context, contracts: [], fields: [], definitions: [], wantsFullLib: false }
  const stores = findStores(context, file).map(
    ({ alias, name, state, actions }): StoreModel => ({
      alias,
      span: spanOfNode(context, name),
      ...(state && { state: deriveState(found, alias, state) }),
      actions: actions.map((action): StoreActionModel => {
        const { input, output, description, described } = deriveContract(found, action, ACTION_FIELDS, STORE_CALL)
        found.definitions.push({ tool: action.named.tool, described })
        return {
          tool: action.named.tool,
          name: action.action,
          span: spanOfNode(context, action.name),
          input,
          output,
          ...(description !== undefined && { description }),
        }
      }),
    }),
  )
  return toAnalyzed(found, file, { intents: [], stores })
}

const ACTION_FIELDS = ['description', 'title', 'input', 'output', 'guard', 'access', 'scopes', 'effect', 'run']
const INTENT_FIELDS = [...ACTION_FIELDS, 'state', 'ready']

function toAnalyzed(
  { context, contracts, fields, definitions, wantsFullLib }: Found,
  file: ts.SourceFile,
  tools: Pick<AnalyzedTools, 'intents' | 'stores'>,
): AnalyzedTools {
  return {
    file: context.relative(file.fileName),
    ...tools,
    contracts,
    fields,
    definitions,
    wantsFullLib,
    complete: true,
  }
}

interface Contract {
  readonly input: ContractModel
  readonly output: ContractModel
  readonly description: string | undefined
  readonly guard: ApiModel['guard']
  readonly described: boolean
}

function deriveContract(found: Found, page: PageDefinition, fields: readonly string[], call: CallType): Contract {
  const { context } = found
  const { ts, checker } = context
  const { named, node, typeArguments, definition } = page
  const read = readDefinition(ts, checker, node, definition, fields)
  // No field of a page tool is required at build time, so that fields known only at run time aren't a problem.
  const problems = read.problems.filter(({ problem }) => problem !== 'dynamic')
  found.fields.push(
    ...problems.map(({ node: place, ...problem }) => ({ ...named, ...problem, span: spanOfNode(context, place) })),
  )
  const whole = read.problems.every(({ field }) => field !== 'definition')
  const type = whole || definition === undefined ? undefined : checker.getTypeAtLocation(definition)
  const has = (name: string) => type !== undefined && hasMember(context, type, name)
  const written = { ...read, hasInput: read.hasInput || has('input'), hasOutput: read.hasOutput || has('output') }
  const tool: ToolDefinition = { node, typeArguments, written, ...(type && { type }), call }
  const side = (name: 'input' | 'output', source: ContractSource): DerivedSide => {
    const derived = deriveSide(context, named, name, source)
    found.contracts.push(...derived.facts)
    found.wantsFullLib ||= derived.wantsFullLib
    return derived
  }
  const input = side('input', inputSource(context, tool)).contract
  const output = side('output', withoutNothing(context, outputSource(context, tool))).contract
  const described = !whole || read.members.has('description')
  return {
    input,
    output,
    description: read.fields.description,
    guard: read.fields.guard,
    described,
  }
}

/** State that isn't exposed may contain values that JSON can't represent. */
function deriveState(
  found: Found,
  alias: string,
  { source, exposed }: NonNullable<StoreDefinition['state']>,
): ContractModel {
  const { contract, facts, wantsFullLib } = deriveSide(found.context, { tool: alias, of: 'store' }, 'output', source)
  const isShown = (path: string) => exposed?.includes(/^output\.([^.[]+)/.exec(path)?.[1] ?? '') ?? true
  for (const fact of facts)
    if (isShown(fact.path)) found.contracts.push({ ...fact, path: fact.path.replace('output', 'state') })
  found.wantsFullLib ||= wantsFullLib
  return contract
}

/** Returns `true` also if the member is optional. */
function hasMember({ ts, checker }: ModuleContext, type: ts.Type, name: string): boolean {
  const member = type.getProperty(name)
  if (member === undefined) return false
  const value = checker.getNonNullableType(checker.getTypeOfSymbol(member))
  return (value.flags & ts.TypeFlags.Never) === 0
}

/** A page tool may have only effects: it need not return a value. */
function withoutNothing({ ts }: ModuleContext, source: ContractSource): ContractSource {
  const nothing = ts.TypeFlags.Void | ts.TypeFlags.Undefined
  return source.kind === 'type' && source.source.type.flags & nothing ? { kind: 'none' } : source
}

function spanOfNode(context: ModuleContext, node: ts.Node): SourceSpan {
  const file = node.getSourceFile()
  return spanFrom(context, file, node.getStart(file), node.end)
}
