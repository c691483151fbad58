/** What the server says about itself, to clients of both eras. */
import type { McpApp } from './host.ts'
import { SUPPORTED_VERSIONS } from './protocol.ts'
import { stampResult } from './reply.ts'

/** Lists change with a deployment only, and nobody is told: no `listChanged`, no `subscribe`. */
const CAPABILITIES = { tools: {}, resources: {}, prompts: {}, completions: {}, logging: {} } as const

/** The result of `server/discover`. The same for everybody. */
export function discoverJson(app: McpApp): string {
  const described = { supportedVersions: SUPPORTED_VERSIONS, ...description(app) }
  return JSON.stringify(stampResult({ ...described, ttlMs: 0, cacheScope: 'public' }, app.server))
}

/** Capabilities, and what models should know. */
export function description({ options }: McpApp): object {
  const { instructions } = options
  return { capabilities: CAPABILITIES, ...(instructions === undefined ? {} : { instructions }) }
}
