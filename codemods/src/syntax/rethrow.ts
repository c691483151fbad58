/** Lets errors that a codemod throws in place of responses pass the catch clauses around them. */
import { type CatchClause, Node, SyntaxKind } from 'ts-morph'
import type { TextChange } from '../text-edits.ts'
import { isPassedError } from './passed-error.ts'
import { findFreeName } from './source-positions.ts'

/**
 * Returns the catch clauses in the function that receive an error of the node and may swallow it. A clause that always passes the
 * error on, by `throw` or by the function `next`, isn't among them.
 */
export function listCatches(node: Node, within: Node, next?: string): readonly CatchClause[] {
  const clauses: CatchClause[] = []
  for (let inner = node; inner !== within; inner = inner.getParentOrThrow()) {
    const parent = inner.getParentOrThrow()
    const clause = Node.isTryStatement(parent) && parent.getTryBlock() === inner ? parent.getCatchClause() : undefined
    if (clause !== undefined && !passesOn(clause, next)) clauses.push(clause)
  }
  return clauses
}

/** Returns whether the clause always ends with `throw error` or `next(error)`. */
function passesOn(clause: CatchClause, next: string | undefined): boolean {
  const last = clause.getBlock().getStatements().at(-1)
  const isCall = Node.isExpressionStatement(last) || Node.isReturnStatement(last)
  const call = isCall ? last.getExpression() : undefined
  const isNext = Node.isCallExpression(call) && call.getExpression().getText() === next
  const value = Node.isThrowStatement(last) ? last.getExpression() : isNext ? call.getArguments()[0] : undefined
  if (value?.getText() !== clause.getVariableDeclaration()?.getName() || !isPassedError(value)) return false
  const kinds = [SyntaxKind.ReturnStatement, SyntaxKind.BreakStatement, SyntaxKind.ContinueStatement]
  return kinds.every((kind) => clause.getDescendantsOfKind(kind).every((one) => one === last))
}

/** Returns the changes that rethrow an error at the start of the clause. `writeTest` returns its condition. */
export function writeRethrow(clause: CatchClause, writeTest: (name: string) => string): readonly TextChange[] {
  const declaration = clause.getVariableDeclaration()
  const pattern = declaration?.getNameNode()
  const name = Node.isIdentifier(pattern) ? pattern.getText() : chooseVariable(clause)
  const lines = [`if (${writeTest(name)}) throw ${name}`]
  const head: TextChange[] = []
  const block = clause.getBlock()
  if (pattern === undefined) head.push({ start: block.getStart(), end: block.getStart(), text: `(${name}) ` })
  else if (!Node.isIdentifier(pattern)) {
    head.push({ start: pattern.getStart(), end: pattern.getEnd(), text: name })
    lines.push(`const ${pattern.getText()} = ${name}`)
  }
  const text = block.getSourceFile().getFullText()
  const open = block.getStart() + 1
  const [first] = block.getStatements()
  if (first === undefined) {
    const space = text[open] === '}' ? ' ' : ''
    return [...head, { start: open, end: open, text: ` ${lines.join('; ')}${space}` }]
  }
  const [, indent] = /\n([ \t]*)$/.exec(text.slice(open, first.getStart())) ?? []
  if (indent === undefined)
    return [...head, { start: first.getStart(), end: first.getStart(), text: `${lines.join('; ')}; ` }]
  return [...head, { start: open, end: open, text: lines.map((line) => `\n${indent}${line}`).join('') }]
}

/** Returns a name that doesn't hide a variable which the clause uses. */
function chooseVariable(clause: CatchClause): string {
  const isTaken = clause.getDescendantsOfKind(SyntaxKind.Identifier).some((one) => {
    const parent = one.getParent()
    const isMember = Node.isPropertyAccessExpression(parent) && parent.getNameNode() === one
    return one.getText() === 'error' && !isMember
  })
  return isTaken ? findFreeName(clause.getSourceFile(), 'error') : 'error'
}
