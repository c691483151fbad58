// @file src/server/left.api.ts
import { api } from '@fw/runtime'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'files', version: '1.0.0' })

// fw-codemod mcp-server-tools-to-api: Only tools are converted. Convert this registration by hand.
server.registerResource('readme', 'file:///readme', {}, async (uri) => ({ contents: [{ uri: uri.href, text: 'x' }] }))

// fw-codemod mcp-server-tools-to-api: The second parameter of the handler has no equivalent. See Call.
server.registerTool('read', { inputSchema: { path: z.string() } }, async ({ path }, extra) => {
  return { content: [{ type: 'text', text: path + extra.sessionId }] }
})

// fw-codemod mcp-server-tools-to-api: Throw an FwError instead of returning isError.
server.registerTool('fail', {}, async () => ({ isError: true, content: [{ type: 'text', text: 'no' }] }))

for (const name of ['a', 'b']) {
  // fw-codemod mcp-server-tools-to-api: Register this tool at the top level of the module, with an inline function.
  server.registerTool('looped', {}, async () => ({ content: [{ type: 'text', text: name }] }))
}

// fw-codemod mcp-server-tools-to-api: The transport no longer protects these tools: neither stdio, nor middleware that checks a bearer token. fw serves them over HTTP, so identify the caller in src/ctx.ts and restrict access with scopes.
export const listAll = api({
  description: 'List.',
  guard: 'confirm',
  run: async () => 'all',
})
// @left src/server/left.api.ts:8 Only tools are converted. Convert this registration by hand.
// @left src/server/left.api.ts:11 The second parameter of the handler has no equivalent. See Call.
// @left src/server/left.api.ts:16 Throw an FwError instead of returning isError.
// @left src/server/left.api.ts:20 Register this tool at the top level of the module, with an inline function.
// @left src/server/left.api.ts:24 The transport no longer protects these tools: neither stdio, nor middleware that checks a bearer token. fw serves them over HTTP, so identify the caller in src/ctx.ts and restrict access with scopes.
