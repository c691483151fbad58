/** Converts the values that a route handler reads from `req` to members of one typed input. */
import { type CallExpression, Node } from 'ts-morph'
import { findUses, type Handler, NotConvertible, type Rewrite } from './http-response.ts'

export interface HandlerInput {
  readonly rewrites: readonly Rewrite[]
  /** Type such as `NewTodo` or `{ id: string }`. `undefined` for a handler without input. */
  readonly type?: string
  /** Schema of a library that validates the body: `newTodo` in `newTodo.parse(req.body)`. */
  readonly schema?: string
  /** Members of unknown type. */
  readonly untyped: readonly string[]
}

export interface RequestTypes {
  /** Types of the body and the query in the handler's signature. `undefined` if they aren't declared. */
  readonly body: string | undefined
  readonly query: string | undefined
}

type Part = 'params' | 'query' | 'body'

interface Use {
  readonly part: Part
  /** Node that the input, or a member of it, replaces. */
  readonly node: Node
  /** Members that it reads. `undefined` for the whole part. */
  readonly members: readonly string[] | undefined
  /** `req.body.title` reads one member; `const { title } = req.body` reads members of the whole. */
  readonly isMember: boolean
  readonly type?: string
  readonly schema?: string
}

/** Reads the input of a handler. `params` are the parameters of the path. Throws NotConvertible. */
export function readInput(
  handler: Handler,
  request: string,
  params: readonly string[],
  types: RequestTypes,
  skip?: Node,
): HandlerInput {
  const uses = findUses(handler, request, skip).map((use) => readUse(use, params))
  const schema = uses.find((use) => use.schema !== undefined)?.schema
  const parts = new Map(
    (['params', 'query', 'body'] as const).map((part) => [part, uses.filter((use) => use.part === part)]),
  )
  const ofBody = parts.get('body') ?? []
  const bodyType = types.body ?? ofBody.find(({ type }) => type !== undefined)?.type
  const [whole] = ofBody.filter(({ members }) => members === undefined)
  if (schema !== undefined) return { ...ofSchema(uses, params), schema, untyped: [] }
  if (whole !== undefined && bodyType === undefined)
    throw new NotConvertible(
      `Declare the type of the body, such as "${whole.node.getText()} as NewNote". It becomes the contract.`,
    )
  const others = listMembers(parts.get('params') ?? [], params)
  const isAlone = others.length === 0 && (parts.get('query') ?? []).length === 0
  // If the input has other members, a body that is passed on whole is a member itself.
  const inside = whole !== undefined && !isAlone ? 'input.body' : 'input'
  const query = types.query === undefined ? listUntypedQuery(parts.get('query') ?? [], params) : []
  const body = bodyType === undefined ? listUntypedBody(handler, ofBody, request) : []
  const members = [
    ...others,
    ...query,
    ...body.map(({ text }) => text),
    ...(inside === 'input' ? [] : [`body: ${bodyType}`]),
  ]
  refuseTwins(members)
  const written = [
    ...(members.length === 0 ? [] : [`{\n${members.map((member) => `  ${member}\n`).join('')}}`]),
    ...(types.query !== undefined && (parts.get('query') ?? []).length > 0 ? [types.query] : []),
    ...(bodyType !== undefined && ofBody.length > 0 && inside === 'input' ? [bodyType] : []),
  ]
  return {
    rewrites: uses.map((use) => rewriteUse(use, use.part === 'body' ? inside : 'input')),
    ...(written.length > 0 && { type: written.join(' & ') }),
    untyped: body.filter(({ known }) => !known).map(({ name }) => name),
  }
}

/** Converts `const data = newTodo.parse(req.body)`, which the pipeline has already validated. */
function ofSchema(uses: readonly Use[], params: readonly string[]): Pick<HandlerInput, 'rewrites'> {
  const [first] = uses
  if (params.length > 0 || uses.some(({ part, schema }) => part !== 'body' || schema !== first?.schema))
    throw new NotConvertible('Write one schema or type for the whole input, because the input of an api is one object.')
  return { rewrites: uses.map(({ node }) => ({ target: node, text: 'input' })) }
}

function readUse(use: Node, params: readonly string[]): Use {
  const access = use.getParent()
  const part = Node.isPropertyAccessExpression(access) ? access.getName() : undefined
  if (!Node.isPropertyAccessExpression(access) || !isPart(part))
    throw new NotConvertible(
      part === undefined
        ? 'The request is passed to another function here. Pass the required parts of input or ctx instead.'
        : `An api has no ${use.getText()}.${part}. Read it in src/ctx.ts, and use ctx.`,
    )
  const parent = access.getParent()
  if (Node.isPropertyAccessExpression(parent))
    return { part, node: parent, members: [parent.getName()], isMember: true }
  if (Node.isElementAccessExpression(parent)) {
    const name = parent.getArgumentExpression()
    if (!Node.isStringLiteral(name) || !/^[A-Za-z_$][\w$]*$/.test(name.getLiteralValue()))
      throw new NotConvertible('Name the member of the request that this reads, as an identifier.')
    return { part, node: parent, members: [name.getLiteralValue()], isMember: true }
  }
  if (Node.isCallExpression(parent) && /\.parse(?:Async)?$/.test(parent.getExpression().getText()))
    return {
      part,
      node: findAwait(parent),
      members: undefined,
      isMember: false,
      schema: findParser(parent),
    }
  const typed = Node.isAsExpression(parent) || Node.isSatisfiesExpression(parent)
  const node = typed ? parent : access
  const declaration = node.getParent()
  const declared = Node.isVariableDeclaration(declaration) ? declaration : undefined
  const type = (typed ? parent.getTypeNode() : declared?.getTypeNode())?.getText()
  const pattern = declared?.getNameNode()
  const members = Node.isObjectBindingPattern(pattern) ? boundBy(pattern.getElements()) : undefined
  if (members === undefined && part === 'params' && params.length > 0)
    return { part, node, members: params, isMember: false }
  if (members === undefined && part === 'query' && type === undefined)
    throw new NotConvertible(`Name the members of ${access.getText()} that this reads.`)
  return { part, node, members, isMember: false, ...(type !== undefined && { type }) }
}

function isPart(name: string | undefined): name is Part {
  return name === 'params' || name === 'query' || name === 'body'
}

function findAwait(call: Node): Node {
  const parent = call.getParent()
  return Node.isAwaitExpression(parent) ? parent : call
}

function findParser(call: CallExpression): string {
  const callee = call.getExpression()
  const schema = Node.isPropertyAccessExpression(callee) ? callee.getExpression() : callee
  if (!Node.isIdentifier(schema) || call.getArguments().length > 1 || schema.getText() in globalThis)
    throw new NotConvertible('Assign the schema of this body to a name, and set it as input.')
  return schema.getText()
}

/** Returns the names that a pattern reads: `a` and `b` of `{ a, b: c }`. `undefined` for a pattern with a rest. */
function boundBy(elements: readonly Node[]): readonly string[] | undefined {
  const names = elements.map((element) => {
    if (!Node.isBindingElement(element) || element.getDotDotDotToken() !== undefined) return undefined
    return element.getPropertyNameNode()?.getText() ?? element.getName()
  })
  return names.every((name) => name !== undefined) ? names : undefined
}

function rewriteUse({ node, members, isMember }: Use, inside: string): Rewrite {
  return { target: node, text: isMember ? `${inside}.${members?.[0]}` : inside }
}

/** Returns all parameters of the path. They are required, because a URL without one matches another route. */
function listMembers(uses: readonly Use[], params: readonly string[]): readonly string[] {
  const unknown = uses.flatMap(({ members = [] }) => members).find((name) => !params.includes(name))
  if (unknown !== undefined) throw new NotConvertible(`The path has no :${unknown}. Remove it, or add it to the path.`)
  return params.map((name) => `${name}: string`)
}

/** Returns query members, without path parameters that some routers include in the query. */
function listUntypedQuery(uses: readonly Use[], params: readonly string[]): readonly string[] {
  const names = new Set(uses.flatMap(({ members = [] }) => members).filter((name) => !params.includes(name)))
  return [...names].map((name) => `${name}?: string`)
}

interface Member {
  readonly name: string
  readonly text: string
  readonly known: boolean
}

/** Detects the type of a member from checks such as `typeof title !== 'string'` in the handler. */
function listUntypedBody(handler: Handler, uses: readonly Use[], request: string): readonly Member[] {
  const names = [...new Set(uses.flatMap(({ members = [] }) => members))]
  const text = handler.getText()
  return names.map((name) => {
    const checkedType = new RegExp(
      `typeof (?:${request}\\.body\\.)?${name} [!=]==? ['"](string|number|boolean)['"]`,
    ).exec(text)?.[1]
    return { name, text: `${name}: ${checkedType ?? 'unknown'}`, known: checkedType !== undefined }
  })
}

function refuseTwins(members: readonly string[]): void {
  const names = members.map((member) => member.split(/[?:]/)[0] ?? '')
  const twin = names.find((name, index) => names.indexOf(name) !== index)
  if (twin !== undefined)
    throw new NotConvertible(
      `"${twin}" occurs in more than one of path, query and body. Rename it, because the input of an api is one object.`,
    )
}
