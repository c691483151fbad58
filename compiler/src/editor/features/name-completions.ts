/**
 * Completes names of the app in string literals: tools, paths of pages, fields of forms. TypeScript completes typed
 * values itself.
 */
import { listImportedNames } from '#analyze/apis/api-exports.ts'
import type { ts } from '#program/typescript.ts'
import { isAddress } from '../app/component-facts.ts'
import type { AppFile } from '../app/editor-session.ts'
import { innerEnd, stringAt } from './node-at.ts'

type Ts = typeof ts

export interface NamedText {
  readonly name: string
  /** A short description, or the author's. */
  readonly description: string
}

/** The names that fit in a string literal, and its content, which they replace. */
interface NameList {
  readonly start: number
  readonly end: number
  readonly names: readonly NamedText[]
}

/** Returns the names for the string literal at `position`; `undefined` outside of strings that take such names. */
export function completeNames(ts: Ts, open: AppFile, position: number): NameList | undefined {
  const literal = stringAt(ts, open.source, position)
  const names = literal === undefined ? [] : namesFor(ts, open, literal)
  if (literal === undefined || names.length === 0) return undefined
  return { start: literal.getStart(open.source) + 1, end: innerEnd(literal, open.source), names }
}

function namesFor(ts: Ts, open: AppFile, literal: ts.StringLiteralLike): readonly NamedText[] {
  if (isToolPlace(ts, literal)) return tools(open)
  if (isPatternPlace(ts, open.source, literal)) return patterns(open)
  if (isPathPlace(ts, open.source, literal)) return paths(open)
  return isNamePlace(ts, literal) ? open.app.fieldNames(open.program, open.file, literal.getStart(open.source)) : []
}

function tools({ app, program }: AppFile): readonly NamedText[] {
  const { modules, components, stores = [] } = app.names(program)
  return [
    ...modules.flatMap(({ apis }) => apis),
    ...components.flatMap(({ intents }) => intents),
    ...stores.flatMap(({ actions }) => actions),
  ].map(({ tool, description = 'A tool of this app.' }) => ({ name: tool, description }))
}

function patterns({ app, program }: AppFile): readonly NamedText[] {
  return app.names(program).patterns.map((name) => ({ name, description: 'A page of this app.' }))
}

/** Returns the paths of pages without parameters, and of other pages the part before their first parameter. */
function paths(open: AppFile): readonly NamedText[] {
  const whole = patterns(open).map(({ name }) => ({ pattern: name, name: name.replace(/\[.*$/s, '') }))
  return [...new Map(whole.map((one) => [one.name, one])).values()].map(({ name, pattern }) => ({
    name,
    description: name === pattern ? 'A page of this app.' : `The start of ${pattern}, a page of this app.`,
  }))
}

/** Matches `callTool('…')`, `window.fw.call('…')`, `allowsTool('…', …)`, and the lists of a tool filter. */
export function isToolPlace(ts: Ts, literal: ts.StringLiteralLike): boolean {
  const { parent } = literal
  if (ts.isCallExpression(parent) && parent.arguments[0] === literal) {
    const { expression } = parent
    if (ts.isIdentifier(expression)) return ['callTool', 'allowsTool'].includes(expression.text)
    return ts.isPropertyAccessExpression(expression) && expression.name.text === 'call' && endsInFw(ts, expression)
  }
  if (!ts.isArrayLiteralExpression(parent)) return false
  const list = memberName(ts, parent)
  if (list !== 'include' && list !== 'exclude') return list === 'tools'
  return FILTERS.includes(memberName(ts, parent.parent.parent) ?? '')
}

const FILTERS = ['tools', 'mcp']

/** Matches `fw` and `window.fw`. */
function endsInFw(ts: Ts, { expression }: ts.PropertyAccessExpression): boolean {
  if (ts.isPropertyAccessExpression(expression)) return expression.name.text === 'fw'
  return ts.isIdentifier(expression) && expression.text === 'fw'
}

/** Returns `tools` for `tools: value`. */
function memberName(ts: Ts, value: ts.Node): string | undefined {
  const { parent } = value
  return ts.isPropertyAssignment(parent) && ts.isIdentifier(parent.name) ? parent.name.text : undefined
}

function isPatternPlace(ts: Ts, source: ts.SourceFile, literal: ts.StringLiteralLike): boolean {
  return isFirstArgument(ts, source, literal, 'href')
}

function isPathPlace(ts: Ts, source: ts.SourceFile, literal: ts.StringLiteralLike): boolean {
  if (isFirstArgument(ts, source, literal, 'redirect')) return true
  const holder = ts.isJsxExpression(literal.parent) ? literal.parent.parent : literal.parent
  return ts.isJsxAttribute(holder) && isAddress(ts, holder) && holder.name.getText(source) !== 'src'
}

/** Matches `name="…"` of an element. */
function isNamePlace(ts: Ts, { parent }: ts.StringLiteralLike): boolean {
  const holder = ts.isJsxExpression(parent) ? parent.parent : parent
  return ts.isJsxAttribute(holder) && ts.isIdentifier(holder.name) && holder.name.text === 'name'
}

/** Returns whether `literal` is the first argument of a call of the framework's function `name`. */
function isFirstArgument(ts: Ts, source: ts.SourceFile, literal: ts.StringLiteralLike, name: string): boolean {
  const { parent } = literal
  if (!ts.isCallExpression(parent) || parent.arguments[0] !== literal || !ts.isIdentifier(parent.expression))
    return false
  return listImportedNames(ts, source, name).direct.has(parent.expression.text)
}
