/** Creates the app's agent card from the server options. */
import { createAgentCard } from '#a2a/agent-card.ts'
import type { ManifestTool } from '#contract/api.ts'
import { VERSION } from '#contract/config/version.ts'
import type { FwServerOptions } from './options.ts'

/** Returns the card for a caller who may see these tools. */
export function createAppCard(options: FwServerOptions, tools: readonly ManifestTool[]): object {
  const { title = 'fw app', description, siteUrl, llmsTxt, skills = [], mcpAuth, verifyBearer, agent } = options
  return createAgentCard(
    {
      name: title,
      description,
      // The version of this server software: the app's own version isn't known.
      version: VERSION,
      siteUrl,
      needsToken: mcpAuth !== undefined || verifyBearer !== undefined,
      hasLlmsTxt: llmsTxt !== undefined,
      skills,
      mediaTypes: agent?.mediaTypes?.(),
    },
    tools,
  )
}
