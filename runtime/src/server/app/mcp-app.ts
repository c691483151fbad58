/** The view of the app that its MCP server uses. */
import { contractsReady, hasContract } from '#api/collect.ts'
import { watchTags } from '#cache/live-tags.ts'
import { collectTags } from '#cache/read-tags.ts'
import { VERSION } from '#contract/config/version.ts'
import { readSharedKey } from '#data/shared-key.ts'
import { shortenKey } from '#digest/shorten-key.ts'
import type { McpApp } from '#mcp/host.ts'
import { toServerSlug } from '#mcp/landing.ts'
import { findParamHeaders } from '#mcp/param-headers.ts'
import type { McpServerInfo } from '#mcp/protocol.ts'
import type { WatchedTags } from '#mcp/resource-watch.ts'
import { type McpTool, toMcpTool } from '#mcp/tool-list.ts'
import { mapToolNames } from '#mcp/tool-names.ts'
import { writeApproval } from '../describe-proposal.ts'
import type { App } from './app.ts'

/** Returns the server's name, with the version of this software: the app's own version isn't known. */
export function serverInfo({ info }: App): McpServerInfo {
  return { name: info.name, version: VERSION }
}

/** The tools of an app as MCP clients see them. */
export interface McpCatalog {
  /** The name under which the landing page adds this server to a client. */
  readonly serverName: string
  readonly tools: readonly McpListing[]
}

/** A tool with its MCP listing. */
export interface McpListing {
  /** Full name, such as `api.shop.search`. */
  readonly tool: string
  readonly listed: McpTool
  /** Why its parameters have no headers, as the end of a sentence. Absent for a tool without a problem. */
  readonly headerProblem?: string
}

/** Returns the catalog of all tools that agents may call. */
export async function mcpCatalog(app: App): Promise<McpCatalog> {
  await contractsReady(app.tools)
  const { toolNames = {}, headers = {} } = app.agents.mcp
  const tools = app.tools
    .filter((tool) => tool.guard !== 'forbidden' && hasContract(tool))
    .map((tool): McpListing => {
      const { name, input } = tool
      const { problem } = findParamHeaders(input, headers[name])
      const listed = toMcpTool(tool, 'modern', toolNames[name], headers[name])
      return { tool: name, listed, ...(problem !== undefined && { headerProblem: problem }) }
    })
  return { serverName: toServerSlug(app.info.name), tools }
}

export function createMcpApp(app: App): McpApp {
  const { agents, info, now } = app
  const { description, siteUrl } = info
  const { mcp, skills } = agents
  const tools = new Map(app.tools.map((tool) => [tool.name, tool]))
  let key: Promise<Buffer> | undefined
  return {
    // Tools that agents may not call have names here too, so that a call of one is refused and audited instead of unknown.
    names: mapToolNames(app.tools, mcp.toolNames),
    findInput(name) {
      const tool = tools.get(name)
      if (tool === undefined) return undefined
      return contractsReady([tool])?.then(() => tool.input) ?? tool.input
    },
    server: serverInfo(app),
    siteUrl,
    options: description === undefined ? mcp : { instructions: description, ...mcp },
    skills: skills,
    proposal: (id) => app.data.proposals.find(id, () => true),
    approval: (id) => writeApproval(app, id),
    ownerOf: (ctx) => app.policy.subjectOf(ctx),
    data: app.data.store,
    tags: WATCHED_TAGS,
    stateKey() {
      key ??= readSharedKey(app.data.store, KEY_NAME, KEY_TTL_MS).finally(() => {
        key = undefined
      })
      return key
    },
    now,
    warn: (message, err) => app.log.warn(message, { err }),
  }
}

const WATCHED_TAGS: WatchedTags = {
  async collect(work) {
    const { result, tags, versions } = await collectTags(work)
    const isKnown = versions.every((version) => version !== undefined)
    return {
      result,
      keys: new Set(tags.map(shortenKey)),
      versions: isKnown ? JSON.stringify([tags, versions]) : undefined,
    }
  },
  watch: watchTags,
}

const KEY_NAME = 'mcp:state-key'
const KEY_TTL_MS = 30 * 24 * 60 * 60_000
