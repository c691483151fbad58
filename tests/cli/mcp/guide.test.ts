/** The examples of `guide/coding-agents.md`: its configuration, its request, and its table of tools. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AppCopy, copyApp, type Running, startFw } from '../support/fixture.ts'

const page = readFileSync(join(import.meta.dirname, '../../../docs/guide/coding-agents.md'), 'utf8')
const readBlock = (language: string) => new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(page)?.[1] ?? ''

let app: AppCopy
let dev: Running
beforeAll(async () => {
  app = copyApp('notes')
  dev = await startFw(app.root, ['dev', '--port', '0'])
})
afterAll(async () => {
  await dev?.stop('SIGTERM')
  app?.remove()
})

it('the configuration starts a server with the tools of the table', async () => {
  writeFileSync(join(app.root, '.mcp.json'), readBlock('json'))
  const { command, args } = JSON.parse(app.read('.mcp.json')).mcpServers.fw
  const client = new Client({ name: 'test agent', version: '1.0.0' })
  await client.connect(new StdioClientTransport({ command, args, cwd: app.root, stderr: 'pipe' }))
  const { tools } = await client.listTools()
  await client.close()
  const documented = [...page.matchAll(/^\| `([a-z_]+)` +\|/gm)].map(([, name]) => name)
  expect(documented.sort()).toEqual(tools.map(({ name }) => name))
})

it('the request has the documented reply', async () => {
  const [, path = '', type = '', body = '', reply = ''] =
    /^curl localhost:3000(\S+) -H '([^']+)' -d '([^']+)'\n# (.*)$/m.exec(readBlock('sh')) ?? []
  const [name = '', value = ''] = type.split(': ')
  const response = await fetch(new URL(path, dev.url), { method: 'POST', headers: { [name]: value }, body })
  expect(await response.text()).toBe(reply)
})
