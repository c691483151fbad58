/** Decides which tools of a remote server are offered, and under which names. */
import type { RemoteServer } from '#contract/agent/agent.ts'
import type { RemoteListing } from '#contract/agent/remote-source.ts'
import { WIRE_NAME_MAX, wireName } from '#contract/name.ts'
import { allowsTool } from '../tool-filter.ts'

interface NamedTool<Tool> extends Pick<RemoteListing, 'name' | 'left'> {
  readonly tool: Tool
}

interface ListedTool {
  readonly name: string
  readonly execution?: { readonly taskSupport?: string | undefined } | undefined
}

/** Names the tools in the order of the list, so that the first of two tools with the same name gets it. */
export function nameTools<Tool extends ListedTool>(
  tools: readonly Tool[],
  server: RemoteServer,
): readonly NamedTool<Tool>[] {
  const prefix = getPrefix(server)
  const taken = new Set<string>()
  return tools.map((tool) => {
    const name = `${prefix}.${tool.name.replace(/[^\w-]+/g, '_').replace(/__+/g, '_')}`
    if (wireName(name).length > WIRE_NAME_MAX) return { tool, left: 'name_too_long' }
    // An excluded tool doesn't reserve its name: excluding one of two tools makes the other available.
    if (!allowsTool(tool.name, server)) return { tool, name, left: 'filtered' }
    // A turn can't wait for a task, so each call would fail.
    if (tool.execution?.taskSupport === 'required') return { tool, name, left: 'needs_task' }
    if (taken.has(name)) return { tool, left: 'name_taken' }
    taken.add(name)
    return { tool, name }
  })
}

/** Returns the prefix of the names of a server's tools. */
export function getPrefix(server: Pick<RemoteServer, 'url' | 'name'>): string {
  return `mcp_${getSourceName(server)}`
}

/** Returns the configured name of a server, or one made from its host. */
export function getSourceName({ url, name }: Pick<RemoteServer, 'url' | 'name'>): string {
  return name ?? new URL(url).host.replace(/[^a-z0-9]+/gi, '_')
}

/**
 * Checks the configuration of a server.
 *
 * @throws TypeError for an invalid server; the message contains no credentials.
 */
export function checkServer({ url, name, token, oauth }: RemoteServer): void {
  const parsed = typeof url === 'string' && URL.canParse(url) ? new URL(url) : undefined
  if (parsed === undefined || !/^https?:$/.test(parsed.protocol))
    throw new TypeError(`defineAgent: mcp.url is ${JSON.stringify(url)}; it must be the HTTP URL of an MCP server.`)
  if (parsed.username !== '' || parsed.password !== '')
    throw new TypeError(
      `defineAgent: mcp.url of ${parsed.host} contains a user name or a password. Set the token instead.`,
    )
  if (token !== undefined && oauth !== undefined)
    throw new TypeError(`defineAgent: mcp of ${parsed.host} has both token and oauth. Remove one of them.`)
  if (oauth?.grant === 'client_credentials' && !URL.canParse(oauth.issuer))
    throw new TypeError(
      `defineAgent: mcp.oauth of ${parsed.host} needs the issuer, which is the URL of the authorization server.`,
    )
  if (oauth?.grant === 'authorization_code' && oauth.clientId !== undefined && oauth.issuer === undefined)
    throw new TypeError(
      `defineAgent: mcp.oauth of ${parsed.host} has a clientId and needs the issuer, which is the URL of its authorization server. Another one would receive the codes and the secret of this client.`,
    )
  if (name !== undefined && !/^[a-z0-9]+(?:_[a-z0-9]+)*$/i.test(name))
    throw new TypeError(`defineAgent: mcp.name is "${name}"; use letters and digits, with single "_" between.`)
}

/** Returns the URL for logs. Parts of the path that may be secrets are hidden. */
export function redactUrl(url: string): string {
  const { origin, pathname } = new URL(url)
  const isSecret = (part: string) => part.length >= 20 && /\d/.test(part)
  return (
    origin +
    pathname
      .split('/')
      .map((part) => (isSecret(part) ? '…' : part))
      .join('/')
  )
}
