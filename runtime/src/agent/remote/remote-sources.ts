/**
 * The servers of an agent for code that lists their tools without running turns: `fw info` and the writer of tool
 * types.
 */
import type { RemoteServer } from '#contract/agent/agent.ts'
import type { ListOptions, RemoteListing, RemoteLoginOptions, RemoteSource } from '#contract/agent/remote-source.ts'
import type { JsonSchema } from '#contract/schema/json-schema.ts'
import { getSourceName, nameTools, redactUrl } from './name-tools.ts'
import { describeServerFailure, openRemoteServer } from './remote-server.ts'

const TIMEOUT_MS = 10_000

export function createRemoteSources(
  servers: readonly RemoteServer[],
  sources: { readonly fetch?: typeof fetch },
): readonly RemoteSource[] {
  return servers.map((server) => ({
    name: getSourceName(server),
    url: redactUrl(server.url),
    list: (options) => list(server, sources, options),
    ...(server.oauth?.grant === 'authorization_code' && {
      login: (options: RemoteLoginOptions) => openRemoteServer(server, sources).login(options),
    }),
  }))
}

async function list(
  server: RemoteServer,
  sources: { readonly fetch?: typeof fetch },
  { timeoutMs = TIMEOUT_MS, data }: ListOptions = {},
): Promise<readonly RemoteListing[]> {
  const link = openRemoteServer({ ...server, timeoutMs: Math.min(timeoutMs, server.timeoutMs ?? timeoutMs) }, sources)
  link.use({ data })
  let timer: NodeJS.Timeout | undefined
  // Connecting takes several requests, each of which may take this time.
  const timeout = new Promise<never>((_, reject) => {
    const error = new Error(`It has not responded for ${timeoutMs / 1000} seconds.`)
    timer = setTimeout(() => reject(error), timeoutMs)
  })
  try {
    const tools = await Promise.race([link.list(), timeout])
    return nameTools(tools, server).map(({ tool, name, left }) => ({
      tool: tool.name,
      ...(name !== undefined && { name }),
      ...(left !== undefined && { left }),
      description: tool.description ?? tool.title ?? '',
      input: tool.inputSchema as JsonSchema, // as the server wrote it
      ...(tool.outputSchema !== undefined && { output: tool.outputSchema as JsonSchema }),
      readonly: tool.annotations?.readOnlyHint === true,
    }))
  } catch (error) {
    throw new Error(describeServerFailure(error, server), { cause: error })
  } finally {
    clearTimeout(timer)
    // Not awaited, because closing an unresponsive server would take time again.
    void link.close().catch(() => undefined)
  }
}
