/**
 * Finds the regular expressions of a builder or Standard Schema in the source: `str({ pattern: '…' })`, `z.string().regex(/…/)`
 * and `patternProperties`. The schema may refer to constants and functions of the app.
 */

import { findSlowness } from '#pattern/slow-pattern.ts'
import { perChecker } from '#program/per-checker.ts'
import type { ts } from '#program/typescript.ts'
import { isOwnSource } from '#program/walk.ts'
import { resolveName } from '#program/written-names.ts'
import { nameText, staticValue } from '../modules/static-value.ts'

interface Context {
  readonly ts: typeof ts
  readonly program: ts.Program
  readonly checker: ts.TypeChecker
}

interface SlowPattern {
  readonly node: ts.Node
  readonly pattern: string
  /** How the time grows with the length of the string. */
  readonly slowness: string
}

/** Returns the patterns of the schema `member` (`input: schema({ … })`) that don't take linear time. */
export const findSlowPatterns = perChecker((context: Context, member: ts.Node): readonly SlowPattern[] => {
  const found: SlowPattern[] = []
  visit({ context, found, seen: new Set() }, member)
  return found
})

interface Search {
  readonly context: Context
  readonly found: SlowPattern[]
  readonly seen: Set<ts.Node>
}

function visit(search: Search, node: ts.Node): void {
  const { context, found, seen } = search
  const { ts } = context
  if (seen.has(node) || ts.isTypeNode(node) || isCallback(context, node)) return
  seen.add(node)
  for (const { source, at, ignoresCase } of readPatterns(context, node)) {
    const slowness = judge(ignoresCase ? writeLowerCase(source) : source)
    if (slowness !== undefined) found.push({ node: at, pattern: source, slowness })
  }
  const target = ts.isIdentifier(node) ? findDeclaration(context, node) : undefined
  if (target !== undefined) visit(search, target)
  ts.forEachChild(node, (child) => visit(search, child))
}

/** Matches a function that gets a value, such as that of `refine`: its code isn't part of the schema. */
function isCallback({ ts }: Context, node: ts.Node): boolean {
  if (!ts.isArrowFunction(node) && !ts.isFunctionExpression(node)) return false
  return node.parameters.length > 0 && ts.isCallExpression(node.parent)
}

interface Pattern {
  readonly source: string
  readonly at: ts.Node
  readonly ignoresCase?: boolean
}

function readPatterns({ ts }: Context, node: ts.Node): readonly Pattern[] {
  if (ts.isRegularExpressionLiteral(node)) {
    const end = node.text.lastIndexOf('/')
    return [{ source: node.text.slice(1, end), at: node, ignoresCase: node.text.includes('i', end) }]
  }
  if (!ts.isPropertyAssignment(node)) return []
  const name = nameText(ts, node.name)
  const { initializer } = node
  if (name === 'pattern') {
    const value = staticValue(ts, initializer)?.value
    return typeof value === 'string' ? [{ source: value, at: initializer }] : []
  }
  if (name !== 'patternProperties' || !ts.isObjectLiteralExpression(initializer)) return []
  return initializer.properties.flatMap(({ name: key }) => {
    const source = key && nameText(ts, key)
    return key === undefined || source === undefined ? [] : [{ source, at: key }]
  })
}

function judge(pattern: string): string | undefined {
  try {
    return findSlowness(pattern)
  } catch {
    // Invalid: the builder or the library throws.
    return undefined
  }
}

/** Writes letters that aren't part of an escape in lower case, as a matcher with the flag `i` compares them. */
function writeLowerCase(pattern: string): string {
  return pattern.replace(/\\[pP]\{[^}]*\}|\\.|[A-Z]/g, (part) => (part.length === 1 ? part.toLowerCase() : part))
}

/** Returns the declaration in the app's own code of a constant, a function or a member. */
function findDeclaration(context: Context, name: ts.Identifier): ts.Node | undefined {
  const { ts, checker } = context
  const { parent } = name
  const symbol = ts.isShorthandPropertyAssignment(parent)
    ? checker.getShorthandAssignmentValueSymbol(parent)
    : resolveName(context, name)
  const target = symbol?.valueDeclaration
  if (target === undefined || !isOwnSource(context, target.getSourceFile())) return undefined
  if (ts.isFunctionDeclaration(target))
    return ts.isCallExpression(parent) && parent.expression === name ? target : undefined
  return ts.isVariableDeclaration(target) || ts.isPropertyAssignment(target) ? target : undefined
}
