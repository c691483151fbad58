/** MCP over stdio: one message a line, in both directions. */
import { createInterface } from 'node:readline'
import { isRecord } from '@fw/runtime/contract'
import type { ToolServer } from '@fw/runtime/tooling'

interface StdioOptions {
  readonly input: NodeJS.ReadableStream
  readonly write: (line: string) => void
}

const SESSION_HEADER = 'mcp-session-id'
const META_VERSION = 'io.modelcontextprotocol/protocolVersion'

/** Serves one client. Resolves when it closes its end and every call has ended. */
export async function serveStdio(server: ToolServer, { input, write }: StdioOptions): Promise<void> {
  const running = new Set<Promise<void>>()
  let session: string | undefined
  const handle = async (text: string): Promise<void> => {
    const headers = readHeaders(text)
    const reply = await server(text, (name) => (name === SESSION_HEADER ? session : headers[name]))
    session = reply.headers?.[SESSION_HEADER] ?? session
    if (reply.body !== null) write(reply.body)
  }
  for await (const line of createInterface({ input, terminal: false })) {
    if (line.trim() === '') continue
    const call = handle(line)
    running.add(call)
    void call.finally(() => running.delete(call))
  }
  await Promise.all(running)
}

/** Over HTTP, a client of 2026-07-28 repeats these members of its message in headers, for gateways. */
function readHeaders(text: string): Readonly<Record<string, string | undefined>> {
  const message = parse(text)
  const params = isRecord(message) && isRecord(message.params) ? message.params : {}
  const version = isRecord(params._meta) ? params._meta[META_VERSION] : undefined
  if (!isRecord(message) || version === undefined) return {}
  const name = params.name ?? params.uri ?? params.taskId
  return {
    'mcp-protocol-version': String(version),
    'mcp-method': String(message.method),
    ...(name !== undefined && { 'mcp-name': String(name) }),
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
