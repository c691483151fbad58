/** The official MCP client, connected to the tools for coding agents. */
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'

const FW = join(import.meta.dirname, '../../../cli/bin/fw.js')

// biome-ignore lint/suspicious/noExplicitAny: tests compare the members of results
export type Json = Record<string, any>

export interface AgentClient {
  readonly client: Client
  /** Calls a tool. Throws its message if it fails. */
  call(name: string, input?: object): Promise<Json>
  /** What `fw mcp` has printed to stderr. */
  log(): string
  close(): Promise<void>
}

/** Starts `fw mcp` in a folder. */
export async function connectStdio(cwd: string): Promise<AgentClient> {
  const transport = new StdioClientTransport({ command: process.execPath, args: [FW, 'mcp'], cwd, stderr: 'pipe' })
  let log = ''
  transport.stderr?.on('data', (chunk: Buffer) => {
    log += chunk.toString()
  })
  return connect(transport, () => log)
}

/** Connects to the endpoint of `fw dev`. */
export function connectHttp(url: string): Promise<AgentClient> {
  const transport = new StreamableHTTPClientTransport(new URL('/_fw/dev/mcp', url))
  return connect(transport as Transport, () => '') // its `sessionId` differs only with exactOptionalPropertyTypes
}

async function connect(transport: Transport, log: () => string): Promise<AgentClient> {
  const client = new Client({ name: 'test agent', version: '1.0.0' })
  await client.connect(transport)
  return {
    client,
    log,
    async call(name, input = {}) {
      const result = await client.callTool({ name, arguments: { ...input } })
      const [first] = result.content as { readonly text: string }[] // fw sends a text
      if (result.isError) throw new Error(first?.text)
      return result.structuredContent as Json
    },
    close: () => client.close(),
  }
}
