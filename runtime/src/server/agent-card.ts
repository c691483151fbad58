/** The app's card for other agents, from what the options say. */
import { agentCard } from '#a2a/agent-card.ts'
import type { ManifestTool } from '#contract/api.ts'
import { VERSION } from '#contract/version.ts'
import type { FwServerOptions } from './options.ts'

/** For a caller who may see these tools. */
export function cardFor(options: FwServerOptions, tools: readonly ManifestTool[]): object {
  const { title = 'fw app', description, siteUrl, llmsTxt, skills = [], mcpAuth, verifyBearer } = options
  return agentCard(
    {
      name: title,
      description,
      // Of this server software: an app has no version that we know.
      version: VERSION,
      siteUrl,
      needsToken: mcpAuth !== undefined || verifyBearer !== undefined,
      hasLlmsTxt: llmsTxt !== undefined,
      skills,
    },
    tools,
  )
}
