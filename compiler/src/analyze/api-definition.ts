/** The written fields of an api definition: what the build must know without running the app. */
import type { ApiModel } from '../model.ts'
import type { ts } from '../program/typescript.ts'
import { nameText, type StaticValue, staticValue, unwrap } from './static-value.ts'

type Ts = typeof ts
type Member = ts.MethodDeclaration | ts.Expression

export interface WrittenDefinition {
  readonly fields: Pick<ApiModel, 'description' | 'title' | 'guard' | 'scopes' | 'effect' | 'readonly'>
  readonly hasInput: boolean
  readonly hasOutput: boolean
  /** The `run` member, as method or value. */
  readonly run: Member | undefined
  /** Fields whose value only running the app would tell. */
  readonly unreadable: readonly { readonly field: string; readonly node: ts.Node }[]
}

const GUARDS = ['auto', 'confirm', 'forbidden']

/** Reads the argument of `api(…)`. */
export function readDefinition(ts: Ts, checker: ts.TypeChecker, call: ts.CallExpression): WrittenDefinition {
  const argument = call.arguments[0] && unwrap(ts, call.arguments[0])
  if (argument === undefined || !ts.isObjectLiteralExpression(argument)) {
    const unreadable = [{ field: 'definition', node: argument ?? call }]
    return { fields: { guard: 'auto', scopes: [] }, hasInput: false, hasOutput: false, run: undefined, unreadable }
  }
  const { named, spread } = readMembers(ts, argument)
  const unreadable = spread.map((node) => ({ field: 'definition', node }))
  const read = <Value>(field: string, isValue: (value: unknown) => value is Value): Value | undefined => {
    const node = named.get(field)
    if (node === undefined) return undefined
    const value = ts.isMethodDeclaration(node) ? undefined : knownValue(ts, checker, node)
    if (value !== undefined && (value.value === undefined || isValue(value.value))) return value.value
    unreadable.push({ field, node })
    return undefined
  }
  const description = read('description', isText)
  const title = read('title', isText)
  const effect = read('effect', isEffect)
  const readonly = read('readonly', isBoolean)
  const guard = isFunction(ts, checker, named.get('guard')) ? 'function' : (read('guard', isGuard) ?? 'auto')
  return {
    fields: {
      guard,
      scopes: read('scopes', isTexts) ?? [],
      ...(description !== undefined && { description }),
      ...(title !== undefined && { title }),
      ...(effect !== undefined && { effect }),
      ...(readonly !== undefined && { readonly }),
    },
    hasInput: named.has('input'),
    hasOutput: named.has('output'),
    run: named.get('run'),
    unreadable,
  }
}

interface Members {
  readonly named: ReadonlyMap<string, Member>
  readonly spread: readonly ts.Node[]
}

function readMembers(ts: Ts, literal: ts.ObjectLiteralExpression): Members {
  const named = new Map<string, Member>()
  const spread: ts.Node[] = []
  for (const member of literal.properties) {
    const name = member.name && nameText(ts, member.name)
    if (name === undefined) spread.push(member)
    else if (ts.isPropertyAssignment(member)) named.set(name, unwrap(ts, member.initializer))
    else if (ts.isShorthandPropertyAssignment(member)) named.set(name, member.name)
    else if (ts.isMethodDeclaration(member)) named.set(name, member)
  }
  return { named, spread }
}

/** As written, else the literal type that the checker knows: a constant of another module. */
function knownValue(ts: Ts, checker: ts.TypeChecker, node: ts.Expression): StaticValue | undefined {
  const written = staticValue(ts, node)
  if (written !== undefined) return written
  const type = checker.getTypeAtLocation(node)
  return type.isStringLiteral() ? { value: type.value } : undefined
}

function isFunction(ts: Ts, checker: ts.TypeChecker, node: Member | undefined): boolean {
  if (node === undefined) return false
  if (ts.isMethodDeclaration(node) || ts.isArrowFunction(node) || ts.isFunctionExpression(node)) return true
  if (ts.isStringLiteralLike(node)) return false
  return checker.getTypeAtLocation(node).getCallSignatures().length > 0
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(isText)
}

function isBoolean(value: unknown): value is boolean {
  return typeof value === 'boolean'
}

function isEffect(value: unknown): value is 'irreversible' {
  return value === 'irreversible'
}

function isGuard(value: unknown): value is 'auto' | 'confirm' | 'forbidden' {
  return isText(value) && GUARDS.includes(value)
}
