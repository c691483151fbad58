import { type CallExpression, Node, type SourceFile, SyntaxKind } from 'ts-morph'
import { defineCodemod, type SourceEdits } from '#codemods/codemod.ts'
import { becomeApp } from '#codemods/syntax/become-app.ts'
import { addImport, chooseName, importsFrom, localName, removeImport } from '#codemods/syntax/imports.ts'
import { getStatementLines, moduleName } from '#codemods/syntax/source-positions.ts'
import { toolResult } from '#codemods/syntax/tool-result.ts'

const SDK = /^@modelcontextprotocol\/(?:sdk|server)(?:\/|$)/

const AUTH = /^@modelcontextprotocol\//
/** Middleware of the SDK that refuses requests without a valid token. */
const BEARER = 'requireBearerAuth'

/**
 * Converts each tool of an MCP server to a typed function: the same tool at `/_fw/mcp`, plus an endpoint and a command.
 */
export const mcpServerToolsToApi = defineCodemod({
  id: 'mcp-server-tools-to-api',
  title: 'Convert the tools of an MCP server to apis in src/server.',
  transform(app) {
    let found = 0
    let whole = 0
    const check = app.sources.map((file) => localName(file, AUTH, BEARER)).some((name) => name !== undefined)
    const scopes = check ? [BEARER] : []
    for (const file of app.sources) {
      const serverClass = localName(file, SDK, 'McpServer')
      const server = serverClass && findVariable(file, serverClass)
      if (server === undefined) continue
      const edits = app.edit(file)
      const calls = findCalls(file, server)
      const converted = calls.filter((call) => convertTool(file, edits, call, scopes))
      if (converted.length === 0) continue
      addImport(file, edits, '@fw/runtime', chooseName(file, '@fw/runtime', 'api', 'defineApi').written)
      leaveTransport(edits, converted, scopes)
      found += 1
      if (converted.length === calls.length) {
        whole += 1
        leaveOptions(file, edits, serverClass, converted)
        removeServer(file, edits, server)
      }
      edits.moveTo(`src/server/${moduleName(file, /[-_.]?(?:mcp|server|tools)\b/g, 'tools')}.api.ts`)
    }
    const isWhole = found === whole && !app.sources.some((file) => usesClient(file))
    if (found > 0)
      becomeApp(app, { drop: isWhole ? ['@modelcontextprotocol/sdk', '@modelcontextprotocol/server'] : [] })
  },
})

/** Returns whether the file is an MCP client, which doesn't change and needs the package. */
function usesClient(file: SourceFile): boolean {
  return importsFrom(file, SDK).some((declaration) => declaration.getModuleSpecifierValue().includes('/client'))
}

function findVariable(file: SourceFile, serverClass: string): string | undefined {
  return file
    .getDescendantsOfKind(SyntaxKind.NewExpression)
    .find((made) => made.getExpression().getText() === serverClass)
    ?.getParentIfKind(SyntaxKind.VariableDeclaration)
    ?.getName()
}

/** Returns the calls on the server, except `connect` and `close`. */
function findCalls(file: SourceFile, server: string): readonly CallExpression[] {
  return file
    .getDescendantsOfKind(SyntaxKind.CallExpression)
    .filter((call) => call.getExpression().getText().startsWith(`${server}.`))
    .filter((call) => !/\.(?:connect|close)$/.test(call.getExpression().getText()))
}

/** Converts a tool. The api requires the scopes. Returns whether it is an api now. */
function convertTool(file: SourceFile, edits: SourceEdits, call: CallExpression, scopes: readonly string[]): boolean {
  const method = call.getExpression().getText().split('.').at(-1)
  const statement = call.getParentIfKind(SyntaxKind.ExpressionStatement)
  const [name, ...rest] = call.getArguments()
  const handler = rest.at(-1)
  if ((method !== 'registerTool' && method !== 'tool') || !Node.isStringLiteral(name)) {
    edits.leave(call, 'Only tools are converted. Convert this registration by hand.')
    return false
  }
  if (statement?.getParent() !== file || !(Node.isArrowFunction(handler) || Node.isFunctionExpression(handler))) {
    edits.leave(call, 'Register this tool at the top level of the module, with an inline function.')
    return false
  }
  const result = toolResult(handler)
  const parameters = handler.getParameters()
  const reason =
    parameters.length > 1 ? 'The second parameter of the handler has no equivalent. See Call.' : result.reason
  if (reason !== undefined || exportName(name.getLiteralValue()) === undefined) {
    edits.leave(call, reason ?? 'Use only letters and digits in the name of this tool.')
    return false
  }
  const read = method === 'registerTool' ? configMembers(rest[0], file) : legacyMembers(rest.slice(0, -1), file)
  const { left, isHarmless } = read
  // A tool of MCP is destructive by default, and its clients ask the user before they call it.
  const guard = isHarmless ? [] : [`guard: 'confirm'`]
  const access = scopes.length === 0 ? [] : [`scopes: [${scopes.map((scope) => `'${scope}'`).join(', ')}]`]
  const members = [...read.members, ...guard, ...access]
  if (left.length > 0) edits.leave(statement, `Convert these options of the tool by hand: ${left.join(', ')}.`)
  const taken = parameters[0]?.getNameNode().getText()
  const pattern = taken === undefined ? '' : taken === 'input' ? '{ input }' : `{ input: ${taken} }`
  const lines = [...members, `run: async (${pattern}) => `].map((line) => `  ${line}`).join(',\n')
  const body = handler.getBody()
  edits.replace(
    { start: statement.getStart(), end: body.getStart() },
    `export const ${exportName(name.getLiteralValue())} = ${chooseName(file, '@fw/runtime', 'api', 'defineApi').local}({\n${lines}`,
  )
  for (const { node, text } of result.returns) edits.replace(node, text)
  edits.replace({ start: body.getEnd(), end: statement.getEnd() }, `,\n})`)
  return true
}

/** Converts `get-weather` to `getWeather`. */
function exportName(tool: string): string | undefined {
  const name = tool.replace(/[^A-Za-z0-9]+(.)?/g, (_all, next: string | undefined) => next?.toUpperCase() ?? '')
  return /^[A-Za-z][A-Za-z0-9]*$/.test(name) ? name : undefined
}

interface ToolMembers {
  /** Members of the api. */
  readonly members: readonly string[]
  /** Options without an equivalent member of an api. */
  readonly left: readonly string[]
  /** Whether a hint declares that the tool destroys nothing. */
  readonly isHarmless?: boolean
}

function configMembers(config: Node | undefined, file: SourceFile): ToolMembers {
  if (!Node.isObjectLiteralExpression(config)) return { members: [], left: config ? [config.getText()] : [] }
  return join(
    config.getProperties().map((property) => {
      if (!Node.isPropertyAssignment(property)) return { members: [], left: [property.getText()] }
      const value = property.getInitializerOrThrow()
      const name = property.getName()
      if (name === 'title' || name === 'description') return { members: [`${name}: ${value.getText()}`], left: [] }
      if (name === 'inputSchema') return { members: [`input: ${schemaText(value, file)}`], left: [] }
      if (name === 'outputSchema') return { members: [`output: ${schemaText(value, file)}`], left: [] }
      return name === 'annotations' ? hintMembers(value) : { members: [], left: [name] }
    }),
  )
}

/** Reads the arguments of `tool(name, description?, shape?, annotations?, handler)` in the first SDKs. */
function legacyMembers(args: readonly Node[], file: SourceFile): ToolMembers {
  return join(
    args.map((argument) => {
      if (Node.isStringLiteral(argument)) return { members: [`description: ${argument.getText()}`], left: [] }
      if (!Node.isObjectLiteralExpression(argument))
        return { members: [`input: ${schemaText(argument, file)}`], left: [] }
      const names = argument.getProperties().map((property) => property.getText().split(':')[0] ?? '')
      if (names.length === 0) return { members: [], left: [] }
      if (names.every((name) => HINTS.includes(name))) return hintMembers(argument)
      return { members: [`input: ${schemaText(argument, file)}`], left: [] }
    }),
  )
}

function join(parts: readonly ToolMembers[]): ToolMembers {
  return {
    members: parts.flatMap(({ members }) => members),
    left: parts.flatMap(({ left }) => left),
    isHarmless: parts.some(({ isHarmless }) => isHarmless),
  }
}

/** Converts a shape of schemas to an object schema. */
function schemaText(value: Node, file: SourceFile): string {
  const z = localName(file, /^zod(?:\/v4)?$/, 'z') ?? 'z'
  return Node.isObjectLiteralExpression(value) ? `${z}.object(${value.getText()})` : value.getText()
}

const HINTS = ['title', 'readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint']

function hintMembers(hints: Node): ToolMembers {
  if (!Node.isObjectLiteralExpression(hints)) return { members: [], left: ['annotations'] }
  const texts = hints.getProperties().map((property) => property.getText())
  const isReadonly = texts.includes('readOnlyHint: true')
  const left = texts.filter((text) => !/^(?:readOnlyHint|destructiveHint): (?:true|false)$/.test(text))
  return {
    members: isReadonly ? ['readonly: true'] : [],
    left: left.map((text) => text.split(':')[0] ?? text),
    isHarmless: !texts.includes('destructiveHint: true') && (isReadonly || texts.includes('destructiveHint: false')),
  }
}

/** Leaves a comment about the callers that the transport of the server kept out. */
function leaveTransport(edits: SourceEdits, [first]: readonly CallExpression[], scopes: readonly string[]): void {
  if (first === undefined) return
  if (scopes.length > 0)
    edits.leave(
      first,
      `${scopes.join(' and ')} ran before these tools: return these scopes from src/ctx.ts for callers that it let through.`,
    )
  else
    edits.leave(
      first,
      'The transport no longer protects these tools: neither stdio, nor middleware that checks a bearer token. fw serves them over HTTP, so identify the caller in src/ctx.ts and restrict access with scopes.',
    )
}

/** Leaves a comment about each option of the server, because its declaration is removed. */
function leaveOptions(
  file: SourceFile,
  edits: SourceEdits,
  serverClass: string | undefined,
  tools: readonly CallExpression[],
): void {
  const made = file
    .getDescendantsOfKind(SyntaxKind.NewExpression)
    .find((one) => one.getExpression().getText() === serverClass)
  const options = made?.getArguments()[1]
  const names = Node.isObjectLiteralExpression(options)
    ? options.getProperties().map((property) => property.getText().split(/[:(]/)[0] ?? '')
    : options === undefined
      ? []
      : [options.getText()]
  const left = names.filter((name) => name !== 'capabilities')
  if (left.length > 0 && tools[0] !== undefined)
    edits.leave(tools[0], `Move these options of the server to src/mcp.ts: ${left.join(', ')}.`)
}

/** Removes the server, its transports and their connection, because fw serves the tools. */
function removeServer(file: SourceFile, edits: SourceEdits, server: string): void {
  const transports = file
    .getDescendantsOfKind(SyntaxKind.NewExpression)
    .filter((made) => /Transport$/.test(made.getExpression().getText()))
    .flatMap((made) => made.getParentIfKind(SyntaxKind.VariableDeclaration)?.getName() ?? [])
  const gone = [server, ...transports]
  for (const statement of file.getStatements()) {
    const text = statement.getText()
    const declares =
      Node.isVariableStatement(statement) && gone.includes(statement.getDeclarations()[0]?.getName() ?? '')
    if (!declares && !new RegExp(`^(?:await )?${server}\\.(?:connect|close)\\(`).test(text)) continue
    edits.replace(getStatementLines(statement), '')
  }
  for (const declaration of importsFrom(file, SDK)) removeImport(edits, declaration)
  const shebang = /^#!.*\r?\n/.exec(file.getFullText())?.[0].length ?? 0
  if (shebang > 0) edits.replace({ start: 0, end: shebang }, '')
}
