/** An MCP server of tools that don't belong to an app, such as those of `fw mcp`: the protocol without pages, skills and callers. */
import { randomBytes } from 'node:crypto'
import { ensureHeaders } from '#api/ctx.ts'
import type { ManifestTool } from '#contract/api.ts'
import { VERSION } from '#contract/config/version.ts'
import type { McpCall, McpReply } from '#mcp/host.ts'

export interface ToolServerOptions {
  readonly name: string
  readonly title: string
  /** Instructions for models that use this server. */
  readonly instructions: string
  readonly tools: readonly ManifestTool[]
  /** Runs a tool. Throws `FwError` only. */
  readonly invoke: (tool: string, input: unknown, signal: AbortSignal) => Promise<unknown>
}

/** Handles the text of one message. `header` returns a header of its request by the lower-case name. */
export type ToolServer = (
  text: string,
  header: (name: string) => string | undefined,
  signal?: AbortSignal,
) => Promise<McpReply & { readonly body: string | null }>

/** Creates a server whose replies are complete: it sends no messages before a reply. */
export async function createToolServer({
  name,
  title,
  instructions,
  tools,
  invoke,
}: ToolServerOptions): Promise<ToolServer> {
  // Most users of this entry point need no protocol.
  const [{ openMemoryData }, { createMcp }, { mapToolNames }] = await Promise.all([
    import('#data/memory-data.ts'),
    import('#mcp/create-mcp.ts'),
    import('#mcp/tool-names.ts'),
  ])
  const key = randomBytes(32)
  const handle = createMcp({
    names: mapToolNames(tools),
    findInput: (name) => tools.find((tool) => tool.name === name)?.input,
    server: { name, title, version: VERSION },
    siteUrl: undefined,
    options: { instructions },
    skills: [],
    proposal: async () => undefined,
    approval: async () => undefined,
    ownerOf: () => undefined,
    data: openMemoryData(),
    stateKey: async () => key,
    now: Date.now,
    warn: () => undefined,
  })
  return async (text, header, signal = new AbortController().signal) => {
    const call: McpCall = {
      signal,
      // A client that accepts a stream would get one.
      header: (name) => (name === 'accept' ? undefined : header(name)),
      address: undefined,
      ctx: () => ensureHeaders(undefined),
      readPage: async () => undefined,
      pages: async () => NO_PAGES,
      stores: async () => [],
      tools: () => tools,
      async invoke(_ctx, tool, input, line) {
        const wire = await invoke(tool, input, line.signal)
        return { wire, json: JSON.stringify(wire) }
      },
      withdraw: async () => false,
    }
    const reply = await handle(text, call)
    return { ...reply, body: typeof reply.body === 'string' ? reply.body : null }
  }
}

const NO_PAGES = { known: [], async *select() {} }
