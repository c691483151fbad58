/** Serves an MCP server of the official SDK on loopback. */
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'

interface ServedMcp {
  readonly url: string
  close(): Promise<void>
}

/** @param create Creates the server of one request; with `sessions`, that of one session. */
export async function serveMcp(create: () => McpServer, { sessions = false } = {}): Promise<ServedMcp> {
  const open = new Map<string, StreamableHTTPServerTransport>()
  const connect = async (): Promise<StreamableHTTPServerTransport> => {
    const transport: StreamableHTTPServerTransport = new StreamableHTTPServerTransport({
      sessionIdGenerator: sessions ? randomUUID : undefined,
      onsessioninitialized: (id) => void open.set(id, transport),
    })
    await create().connect(transport)
    return transport
  }
  const http = createServer(async (request, response) => {
    const transport = open.get(String(request.headers['mcp-session-id'])) ?? (await connect())
    if (!sessions) response.on('close', () => void transport.close())
    await transport.handleRequest(request, response, await readJson(request))
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve())
        http.closeAllConnections()
      }),
  }
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Uint8Array[] = []
  for await (const chunk of request) chunks.push(chunk as Uint8Array)
  return chunks.length === 0 ? undefined : JSON.parse(Buffer.concat(chunks).toString())
}
