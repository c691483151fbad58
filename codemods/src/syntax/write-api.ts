/** Converts a handler of `(req, res)` to an api. */
import { Node, type SourceFile, type Statement } from 'ts-morph'
import type { SourceEdits, Span } from '../codemod.ts'
import { type HandlerInput, type RequestTypes, readInput } from './http-input.ts'
import { findUses, type Handler, NotConvertible, type Rewrite, rewriteResponses } from './http-response.ts'
import { chooseName } from './imports.ts'
import { findFreeName, getStatementLines, listLineStarts, startWithComments, toPascalCase } from './source-positions.ts'

export interface Route {
  /** Statement to convert. */
  readonly statement: Statement
  readonly handler: Handler
  /** Name of the export. */
  readonly name: string
  /** Parameters of the path. */
  readonly params: readonly string[]
  readonly method: string
  /** Type arguments `<Params, Response, Body, Query>` of the call. */
  readonly typeArguments: readonly string[]
  /** Names of the middleware that ran before it. The api requires a scope for each. Defaults to none. */
  readonly before?: readonly string[]
  /** Whether code that can't be followed may have run before it. The api requires the scope `middleware`. */
  readonly isOpen?: boolean
  /** Part of the handler to remove. */
  readonly skip?: Node
}

export interface WrittenApi {
  /** Names that it needs from `@fw/runtime`. */
  readonly names: readonly string[]
  /** Text before the body of the handler, and its replacement. */
  readonly gone: Span
  readonly text: string
}

/**
 * Converts a route. Throws NotConvertible without changes. `given` contains the names that this run has added to the file, and
 * is extended.
 */
export function writeApi(file: SourceFile, edits: SourceEdits, route: Route, given: Set<string>): WrittenApi {
  const { statement, handler, skip, before = [], isOpen = false } = route
  const body = handler.getBody()
  if (body === undefined) throw new NotConvertible('Write the function of this route inline.')
  if (findUses(handler, 'arguments').length > 0)
    throw new NotConvertible('Use the parameters of this handler instead of arguments.')
  const [request, response, next] = handler.getParameters().map((parameter) => {
    if (!Node.isIdentifier(parameter.getNameNode()))
      throw new NotConvertible('Use plain names for the parameters of this handler.')
    return parameter.getName()
  })
  const responses = response === undefined ? [] : rewriteResponses(handler, { response, next, skip })
  const input =
    request === undefined ? NO_INPUT : readInput(handler, request, route.params, getRequestTypes(route), skip)
  const gone = skip === undefined ? [] : [{ target: getStatementLines(skip), text: '' }]
  const rewrites = [...responses, ...input.rewrites, ...gone]
  const name = findFreeName(file, route.name, given)
  given.add(name)
  const [maker, callType] = [
    chooseName(file, '@fw/runtime', 'api', 'defineApi'),
    chooseName(file, '@fw/runtime', 'Call', 'ApiCall'),
  ]
  const { type, declaration } = inputType(file, input, { name, callType: callType.local, given })
  edits.insert(startWithComments(statement), declaration)
  describe(edits, statement)
  if (input.untyped.length > 0)
    edits.leave(statement, `Declare the types of these members of the input: ${input.untyped.join(', ')}.`)
  if (before.length > 0)
    edits.leave(
      statement,
      `${before.join(' and ')} ran before this route: return these scopes from src/ctx.ts for callers that it let through.`,
    )
  if (isOpen)
    edits.leave(
      statement,
      'The codemod cannot follow which middleware ran before this route: return the scope middleware from src/ctx.ts for callers that it let through.',
    )
  const scopes = isOpen ? [...new Set([...before, 'middleware'])] : before
  const members = [
    ...(route.method === 'get' ? ['readonly: true'] : []),
    ...(route.method === 'delete' ? [`guard: 'confirm'`] : []),
    ...(scopes.length === 0 ? [] : [`scopes: [${scopes.map((one) => `'${one}'`).join(', ')}]`]),
    ...(input.schema === undefined ? [] : [`input: ${input.schema}`]),
    `run: ${handler.isAsync() ? 'async ' : ''}(${type}) => `,
  ]
  const open = `export const ${name} = ${maker.local}({\n${members.map((line) => `  ${line}`).join(',\n')}`
  const end = statement.getText().endsWith(';') ? ';' : ''
  edits.replace({ start: statement.getStart(), end: body.getStart() }, open)
  const isIndented = needsIndent(body)
  for (const { target, text } of rewrites) edits.replace(target, isIndented ? text.replaceAll('\n', '\n  ') : text)
  if (isIndented) indent(edits, body, rewrites)
  edits.replace({ start: body.getEnd(), end: statement.getEnd() }, `,\n})${end}`)
  const throws = rewrites.some(({ text }) => text.includes('new FwError('))
  return {
    names: [
      maker.written,
      ...(throws ? ['FwError'] : []),
      ...(type.includes(`${callType.local}<`) ? [`type ${callType.written}`] : []),
    ],
    gone: { start: statement.getStart(), end: body.getStart() },
    text: `${declaration}${open}`,
  }
}

const NO_INPUT: HandlerInput = { rewrites: [], untyped: [] }

/** Returns the type arguments of the call, or of `Request` at the handler's first parameter. */
function getRequestTypes({ handler, typeArguments }: Route): RequestTypes {
  const type = handler.getParameters()[0]?.getTypeNode()
  const given = Node.isTypeReference(type) ? type.getTypeArguments().map((one) => one.getText()) : []
  const [, , body, query] = typeArguments.length > 0 ? typeArguments : given
  const omitUnknown = (text: string | undefined) =>
    /^(?:any|unknown|never|\{\}|ParsedQs|)$/.test(text ?? '') ? undefined : text
  return { body: omitUnknown(body), query: omitUnknown(query) }
}

interface InputNames {
  /** Name of the api. */
  readonly name: string
  /** Local name of the type `Call`. */
  readonly callType: string
  readonly given: Set<string>
}

function inputType(file: SourceFile, { type, schema, rewrites }: HandlerInput, { name, callType, given }: InputNames) {
  if (rewrites.length === 0 && type === undefined) return { type: '', declaration: '' }
  if (schema !== undefined || type === undefined) return { type: '{ input }', declaration: '' }
  const parameter = rewrites.length === 0 ? '_' : '{ input }'
  if (/^[\w.]+$/.test(type)) return { type: `${parameter}: ${callType}<${type}>`, declaration: '' }
  const own = findFreeName(file, `${toPascalCase(name)}Input`, given)
  given.add(own)
  const declaration = /^\{[^&]*\}$/.test(type) ? `interface ${own} ${type}\n\n` : `type ${own} = ${type}\n\n`
  return { type: `${parameter}: ${callType}<${own}>`, declaration }
}

/** Converts the comment above to a doc comment, which agents read. */
function describe(edits: SourceEdits, statement: Statement): void {
  const doc = statement.getStart(true) < statement.getStart()
  if (doc) return
  const [start, end] = [startWithComments(statement), statement.getStart()]
  const lines = statement.getSourceFile().getFullText().slice(start, end).split('\n')
  const words = lines.map((line) => line.trim().replace(/^\/\/+\s*/, '')).filter(Boolean)
  if (words.length === 0 || lines.some((line) => line.includes('fw-codemod') || line.includes('*/')))
    edits.leave(statement, 'Describe this api in a doc comment, which agents read to choose a tool.')
  else edits.replace({ start, end }, `/** ${words.join(' ')} */\n`)
}

/** Returns whether the lines of a body aren't indented yet. */
function needsIndent(body: Node): boolean {
  const text = body.getSourceFile().getFullText()
  return Node.isBlock(body) && text.slice(text.lastIndexOf('\n', body.getEnd() - 1) + 1).startsWith('}')
}

/** Indents a body by two spaces. */
function indent(edits: SourceEdits, body: Node, rewrites: readonly Rewrite[]): void {
  const spans = rewrites.map(({ target }) =>
    target instanceof Node ? { start: target.getStart(), end: target.getEnd() } : target,
  )
  for (const at of listLineStarts(body))
    if (!spans.some(({ start, end }) => start <= at && at < end)) edits.insert(at, '  ')
}
