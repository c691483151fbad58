/** Reads `export const cache` of a page, as far as it is literal in the source. */

import { nearestName, type Segment } from '@fw/runtime/contract'
import { createSpan } from '#diagnostic/code-frame.ts'
import { nearestFix, replacement } from '#diagnostic/fix.ts'
import type { Fix, SourceSpan } from '#model.ts'
import type { ts } from '#program/typescript.ts'
import type { AppReader } from '../app-reader.ts'
import type { ExportedValue } from '../modules/module-exports.ts'
import { getNodeSpan } from '../modules/node-span.ts'
import { findConstant, nameText, staticValue, unwrap } from '../modules/static-value.ts'
import { TAG_VALUE } from './tag-texts.ts'
import { memberTags } from './tag-uses.ts'

/** Something invalid in the `cache` export of a page. */
export interface CachePolicyFact {
  readonly problem:
    | 'shape'
    | 'unknown'
    | 'scope'
    | 'no-scope'
    | 'dynamic-scope'
    | 'seconds'
    | 'cdn'
    | 'tags'
    | 'tag-param'
  readonly file: string
  /** The field, value or parameter. */
  readonly name: string
  readonly span: SourceSpan
  readonly nearest?: string
  readonly fixes?: readonly Fix[]
}

const FIELDS = ['scope', 'maxAge', 'sharedMaxAge', 'swr', 'cdn', 'tags']
const SECONDS = ['maxAge', 'sharedMaxAge', 'swr']
const SCOPES = ['public', 'private']

type Ts = typeof ts

/** Checks the policy. `segments` are those of the page's pattern, whose parameters tags may name. */
export function readCachePolicy(
  { ts }: AppReader,
  file: string,
  { value, span }: ExportedValue,
  segments: readonly Segment[],
): CachePolicyFact[] {
  const literal = policyIn(ts, value)
  if (literal === undefined) return []
  if (literal === 'no-object') return [{ problem: 'shape', file, name: 'cache', span }]
  const names = literal.properties.map(({ name }) => name && nameText(ts, name))
  const facts = literal.properties.flatMap((member) => memberFacts(ts, file, member, segments))
  const hasScope = names.some((name) => name === undefined || name === 'scope')
  const isMeant = facts.some(({ nearest }) => nearest === 'scope')
  if (hasScope || isMeant) return facts
  const start = literal.getStart() + 1
  const place = createSpan(file, literal.getSourceFile().text, start, start)
  // No fix makes a page public: its shared copy might show one visitor the data of another.
  const fixes = [replacement("Add scope: 'private'", place, ` scope: 'private'${names.length === 0 ? ' ' : ','}`)]
  return [{ problem: 'no-scope', file, name: 'scope', span, fixes }, ...facts]
}

/** Returns the tags of a page's policy, or `undefined` if they are known only at run time. */
export function policyTags({ ts }: AppReader, { value }: ExportedValue): readonly string[] | undefined {
  const policy = policyIn(ts, value)
  // Another rule reports a value that isn't an object; it has no tags.
  return policy === 'no-object' ? [] : policy && memberTags(ts, policy)
}

/** Returns the object of `{ … }` and `cachePolicy({ … })`, or `undefined` if it is defined elsewhere. */
function policyIn(ts: Ts, value: ts.Node | undefined): ts.ObjectLiteralExpression | 'no-object' | undefined {
  if (value === undefined) return undefined
  if (!ts.isExpression(value)) return 'no-object'
  const node = unwrap(ts, value)
  if (ts.isObjectLiteralExpression(node)) return node
  if (ts.isCallExpression(node)) {
    // The result of another function is known only at run time.
    const isOwn = ts.isIdentifier(node.expression) && node.expression.text === 'cachePolicy'
    return isOwn && node.arguments[0] ? policyIn(ts, node.arguments[0]) : undefined
  }
  if (ts.isIdentifier(node)) {
    const constant = findConstant(ts, node)
    return constant && policyIn(ts, constant)
  }
  const isOther =
    ts.isArrowFunction(node) ||
    ts.isFunctionExpression(node) ||
    ts.isClassExpression(node) ||
    ts.isArrayLiteralExpression(node)
  return isOther || staticValue(ts, node) !== undefined ? 'no-object' : undefined
}

function memberFacts(
  ts: Ts,
  file: string,
  member: ts.ObjectLiteralElementLike,
  segments: readonly Segment[],
): CachePolicyFact[] {
  const name = member.name && nameText(ts, member.name)
  if (name === undefined || member.name === undefined) return []
  if (!FIELDS.includes(name)) {
    const nearest = nearestName(name, FIELDS)
    // If the renamed field became a public scope, everyone would get the page: the fix requires a value that isn't
    // public. With `cdn`, caches would store what middleware decides about.
    const opens = (nearest === 'scope' && !isPrivate(ts, member)) || nearest === 'cdn'
    const fixes = opens
      ? {}
      : ts.isShorthandPropertyAssignment(member)
        ? nearestFix(nearest, getNodeSpan(file, member.name), (to) => `${to}: ${name}`)
        : nearestFix(nearest, getNodeSpan(file, member.name), (to) => to)
    return [
      { problem: 'unknown', file, name, span: getNodeSpan(file, member.name), ...(nearest && { nearest }), ...fixes },
    ]
  }
  const given = ts.isPropertyAssignment(member) ? member.initializer : undefined
  const read = given && staticValue(ts, given)
  if (name === 'scope') return scopeFacts(file, read, getNodeSpan(file, given ?? member))
  if (given === undefined || read === undefined) return []
  if (SECONDS.includes(name)) {
    const isFine = typeof read.value === 'number' && Number.isFinite(read.value) && read.value >= 0
    return isFine || read.value === undefined
      ? []
      : [{ problem: 'seconds', file, name, span: getNodeSpan(file, given) }]
  }
  if (name === 'cdn') {
    const isFine = read.value === undefined || typeof read.value === 'boolean'
    return isFine ? [] : [{ problem: 'cdn', file, name, span: getNodeSpan(file, given) }]
  }
  const isOne = ts.isStringLiteralLike(given) && given.text !== ''
  const fixes = isOne ? [replacement('Write it as a list', getNodeSpan(file, given), `[${given.getText()}]`)] : []
  return tagFacts(file, read.value, getNodeSpan(file, given), segments, fixes)
}

function isPrivate(ts: Ts, member: ts.ObjectLiteralElementLike): boolean {
  return ts.isPropertyAssignment(member) && staticValue(ts, member.initializer)?.value === 'private'
}

type Span = CachePolicyFact['span']

function scopeFacts(file: string, read: { readonly value: unknown } | undefined, span: Span): CachePolicyFact[] {
  if (read === undefined) return [{ problem: 'dynamic-scope', file, name: 'scope', span }]
  if (typeof read.value === 'string' && SCOPES.includes(read.value)) return []
  const nearest = typeof read.value === 'string' ? nearestName(read.value, SCOPES) : undefined
  const fixes = nearest === 'public' ? {} : nearestFix(nearest, span, (to) => `'${to}'`)
  return [{ problem: 'scope', file, name: String(read.value), span, ...(nearest && { nearest }), ...fixes }]
}

function tagFacts(
  file: string,
  tags: unknown,
  span: Span,
  segments: readonly Segment[],
  fixes: readonly Fix[],
): CachePolicyFact[] {
  if (!Array.isArray(tags) || tags.some((tag) => typeof tag !== 'string' || tag === ''))
    return [{ problem: 'tags', file, name: 'tags', span, fixes }]
  const params = segments.flatMap((segment) => (segment.kind === 'static' ? [] : [segment.name]))
  const named = tags.flatMap((tag: string) =>
    [...tag.matchAll(new RegExp(TAG_VALUE, 'g'))].map(([, name = '']) => name),
  )
  return named.filter((name) => !params.includes(name)).map((name) => ({ problem: 'tag-param', file, name, span }))
}
