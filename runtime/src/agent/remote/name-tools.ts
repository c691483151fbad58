/** What becomes of the tools that a remote server has: which are offered, and by which names. */
import type { RemoteServer } from '#contract/agent.ts'
import { WIRE_NAME_MAX, wireName } from '#contract/name.ts'
import type { RemoteListing } from '#contract/remote-source.ts'
import { allowsTool } from '../tool-filter.ts'

export interface NamedTool<Tool> extends Pick<RemoteListing, 'name' | 'left'> {
  readonly tool: Tool
}

/** Names them in the order of the list, so that the first of two that would be called the same has the name. */
export function nameTools<Tool extends { readonly name: string }>(
  tools: readonly Tool[],
  server: RemoteServer,
): readonly NamedTool<Tool>[] {
  const prefix = getPrefix(server)
  const taken = new Set<string>()
  return tools.map((tool) => {
    const name = `${prefix}.${tool.name.replace(/[^\w-]+/g, '_').replace(/__+/g, '_')}`
    if (wireName(name).length > WIRE_NAME_MAX) return { tool, left: 'name_too_long' }
    // It takes no name away: to exclude the one is how the other of two is had.
    if (!allowsTool(tool.name, server)) return { tool, name, left: 'filtered' }
    if (taken.has(name)) return { tool, left: 'name_taken' }
    taken.add(name)
    return { tool, name }
  })
}

/** What the names of the server's tools begin with. */
export function getPrefix(server: Pick<RemoteServer, 'url' | 'name'>): string {
  return `mcp_${sourceName(server)}`
}

/** `docs`, or what its host says. */
export function sourceName({ url, name }: Pick<RemoteServer, 'url' | 'name'>): string {
  return name ?? new URL(url).host.replace(/[^a-z0-9]+/gi, '_')
}

/** Throws a `TypeError` for a server that cannot be one; its message shows no credentials. */
export function checkServer({ url, name }: RemoteServer): void {
  const parsed = typeof url === 'string' && URL.canParse(url) ? new URL(url) : undefined
  if (parsed === undefined || !/^https?:$/.test(parsed.protocol))
    throw new TypeError(`defineAgent: mcp.url is ${JSON.stringify(url)}; it must be the http address of an MCP server.`)
  if (parsed.username !== '' || parsed.password !== '')
    throw new TypeError(`defineAgent: mcp.url of ${parsed.host} holds a user or a password. Give the server a token.`)
  if (name !== undefined && !/^[a-z0-9]+(?:_[a-z0-9]+)*$/i.test(name))
    throw new TypeError(`defineAgent: mcp.name is "${name}"; use letters and digits, with single "_" between.`)
}

/** Some servers are reached by an address that is a secret: what may be one is left out. */
export function shownUrl(url: string): string {
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
