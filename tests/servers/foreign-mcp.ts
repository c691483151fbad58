/** An external MCP server: describes its tools as a test requires, and records its requests. */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ForeignTool {
  readonly name: string
  readonly description?: string
  readonly inputSchema: object
  readonly outputSchema?: object
  readonly annotations?: object
}

export interface ForeignServer {
  readonly url: string
  /** Methods of its requests, in order. */
  readonly asked: string[]
  /** Sets the tools that it lists. */
  tools: readonly ForeignTool[]
  close(): Promise<void>
}

export interface ForeignOptions {
  /** The required header: rejects list requests without it, and repeats the sent value in the error. */
  readonly token?: string
  /** Accepts connections and never responds. */
  readonly silent?: boolean
  readonly port?: number
}

/** Starts the server with the revision of 2025-06-18 on a loopback port. */
export async function startForeignMcp(
  tools: readonly ForeignTool[],
  { token, silent = false, port = 0 }: ForeignOptions = {},
): Promise<ForeignServer> {
  const asked: string[] = []
  const server = createServer(async (request, response) => {
    if (silent) return
    if (request.method !== 'POST') return void response.writeHead(405).end()
    const { authorization } = request.headers
    const { id, method } = JSON.parse(await textOf(request)) as { id?: number; method: string } // from the tested client
    asked.push(method)
    if (id === undefined) return void response.writeHead(202).end()
    const isRefused = token !== undefined && authorization !== `Bearer ${token}` && method === 'tools/list'
    const refusal = { error: { code: -32000, message: `There is no entry\nfor ${authorization}.` } }
    const answer = isRefused ? refusal : answerTo(method, self.tools)
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }))
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const self: ForeignServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    asked,
    tools,
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  return self
}

function answerTo(method: string, tools: readonly ForeignTool[]): object {
  if (method === 'initialize') {
    const serverInfo = { name: 'foreign', version: '1.0.0' }
    return { result: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo } }
  }
  if (method === 'tools/list') return { result: { tools } }
  return { error: { code: -32601, message: `There is no method ${method}.` } }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  return text
}
