/** Reads the literal fields of an api definition: data that the build needs without running the app. */

import { isRecord, nearestName } from '@fw/runtime/contract'
import type { ApiModel, SourceSpan } from '#model.ts'
import type { ts } from '#program/typescript.ts'
import { nameText, type StaticValue, staticValue, unwrap } from '../modules/static-value.ts'

/** A field of an api's definition with an unusable value, or an unknown field. */
export interface FieldFact {
  readonly tool: string
  /** Kind of tool; absent for an api. */
  readonly of?: 'intent' | 'action'
  readonly field: string
  /** `dynamic`: the build can't read it. `value`: invalid value. `unknown`: no such field. */
  readonly problem: 'dynamic' | 'value' | 'unknown'
  /** Span of the value; for an unknown field, of its name. */
  readonly span: SourceSpan
  /** The value in the source; for `dynamic` only if it is a choice between values. */
  readonly written?: string
  /** The most similar value or field. */
  readonly nearest?: string
}

type Ts = typeof ts
type Member = ts.MethodDeclaration | ts.Expression

export interface WrittenDefinition {
  readonly fields: Pick<ApiModel, 'description' | 'title' | 'guard' | 'scopes' | 'access' | 'effect' | 'readonly'>
  /** The address of its own, with the node of its value. */
  readonly http?: { readonly address: string; readonly node: ts.Node }
  readonly hasInput: boolean
  readonly hasOutput: boolean
  /** The `run` member, a method or a value. */
  readonly run: Member | undefined
  /** Fields that are missing, have an invalid value, or have a value that is known only at run time. */
  readonly problems: readonly FieldProblem[]
  /** The members by name, if the definition is an object literal. */
  readonly members: ReadonlyMap<string, ts.ObjectLiteralElementLike>
}

interface FieldProblem extends Pick<FieldFact, 'field' | 'problem' | 'written' | 'nearest'> {
  readonly node: ts.Node
}

const GUARDS = ['auto', 'confirm', 'forbidden']
/** Allowed strings of fields with a fixed set of values. */
const CHOICES: Readonly<Record<string, readonly string[]>> = {
  guard: GUARDS,
  maxGuard: GUARDS,
  effect: ['irreversible'],
  access: ['public', 'user'],
}
/** Fields that restrict who may call. `undefined` isn't a decision: the function would be open to more callers. */
const RESTRICTIONS: ReadonlySet<string> = new Set(['guard', 'access', 'scopes', 'effect'])
/** Fields of a definition of `api()`. */
const API_FIELDS: readonly string[] = [
  'description',
  'title',
  'input',
  'output',
  'guard',
  'maxGuard',
  'access',
  'scopes',
  'effect',
  'invalidates',
  'tags',
  'readonly',
  'http',
  'status',
  'cors',
  'timeoutMs',
  'eager',
  'leadsTo',
  'run',
]

/** Reads the definition of a tool. `call`: the call that it is passed to. `known`: the allowed fields. */
export function readDefinition(
  ts: Ts,
  checker: ts.TypeChecker,
  call: ts.Node,
  value: ts.Expression | undefined,
  known: readonly string[] = API_FIELDS,
): WrittenDefinition {
  const argument = value && unwrap(ts, value)
  if (argument === undefined || !ts.isObjectLiteralExpression(argument)) {
    const problems: FieldProblem[] = [{ field: 'definition', problem: 'dynamic', node: argument ?? call }]
    return {
      fields: { guard: 'auto', scopes: [] },
      hasInput: false,
      hasOutput: false,
      run: undefined,
      problems,
      members: new Map(),
    }
  }
  const { named, spread, members } = readMembers(ts, argument)
  const problems: FieldProblem[] = [
    ...spread.map((node): FieldProblem => ({ field: 'definition', problem: 'dynamic', node })),
    ...findUnknownFields(members, known),
  ]
  const read = <Value>(field: string, isValue: (value: unknown) => value is Value): Value | undefined => {
    const node = named.get(field)
    if (node === undefined) return undefined
    const found = ts.isMethodDeclaration(node) ? undefined : readKnownValue(ts, checker, node)
    const isAbsent = found?.value === undefined && !RESTRICTIONS.has(field)
    if (found !== undefined && (isAbsent || isValue(found.value))) return found.value as Value | undefined // just checked
    problems.push({
      field,
      node,
      ...(found === undefined ? describeDynamicValue(ts, node) : describeInvalidValue(field, node, found)),
    })
    return undefined
  }
  const description = read('description', isString)
  // The title of a function depends on the input, so lists of tools have none.
  const title = isFunction(ts, checker, named.get('title')) ? undefined : read('title', isString)
  const effect = read('effect', isEffect)
  const readonly = read('readonly', isBoolean)
  read('maxGuard', isGuard)
  const address = read('http', isString)
  const http = named.get('http')
  const guard = isFunction(ts, checker, named.get('guard')) ? 'function' : (read('guard', isGuard) ?? 'auto')
  const written = isFunction(ts, checker, named.get('access')) ? 'function' : read('access', isAccess)
  const scopes = (isRecord(written) ? written.scopes : read('scopes', isStringList)) ?? []
  const access = isRecord(written) ? 'scopes' : (written ?? (scopes.length > 0 ? 'scopes' : undefined))
  return {
    fields: {
      guard,
      scopes,
      ...(access !== undefined && { access }),
      ...(description !== undefined && { description }),
      ...(title !== undefined && { title }),
      ...(effect !== undefined && { effect }),
      ...(readonly !== undefined && { readonly }),
    },
    ...(address !== undefined && http !== undefined && { http: { address, node: http } }),
    hasInput: named.has('input'),
    hasOutput: named.has('output'),
    run: findRun(ts, members.get('run')),
    problems,
    members,
  }
}

/** Returns the value of `run` with its casts, which decide its type. */
function findRun(ts: Ts, member: ts.ObjectLiteralElementLike | undefined): Member | undefined {
  if (member === undefined || ts.isMethodDeclaration(member)) return member
  if (ts.isShorthandPropertyAssignment(member)) return member.name
  let value = ts.isPropertyAssignment(member) ? member.initializer : undefined
  while (value !== undefined && ts.isParenthesizedExpression(value)) value = value.expression
  return value
}

function findUnknownFields(members: WrittenDefinition['members'], known: readonly string[]): FieldProblem[] {
  return [...members].flatMap(([field, member]): FieldProblem[] => {
    if (known.includes(field) || member.name === undefined) return []
    const nearest = nearestName(
      field,
      known.filter((name) => !members.has(name)),
    )
    return [{ field, problem: 'unknown', node: member.name, ...(nearest !== undefined && { nearest }) }]
  })
}

/**
 * Describes a value that is known only at run time. For `a ? b : c`, includes its source, for a fix that makes it a
 * function.
 */
function describeDynamicValue(ts: Ts, node: ts.Node): Omit<FieldProblem, 'field' | 'node'> {
  const isChoice = ts.isConditionalExpression(node) || ts.isBinaryExpression(node)
  const isWhole = ts.isPropertyAssignment(node.parent) || ts.isParenthesizedExpression(node.parent)
  return { problem: 'dynamic', ...(isChoice && isWhole && { written: node.getText() }) }
}

function describeInvalidValue(
  field: string,
  node: ts.Node,
  { value }: StaticValue,
): Omit<FieldProblem, 'field' | 'node'> {
  const nearest = typeof value === 'string' ? nearestName(value, CHOICES[field] ?? []) : undefined
  return { problem: 'value', written: node.getText(), ...(nearest !== undefined && { nearest }) }
}

interface Members {
  readonly named: ReadonlyMap<string, Member>
  readonly spread: readonly ts.Node[]
  readonly members: WrittenDefinition['members']
}

function readMembers(ts: Ts, literal: ts.ObjectLiteralExpression): Members {
  const named = new Map<string, Member>()
  const members = new Map<string, ts.ObjectLiteralElementLike>()
  const spread: ts.Node[] = []
  for (const member of literal.properties) {
    const name = member.name && nameText(ts, member.name)
    if (name !== undefined) members.set(name, member)
    if (name === undefined) spread.push(member)
    else if (ts.isPropertyAssignment(member)) named.set(name, unwrap(ts, member.initializer))
    else if (ts.isShorthandPropertyAssignment(member)) named.set(name, member.name)
    else if (ts.isMethodDeclaration(member)) named.set(name, member)
  }
  return { named, spread, members }
}

/** Returns the literal value, or else the checker's literal type, as for a constant of another module. */
function readKnownValue(ts: Ts, checker: ts.TypeChecker, node: ts.Expression): StaticValue | undefined {
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

function isString(value: unknown): value is string {
  return typeof value === 'string'
}

function isStringList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(isString)
}

function isBoolean(value: unknown): value is boolean {
  return typeof value === 'boolean'
}

function isEffect(value: unknown): value is 'irreversible' {
  return value === 'irreversible'
}

function isAccess(value: unknown): value is 'public' | 'user' | { readonly scopes: string[] } {
  if (!isRecord(value)) return value === 'public' || value === 'user'
  const { scopes, ...rest } = value
  return isStringList(scopes) && scopes.length > 0 && Object.keys(rest).length === 0
}

function isGuard(value: unknown): value is 'auto' | 'confirm' | 'forbidden' {
  return isString(value) && GUARDS.includes(value)
}
