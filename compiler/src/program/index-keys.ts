/** Reads the keys of an index signature, a mapped type or a map. */
import type { StringNode, TypeNode } from '../type-tree.ts'
import { applySourceDoc } from './doc-comments/apply-doc-comment.ts'
import { createMappingPattern, escapeLiteral, templatePattern } from './template-pattern.ts'
import { aliasDocs, expandHint, type Hint, memberBindings } from './type-hint.ts'
import type { ts } from './typescript.ts'
import type { Place, Walk } from './walk.ts'

const NUMERIC_KEY = String.raw`^-?(?:0|[1-9]\d*)(?:\.\d+)?$`

/** Formats that a pattern expresses completely; JSON Schema distinguishes keys only by patterns. */
const FORMAT_PATTERNS: Readonly<Record<string, string>> = {
  uuid: '^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$',
}

/** Keys of an index, as far as JSON Schema can express them. */
interface IndexKeys {
  /** Absent for all keys. */
  readonly pattern?: string
  /** Set if the type of the keys is marked `@untrusted`. */
  readonly untrustedKeys?: true
}

/** Returns `undefined` if JSON Schema can't express the keys. */
export function readIndexKeys(
  walk: Walk,
  keyType: ts.Type,
  hint: Hint | undefined,
  place: Place,
): IndexKeys | undefined {
  const keys = findPattern(walk, keyType, hint, place)
  const docs = hint === undefined ? [] : aliasDocs(walk, expandHint(walk, hint))
  const isMarked = docs.some(({ tags }) => tags.some(({ name }) => name === 'untrusted'))
  return keys && isMarked ? { ...keys, untrustedKeys: true } : keys
}

function findPattern(
  walk: Walk,
  keyType: ts.Type,
  hint: Hint | undefined,
  place: Place,
): Pick<IndexKeys, 'pattern'> | undefined {
  const { TypeFlags } = walk.ts
  const type = removeBrand(walk, keyType)
  if (type.flags & TypeFlags.String) return writtenKeys(walk, hint, place)
  if (type.flags & TypeFlags.Number) return { pattern: NUMERIC_KEY }
  const pattern = keyPattern(walk, type)
  return pattern === undefined ? undefined : { pattern }
}

/** Returns the pattern of keys that aren't plain strings: literals, templates, and unions of them. */
function keyPattern(walk: Walk, type: ts.Type): string | undefined {
  const { TypeFlags } = walk.ts
  if (type.isStringLiteral()) return `^${escapeLiteral(type.value)}$`
  if (type.flags & TypeFlags.TemplateLiteral) return templatePattern(walk, type as ts.TemplateLiteralType)
  if (type.flags & TypeFlags.StringMapping) return createMappingPattern(walk, type as ts.StringMappingType)
  if (!type.isUnion()) return undefined
  const options = type.types.map((option) => keyPattern(walk, removeBrand(walk, option)))
  if (options.includes(undefined)) return undefined
  // Sorted: the checker's order depends on the types that it saw earlier.
  return `^(?:${options
    .map((option) => option?.slice(1, -1))
    .sort()
    .join('|')})$`
}

/** Returns the primitive of a branded one. */
function removeBrand({ ts }: Walk, type: ts.Type): ts.Type {
  if (!type.isIntersection()) return type
  const [only, ...others] = type.types.filter((part) => (part.flags & ts.TypeFlags.Object) === 0)
  return only !== undefined && others.length === 0 ? only : type
}

/** Returns the hint of the keys: `K` of `[key: K]: T` and of `{ [P in K]: T }`. */
export function keyHint(walk: Walk, info: ts.IndexInfo, hint: Hint | undefined): Hint | undefined {
  const { ts } = walk
  const { declaration } = info
  const [parameter] = declaration && ts.isIndexSignatureDeclaration(declaration) ? declaration.parameters : []
  if (parameter?.type !== undefined) return { node: parameter.type, bindings: memberBindings(walk, hint) }
  return hint && findMappedKeys(walk, hint)
}

/** Returns the hint of the keys of a mapped type, or of the innermost source: `K` of `Partial<Record<K, T>>`. */
export function findMappedKeys(walk: Walk, hint: Hint, depth = 0): Hint | undefined {
  const { ts } = walk
  if (!ts.isMappedTypeNode(hint.node) || depth > 20) return undefined
  const constraint = hint.node.typeParameter.constraint
  if (constraint === undefined) return undefined
  const keys = { node: constraint, bindings: hint.bindings }
  const expanded = expandHint(walk, keys)
  const { node, bindings } = expanded
  if (!ts.isTypeOperatorNode(node) || node.operator !== ts.SyntaxKind.KeyOfKeyword) return keys
  // `Partial<Record<K, T>>`: the keys are those of the mapped type's source.
  return findMappedKeys(walk, expandHint(walk, { node: node.type, bindings }), depth + 1)
}

/** Reads the tags of an alias that apply to keys: `Record<Currency, number>`. */
function writtenKeys(walk: Walk, hint: Hint | undefined, place: Place): { readonly pattern?: string } {
  const docs = hint === undefined ? [] : aliasDocs(walk, expandHint(walk, hint))
  const plain: TypeNode = { kind: 'string' }
  const node = docs.reduce((result: TypeNode, doc) => applySourceDoc(walk, result, doc, place), plain)
  if (node.kind !== 'string') return {}
  const { format } = node
  const formatPattern = format === undefined ? undefined : FORMAT_PATTERNS[format]
  if (format !== undefined && formatPattern === undefined)
    for (const doc of docs)
      for (const tag of doc.tags.filter(({ name }) => name === 'format'))
        walk.docProblem({
          kind: 'doc-hint',
          path: place.path,
          anchor: { file: doc.file, start: tag.start, end: tag.end },
          type: '',
          detail: `@format ${format} isn't validated for the type of a key. Add a @pattern.`,
        })
  const patterns = [lengthPattern(node), node.pattern, formatPattern].filter((pattern) => pattern !== undefined)
  const [only] = patterns
  if (only === undefined) return {}
  if (patterns.length === 1) return { pattern: only }
  return { pattern: `^${patterns.map((pattern) => String.raw`(?=[\s\S]*?(?:${pattern}))`).join('')}` }
}

function lengthPattern({ minLength, maxLength }: StringNode): string | undefined {
  if (minLength === undefined && maxLength === undefined) return undefined
  return String.raw`^[\s\S]{${minLength ?? 0},${maxLength ?? ''}}$`
}
