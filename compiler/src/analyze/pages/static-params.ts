/** Checks `staticParams` of a page, as far as its entries are literal. */

import { nearestName, type Segment } from '@fw/runtime/contract'
import { BUILT_IN_MATCHERS } from '@fw/runtime/tooling'
import { nearestFix, replacement } from '#diagnostic/fix.ts'
import type { Fix, SourceSpan } from '#model.ts'
import type { ts } from '#program/typescript.ts'
import type { AppReader } from '../app-reader.ts'
import type { ExportedValue } from '../modules/module-exports.ts'
import { getNodeSpan } from '../modules/node-span.ts'
import { findConstant, nameText, unwrap } from '../modules/static-value.ts'

/** An entry of `staticParams` that can't be converted to a path. */
export interface StaticParamsFact {
  readonly problem: 'shape' | 'entry' | 'missing' | 'unknown' | 'value' | 'empty' | 'matcher'
  readonly file: string
  /** The parameter, or the expression in its place. */
  readonly name: string
  readonly span: SourceSpan
  /** For `matcher`: the value, and the matcher that rejects it. */
  readonly written?: string
  readonly matcher?: string
  readonly nearest?: string
  readonly fixes?: readonly Fix[]
}

type Ts = typeof ts

/**
 * Reads the entries. `segments` are those of a pattern with parameters. `matchers`: the app's own, if they are known.
 */
export function readStaticParams(
  { ts }: AppReader,
  file: string,
  { value, span }: ExportedValue,
  segments: readonly Segment[],
  matchers: readonly string[] | undefined,
): StaticParamsFact[] {
  if (value === undefined) return []
  const params = segments.filter((segment) => segment.kind !== 'static')
  const known = params.map(({ name }) => name)
  const required = params.filter(({ kind }) => kind !== 'optional-rest').map(({ name }) => name)
  const given = findResult(ts, value)
  if (given === 'no-list') return [{ problem: 'shape', file, name: 'staticParams', span }]
  return listEntries(ts, given).flatMap((entry) => entryFacts(entry))

  function entryFacts(entry: ts.Expression): StaticParamsFact[] {
    const literal = unwrap(ts, entry)
    if (isPlain(ts, literal)) {
      const [name = '', ...others] = required
      const text = toText(ts, literal)
      const isClear = text !== undefined && name !== '' && others.length === 0
      const fixes = isClear ? [replacement(`Name it "${name}"`, getNodeSpan(file, entry), `{ ${name}: ${text} }`)] : []
      return [{ problem: 'entry', file, name, span: getNodeSpan(file, entry), fixes }]
    }
    if (!ts.isObjectLiteralExpression(literal)) return []
    const names = literal.properties.map(({ name }) => name && nameText(ts, name))
    const isOpen = names.some((name) => name === undefined)
    const missing = isOpen ? [] : required.filter((name) => !names.includes(name))
    const facts = literal.properties.flatMap((member) => memberFacts(member, missing))
    const meant = new Set(facts.map(({ nearest }) => nearest))
    const left = missing.filter((name) => !meant.has(name))
    return [
      ...left.map((name): StaticParamsFact => ({ problem: 'missing', file, name, span: getNodeSpan(file, entry) })),
      ...facts,
    ]
  }

  function memberFacts(member: ts.ObjectLiteralElementLike, missing: readonly string[]): StaticParamsFact[] {
    const name = member.name && nameText(ts, member.name)
    if (name === undefined || member.name === undefined) return []
    if (!known.includes(name)) {
      const nearest = nearestName(name, missing)
      const fixes = ts.isShorthandPropertyAssignment(member)
        ? nearestFix(nearest, getNodeSpan(file, member.name), (to) => `${to}: ${name}`)
        : nearestFix(nearest, getNodeSpan(file, member.name), (to) => to)
      const span = getNodeSpan(file, member.name)
      return [{ problem: 'unknown', file, name, span, ...(nearest !== undefined && { nearest }), ...fixes }]
    }
    const given = ts.isPropertyAssignment(member) ? unwrap(ts, member.initializer) : undefined
    const param = params.find((one) => one.name === name)
    return given === undefined || param === undefined ? [] : valueFacts(param, given)
  }

  function valueFacts(param: Param, given: ts.Expression): StaticParamsFact[] {
    const { name, kind, matcher } = param
    const known = ts.isIdentifier(given) ? (findConstant(ts, given) ?? given) : given
    const value = unwrap(ts, known)
    const fact = (problem: StaticParamsFact['problem'], more?: Partial<StaticParamsFact>): StaticParamsFact[] => [
      { problem, file, name, span: getNodeSpan(file, given), ...more },
    ]
    if (!ts.isStringLiteralLike(value)) {
      const isLeftOut = ts.isIdentifier(value) && value.text === 'undefined'
      if (isLeftOut) return kind === 'optional-rest' ? [] : fact('value')
      if (ts.isTemplateExpression(value) || !(isPlain(ts, value) || isCompound(ts, value))) return []
      const text = given === value ? toText(ts, value, kind !== 'param') : undefined
      return fact('value', {
        fixes: text === undefined ? [] : [replacement('Write it as text', getNodeSpan(file, given), text)],
      })
    }
    const parts = kind === 'param' ? [value.text] : value.text.split('/')
    if (kind === 'optional-rest' && value.text === '') return []
    if (parts.some((part) => part === '' || part === '.' || part === '..')) return fact('empty')
    const isBuiltIn = matcher !== undefined && matchers?.includes(matcher) === false
    const accepts = isBuiltIn && kind === 'param' ? BUILT_IN_MATCHERS[matcher] : undefined
    return accepts === undefined || accepts(value.text) ? [] : fact('matcher', { written: value.text, matcher })
  }
}

type Param = Exclude<Segment, { readonly kind: 'static' }>

/**
 * Returns a number as a string and, for a rest parameter, a list of strings joined; `undefined` for values that can't
 * be part of a path.
 */
function toText(ts: Ts, value: ts.Expression, isRest = false): string | undefined {
  if (ts.isStringLiteralLike(value) || ts.isTemplateExpression(value)) return value.getText()
  if (ts.isNumericLiteral(value)) return `'${value.text}'`
  if (!isRest || !ts.isArrayLiteralExpression(value) || value.elements.length === 0) return undefined
  const texts = value.elements.map((item) => (ts.isStringLiteralLike(item) ? item.text : undefined))
  return texts.every((text) => text !== undefined && /^[\w-]+$/.test(text)) ? `'${texts.join('/')}'` : undefined
}

/** Returns whether a value is an object, list or function, which can't be part of a path. */
function isCompound(ts: Ts, value: ts.Expression): boolean {
  return ts.isArrayLiteralExpression(value) || ts.isObjectLiteralExpression(value) || ts.isArrowFunction(value)
}

/** Returns the export's value or its function's result; `undefined` if it is known only at run time. */
function findResult(ts: Ts, value: ts.Node): ts.Expression | 'no-list' | undefined {
  if (ts.isClassDeclaration(value) || ts.isEnumDeclaration(value)) return 'no-list'
  if (ts.isFunctionDeclaration(value)) return findReturned(ts, value.body)
  if (!ts.isExpression(value)) return undefined
  const node = unwrap(ts, value)
  if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) {
    const result = ts.isBlock(node.body) ? findReturned(ts, node.body) : node.body
    return result && listIn(ts, result)
  }
  return listIn(ts, node)
}

function listIn(ts: Ts, given: ts.Expression): ts.Expression | 'no-list' | undefined {
  const node = unwrap(ts, given)
  if (ts.isObjectLiteralExpression(node) || isPlain(ts, node)) return 'no-list'
  const constant = ts.isIdentifier(node) ? findConstant(ts, node) : undefined
  return constant === undefined ? node : listIn(ts, constant)
}

/** Reads a function with a single `return`, at its end. */
function findReturned(ts: Ts, body: ts.Block | undefined): ts.Expression | undefined {
  const last = body?.statements.at(-1)
  return last && ts.isReturnStatement(last) ? last.expression : undefined
}

/** Returns the entries of a literal list, and the result of `.map(…)` for its items. */
function listEntries(ts: Ts, given: ts.Expression | undefined): readonly ts.Expression[] {
  const list = given && unwrap(ts, given)
  if (list === undefined) return []
  if (ts.isArrayLiteralExpression(list)) return list.elements
  if (!ts.isCallExpression(list) || !ts.isPropertyAccessExpression(list.expression)) return []
  const [callback] = list.arguments
  if (list.expression.name.text !== 'map' || callback === undefined || !ts.isArrowFunction(callback)) return []
  const entry = ts.isBlock(callback.body) ? findReturned(ts, callback.body) : callback.body
  return entry === undefined ? [] : [entry]
}

/** Returns whether an expression is a literal that is neither a list nor an object. */
function isPlain(ts: Ts, node: ts.Expression): boolean {
  return (
    ts.isStringLiteralLike(node) ||
    ts.isTemplateExpression(node) ||
    ts.isNumericLiteral(node) ||
    [ts.SyntaxKind.TrueKeyword, ts.SyntaxKind.FalseKeyword, ts.SyntaxKind.NullKeyword].includes(node.kind)
  )
}
