/** Recognizes string literals that contain a name of the app: a tool, a path, a cache tag, a message key. */
import { listImportedNames } from '#analyze/apis/api-exports.ts'
import { readTagUses } from '#analyze/apis/tag-uses.ts'
import { readMessageUses } from '#analyze/texts/message-uses.ts'
import { ADDRESS_ATTRIBUTES } from '#jsx/read-links.ts'
import type { ts } from '#program/typescript.ts'

type Ts = typeof ts

/**
 * Meaning of a string literal. `tool-name` is any other string that looks like the name of an api; `pattern` is the pattern of a page, as in `href('/orders/[id]')`; `path` is a path that a
 * browser can request; `skill` is the URL of a skill.
 */
export type LiteralKind = 'tool' | 'tool-name' | 'pattern' | 'path' | 'tag' | 'message' | 'skill' | 'field'

/** Returns the kind of name that a literal contains, or `undefined` for all other strings. */
export function classifyLiteral(ts: Ts, source: ts.SourceFile, literal: ts.StringLiteralLike): LiteralKind | undefined {
  if (isToolPlace(ts, literal)) return 'tool'
  if (isFirstArgument(ts, source, literal, 'href')) return 'pattern'
  if (isPathPlace(ts, source, literal)) return 'path'
  if (literal.text.startsWith(SKILL_URL)) return 'skill'
  const start = literal.getStart(source)
  if (USES_TAGS.test(source.text) && readTagUses(ts, source).dropped.some((tag) => tag.start === start)) return 'tag'
  if (USES_MESSAGES.test(source.text) && readMessageUses(ts, source).uses.some((use) => use.start === start))
    return 'message'
  if (isNamePlace(ts, literal)) return 'field'
  return API_NAME.test(literal.text) ? 'tool-name' : undefined
}

/** Start of the URLs under which MCP clients read skills. */
export const SKILL_URL = 'skill://'

const API_NAME = /^api\.[A-Za-z][\w-]*\.\w+$/

/** Cheap tests of a file's content. */
const USES_TAGS = /\b(?:invalidates|revalidateTag|tags)\b/
const USES_MESSAGES = /\b(?:t|useI18n)\b/

/** Matches `callTool('…')`, `window.fw.call('…')`, `allowsTool('…', …)`, and the lists of a tool filter. */
function isToolPlace(ts: Ts, literal: ts.StringLiteralLike): boolean {
  const { parent } = literal
  if (ts.isCallExpression(parent)) {
    const { expression, arguments: given } = parent
    // `callTool` of the tests receives the app first.
    if (ts.isIdentifier(expression) && expression.text === 'callTool') return given.indexOf(literal) < 2
    if (given[0] !== literal) return false
    if (ts.isIdentifier(expression)) return expression.text === 'allowsTool'
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

/** Matches `redirect('…')`, `navigate('…')`, `href="…"` and other URL attributes of elements. */
export function isPathPlace(ts: Ts, source: ts.SourceFile, literal: ts.Expression): boolean {
  if (isFirstArgument(ts, source, literal, 'redirect') || isNavigation(ts, source, literal)) return true
  const holder = ts.isJsxExpression(literal.parent) ? literal.parent.parent : literal.parent
  return ts.isJsxAttribute(holder) && isAddress(ts, holder) && holder.name.getText(source) !== 'src'
}

/** Matches `href` of `<a>`, not of `<Link>`. */
function isAddress(ts: Ts, attribute: ts.JsxAttribute): boolean {
  const { tagName } = attribute.parent.parent
  const isElement = ts.isIdentifier(tagName) && /^[a-z]/.test(tagName.text)
  return isElement && ts.isIdentifier(attribute.name) && ADDRESS_ATTRIBUTES.has(attribute.name.text)
}

/** Matches `name="…"` of an element. */
function isNamePlace(ts: Ts, { parent }: ts.StringLiteralLike): boolean {
  const holder = ts.isJsxExpression(parent) ? parent.parent : parent
  return ts.isJsxAttribute(holder) && ts.isIdentifier(holder.name) && holder.name.text === 'name'
}

/** Returns whether `literal` is the first argument of a call of the framework's function `name`. */
function isFirstArgument(ts: Ts, source: ts.SourceFile, literal: ts.Expression, name: string): boolean {
  const { parent } = literal
  if (!ts.isCallExpression(parent) || parent.arguments[0] !== literal || !ts.isIdentifier(parent.expression))
    return false
  return listImportedNames(ts, source, name).direct.has(parent.expression.text)
}

/** Returns whether `literal` is the argument of the browser's `navigate`. */
function isNavigation(ts: Ts, source: ts.SourceFile, { parent }: ts.Expression): boolean {
  if (!ts.isCallExpression(parent) || !ts.isIdentifier(parent.expression)) return false
  return parent.expression.text === 'navigate' && /from ['"]@fw\/runtime\/client['"]/.test(source.text)
}
