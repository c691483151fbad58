/** The tools of the MCP servers that an agent names (spec: Agent configuration, `mcp`): listed, checked, called. */
import { createHash } from 'node:crypto'
import type { Tool } from '@modelcontextprotocol/client'
import type { AgentConfig, RemoteServer, ToolFilter } from '#contract/agent.ts'
import { withoutHidden } from '#contract/hidden-text.ts'
import type { JsonSchema } from '#contract/json-schema.ts'
import type { ModelTool } from '#contract/model.ts'
import type { RemoteSource } from '#contract/remote-source.ts'
import type { TurnDeps } from '#contract/turn-deps.ts'
import { findUnmatched } from '../tool-filter.ts'
import { checkServer, getPrefix, nameTools, shownUrl } from './name-tools.ts'
import { describeServerFailure, openRemoteServer, type RemoteLink, type RemoteResult } from './remote-server.ts'
import { remoteSources } from './remote-sources.ts'

/** A tool of another server, as the model is told of it. */
export interface RemoteTool extends ModelTool {
  /** The server says that it changes nothing. */
  readonly readonly: boolean
  /** What was read elsewhere may reach it, whoever asks for that. */
  readonly allowData: boolean
  /** Rejects when the server cannot be reached, or refuses. */
  call(input: unknown, signal: AbortSignal): Promise<RemoteResult>
}

export interface ConnectedTools {
  /**
   * Returns the tools that the servers are known to have. Lists are refreshed beside the turns: only before the first list of
   * a server does a turn wait for it, for a short time. A server that fails is left out with a warning, and asked again later.
   */
  list(deps: Pick<TurnDeps, 'data' | 'warn' | 'sign'>): Promise<readonly RemoteTool[]>
  /** The same servers, for who runs no turns. */
  readonly sources: readonly RemoteSource[]
}

/** How long the first turns wait for the first list of a server. */
const FIRST_WAIT_MS = 5_000
/** A list is asked for again after this. */
const FRESH_MS = 300_000
/** A server that failed is left alone so long. */
const RETRY_MS = 30_000
/** A description that nobody has seen for so long is new. */
const PIN_MS = 31_536_000_000

export interface RemoteSources {
  readonly fetch?: typeof fetch
  /** Epoch milliseconds. */
  readonly now?: () => number
}

/** Undefined where the agent names no servers. Throws a `TypeError` for a server that cannot be one. */
export function openRemoteTools(
  { mcp = [], tools: filter = {} }: Pick<AgentConfig, 'mcp' | 'tools'>,
  { fetch, now = Date.now }: RemoteSources,
): ConnectedTools | undefined {
  const servers = Array.isArray(mcp) ? mcp : [mcp as RemoteServer] // one, or a list
  if (servers.length === 0) return undefined
  for (const server of servers) checkServer(server)
  const prefixes = servers.map(getPrefix)
  const twice = prefixes.find((prefix, index) => prefixes.indexOf(prefix) !== index)
  if (twice !== undefined)
    throw new TypeError(`defineAgent: two servers of mcp are called "${twice}". Give one a name.`)
  const sources = { ...(fetch && { fetch }) }
  const kept = servers.map((server) => ({
    server,
    link: openRemoteServer(server, sources),
    tools: [] as readonly RemoteTool[],
    askAt: 0,
    asking: undefined as Promise<void> | undefined,
    /** Resolves when the server has responded for the first time, or the wait for that is over. */
    opened: undefined as Promise<void> | undefined,
  }))

  async function refresh(one: (typeof kept)[number], deps: Pick<TurnDeps, 'data' | 'warn'>): Promise<void> {
    try {
      const tools = await one.link.list()
      warnOfPatterns(tools, one.server, filter, deps)
      one.tools = await accept(tools, one, deps)
      one.askAt = now() + FRESH_MS
    } catch (error) {
      one.tools = []
      one.askAt = now() + RETRY_MS
      deps.warn(
        `The tools of ${shownUrl(one.server.url)} are not available: ${describeServerFailure(error, one.server)}`,
        error,
      )
    } finally {
      one.asking = undefined
    }
  }

  return {
    async list(deps) {
      for (const { link } of kept) link.signWith(deps.sign)
      for (const one of kept) {
        if (one.askAt > now()) continue
        one.asking ??= refresh(one, deps)
        one.opened ??= waitAtMost(one.asking, () =>
          deps.warn(
            `${shownUrl(one.server.url)} has not answered for ${FIRST_WAIT_MS / 1000} seconds. Turns go on without its tools until it does.`,
          ),
        )
      }
      await Promise.all(kept.map(({ opened }) => opened))
      return kept.flatMap(({ tools }) => tools)
    },
    sources: remoteSources(servers, sources),
  }
}

/** A misspelled pattern leaves a tool out, or leaves one in that the agent should never have had. */
function warnOfPatterns(
  tools: readonly Tool[],
  server: RemoteServer,
  filter: ToolFilter,
  { warn }: Pick<TurnDeps, 'warn'>,
): void {
  const where = shownUrl(server.url)
  for (const pattern of findUnmatched(
    tools.map(({ name }) => name),
    server,
  ))
    warn(`No tool of ${where} matches "${pattern}" of its include and exclude. It has ${listNames(tools)}.`)
  const prefix = getPrefix(server)
  const names = nameTools(tools, server).flatMap(({ name, left }) => (name && left === undefined ? [name] : []))
  const unmatched = findUnmatched(names, filter)
  for (const pattern of unmatched)
    if (`${pattern}.`.startsWith(`${prefix}.`) || `mcp_${pattern}.`.startsWith(`${prefix}.`))
      warn(`No tool of ${where} matches "${pattern}" of the agent's tools. It has ${names.join(', ') || 'none'}.`)
  const { include = [] } = filter
  if (include.length > 0 && names.length > 0 && include.every((pattern) => unmatched.includes(pattern)))
    warn(`The include of the agent's tools leaves out every tool of ${where}. Add "${prefix}.*" to use them.`)
}

function listNames(tools: readonly Tool[]): string {
  return tools.map(({ name }) => name).join(', ') || 'none'
}

/** Resolves with `work`, or after `FIRST_WAIT_MS` with a call of `onLate`. */
async function waitAtMost(work: Promise<void>, onLate: () => void): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      onLate()
      resolve()
    }, FIRST_WAIT_MS)
  })
  await Promise.race([work, late])
  clearTimeout(timer)
}

interface Accepting {
  readonly server: RemoteServer
  readonly link: RemoteLink
}

/** What the app's filter lets through and a model can be told of. */
async function accept(
  tools: readonly Tool[],
  { server, link }: Accepting,
  deps: Pick<TurnDeps, 'data' | 'warn'>,
): Promise<readonly RemoteTool[]> {
  const accepted: RemoteTool[] = []
  for (const { tool, name, left } of nameTools(tools, server)) {
    if (name === undefined || left !== undefined) {
      if (left !== 'filtered')
        deps.warn(
          `The tool "${tool.name}" of ${shownUrl(server.url)} is left out: its name is too long, or another one has it.`,
        )
      continue
    }
    await comparePin(name, tool, deps)
    accepted.push({
      name,
      description: withoutHidden(tool.description ?? tool.title ?? ''),
      input: readable(tool.inputSchema as JsonSchema), // as the server wrote it; it checks its inputs itself
      readonly: tool.annotations?.readOnlyHint === true,
      allowData: server.allowData === true,
      call: (input, signal) => link.call(tool, input, signal),
    })
  }
  return accepted
}

/** The schema without what nobody sees in its prose; what it demands stays as it is. */
function readable(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    typeof value === 'string' && PROSE.has(key) ? withoutHidden(value) : value,
  ) as JsonSchema // the same shape
}

const PROSE = new Set(['title', 'description', '$comment'])

/** What a server says about its tool is text that the model reads: a change is told, so that a person can look at it. */
async function comparePin(name: string, tool: Tool, { data, warn }: Pick<TurnDeps, 'data' | 'warn'>): Promise<void> {
  const { description = '', title = '', inputSchema } = tool
  const hash = createHash('sha256')
    .update(JSON.stringify([title, description, inputSchema]))
    .digest('base64url')
  const key = `mcp-pin:${name}`
  const before = await data.read(key)
  if (before !== undefined && before !== hash)
    warn(
      `What ${name} says about itself has changed since it was seen before. Look at it: ${JSON.stringify(description)}`,
    )
  await data.write(key, hash, PIN_MS)
}
