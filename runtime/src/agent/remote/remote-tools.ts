/** The tools of the MCP servers that an agent configures: lists, checks and calls them. */
import type { Tool } from '@modelcontextprotocol/client'
import type { AgentConfig, RemoteServer, ToolFilter } from '#contract/agent/agent.ts'
import type { ModelTool } from '#contract/agent/model.ts'
import type { RemoteCallOptions, RemoteCalls, RemoteDeps, RemoteSource } from '#contract/agent/remote-source.ts'
import type { TurnDeps } from '#contract/agent/turn-deps.ts'
import type { ToolDescription } from '#contract/approval/shown-call.ts'
import type { JsonSchema } from '#contract/schema/json-schema.ts'
import { digestText } from '#digest/digest-text.ts'
import { createFenceSecret } from '../fence.ts'
import { allowsTool, findUnmatched } from '../tool-filter.ts'
import { describeRemoteTool } from './describe-tool.ts'
import type { CallStep } from './held-calls.ts'
import { checkServer, getPrefix, nameTools, redactUrl } from './name-tools.ts'
import { createRemoteCalls } from './remote-calls.ts'
import { describeServerFailure, openRemoteServer, type RemoteLink } from './remote-server.ts'
import { createRemoteSources } from './remote-sources.ts'

/** A tool of another server in the form that the model sees. */
export interface RemoteTool extends ModelTool {
  /** Whether the tool is read-only, as the app declares or, with `trustHints`, as its server does. */
  readonly readonly: boolean
  /** Whether each call needs a user's approval. */
  readonly needsApproval: boolean
  /** Description for people, in the server's own words. */
  readonly about: ToolDescription
  /** Whether data read elsewhere may be sent to it, even in a tainted conversation. */
  readonly allowData: boolean
  /**
   * Resolves to the result, or to the questions that the call waits for. Rejects if the server can't be reached or rejects
   * the call.
   */
  call(input: unknown, options: RemoteCallOptions & { readonly signal: AbortSignal }): Promise<CallStep>
}

export interface ConnectedTools {
  /**
   * Returns the known tools of the servers. Lists are refreshed in the background: a turn waits only for the first
   * list of a server, and only for a short time. A failed server is left out with a warning and retried later.
   */
  list(deps: RemoteDeps): Promise<readonly RemoteTool[]>
  /** The same servers for code that runs no turns. */
  readonly sources: readonly RemoteSource[]
  /** The same tools, for approved calls. */
  readonly calls: RemoteCalls
  /** Ends calls that wait for a user, and the connections. */
  close(): void
}

/** Time in milliseconds for which the first turns wait for the first list of a server. */
const FIRST_WAIT_MS = 5_000
/** Time in milliseconds after which a list is refreshed. */
const FRESH_MS = 300_000
/** Time in milliseconds after which a failed server is retried. */
const RETRY_MS = 30_000
/** Time in milliseconds after which an unused description counts as new. */
const PIN_MS = 31_536_000_000

interface RemoteSources {
  readonly fetch?: typeof fetch
  readonly holdMs?: number
  /** Epoch milliseconds. */
  readonly now?: () => number
}

/**
 * Opens the servers of an agent; returns `undefined` if it names none.
 *
 * @throws TypeError for an invalid server.
 */
export function openRemoteTools(
  { mcp = [], tools: filter = {} }: Pick<AgentConfig, 'mcp' | 'tools'>,
  { fetch, holdMs, now = Date.now }: RemoteSources,
): ConnectedTools | undefined {
  const servers = Array.isArray(mcp) ? mcp : [mcp as RemoteServer] // one, or a list
  if (servers.length === 0) return undefined
  for (const server of servers) checkServer(server)
  const prefixes = servers.map(getPrefix)
  const duplicate = prefixes.find((prefix, index) => prefixes.indexOf(prefix) !== index)
  if (duplicate !== undefined)
    throw new TypeError(`defineAgent: two servers of mcp have the name "${duplicate}". Set a name on one of them.`)
  const sources = { ...(fetch && { fetch }), holdMs }
  const connections = servers.map((server) => ({
    server,
    link: openRemoteServer(server, sources),
    tools: [] as readonly RemoteTool[],
    fences: {} as Fences,
    refreshAt: 0,
    refreshing: undefined as Promise<void> | undefined,
    /** Resolves when the server has responded for the first time, or the wait for it has ended. */
    opened: undefined as Promise<void> | undefined,
  }))

  async function refresh(
    connection: (typeof connections)[number],
    deps: Pick<TurnDeps, 'data' | 'warn'>,
  ): Promise<void> {
    try {
      const tools = await connection.link.list()
      warnAboutPatterns(tools, connection.server, filter, deps)
      connection.tools = await acceptTools(tools, connection, deps)
      connection.refreshAt = now() + FRESH_MS
    } catch (error) {
      connection.tools = []
      connection.refreshAt = now() + RETRY_MS
      deps.warn(
        `The tools of ${redactUrl(connection.server.url)} are not available: ${describeServerFailure(error, connection.server)}`,
        error,
      )
    } finally {
      connection.refreshing = undefined
    }
  }

  const list = async (deps: RemoteDeps): Promise<readonly RemoteTool[]> => {
    for (const { link } of connections) link.use(deps)
    for (const one of connections) {
      if (one.refreshAt > now()) continue
      one.refreshing ??= refresh(one, deps)
      one.opened ??= waitAtMost(one.refreshing, () =>
        deps.warn(
          `${redactUrl(one.server.url)} has not responded for ${FIRST_WAIT_MS / 1000} seconds. Turns run without its tools until it does.`,
        ),
      )
    }
    await Promise.all(connections.map(({ opened }) => opened))
    return connections.flatMap(({ tools }) => tools)
  }
  return {
    list,
    sources: createRemoteSources(servers, sources),
    calls: createRemoteCalls(async (deps) => (await list(deps)).filter(({ name }) => allowsTool(name, filter))),
    close() {
      for (const { link } of connections) void link.close()
    },
  }
}

/** Warns about patterns that match nothing: a misspelled pattern excludes a tool, or fails to exclude one. */
function warnAboutPatterns(
  tools: readonly Tool[],
  server: RemoteServer,
  filter: ToolFilter,
  { warn }: Pick<TurnDeps, 'warn'>,
): void {
  const serverUrl = redactUrl(server.url)
  for (const pattern of findUnmatched(
    tools.map(({ name }) => name),
    { include: [...(server.include ?? []), ...(server.readonly ?? [])], exclude: server.exclude ?? [] },
  ))
    warn(
      `No tool of ${serverUrl} matches "${pattern}" in its include, exclude or readonly. Its tools: ${listNames(tools)}.`,
    )
  const prefix = getPrefix(server)
  const names = nameTools(tools, server).flatMap(({ name, left }) => (name && left === undefined ? [name] : []))
  const unmatched = findUnmatched(names, filter)
  for (const pattern of unmatched)
    if (`${pattern}.`.startsWith(`${prefix}.`) || `mcp_${pattern}.`.startsWith(`${prefix}.`))
      warn(
        `No tool of ${serverUrl} matches "${pattern}" in the agent's tools. Its tools: ${names.join(', ') || 'none'}.`,
      )
  const { include = [] } = filter
  if (include.length > 0 && names.length > 0 && include.every((pattern) => unmatched.includes(pattern)))
    warn(`The include of the agent's tools excludes every tool of ${serverUrl}. Add "${prefix}.*" to use them.`)
}

function listNames(tools: readonly Tool[]): string {
  return tools.map(({ name }) => name).join(', ') || 'none'
}

/** Resolves with `work`, or calls `onLate` and resolves after `FIRST_WAIT_MS`. */
async function waitAtMost(work: Promise<void>, onLate: () => void): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      onLate()
      resolve()
    }, FIRST_WAIT_MS)
  })
  await Promise.race([work, timeout])
  clearTimeout(timer)
}

interface ServerConnection {
  readonly server: RemoteServer
  readonly link: RemoteLink
  readonly fences: Fences
}

/** The secret of the fences in the last list of a server. */
interface Fences {
  last?: { readonly list: string; readonly secret: string }
}

/**
 * Returns the secret of the fences of a list: a new one for each changed list, so that its author can't know their ids, and
 * the same one for an unchanged list, so that providers still cache the definitions.
 */
function chooseFence(tools: readonly Tool[], fences: Fences): string {
  const list = digestText(JSON.stringify(tools))
  if (fences.last?.list !== list) fences.last = { list, secret: createFenceSecret() }
  return fences.last.secret
}

/** Returns the tools that pass the server's filter and have a usable name. */
async function acceptTools(
  tools: readonly Tool[],
  { server, link, fences }: ServerConnection,
  deps: Pick<TurnDeps, 'data' | 'warn'>,
): Promise<readonly RemoteTool[]> {
  const accepted: RemoteTool[] = []
  const fence = chooseFence(tools, fences)
  for (const { tool, name, left } of nameTools(tools, server)) {
    if (name === undefined || left !== undefined) {
      if (left !== 'filtered')
        deps.warn(
          `The tool "${tool.name}" of ${redactUrl(server.url)} is ignored, because ${left === 'needs_task' ? 'it only runs as a task, and a turn does not wait for tasks' : 'its name is too long or already taken'}.`,
        )
      continue
    }
    const described = describeRemoteTool(tool, fence)
    if (described === undefined) {
      deps.warn(
        `The tool "${tool.name}" of ${redactUrl(server.url)} is ignored, because its input schema is too long or does not describe an object.`,
      )
      continue
    }
    await comparePin(name, tool, deps)
    const readonly = isReadonly(tool, server)
    const { approve = 'writes' } = server
    const needsApproval = approve === 'always' || (approve === 'writes' && !readonly)
    accepted.push({
      name,
      ...described,
      ...(needsApproval && { description: `${described.description} A person has to approve each call.` }),
      readonly,
      needsApproval,
      allowData: server.allowData === true,
      about: describeForPeople(tool, server, readonly),
      call: (input, options) => link.call({ ...options, tool, input, isRepeatable: readonly }),
    })
  }
  return accepted
}

/** The server's own hint counts only if the app believes it: a server may declare anything. */
function isReadonly({ name, annotations }: Tool, { readonly = [], trustHints = false }: RemoteServer): boolean {
  const isListed = readonly.length > 0 && allowsTool(name, { include: readonly })
  return isListed || (trustHints && annotations?.readOnlyHint === true)
}

function describeForPeople(
  { title, description = '', inputSchema, outputSchema }: Tool,
  { url }: RemoteServer,
  readonly: boolean,
): ToolDescription {
  return {
    ...(title !== undefined && { title }),
    description,
    // As the server wrote them.
    input: inputSchema as JsonSchema,
    ...(outputSchema !== undefined && { output: outputSchema as JsonSchema }),
    readonly,
    server: redactUrl(url),
  }
}

/**
 * Compares a tool with its last known description. The model reads that description, so a change is reported for a
 * review.
 */
async function comparePin(name: string, tool: Tool, { data, warn }: Pick<TurnDeps, 'data' | 'warn'>): Promise<void> {
  const { description = '', title = '', inputSchema } = tool
  const hash = digestText(JSON.stringify([title, description, inputSchema]))
  const key = `mcp-pin:${name}`
  const before = await data.read(key)
  if (before !== undefined && before !== hash)
    warn(`The description of ${name} has changed since its last use. Review it: ${JSON.stringify(description)}`)
  await data.write(key, hash, PIN_MS)
}
