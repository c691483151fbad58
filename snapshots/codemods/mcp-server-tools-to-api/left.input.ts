import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'files', version: '1.0.0' })

server.registerResource('readme', 'file:///readme', {}, async (uri) => ({ contents: [{ uri: uri.href, text: 'x' }] }))

server.registerTool('read', { inputSchema: { path: z.string() } }, async ({ path }, extra) => {
  return { content: [{ type: 'text', text: path + extra.sessionId }] }
})

server.registerTool('fail', {}, async () => ({ isError: true, content: [{ type: 'text', text: 'no' }] }))

for (const name of ['a', 'b']) {
  server.registerTool('looped', {}, async () => ({ content: [{ type: 'text', text: name }] }))
}

server.registerTool('list-all', { description: 'List.' }, async () => ({ content: [{ type: 'text', text: 'all' }] }))
