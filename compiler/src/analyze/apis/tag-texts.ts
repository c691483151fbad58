/** Cache tags in the source: `orders`, and `order-[id]` for tags with a value in them. */
import type { ts } from '#program/typescript.ts'
import { findConstant, staticValue, unwrap } from '../modules/static-value.ts'

type Ts = typeof ts

/** A value in a tag: a route parameter, an input's member, or a template's expression. */
export const TAG_VALUE: RegExp = /\[([A-Za-z_$][\w$]*)\]/

/** Returns the text before, between and after the values of a tag. */
export function textsAround(tag: string): readonly string[] {
  return tag.split(/\[[A-Za-z_$][\w$]*\]/)
}

/** Returns the possible tags of an expression, or `undefined` if they are known only at run time. */
export function tagsIn(ts: Ts, written: ts.Expression): readonly string[] | undefined {
  const node = unwrap(ts, written)
  if (ts.isArrayLiteralExpression(node)) return joinParts(node.elements.map((element) => elementTags(ts, element)))
  if (ts.isConditionalExpression(node)) return joinParts([tagsIn(ts, node.whenTrue), tagsIn(ts, node.whenFalse)])
  if (ts.isIdentifier(node)) {
    const constant = findConstant(ts, node)
    return constant && tagsIn(ts, constant)
  }
  if (!ts.isArrowFunction(node) && !ts.isFunctionExpression(node)) return undefined
  return ts.isBlock(node.body) ? listReturned(ts, node.body) : tagsIn(ts, node.body)
}

/** Returns the possible tags of one element of a list; `undefined` if they are known only at run time. */
export function elementTags(ts: Ts, element: ts.Expression): readonly string[] | undefined {
  if (ts.isSpreadElement(element)) return tagsIn(ts, element.expression)
  const node = unwrap(ts, element)
  if (ts.isConditionalExpression(node))
    return joinParts([elementTags(ts, node.whenTrue), elementTags(ts, node.whenFalse)])
  const text = readTagText(ts, node)
  // A tag that is only a value may be any tag.
  return text === undefined || textsAround(text).join('') === '' ? undefined : [text]
}

/** Returns the tag with `[name]` for each value. */
function readTagText(ts: Ts, written: ts.Expression): string | undefined {
  const node = unwrap(ts, written)
  const known = staticValue(ts, node)?.value
  if (known !== undefined) return typeof known === 'string' || typeof known === 'number' ? String(known) : undefined
  if (ts.isTemplateExpression(node))
    return node.templateSpans.reduce(
      (text, { expression, literal }) =>
        text + (readTagText(ts, expression) ?? valueName(ts, expression)) + literal.text,
      node.head.text,
    )
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return undefined
  const sides = [node.left, node.right].map((side) => readTagText(ts, side) ?? valueName(ts, side))
  return sides.join('')
}

function valueName(ts: Ts, written: ts.Expression): string {
  const node = unwrap(ts, written)
  if (ts.isIdentifier(node)) return `[${node.text}]`
  return ts.isPropertyAccessExpression(node) && ts.isIdentifier(node.name) ? `[${node.name.text}]` : '[value]'
}

/** Reads all `return`s of a function's own body. */
function listReturned(ts: Ts, body: ts.Block): readonly string[] | undefined {
  const found: (readonly string[] | undefined)[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) return
    if (ts.isReturnStatement(node)) found.push(node.expression && tagsIn(ts, node.expression))
    ts.forEachChild(node, visit)
  }
  visit(body)
  return joinParts(found)
}

function joinParts(parts: readonly (readonly string[] | undefined)[]): readonly string[] | undefined {
  return parts.every((part) => part !== undefined) ? parts.flat() : undefined
}

/** Returns whether both patterns can result in the same tag. */
export function canBeSameTag(left: string, right: string): boolean {
  return meet(pieces(left), 0, pieces(right), 0)
}

/** A character, or undefined for a value: one or more characters. */
type Piece = string | undefined

function pieces(tag: string): readonly Piece[] {
  return textsAround(tag).flatMap((text, index): readonly Piece[] => [...(index > 0 ? [undefined] : []), ...text])
}

function meet(left: readonly Piece[], at: number, right: readonly Piece[], by: number): boolean {
  if (at === left.length || by === right.length) return at === left.length && by === right.length
  if (left[at] === undefined) return ends(right, by).some((next) => meet(left, at + 1, right, next))
  if (right[by] === undefined) return ends(left, at).some((next) => meet(left, next, right, by + 1))
  return left[at] === right[by] && meet(left, at + 1, right, by + 1)
}

/** Returns the possible ends of a value that begins at `from`. */
function ends(tag: readonly Piece[], from: number): readonly number[] {
  return tag.slice(from).map((_, index) => from + index + 1)
}
