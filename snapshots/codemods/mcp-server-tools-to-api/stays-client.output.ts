import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { McpServer } from './own-server.ts'

const server = new McpServer()
server.registerTool('mine', {}, async () => ({ content: [] }))
export const client = new Client({ name: 'c', version: '1' })
