/** The server's description of itself, for clients of both eras. */
import type { McpApp } from './host.ts'
import { SUPPORTED_VERSIONS } from './protocol.ts'
import { stampResult } from './reply.ts'
import { SKILLS_EXTENSION } from './skills.ts'
import { TASKS_EXTENSION } from './tasks.ts'

/** Lists change with a deployment only, and clients aren't notified: no `listChanged`. */
const CAPABILITIES = { tools: {}, resources: {}, prompts: {}, completions: {}, logging: {} } as const

function listCapabilities({ tags }: McpApp): object {
  return tags === undefined ? CAPABILITIES : { ...CAPABILITIES, resources: { subscribe: true } }
}

/** Extensions of revision 2026-07-28. */
const EXTENSIONS = { [SKILLS_EXTENSION]: { directoryRead: true }, [TASKS_EXTENSION]: {} } as const

/** Returns the result of `server/discover`, which is the same for every caller. */
export function createDiscoverJson(app: McpApp): string {
  const capabilities = { ...listCapabilities(app), extensions: EXTENSIONS }
  const described = { supportedVersions: SUPPORTED_VERSIONS, ...describeServer(app), capabilities }
  return JSON.stringify(stampResult({ ...described, ttlMs: 0, cacheScope: 'public' }, app.server))
}

/** Returns the capabilities, and the instructions for models. */
export function describeServer(app: McpApp): object {
  const { instructions } = app.options
  return { capabilities: listCapabilities(app), ...(instructions === undefined ? {} : { instructions }) }
}
