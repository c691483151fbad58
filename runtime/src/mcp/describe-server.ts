/** The server's description of itself, for clients of both eras. */
import type { McpApp } from './host.ts'
import { SUPPORTED_VERSIONS } from './protocol.ts'
import { stampResult } from './reply.ts'

/** Lists change with a deployment only, and clients aren't notified: no `listChanged`, no `subscribe`. */
const CAPABILITIES = { tools: {}, resources: {}, prompts: {}, completions: {}, logging: {} } as const

/** Returns the result of `server/discover`, which is the same for every caller. */
export function createDiscoverJson(app: McpApp): string {
  const described = { supportedVersions: SUPPORTED_VERSIONS, ...describeServer(app) }
  return JSON.stringify(stampResult({ ...described, ttlMs: 0, cacheScope: 'public' }, app.server))
}

/** Returns the capabilities, and the instructions for models. */
export function describeServer({ options }: McpApp): object {
  const { instructions } = options
  return { capabilities: CAPABILITIES, ...(instructions === undefined ? {} : { instructions }) }
}
