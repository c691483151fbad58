/**
 * Reads the input of an api from its own file: members of builders, and the positions of members of builders and types.
 */

import type { ts } from '#program/typescript.ts'
import type { ObjectNode, TypeNode } from '#type-tree.ts'
import { findConstant, nameText, staticValue, unwrap } from '../modules/static-value.ts'
import { readValueImports } from '../modules/value-imports.ts'

type Ts = typeof ts
/** The path to a member of an input. */
export type Steps = readonly (string | number)[]

interface WrittenInput {
  /** The type that builders (`schema({ … })`) describe; undefined if the input isn't a builder. */
  readonly built: TypeNode | undefined
  /** Returns the name of the member at `steps`, if it is in this file. */
  placeOf(steps: Steps): ts.Node | undefined
}

/** Reads the input of the api that `file` exports by this name. */
export function readWrittenInput(tsModule: Ts, file: ts.SourceFile, exportName: string): WrittenInput {
  const call = apiCall(tsModule, file, exportName)
  const definition = call?.arguments[0] && unwrap(tsModule, call.arguments[0])
  const member = (name: string) =>
    definition && tsModule.isObjectLiteralExpression(definition)
      ? definition.properties.find((one) => one.name !== undefined && nameText(tsModule, one.name) === name)
      : undefined
  const input = member('input')
  const builders = new Builders(tsModule, file)
  if (input !== undefined) {
    const expression = tsModule.isPropertyAssignment(input) ? input.initializer : undefined
    const { type } = expression ? builders.read(expression) : { type: UNKNOWN }
    return {
      built: type.kind === 'object' ? type : undefined,
      placeOf: (steps) => expression && builders.findPlace(expression, steps),
    }
  }
  const run = member('run')
  const written = call?.typeArguments?.[0] ?? (run && callInput(tsModule, run))
  return { built: undefined, placeOf: (steps) => written && typePlace(tsModule, written, steps) }
}

function apiCall(tsModule: Ts, file: ts.SourceFile, exportName: string): ts.CallExpression | undefined {
  for (const statement of file.statements) {
    if (!tsModule.isVariableStatement(statement)) continue
    for (const { name, initializer } of statement.declarationList.declarations) {
      if (!tsModule.isIdentifier(name) || name.text !== exportName || initializer === undefined) continue
      const call = unwrap(tsModule, initializer)
      return tsModule.isCallExpression(call) ? call : undefined
    }
  }
  return undefined
}

interface Built {
  readonly type: TypeNode
  readonly optional: boolean
}

const UNKNOWN: TypeNode = { kind: 'unknown' }
/** Builders of values without members; the server checks their bounds. */
const SINGLE: Readonly<Record<string, TypeNode>> = {
  str: { kind: 'string' },
  date: { kind: 'string' },
  enums: { kind: 'string' },
  enum: { kind: 'string' },
  int: { kind: 'number' },
  num: { kind: 'number' },
  money: { kind: 'number' },
  bool: { kind: 'boolean' },
}

class Builders {
  readonly #ts: Ts
  /** Local name -> name of the builder. */
  readonly #names = new Map<string, string>()

  constructor(tsModule: Ts, file: ts.SourceFile) {
    this.#ts = tsModule
    for (const { specifier, names } of readValueImports(tsModule, file))
      if (specifier === '@fw/runtime') for (const [local, name] of names) this.#names.set(local, name)
  }

  read(given: ts.Expression): Built {
    const node = unwrap(this.#ts, given)
    if (this.#ts.isIdentifier(node)) {
      const constant = findConstant(this.#ts, node)
      return constant === undefined ? { type: UNKNOWN, optional: true } : this.read(constant)
    }
    if (!this.#ts.isCallExpression(node)) return { type: UNKNOWN, optional: true }
    const { expression: callee, arguments: inside } = node
    if (this.#ts.isPropertyAccessExpression(callee)) return this.#method(callee, inside)
    const name = this.#ts.isIdentifier(callee) ? this.#names.get(callee.text) : undefined
    if (name === undefined) return { type: UNKNOWN, optional: true }
    const [first, second] = inside
    if (name === 'schema' || name === 'obj') return { type: this.#object(first), optional: false }
    if (name === 'list') return { type: this.#list(first, second), optional: false }
    const type = SINGLE[name]
    return type === undefined ? { type: UNKNOWN, optional: true } : { type, optional: false }
  }

  /** Reads `.optional()` and similar methods after a builder. */
  #method({ expression, name }: ts.PropertyAccessExpression, given: readonly ts.Expression[]): Built {
    const { type, optional } = this.read(expression)
    switch (name.text) {
      case 'optional':
      case 'default':
        return { type, optional: true }
      case 'nullable':
        return { type: { kind: 'union', options: [type, { kind: 'null' }] }, optional }
      case 'min':
        return { type: type.kind === 'array' ? { ...type, ...this.#least(given[0]) } : type, optional }
      case 'max':
      case 'describe':
        return { type, optional }
      default:
        return { type: UNKNOWN, optional: true }
    }
  }

  #object(shape: ts.Expression | undefined): TypeNode {
    const members = this.#membersOf(shape)
    if (members === undefined) return UNKNOWN
    const properties = members.flatMap(({ name, value }) =>
      name === undefined
        ? []
        : [{ name, ...(value === undefined ? { type: UNKNOWN, optional: true } : this.read(value)) }],
    )
    const isWhole = properties.length === members.length
    return { kind: 'object', properties, ...(!isWhole && { index: UNKNOWN }) } satisfies ObjectNode
  }

  #list(item: ts.Expression | undefined, options: ts.Expression | undefined): TypeNode {
    const node = item && this.#literalOf(item)
    const items = node === undefined ? (item ? this.read(item).type : UNKNOWN) : this.#object(node)
    const given = options && unwrap(this.#ts, options)
    const least = this.#membersOf(given)?.find(({ name }) => name === 'min')?.value
    return { kind: 'array', items, ...this.#least(least) }
  }

  #least(given: ts.Expression | undefined): { readonly minItems?: number } {
    const value = given && staticValue(this.#ts, given)?.value
    return typeof value === 'number' ? { minItems: value } : {}
  }

  findPlace(given: ts.Expression, [step, ...rest]: Steps): ts.Node | undefined {
    const node = unwrap(this.#ts, given)
    if (this.#ts.isIdentifier(node)) {
      const constant = findConstant(this.#ts, node)
      return constant && step !== undefined ? this.findPlace(constant, [step, ...rest]) : undefined
    }
    const literal = this.#literalOf(node)
    if (literal === undefined) {
      if (!this.#ts.isCallExpression(node) || step === undefined) return undefined
      const { expression: callee, arguments: inside } = node
      if (this.#ts.isPropertyAccessExpression(callee)) return this.findPlace(callee.expression, [step, ...rest])
      const isList = this.#ts.isIdentifier(callee) && this.#names.get(callee.text) === 'list'
      const [first] = inside
      return first && this.findPlace(first, isList && typeof step === 'number' ? rest : [step, ...rest])
    }
    const found = this.#membersOf(literal)?.find(({ name }) => name === step)
    if (found === undefined || rest.length === 0) return found?.node
    return found.value && this.findPlace(found.value, rest)
  }

  #literalOf(given: ts.Expression): ts.ObjectLiteralExpression | undefined {
    const node = unwrap(this.#ts, given)
    return this.#ts.isObjectLiteralExpression(node) ? node : undefined
  }

  /** A member without a name is a spread or has a computed name. */
  #membersOf(shape: ts.Expression | undefined): Member[] | undefined {
    const literal = shape && this.#literalOf(shape)
    return literal?.properties.map((one) => ({
      name: one.name && nameText(this.#ts, one.name),
      node: one.name ?? one,
      value: this.#ts.isPropertyAssignment(one)
        ? one.initializer
        : this.#ts.isShorthandPropertyAssignment(one)
          ? one.name
          : undefined,
    }))
  }
}

interface Member {
  readonly name: string | undefined
  readonly node: ts.Node
  readonly value: ts.Expression | undefined
}

/** Returns `X` of `run: ({ input }: Call<X>)` and of `{ input: X }`. */
function callInput(tsModule: Ts, run: ts.ObjectLiteralElementLike): ts.TypeNode | undefined {
  const value = tsModule.isPropertyAssignment(run) ? unwrap(tsModule, run.initializer) : run
  if (!tsModule.isFunctionLike(value)) return undefined
  const type = value.parameters[0]?.type
  if (type === undefined) return undefined
  if (tsModule.isTypeReferenceNode(type)) return type.typeArguments?.[0]
  const input = tsModule.isTypeLiteralNode(type) ? memberNamed(tsModule, type.members, 'input') : undefined
  return input?.type
}

/** Follows types of this file, without type parameters. */
function typePlace(tsModule: Ts, type: ts.TypeNode, [step, ...rest]: Steps): ts.Node | undefined {
  if (step === undefined) return undefined
  if (tsModule.isParenthesizedTypeNode(type)) return typePlace(tsModule, type.type, [step, ...rest])
  if (tsModule.isIntersectionTypeNode(type) || tsModule.isUnionTypeNode(type)) {
    for (const one of type.types) {
      const found = typePlace(tsModule, one, [step, ...rest])
      if (found !== undefined) return found
    }
    return undefined
  }
  if (tsModule.isArrayTypeNode(type))
    return typeof step === 'number' ? typePlace(tsModule, type.elementType, rest) : undefined
  const members = tsModule.isTypeLiteralNode(type) ? type.members : findNamedMembers(tsModule, type)
  const found = members && memberNamed(tsModule, members, String(step))
  if (found === undefined || rest.length === 0) return found?.name
  return found.type && typePlace(tsModule, found.type, rest)
}

function findNamedMembers(tsModule: Ts, type: ts.TypeNode): readonly ts.TypeElement[] | undefined {
  if (!tsModule.isTypeReferenceNode(type) || !tsModule.isIdentifier(type.typeName)) return undefined
  const { text } = type.typeName
  for (const statement of type.getSourceFile().statements) {
    if (tsModule.isInterfaceDeclaration(statement) && statement.name.text === text) return statement.members
    if (
      tsModule.isTypeAliasDeclaration(statement) &&
      statement.name.text === text &&
      tsModule.isTypeLiteralNode(statement.type)
    )
      return statement.type.members
  }
  return undefined
}

function memberNamed(tsModule: Ts, members: readonly ts.TypeElement[], name: string): ts.PropertySignature | undefined {
  return members.find(
    (one): one is ts.PropertySignature => tsModule.isPropertySignature(one) && nameText(tsModule, one.name) === name,
  )
}
