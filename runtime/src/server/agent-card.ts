/** The app's card for other agents, from what the options say. */
import { agentCard } from '#a2a/agent-card.ts'
import type { ManifestTool } from '#contract/api.ts'
import type { FwServerOptions } from './options.ts'

/** Of this server software: an app has no version that we know. */
const VERSION = '0.1.0'

/** For a caller who may see these tools. */
export function cardFor(options: FwServerOptions, tools: readonly ManifestTool[]): object {
  const { title = 'fw app', description, siteUrl, llmsTxt, skills = [], mcpAuth, verifyBearer } = options
  return agentCard(
    {
      name: title,
      description,
      version: VERSION,
      siteUrl,
      needsToken: mcpAuth !== undefined || verifyBearer !== undefined,
      hasLlmsTxt: llmsTxt !== undefined,
      skills,
    },
    tools,
  )
}
