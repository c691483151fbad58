/**
 * Row F over Streamable HTTP, compared with the same work by hand and on the official SDK: `tools/call` with structured
 * content, and `tools/list` of 500 tools.
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { BenchOptions, Log, Result } from './result.ts'
import { measureLoad, withServers } from './rig/server-load.ts'
import type { RunningServer, ServerCommand } from './rig/server-process.ts'
import { OWN_NODE, RUNTIMES, runOn } from './runtimes.ts'

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const APP = at('./apps/mcp')
const FW = at('../../cli/bin/fw.js')
const PATH = '/_fw/mcp'
const VERSION = '2026-07-28'
const HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': VERSION,
}
const _meta = {
  'io.modelcontextprotocol/protocolVersion': VERSION,
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
}
const call = { name: 'shop__search', arguments: { query: 'green tea', limit: 10 }, _meta }
const SDK = 'MCP SDK'

/** A measured request and the servers that respond to it. */
interface Work {
  readonly title: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly commands: readonly ServerCommand[]
  /** Returns whether the result is correct; checked before its speed is measured. */
  isRight(result: McpResult): boolean
}

interface McpResult {
  readonly content?: readonly { readonly text: string }[]
  readonly structuredContent?: { readonly products: readonly { readonly name: string }[] }
  readonly tools?: readonly { readonly name: string; readonly inputSchema: { readonly required: readonly string[] } }[]
}

const WORKS: readonly Work[] = [
  {
    title: 'tools/call',
    headers: { ...HEADERS, 'mcp-method': 'tools/call', 'mcp-name': 'shop__search' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/call', params: call }),
    commands: [
      { name: 'by hand', cwd: at('./baselines'), args: ['mcp-server.mjs'] },
      { name: 'fw', cwd: APP, args: [FW, 'start', '--port', '0'], env: { PORT: '0' } },
      { name: SDK, cwd: at('./baselines'), args: ['mcp-sdk-server.mjs'] },
    ],
    isRight: ({ content, structuredContent }) =>
      structuredContent?.products[9]?.name === 'green tea pot 9' &&
      content?.[0]?.text.includes('green tea pot 9') === true,
  },
  {
    title: 'tools/list of 500',
    headers: { ...HEADERS, 'mcp-method': 'tools/list' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/list', params: { _meta } }),
    commands: [
      { name: 'by hand', cwd: at('./baselines'), args: ['mcp-list-server.mjs'] },
      { name: 'fw', cwd: at('./apps/mcp-list'), args: ['server.mjs'] },
      { name: SDK, cwd: at('./baselines'), args: ['mcp-sdk-server.mjs', 'list'] },
    ],
    isRight: ({ tools = [] }) => tools.length === 500 && tools[499]?.inputSchema.required[0] === 'query',
  },
]

export async function measureMcp(options: BenchOptions, log: Log): Promise<readonly Result[]> {
  const { status } = spawnSync(process.execPath, [FW, 'build'], { cwd: APP, stdio: 'ignore' })
  if (status !== 0) throw new Error('`fw build` of tests/bench/apps/mcp failed.')
  const results: Result[] = []
  for (const work of WORKS) {
    const { title, headers, body } = work
    // The SDK is far from the others, so one runtime is enough.
    const commands = work.commands.flatMap((command) => runOn(command.name === SDK ? [OWN_NODE] : RUNTIMES, command))
    const measured = await withServers(commands, async (servers) => {
      for (const { server } of servers) await expectRight(server, work)
      return measureLoad({ row: 'mcp', subject: title, path: PATH, headers, body }, servers, options, log)
    })
    results.push(...measured)
  }
  return results
}

async function expectRight({ name, url }: RunningServer, { headers, body, isRight }: Work): Promise<void> {
  const response = await fetch(url + PATH, { method: 'POST', headers, body })
  const { id, result } = (await response.json()) as { id: unknown; result?: McpResult }
  if (id !== 7 || result === undefined || !isRight(result))
    throw new Error(`${name} returned ${response.status} ${JSON.stringify(result)?.slice(0, 400)}`)
}
