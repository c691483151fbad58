/** Reports tools that known MCP clients reject or leave out, for `fw verify`. */
import type { JsonSchema } from '@fw/runtime/contract'
import type { McpCatalog, McpListing } from '@fw/runtime/server'

interface ClientFinding {
  /** Full name of the tool. Absent for a finding about the whole list. */
  readonly tool?: string
  readonly message: string
}

/** Limit of the model providers, and therefore of the clients that use them. */
const NAME = /^[A-Za-z0-9_-]+$/
const MAX_NAME = 64
/** Limit of Cursor, which adds the user's name of the server and a separator, and leaves longer names out. */
const MAX_NAME_WITH_SERVER = 59
/** Limit of OpenAI's models before 4.1, and of the clients that use them. */
const MAX_DESCRIPTION = 1024
/** Limit of Anthropic for each property name of an input. */
const MEMBER = /^[A-Za-z0-9_.-]{1,64}$/
/** Limit of VS Code and OpenAI per request. */
const MAX_TOOLS = 128
/** Limits of this framework. No client rejects more, but every character costs tokens in each conversation. */
const MAX_SCHEMA_BYTES = 32 * 1024
const MAX_LIST_BYTES = 100 * 1024

/** Returns the findings in the order of the tools. Findings about the whole list come last. */
export function clientFindings({ serverName, tools }: McpCatalog): readonly ClientFinding[] {
  return [...tools.flatMap((tool) => toolFindings(tool, serverName)), ...sameNames(tools), ...listFindings(tools)]
}

function toolFindings({ tool, listed, headerProblem }: McpListing, serverName: string): readonly ClientFinding[] {
  const { name, description, inputSchema } = listed
  const bytes = getSize(inputSchema)
  return [
    ...nameProblems(name, serverName),
    ...(description.length > MAX_DESCRIPTION
      ? [
          `its description has ${description.length} characters. Some models accept ${MAX_DESCRIPTION} and reject the request.`,
        ]
      : []),
    ...(headerProblem === undefined ? [] : [`it ${headerProblem} No parameter of it has a header.`]),
    ...rootProblems(inputSchema),
    ...memberProblems(inputSchema),
    ...(bytes > MAX_SCHEMA_BYTES
      ? [
          `its input schema has ${kilobytes(bytes)}, which costs tokens in every conversation. Split the tool, or reduce its input.`,
        ]
      : []),
  ].map((message) => ({ tool, message }))
}

function nameProblems(name: string, serverName: string): readonly string[] {
  const shown = JSON.stringify(name)
  if (!NAME.test(name))
    return [
      `its MCP name is ${shown}. Clients accept letters, digits, "_" and "-"; several drop all tools of a server that has another name. Change it in toolNames of src/mcp.ts.`,
    ]
  if (name.length > MAX_NAME)
    return [`its MCP name ${shown} has ${name.length} characters. Models accept ${MAX_NAME}; shorten it.`]
  const whole = serverName.length + name.length
  if (whole <= MAX_NAME_WITH_SERVER) return []
  return [
    `its MCP name ${shown} has ${whole} characters with the server's name ${JSON.stringify(serverName)}. Cursor leaves out tools with more than ${MAX_NAME_WITH_SERVER}; shorten the name, here or in toolNames of src/mcp.ts.`,
  ]
}

/**
 * Finds schemas that are valid JSON Schema, and valid MCP since 2026-07-28, but that providers reject: the root must be
 * one object.
 */
function rootProblems(schema: JsonSchema): readonly string[] {
  const keywords = ['anyOf', 'oneOf', 'allOf', '$ref'].filter((keyword) => Object.hasOwn(schema, keyword))
  if (keywords.length === 0) return []
  return [
    `the root of its input has ${keywords.join(' and ')}. Claude Code leaves such a tool out, and other clients fail completely. Use one object type, with the union in a property.`,
  ]
}

function memberProblems(schema: JsonSchema): readonly string[] {
  const names = [...new Set(memberNames(schema))].filter((name) => !MEMBER.test(name))
  if (names.length === 0) return []
  return [
    `its input has ${names.map((name) => JSON.stringify(name)).join(', ')}. Claude accepts property names of 1 to 64 letters, digits, "_", "." and "-", and rejects the request; rename it.`,
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
    const message = `its MCP name ${JSON.stringify(name)} is also the name of ${other}, so clients see only one of the two. Change one in toolNames of src/mcp.ts.`
    return other === undefined ? [] : [{ tool, message }]
  })
}

function listFindings(tools: readonly McpListing[]): readonly ClientFinding[] {
  const bytes = getSize(tools.map(({ listed }) => listed))
  const messages = [
    ...(tools.length > MAX_TOOLS
      ? [
          `MCP clients get ${tools.length} tools. VS Code and OpenAI accept ${MAX_TOOLS} per request; hide some with scopes, or forbid them for agents.`,
        ]
      : []),
    ...(bytes > MAX_LIST_BYTES
      ? [
          `The list of tools has ${kilobytes(bytes)}, about ${Math.round(bytes / 4000)} 000 tokens in every conversation. Shorten descriptions and inputs, or expose fewer tools.`,
        ]
      : []),
  ]
  return messages.map((message) => ({ message }))
}

function getSize(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value))
}

function kilobytes(bytes: number): string {
  return `${Math.round(bytes / 1024)} KB`
}
