// @file package.json
{ "name": "files-mcp" }
// @file src/files.ts
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'

const server = new McpServer({ name: 'files', version: '1.0.0' })
const HINTS = { readOnlyHint: true }

server.registerTool('remove-folder', { description: 'Removes a folder.', inputSchema: { path: z.string() } }, async ({ path }) => {
  return { content: [{ type: 'text', text: path }] }
})

server.registerTool('read', { description: 'Reads.', annotations: { readOnlyHint: true } }, async () => {
  return { content: [{ type: 'text', text: 'read' }] }
})

server.registerTool('add', { description: 'Adds.', annotations: { readOnlyHint: false, destructiveHint: false } }, async () => {
  return { content: [{ type: 'text', text: 'added' }] }
})

server.registerTool('write', { description: 'Writes.', annotations: { readOnlyHint: false } }, async () => {
  return { content: [{ type: 'text', text: 'written' }] }
})

server.registerTool('list', { description: 'Lists.', annotations: HINTS }, async () => {
  return { content: [{ type: 'text', text: 'listed' }] }
})

server.tool('ping', 'Pings.', { readOnlyHint: true }, async () => ({ content: [{ type: 'text', text: 'pong' }] }))

server.tool('clear', 'Clears.', async () => ({ content: [{ type: 'text', text: 'cleared' }] }))

await server.connect(new StdioServerTransport())
