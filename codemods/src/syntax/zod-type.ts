/** Converts a zod schema to a type, with the limits as tags of a doc comment. */
import { type CallExpression, Node } from 'ts-morph'

interface ZodType {
  readonly type: string
  /** Lines of the property's doc comment: prose first, then tags. */
  readonly doc: readonly string[]
  readonly optional: boolean
}

/** A member of a schema that no type can express, and what to do instead. */
interface LeftMember {
  readonly member: Node
  readonly reason: string
}

/** Error for a schema that no type can express. The message suggests an alternative. */
export class NoType extends Error {
  /** Members that the error is about. Empty for the schema as a whole. */
  readonly members: readonly LeftMember[]

  constructor(message: string, members: readonly LeftMember[] = []) {
    super(message)
    this.members = members
  }
}

/** Converts a schema. `z` is the name of zod in the file. Throws NoType. */
export function typeOfZod(expression: Node | undefined, z: string, indent = ''): ZodType {
  if (!Node.isCallExpression(expression)) throw new NoType('Write this schema as a type, because it is not inline.')
  if (expression.getText().startsWith(`${z}.coerce.`))
    throw new NoType('Write the type that callers send, and convert the value in run, because contracts do not coerce.')
  const [base, ...methods] = readChain(expression, z)
  if (base === undefined) throw new NoType('Write this schema as a type, because it is not inline.')
  const first = baseType(base, z, indent)
  return methods.reduce<ZodType>((found, link) => applyMethod(found, link), first)
}

interface Link {
  readonly name: string
  readonly call: CallExpression
}

/** Splits `z.string().min(1)` into `string` and `min`. Returns an empty list if the chain doesn't begin with `z`. */
function readChain(expression: CallExpression, z: string): readonly Link[] {
  const links: Link[] = []
  for (let call: Node = expression; Node.isCallExpression(call); ) {
    const callee = call.getExpression()
    if (!Node.isPropertyAccessExpression(callee)) return []
    const target = callee.getExpression()
    const isoOf = Node.isPropertyAccessExpression(target) && target.getText() === `${z}.iso`
    links.unshift({ name: isoOf ? `iso.${callee.getName()}` : callee.getName(), call })
    if (target.getText() === z || isoOf) return links
    call = target
  }
  return []
}

const PLAIN: Readonly<Record<string, readonly [string, ...string[]]>> = {
  string: ['string'],
  number: ['number'],
  int: ['number', '@integer'],
  boolean: ['boolean'],
  bigint: ['bigint'],
  date: ['Date'],
  null: ['null'],
  unknown: ['unknown'],
  email: ['string', '@format email'],
  uuid: ['string', '@format uuid'],
  url: ['string', '@format uri'],
  'iso.datetime': ['string', '@format date-time'],
  'iso.date': ['string', '@format date'],
}

/** Number of arguments that a base type converts. Other arguments are limits, unless they are messages. */
const ARGUMENTS: Readonly<Record<string, number>> = {
  literal: 1,
  enum: 1,
  array: 1,
  tuple: 1,
  union: 1,
  record: 2,
  object: 1,
  strictObject: 1,
}

/** Throws NoType if the call has arguments after the first `count` ones that aren't messages. */
function refuseOptions(call: CallExpression, name: string, count: number): void {
  if (!call.getArguments().slice(count).every(isMessage))
    throw new NoType(`Implement the options of ${name}() in run, or write this member as a type by hand.`)
}

/** Returns whether the argument only sets the message of an issue: `'Too short.'`, `{ error: 'Too short.' }`. */
function isMessage(argument: Node): boolean {
  if (Node.isStringLiteral(argument) || Node.isNoSubstitutionTemplateLiteral(argument)) return true
  if (!Node.isObjectLiteralExpression(argument)) return false
  const names = /^(?:error|message|description|required_error|invalid_type_error)$/
  return argument
    .getProperties()
    .every(
      (one) => (Node.isPropertyAssignment(one) || Node.isShorthandPropertyAssignment(one)) && names.test(one.getName()),
    )
}

function baseType({ name, call }: Link, z: string, indent: string): ZodType {
  const argument = call.getArguments()[0]
  const plain = PLAIN[name]
  if (plain !== undefined || name in ARGUMENTS) refuseOptions(call, `${z}.${name}`, ARGUMENTS[name] ?? 0)
  if (plain !== undefined) return { type: plain[0], doc: plain.slice(1), optional: false }
  const of = (type: string): ZodType => ({ type, doc: [], optional: false })
  const item = (node: Node | undefined) => bare(typeOfZod(node, z, indent))
  switch (name) {
    case 'literal':
      return of(printLiteral(argument))
    case 'enum':
      return of(listElements(argument).map(printLiteral).join(' | '))
    case 'array':
      return of(toArrayType(item(argument)))
    case 'tuple':
      return of(`[${listElements(argument).map(item).join(', ')}]`)
    case 'union':
      return of(listElements(argument).map(item).join(' | '))
    case 'record':
      return of(`Record<string, ${item(readRecordValue(call, z))}>`)
    case 'object':
    case 'strictObject':
      return of(membersOfZod(argument, z, indent))
    default:
      throw new NoType(`Write ${z}.${name}() as a type.`)
  }
}

/** Returns the schema of the values. Throws NoType if the keys have limits. */
function readRecordValue(call: CallExpression, z: string): Node | undefined {
  const [first, second] = call.getArguments()
  if (second === undefined) return first
  if (first?.getText().replace(/\s+/g, '') === `${z}.string()`) return second
  throw new NoType('Check the keys of this record in run, or write this member as a type by hand.')
}

/** Converts `z.object({ … })` to `{ … }`, with the doc comments of its members. */
export function membersOfZod(shape: Node | undefined, z: string, indent: string): string {
  if (!Node.isObjectLiteralExpression(shape)) throw new NoType('Write this schema as a type, because it is not inline.')
  const inner = `${indent}  `
  const left: LeftMember[] = []
  const members = shape.getProperties().map((property) => {
    if (!Node.isPropertyAssignment(property)) {
      left.push({ member: property, reason: `${property.getText()}: Write this member as a type.` })
      return ''
    }
    const name = property.getNameNode().getText()
    try {
      const { type, doc, optional } = typeOfZod(property.getInitializer(), z, inner)
      return `${docComment(doc, inner)}${inner}${name}${optional ? '?' : ''}: ${type}\n`
    } catch (error) {
      if (!(error instanceof NoType)) throw error
      const own = [{ member: property, reason: `${name}: ${error.message}` }]
      left.push(...(error.members.length > 0 ? error.members : own))
      return ''
    }
  })
  // Report all members at once, so that each gets a comment.
  if (left.length > 0) throw new NoType('Write these members as types.', left)
  return members.length === 0 ? 'Record<never, never>' : `{\n${members.join('')}${indent}}`
}

function docComment(doc: readonly string[], indent: string): string {
  if (doc.length === 0) return ''
  if (doc.length === 1) return `${indent}/** ${doc[0]} */\n`
  return `${indent}/**\n${doc.map((line) => `${indent} * ${line}\n`).join('')}${indent} */\n`
}

/** Tags by kind of value and method. `$` is replaced with the argument. */
const TAGS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  string: {
    min: '@minLength $',
    max: '@maxLength $',
    length: '@minLength $ @maxLength $',
    nonempty: '@minLength 1',
    email: '@format email',
    url: '@format uri',
    uuid: '@format uuid',
    datetime: '@format date-time',
  },
  number: {
    min: '@minimum $',
    gte: '@minimum $',
    max: '@maximum $',
    lte: '@maximum $',
    gt: '@exclusiveMinimum $',
    lt: '@exclusiveMaximum $',
    int: '@integer',
    positive: '@exclusiveMinimum 0',
    nonnegative: '@minimum 0',
    multipleOf: '@multipleOf $',
  },
  array: { min: '@minItems $', max: '@maxItems $', nonempty: '@minItems 1' },
}

function applyMethod(found: ZodType, { name, call }: Link): ZodType {
  const argument = call.getArguments()[0]
  const { type, doc } = found
  if (name === 'optional') return { ...found, optional: true }
  if (name === 'nullable') return { ...found, type: `${type} | null` }
  if (name === 'nullish') return { ...found, type: `${type} | null`, optional: true }
  if (name === 'strict') return found
  if (name === 'array') return { ...found, type: toArrayType(bare(found)), doc: [] }
  if (name === 'describe' && Node.isStringLiteral(argument) && !/\*\/|```|(?:^|\s)@/.test(argument.getLiteralValue()))
    return { ...found, doc: [argument.getLiteralValue().replace(/\s+/g, ' '), ...doc] }
  if (name === 'describe')
    throw new NoType('Write this description in a doc comment, which cannot contain it as it is.')
  const tag = name === 'regex' ? '@pattern $' : TAGS[type.endsWith('[]') ? 'array' : type]?.[name]
  if (tag === undefined) throw new NoType(`Implement .${name}() in run, or write this member as a type by hand.`)
  const tags = tag.split(/ (?=@)/)
  refuseOptions(call, `.${name}`, tag.includes('$') ? 1 : 0)
  const twin = tags.map((one) => one.split(' ')[0] ?? '').find((one) => doc.some((line) => line.split(' ')[0] === one))
  if (twin !== undefined) throw new NoType(`Write one limit in place of two: both become ${twin}.`)
  if (!tag.includes('$')) return { ...found, doc: [...doc, ...tags] }
  const limit = name === 'regex' ? readPattern(argument) : readLimit(argument, name)
  return { ...found, doc: [...doc, ...tags.map((one) => one.replace('$', () => limit))] }
}

function readLimit(argument: Node | undefined, name: string): string {
  const text = argument?.getText() ?? ''
  if (!/^-?[\d_.]+$/.test(text)) throw new NoType(`Write the limit of .${name}() as a number.`)
  return text.replaceAll('_', '')
}

/** Returns the regular expression as a tag has it: in backticks if the tag would end earlier. */
function readPattern(argument: Node | undefined): string {
  const [, pattern] = /^\/(.*)\/$/.exec(argument?.getText() ?? '') ?? []
  if (pattern === undefined || !Node.isRegularExpressionLiteral(argument))
    throw new NoType('Write this regular expression inline and without flags.')
  if (/\*\/|`|(?:^|\s)@/.test(pattern))
    throw new NoType('Match this regular expression in run, because a doc comment cannot contain it.')
  return /\s/.test(pattern) ? `\`${pattern}\`` : pattern
}

/** Returns the type in a position without a doc comment. Throws if limits would be lost. */
function bare({ type, doc, optional }: ZodType): string {
  if (doc.length > 0)
    throw new NoType(`Declare ${type} with ${doc.join(' ')} as a named type, and use it in the list or union.`)
  return optional ? `${type} | undefined` : type
}

function toArrayType(type: string): string {
  return type.includes('|') ? `(${type})[]` : `${type}[]`
}

function listElements(list: Node | undefined): readonly Node[] {
  if (!Node.isArrayLiteralExpression(list)) throw new NoType('Write this list as a type, because it is not inline.')
  return list.getElements()
}

function printLiteral(node: Node | undefined): string {
  const text = node?.getText() ?? ''
  if (Node.isStringLiteral(node) || /^(?:-?[\d.]+|true|false|null)$/.test(text)) return text
  throw new NoType('Write this literal as a type.')
}
