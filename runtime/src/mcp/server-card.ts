/** The server card (SEP-2127): where an MCP server is, for clients that know the site only. It names no tool. */
import { MCP_PATH } from '#contract/path.ts'
import { slug } from './landing.ts'
import { type McpServerInfo, SUPPORTED_VERSIONS } from './protocol.ts'

export interface ServerCardOptions {
  readonly server: McpServerInfo
  readonly siteUrl: string
  readonly description: string | undefined
  readonly asksForToken: boolean
}

/** The name is that of the site turned around, as registries want it. */
export function serverCard({ server, siteUrl, description, asksForToken }: ServerCardOptions): object {
  const site = new URL(siteUrl)
  const remote = { type: 'streamable-http', url: new URL(MCP_PATH, siteUrl).href }
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    name: `${site.hostname.split('.').reverse().join('.')}/${slug(server.name)}`,
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
  description: 'Bearer, a blank, and your token.',
  isRequired: true,
  isSecret: true,
} as const
