/** The types of the tools that other servers have: `.fw/types/remote-tools.d.ts`. Names, texts and schemas are strangers'. */
import { escapeHidden } from '@fw/runtime/contract'
import { foreignSchema, toProse } from './foreign-schema.ts'
import { parseModule } from './parse-module.ts'
import { declareTools, type SchemaTool } from './schema-types.ts'

/** What a server listed. */
export interface TypedServer {
  /** As `docs`. */
  readonly name: string
  /** Of its address, with the port that it names. */
  readonly host: string
  readonly tools: readonly TypedTool[]
}

export interface TypedTool {
  /** The server's name of it. */
  readonly tool: string
  /** The agent's, as `mcp_docs.search`; absent where it can have none. */
  readonly name?: string
  readonly description: string
  /** JSON Schemas, as the server wrote them. */
  readonly input: unknown
  readonly output?: unknown
}

export interface RemoteTypes {
  readonly text: string
  /** Schemas without a type, with the reason; theirs is `unknown`. */
  readonly problems: readonly string[]
}

const ROOT = 'RemoteTools'

/**
 * Declares `RemoteTools`, by the agent's name of each tool, and registers the servers' names, which the filters of
 * `defineAgent({ mcp })` are checked against. Rejects for nothing that a server can say.
 */
export async function emitRemoteTypes(servers: readonly TypedServer[]): Promise<RemoteTypes> {
  const problems: string[] = []
  const tools = new Map<string, SchemaTool>()
  for (const { name, ...tool } of servers.flatMap(({ tools }) => tools))
    if (name !== undefined && !tools.has(name)) tools.set(name, safeTool(name, tool, problems))
  const declared = await declareSafely([...tools.values()], problems)
  const names = servers.flatMap(({ name, host, tools }) => [
    `      ${JSON.stringify(name)}: {`,
    `        host: ${JSON.stringify(host)}`,
    `        tools: ${tools.map(({ tool }) => JSON.stringify(tool)).join(' | ') || 'never'}`,
    '      }',
  ])
  const text = [
    // An app that only names `@fw/runtime/agent` would not load the module whose interface this adds to.
    "import type {} from '@fw/runtime'",
    '',
    declared,
    '',
    "declare module '@fw/runtime' {",
    '  interface Register {',
    `    remoteTools: ${ROOT}`,
    '    remoteServers: {',
    ...names,
    '    }',
    '  }',
    '}',
    '',
  ].join('\n')
  return { text: escapeHidden(text, '\n'), problems }
}

function safeTool(
  name: string,
  { description, input, output }: Omit<TypedTool, 'name'>,
  problems: string[],
): SchemaTool {
  const side = (schema: unknown, what: string) => {
    const read = foreignSchema(schema)
    if ('schema' in read) return read.schema
    problems.push(`The type of ${what} of ${name} is unknown: ${read.problem}.`)
    return {}
  }
  return {
    name,
    description: toProse(description),
    input: side(input, 'the input'),
    ...(output !== undefined && { output: side(output, 'the output') }),
  }
}

/** All at once, and where that fails without those that make it fail. */
async function declareSafely(tools: readonly SchemaTool[], problems: string[]): Promise<string> {
  const together = await declare(tools)
  if (together !== undefined) return together
  const bad = new Set(await findBad(tools))
  for (const { name } of bad)
    problems.push(`The types of ${name} are unknown: nothing can be written from its schemas.`)
  const kept = tools.map((tool) =>
    bad.has(tool) ? { name: tool.name, input: {}, ...(tool.output && { output: {} }) } : tool,
  )
  return (await declare(kept)) ?? (await declareTools(ROOT, []))
}

/** Of tools that fail together, those that fail alone: by halves, since there may be many of them. */
async function findBad(tools: readonly SchemaTool[]): Promise<readonly SchemaTool[]> {
  if (tools.length === 1) return tools
  const middle = Math.ceil(tools.length / 2)
  const found: SchemaTool[] = []
  for (const half of [tools.slice(0, middle), tools.slice(middle)])
    if ((await declare(half)) === undefined) found.push(...(await findBad(half)))
  return found
}

/** Undefined where the generator fails, or writes anything else than types: then a schema has put it there. */
async function declare(tools: readonly SchemaTool[]): Promise<string | undefined> {
  try {
    const text = await declareTools(ROOT, tools)
    return isOnlyTypes(text) ? text : undefined
  } catch {
    return undefined
  }
}

function isOnlyTypes(text: string): boolean {
  return parseModule(text, 'remote-tools.d.ts').body.every(
    (item) =>
      item.type === 'ExportDeclaration' &&
      (item.declaration.type === 'TsInterfaceDeclaration' || item.declaration.type === 'TsTypeAliasDeclaration'),
  )
}
