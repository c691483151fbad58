/** Checks `src/env.ts`: the type `Env`, and whether environment variables can have its types. */

import { createSpan } from '../diagnostic/code-frame.ts'
import { replacement } from '../diagnostic/fix.ts'
import type { EnvModel, Fix, SourceSpan } from '../model.ts'
import type { ts } from '../program/typescript.ts'
import { toJsonSchema } from '../schema/json-schema.ts'
import type { TypeNode, TypeTree } from '../type-tree.ts'
import type { ContractFact } from './apis/contract-fact.ts'
import type { AppReader } from './app-reader.ts'

/** A member of `Env` that can't be an environment variable; for `missing` and `not-object` the type itself. */
export interface EnvFact {
  readonly problem: 'missing' | 'not-object' | 'name' | 'ambiguous' | 'untyped' | 'null'
  readonly name: string
  readonly span: SourceSpan
  readonly fixes?: readonly Fix[]
}

/** The exported type that the environment is checked against. */
export const ENV_TYPE = 'Env'

export interface AnalyzedEnv {
  /** Absent if the type isn't declared. */
  readonly model?: EnvModel
  readonly facts: readonly EnvFact[]
  /** Types that no contract can represent. */
  readonly contracts: readonly ContractFact[]
}

/** Reads the type `Env` of `file`, whose content is `text`, with a program that knows the file. */
type DeriveEnv = (file: string, text: string) => { readonly tree: TypeTree; readonly facts: readonly ContractFact[] }

/** Analyzes `text`, the content of `file`, which is relative to the root. */
export function analyzeEnv({ ts, parse }: AppReader, file: string, text: string, derive: DeriveEnv): AnalyzedEnv {
  const source = parse(file, text)
  const declared = source.statements.find((node) => isEnvType(ts, node))
  if (declared === undefined || !isEnvType(ts, declared)) {
    const span = createSpan(file, text, 0, 0)
    const hidden = source.statements.find((node) => isNamedEnv(ts, node))
    const at = hidden?.getStart(source)
    const fixes =
      at === undefined ? [] : [replacement(`Export "${ENV_TYPE}"`, createSpan(file, text, at, at), 'export ')]
    return { facts: [{ problem: 'missing', name: ENV_TYPE, span, fixes }], contracts: [] }
  }
  const { tree, facts: contracts } = derive(file, text)
  const place = (name: string): SourceSpan => {
    const node = memberNamed(ts, declared, name) ?? declared.name
    return createSpan(file, text, node.getStart(source), node.end)
  }
  const facts = findProblems(tree).map(({ problem, name }): EnvFact => {
    const member = problem === 'null' ? memberNamed(ts, declared, name) : undefined
    return { problem, name, span: place(name), fixes: member === undefined ? [] : optionalFix(ts, file, member) }
  })
  return { model: { file, tree, schema: toJsonSchema(tree, 'input') }, facts, contracts }
}

type EnvType = ts.InterfaceDeclaration | ts.TypeAliasDeclaration

function isNamedEnv(ts: AppReader['ts'], node: ts.Statement): node is EnvType {
  return (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) && node.name.text === ENV_TYPE
}

function isEnvType(ts: AppReader['ts'], node: ts.Statement): node is EnvType {
  if (!isNamedEnv(ts, node)) return false
  return ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true
}

/** Returns a fix that changes `PORT: number | null` to `PORT?: number`. */
function optionalFix(ts: AppReader['ts'], file: string, { name, questionToken, type }: ts.PropertySignature): Fix[] {
  if (type === undefined || !ts.isUnionTypeNode(type)) return []
  const isNull = (node: ts.TypeNode) => ts.isLiteralTypeNode(node) && node.literal.kind === ts.SyntaxKind.NullKeyword
  const nonNullTypes = type.types.filter((node) => !isNull(node))
  if (nonNullTypes.length === 0 || nonNullTypes.length === type.types.length) return []
  const place = (start: number, end: number) => createSpan(file, type.getSourceFile().text, start, end)
  const edits = [
    { span: place(type.getStart(), type.end), text: nonNullTypes.map((node) => node.getText()).join(' | ') },
  ]
  const mark = questionToken === undefined ? [{ span: place(name.end, name.end), text: '?' }] : []
  return [{ title: 'Make it optional', edits: [...mark, ...edits] }]
}

function memberNamed(ts: AppReader['ts'], declared: EnvType, name: string): ts.PropertySignature | undefined {
  let found: ts.PropertySignature | undefined
  const visit = (node: ts.Node): void => {
    const isMember = ts.isPropertySignature(node) && (ts.isIdentifier(node.name) || ts.isStringLiteral(node.name))
    if (isMember && node.name.text === name) found ??= node
    ts.forEachChild(node, visit)
  }
  visit(declared)
  return found
}

type EnvProblem = Pick<EnvFact, 'problem' | 'name'>

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/

function findProblems(tree: TypeTree): readonly EnvProblem[] {
  const root = followRef(tree, tree.root)
  if (root.kind !== 'object' || root.index !== undefined || root.patterns !== undefined)
    return [{ problem: 'not-object', name: ENV_TYPE }]
  return root.properties.flatMap(({ name, type }): EnvProblem[] => {
    if (!NAME.test(name)) return [{ problem: 'name', name }]
    const kind = getKind(tree, type)
    return kind === 'ambiguous' || kind === 'untyped' || kind === 'null' ? [{ problem: kind, name }] : []
  })
}

/** How a string is converted to a value of this type, or why the conversion is unknown. */
type Kind = 'text' | 'number' | 'boolean' | 'literal' | 'json' | 'ambiguous' | 'untyped' | 'null'

function getKind(tree: TypeTree, type: TypeNode): Kind {
  const node = followRef(tree, type)
  switch (node.kind) {
    case 'string':
      return 'text'
    case 'number':
    case 'boolean':
    case 'null':
      return node.kind
    case 'unknown':
      return 'untyped'
    case 'literal':
      return node.values.includes(null) ? 'null' : 'literal'
    case 'codec':
      return node.codec === 'set' || node.codec === 'map' ? 'json' : 'text'
    case 'union': {
      const kinds = new Set(node.options.map((option) => getKind(tree, option)))
      if (kinds.has('null')) return 'null'
      return kinds.size === 1 ? ([...kinds][0] ?? 'ambiguous') : 'ambiguous'
    }
    default:
      return 'json'
  }
}

function followRef(tree: TypeTree, node: TypeNode): TypeNode {
  const target = node.kind === 'ref' ? tree.defs[node.name] : undefined
  return target === undefined ? node : followRef(tree, target)
}
