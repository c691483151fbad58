/** Converts the responses that a route handler sends with `res` to returned values and thrown errors. */
import {
  type ArrowFunction,
  type CallExpression,
  type FunctionDeclaration,
  type FunctionExpression,
  Node,
  SyntaxKind,
} from 'ts-morph'
import type { Span } from '../codemod.ts'
import { getMethod } from './called-method.ts'
import { findFunctionAround } from './enclosing-function.ts'
import { isPassedError } from './passed-error.ts'
import { listCatches, writeRethrow } from './rethrow.ts'

export type Handler = ArrowFunction | FunctionDeclaration | FunctionExpression

/** Replacement of a part of a handler. */
export interface Rewrite {
  readonly target: Node | Span
  readonly text: string
}

/** Error for code that an api can't express. The message suggests an alternative. */
export class NotConvertible extends Error {}

/** Code of the `FwError` for each response status. */
const CODES: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  413: 'payload_too_large',
  429: 'rate_limited',
  500: 'internal',
  503: 'unavailable',
}

/** Parameter names of a handler, and a part of it to remove. */
interface HandlerNames {
  readonly response: string
  readonly next: string | undefined
  readonly skip: Node | undefined
}

/** Returns the replacements of all responses of the handler. Throws NotConvertible. */
export function rewriteResponses(handler: Handler, { response, next, skip }: HandlerNames): readonly Rewrite[] {
  const all = findUses(handler, response, skip)
    .flatMap((use) => rewriteAnswer(handler, use))
    .concat(next === undefined ? [] : findUses(handler, next, skip).flatMap((use) => rewriteNext(handler, use)))
  // Several errors may have the same catch clause, which rethrows them once.
  return [...new Map(all.map((one) => [identify(one), one])).values()]
}

function identify({ target, text }: Rewrite): string {
  const { start, end } = target instanceof Node ? { start: target.getStart(), end: target.getEnd() } : target
  return `${start} ${end} ${text}`
}

/** Returns the uses of a variable in the body of the handler, without properties of the same name. */
export function findUses(handler: Handler, name: string, skip?: Node): readonly Node[] {
  const body = handler.getBody()
  const all = Node.isIdentifier(body) ? [body] : (body?.getDescendantsOfKind(SyntaxKind.Identifier) ?? [])
  return all.filter((one) => {
    const parent = one.getParent()
    if (one.getText() !== name || skip?.containsRange(one.getPos(), one.getEnd())) return false
    const isName = Node.isPropertyAccessExpression(parent) || Node.isPropertyAssignment(parent)
    return !(isName && parent.getNameNode() === one)
  })
}

function rewriteAnswer(handler: Handler, use: Node): readonly Rewrite[] {
  const { calls, top } = chainFrom(use)
  const last = calls.at(-1)
  const name = last && getMethod(last)
  if (last === undefined || name === undefined || !/^(?:json|send|end|sendStatus)$/.test(name)) {
    const method = calls[0] === undefined ? '' : `.${getMethod(calls[0])}()`
    throw new NotConvertible(
      `Rewrite this response without ${use.getText()}${method}: an api returns a value or throws an FwError.`,
    )
  }
  const strange = calls.slice(0, -1).find((call) => getMethod(call) !== 'status')
  if (strange !== undefined)
    throw new NotConvertible(`An api cannot call ${getMethod(strange)}() on its response. See ctx.headers.`)
  const status = readStatus(name === 'sendStatus' ? last : calls[0] === last ? undefined : calls[0])
  const value = name === 'sendStatus' ? undefined : last.getArguments()[0]
  return finish(handler, top, status < 400 ? { word: 'return', value } : thrown(status, value))
}

interface Outcome {
  readonly word: 'return' | 'throw'
  readonly value: Node | undefined
  /** Text around the value, or around `null` if the value is undefined. */
  readonly before?: string
  readonly after?: string
}

function thrown(status: number, value: Node | undefined): Outcome {
  const code = CODES[status]
  if (code === undefined)
    throw new NotConvertible(
      `Throw an FwError with a code of your own here: new FwError('your_code', { status: ${status}, message: '…' }).`,
    )
  const message = findMessage(value)
  if (message === undefined) return { word: 'throw', value: undefined, before: `new FwError('${code}')` }
  return { word: 'throw', value: message, before: `new FwError('${code}', { message: `, after: ' })' }
}

/** Returns the message of `{ error: text }`, `{ message: text }` or a string. */
function findMessage(value: Node | undefined): Node | undefined {
  if (value === undefined) return undefined
  if (!Node.isObjectLiteralExpression(value)) return value
  const [property, ...more] = value.getProperties()
  if (more.length === 0 && Node.isPropertyAssignment(property) && /^(?:error|message)$/.test(property.getName()))
    return property.getInitializer()
  throw new NotConvertible('Throw an FwError here. It can have a message, but no other details.')
}

/** Converts `next(error)`. A value that may not be an error may pass the request on, as `next('route')` does. */
function rewriteNext(handler: Handler, use: Node): readonly Rewrite[] {
  const { calls, top } = chainFrom(use)
  const call = use.getParentIfKind(SyntaxKind.CallExpression)
  const value = call?.getArguments()[0]
  const isError = isPassedError(value) || Node.isCallExpression(value)
  if (calls.length > 0 || call?.getExpression() !== use || !isError)
    throw new NotConvertible('An api has no next handler: call the following function here.')
  return finish(handler, top, { word: 'throw', value })
}

/** Splits `res.status(404).json(x)` into its calls and the whole expression. */
function chainFrom(use: Node): { readonly calls: readonly CallExpression[]; readonly top: Node } {
  const calls: CallExpression[] = []
  let top = use
  for (let parent = use.getParent(); parent !== undefined; parent = top.getParent()) {
    if (Node.isCallExpression(parent) && parent.getExpression() === top) {
      if (top !== use) calls.push(parent)
    } else if (!(Node.isPropertyAccessExpression(parent) && parent.getExpression() === top)) break
    top = parent
  }
  return { calls, top }
}

function readStatus(call: CallExpression | undefined): number {
  if (call === undefined) return 200
  const argument = call.getArguments()[0]
  if (Node.isNumericLiteral(argument)) return argument.getLiteralValue()
  throw new NotConvertible('Write the status of this response as a number.')
}

/** Replaces a response that is a statement, or the value of an arrow function. */
function finish(handler: Handler, top: Node, outcome: Outcome): readonly Rewrite[] {
  const { word, value, before = value === undefined ? 'null' : '', after = '' } = outcome
  const around = Node.isAwaitExpression(top.getParent()) ? top.getParentOrThrow() : top
  if (around === handler.getBody()) {
    const opens = Node.isObjectLiteralExpression(value) && before === ''
    const [open, close] = word === 'throw' ? ['{ throw ', ' }'] : opens ? ['(', ')'] : ['', '']
    return wrap(around, value, open + before, after + close)
  }
  const statement = around.getParentOrThrow()
  const isReturn = Node.isReturnStatement(statement)
  if (!isReturn && !Node.isExpressionStatement(statement))
    throw new NotConvertible('Send this response in a separate statement: return a value or throw an FwError.')
  if (findFunctionAround(statement) !== handler)
    throw new NotConvertible('Return the response from the handler itself, not from a nested function.')
  const bare = isReturn ? undefined : bareReturnAfter(statement)
  if (!isReturn && bare === undefined && !endsHandler(statement, handler))
    throw new NotConvertible('Code runs after this response: make the response the last statement.')
  const catches = word === 'throw' ? listCatches(statement, handler, handler.getParameters()[2]?.getName()) : []
  if (catches.length > 0 && !before.includes('FwError'))
    throw new NotConvertible(
      'Pass this error on outside of the try statement, because its catch clause would receive it.',
    )
  const changes = catches.flatMap((clause) => writeRethrow(clause, (name) => `${name} instanceof FwError`))
  const end = statement.getText().endsWith(';') ? ';' : ''
  return [
    ...wrap(statement, value, `${word} ${before}`, after + end),
    ...changes.map((change) => ({ target: change, text: change.text })),
    ...(bare === undefined ? [] : [{ target: { start: statement.getEnd(), end: bare.getEnd() }, text: '' }]),
  ]
}

function wrap(outer: Node, value: Node | undefined, before: string, after: string): readonly Rewrite[] {
  if (value === undefined) return [{ target: outer, text: before + after }]
  return [
    { target: { start: outer.getStart(), end: value.getStart() }, text: before },
    { target: { start: value.getEnd(), end: outer.getEnd() }, text: after },
  ]
}

function bareReturnAfter(statement: Node): Node | undefined {
  const next = statement.getNextSibling()
  return Node.isReturnStatement(next) && next.getExpression() === undefined ? next : undefined
}

/** Returns whether no code of the handler runs after the statement. */
function endsHandler(statement: Node, handler: Handler): boolean {
  for (let node: Node = statement; node !== handler; node = node.getParentOrThrow()) {
    const parent = node.getParentOrThrow()
    if (Node.isBlock(parent) && parent.getStatements().at(-1) !== node) return false
    if (Node.isIterationStatement(parent) || Node.isCaseClause(parent) || Node.isDefaultClause(parent)) return false
    if (Node.isTryStatement(parent) && parent.getFinallyBlock() !== undefined) return false
  }
  return true
}
