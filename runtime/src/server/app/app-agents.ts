/** What an app offers to agents besides its tools: its own agent, skills, channels, and its documents for MCP and A2A. */
import type { ManifestTool } from '#contract/api.ts'
import type { Logger } from '#contract/config/log.ts'
import type { RequestSigner } from '#identity/sign-requests.ts'
import { createAppCard } from './agent-card.ts'
import { openOwnSigner } from './open-identity.ts'
import type { FwServerOptions } from './options.ts'

export interface AppAgents {
  /** The agent of `src/agent.ts`; absent if the app has none of its own. */
  readonly mount: FwServerOptions['agent']
  readonly skills: NonNullable<FwServerOptions['skills']>
  readonly channels: NonNullable<FwServerOptions['channels']>
  readonly mcp: NonNullable<FwServerOptions['mcp']>
  /** Authorization servers for callers of the protocol endpoints. */
  readonly authorizationServers: readonly string[] | undefined
  /** Creates the agent card for a caller who may see these tools. */
  readonly cardFor: (tools: readonly ManifestTool[]) => object
  /** Signs requests of the app's own agent; absent if the app has no key. */
  readonly signer: RequestSigner | undefined
}

export function openAppAgents(options: FwServerOptions, log: Logger): AppAgents {
  const { agent, skills = [], channels = {}, mcp = {}, mcpAuth } = options
  for (const warning of agent?.warnings?.() ?? []) log.warn(warning)
  return {
    mount: agent,
    skills,
    channels,
    mcp,
    authorizationServers: mcpAuth?.authorizationServers,
    cardFor: (tools) => createAppCard(options, tools),
    signer: openOwnSigner(options, log),
  }
}
