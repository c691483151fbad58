/** What known MCP clients refuse, or leave out, of the tools that they are offered: for `fw verify`. */
import type { JsonSchema } from '@fw/runtime/contract'
import type { McpCatalog, McpListing } from '@fw/runtime/server'

export interface ClientFinding {
  /** Full name of the tool; absent for what is about the whole list. */
  readonly tool?: string
  readonly message: string
}

/** What the model providers behind the clients take, and therefore the clients. */
const NAME = /^[A-Za-z0-9_-]+$/
const MOST_NAME = 64
/** Cursor counts the name that its user gave the server, and what it puts between, and leaves longer ones out. */
const MOST_NAME_WITH_SERVER = 59
/** OpenAI's models before 4.1, and what speaks to them. */
const MOST_DESCRIPTION = 1024
/** Anthropic's, of every member of an input. */
const MEMBER = /^[A-Za-z0-9_.-]{1,64}$/
/** VS Code and OpenAI, in one request. */
const MOST_TOOLS = 128
/** Ours: nobody refuses them, but a conversation pays for every character. */
const MOST_SCHEMA_BYTES = 32 * 1024
const MOST_LIST_BYTES = 100 * 1024

/** In the order of the tools; what is about the whole list comes last. */
export function clientFindings({ serverName, tools }: McpCatalog): readonly ClientFinding[] {
  return [...tools.flatMap((tool) => toolFindings(tool, serverName)), ...sameNames(tools), ...listFindings(tools)]
}

function toolFindings({ tool, listed }: McpListing, serverName: string): readonly ClientFinding[] {
  const { name, description, inputSchema } = listed
  const bytes = sizeOf(inputSchema)
  return [
    ...nameProblems(name, serverName),
    ...(description.length > MOST_DESCRIPTION
      ? [
          `its description has ${description.length} characters; some models take ${MOST_DESCRIPTION}, and refuse the request.`,
        ]
      : []),
    ...rootProblems(inputSchema),
    ...memberProblems(inputSchema),
    ...(bytes > MOST_SCHEMA_BYTES
      ? [
          `its input schema has ${kilobytes(bytes)}, which every conversation pays for. Split the tool, or take less of it as input.`,
        ]
      : []),
  ].map((message) => ({ tool, message }))
}

function nameProblems(name: string, serverName: string): readonly string[] {
  const shown = JSON.stringify(name)
  if (!NAME.test(name))
    return [
      `MCP clients are told the name ${shown}. They take letters, digits, "_" and "-"; several drop every tool of a server with another name. Change it in toolNames of src/mcp.ts.`,
    ]
  if (name.length > MOST_NAME)
    return [
      `MCP clients are told the name ${shown}, of ${name.length} characters. Models take ${MOST_NAME}; shorten it.`,
    ]
  const whole = serverName.length + name.length
  if (whole <= MOST_NAME_WITH_SERVER) return []
  return [
    `MCP clients are told the name ${shown}: ${whole} characters with the server's name ${JSON.stringify(serverName)}. Cursor leaves out what has more than ${MOST_NAME_WITH_SERVER}; shorten it, here or in toolNames of src/mcp.ts.`,
  ]
}

/** Valid JSON Schema, and valid MCP since 2026-07-28; the providers behind the clients want one object. */
function rootProblems(schema: JsonSchema): readonly string[] {
  const keywords = ['anyOf', 'oneOf', 'allOf', '$ref'].filter((keyword) => Object.hasOwn(schema, keyword))
  if (keywords.length === 0) return []
  return [
    `the root of its input has ${keywords.join(' and ')}. Claude Code leaves such a tool out, other clients fail as a whole. Take one object type, with the choice inside of a member.`,
  ]
}

function memberProblems(schema: JsonSchema): readonly string[] {
  const names = [...new Set(memberNames(schema))].filter((name) => !MEMBER.test(name))
  if (names.length === 0) return []
  return [
    `its input has ${names.map((name) => JSON.stringify(name)).join(', ')}. Claude takes members of 1 to 64 letters, digits, "_", "." and "-", and refuses the request; rename it.`,
  ]
}

function memberNames(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return []
  if (Array.isArray(node)) return node.flatMap(memberNames)
  return Object.entries(node).flatMap(([key, value]: [string, unknown]) => {
    const isValue = key === 'const' || key === 'enum' || key === 'default' || key === 'examples'
    if (isValue || typeof value !== 'object' || value === null) return []
    const isMap = key === 'properties' || key === '$defs'
    const inside = isMap ? Object.values(value).flatMap(memberNames) : memberNames(value)
    return key === 'properties' ? [...Object.keys(value), ...inside] : inside
  })
}

function sameNames(tools: readonly McpListing[]): readonly ClientFinding[] {
  const first = new Map<string, string>()
  return tools.flatMap(({ tool, listed: { name } }) => {
    const other = first.get(name)
    if (other === undefined) first.set(name, tool)
    const message = `MCP clients are told the name ${JSON.stringify(name)}, as of ${other}; they see one of the two. Change one in toolNames of src/mcp.ts.`
    return other === undefined ? [] : [{ tool, message }]
  })
}

function listFindings(tools: readonly McpListing[]): readonly ClientFinding[] {
  const bytes = sizeOf(tools.map(({ listed }) => listed))
  const messages = [
    ...(tools.length > MOST_TOOLS
      ? [
          `MCP clients are offered ${tools.length} tools. VS Code and OpenAI take ${MOST_TOOLS} in one request; hide some behind scopes, or forbid them to agents.`,
        ]
      : []),
    ...(bytes > MOST_LIST_BYTES
      ? [
          `The list of tools has ${kilobytes(bytes)}, about ${Math.round(bytes / 4000)} 000 tokens of every conversation. Shorten descriptions and inputs, or offer fewer tools.`,
        ]
      : []),
  ]
  return messages.map((message) => ({ message }))
}

function sizeOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value))
}

function kilobytes(bytes: number): string {
  return `${Math.round(bytes / 1024)} KB`
}
