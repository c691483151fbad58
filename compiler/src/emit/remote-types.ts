/** Emits the types of remote servers' tools: `.fw/types/remote-tools.d.ts`. Names, texts and schemas are untrusted. */
import { escapeHidden } from '@fw/runtime/contract'
import { foreignSchema, toProse } from './foreign-schema.ts'
import { parseModule } from './parse-module.ts'
import { declareTools, type SchemaTool } from './schema-types.ts'

/** The tools that a server lists. */
interface TypedServer {
  /** Such as `docs`. */
  readonly name: string
  /** Host of its URL, with the port if there is one. */
  readonly host: string
  readonly tools: readonly TypedTool[]
}

export interface TypedTool {
  /** The tool's name on the server. */
  readonly tool: string
  /** Name for the agent, such as `mcp_docs.search`; absent if it can't have a valid one. */
  readonly name?: string
  readonly description: string
  /** JSON Schemas, as sent by the server. */
  readonly input: unknown
  readonly output?: unknown
}

interface RemoteTypes {
  readonly text: string
  /** Schemas without a type, with the reason; their type is `unknown`. */
  readonly problems: readonly string[]
}

const ROOT = 'RemoteTools'

/**
 * Declares `RemoteTools`, by each tool's name for the agent, and registers the servers' names, which the filters of
 * `defineAgent({ mcp })` are checked against. No data from a server makes it reject.
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
    // An app that only imports `@fw/runtime/agent` would not load the module whose interface this extends.
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

/** Declares all at once; if that fails, again with `unknown` types for the tools that cause the failure. */
async function declareSafely(tools: readonly SchemaTool[], problems: string[]): Promise<string> {
  const together = await declare(tools)
  if (together !== undefined) return together
  const bad = new Set(await findBad(tools))
  for (const { name } of bad)
    problems.push(`The types of ${name} are unknown: no types can be generated from its schemas.`)
  const safeTools = tools.map((tool) =>
    bad.has(tool) ? { name: tool.name, input: {}, ...(tool.output && { output: {} }) } : tool,
  )
  return (await declare(safeTools)) ?? (await declareTools(ROOT, []))
}

/** Finds the tools that fail alone, by bisection, since there may be many tools. */
async function findBad(tools: readonly SchemaTool[]): Promise<readonly SchemaTool[]> {
  if (tools.length === 1) return tools
  const middle = Math.ceil(tools.length / 2)
  const found: SchemaTool[] = []
  for (const half of [tools.slice(0, middle), tools.slice(middle)])
    if ((await declare(half)) === undefined) found.push(...(await findBad(half)))
  return found
}

/**
 * Returns `undefined` if the generator fails, or if its output contains anything other than types, which came from a
 * schema.
 */
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
