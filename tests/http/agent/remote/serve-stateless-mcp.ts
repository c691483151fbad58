/** Serves an MCP server of the official SDK for the revision 2026-07-28 on loopback. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createMcpHandler, type McpServer } from '@modelcontextprotocol/server'

interface StatelessMcp {
  readonly url: string
  /** Bodies of the requests that it has received. */
  readonly bodies: string[]
  close(): Promise<void>
}

/** @param create Creates the server of one request. */
export async function serveStatelessMcp(create: () => McpServer): Promise<StatelessMcp> {
  const handler = createMcpHandler(create, { legacy: 'reject' })
  const bodies: string[] = []
  const http = createServer(async (request, response) => {
    const chunks: Uint8Array[] = []
    for await (const chunk of request) chunks.push(chunk as Uint8Array)
    const body = Buffer.concat(chunks)
    bodies.push(body.toString())
    const { method = 'GET', url = '/' } = request
    const headers = new Headers(request.headers as Record<string, string>) // no repeated headers
    const reply = await handler.fetch(
      new Request(`http://${request.headers.host}${url}`, { method, headers, ...(method === 'POST' && { body }) }),
    )
    response.writeHead(reply.status, Object.fromEntries(reply.headers))
    response.end(Buffer.from(await reply.arrayBuffer()))
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    bodies,
    async close() {
      await handler.close()
      await new Promise<void>((resolve) => {
        http.close(() => resolve())
        http.closeAllConnections()
      })
    },
  }
}
