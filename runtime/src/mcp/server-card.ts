/** The server card (SEP-2127): the URL of an MCP server, for clients that only know the site. It names no tool. */
import { MCP_PATH } from '#contract/http/path.ts'
import { toServerSlug } from './landing.ts'
import { type McpServerInfo, SUPPORTED_VERSIONS } from './protocol.ts'

interface ServerCardOptions {
  readonly server: McpServerInfo
  readonly siteUrl: string
  readonly description: string | undefined
  readonly asksForToken: boolean
}

/** Returns the card. Its name is the site's host name reversed, as registries require. */
export function createServerCard({ server, siteUrl, description, asksForToken }: ServerCardOptions): object {
  const site = new URL(siteUrl)
  const remote = { type: 'streamable-http', url: new URL(MCP_PATH, siteUrl).href }
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    name: `${site.hostname.split('.').reverse().join('.')}/${toServerSlug(server.name)}`,
    version: server.version,
    title: server.name.slice(0, 100),
    description: (description ?? `Tools of ${server.name}.`).slice(0, 100),
    websiteUrl: site.origin,
    remotes: [
      {
        ...remote,
        supportedProtocolVersions: SUPPORTED_VERSIONS,
        ...(asksForToken ? { headers: [AUTHORIZATION] } : {}),
      },
    ],
  }
}

const AUTHORIZATION = {
  name: 'Authorization',
  description: '"Bearer", a space, and your token.',
  isRequired: true,
  isSecret: true,
} as const
