/** Serves an MCP server of the official SDK on loopback, without sessions. */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'

interface ServedMcp {
  readonly url: string
  close(): Promise<void>
}

/** @param create Creates the server of one request. */
export async function serveMcp(create: () => McpServer): Promise<ServedMcp> {
  const http = createServer(async (request, response) => {
    const server = create()
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined })
    response.on('close', () => void server.close())
    await server.connect(transport)
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
