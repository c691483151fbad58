/**
 * `mcp-tools.lock.json`: the tools that the MCP servers of the app's agent list. It is committed with the sources, so
 * that types are the same on every machine and without a network, and so that a server's change shows in review.
 */
import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import { escapeHidden, isRecord, type RemoteListing } from '@fw/runtime/contract'
import { join } from '#slash-path.ts'

/** Path relative to the app root. */
export const LOCK_FILE = 'mcp-tools.lock.json'

export interface LockedServer {
  /** Host of its URL only: the rest may contain a secret. */
  readonly host: string
  /** By the tool's name on the server. */
  readonly tools: Readonly<Record<string, LockedTool>>
}

export interface LockedTool {
  /** Name for the agent, such as `mcp_docs.search`; absent if it can't have a valid one. */
  readonly name?: string
  readonly description: string
  readonly input: unknown
  readonly output?: unknown
}

/** By server name, such as `docs`. */
export type RemoteLock = Readonly<Record<string, LockedServer>>

/**
 * Returns the lock file's content, or `undefined` if the file doesn't exist.
 *
 * @throws if the file was damaged, as by a merge.
 */
export function readLock(root: string): RemoteLock | undefined {
  const file = join(root, LOCK_FILE)
  if (!existsSync(file)) return undefined
  const fault = new Error(`${LOCK_FILE} cannot be read. Delete it; it is recreated when the servers are queried again.`)
  try {
    const { servers } = JSON.parse(readFileSync(file, 'utf8')) as { servers?: unknown }
    if (!isLock(servers)) throw fault
    return servers
  } catch {
    throw fault
  }
}

function isLock(value: unknown): value is RemoteLock {
  return isRecord(value) && Object.values(value).every((server) => isRecord(server) && isServer(server))
}

function isServer({ host, tools }: Readonly<Record<string, unknown>>): boolean {
  if (typeof host !== 'string' || !isRecord(tools)) return false
  return Object.values(tools).every(
    (tool) =>
      isRecord(tool) && typeof tool.description === 'string' && ['string', 'undefined'].includes(typeof tool.name),
  )
}

/** Writes the file. Servers and tools are ordered by name; hidden characters are escaped. */
export async function writeLock(root: string, lock: RemoteLock): Promise<void> {
  const servers = sortRecord(lock, ({ host, tools }) => ({ host, tools: sortRecord(tools, (tool) => tool) }))
  const text = `${escapeHidden(JSON.stringify({ servers }, undefined, 2), '\n')}\n`
  const file = join(root, LOCK_FILE)
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return
  await writeFile(file, text)
}

function sortRecord<Value, Mapped>(record: Readonly<Record<string, Value>>, map: (value: Value) => Mapped) {
  const entries = Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(entries.map(([name, value]) => [name, map(value)]))
}

/** Converts a server's list for the lock file. Tools beyond the limit are dropped, as are schemas that are too long. */
export function lockServer(url: string, listed: readonly RemoteListing[]): LockedServer {
  const tools = listed.slice(0, MAX_TOOLS).map(({ tool, name, description, input, output }): [string, LockedTool] => [
    tool,
    {
      ...(name !== undefined && { name }),
      description: description.slice(0, MAX_DESCRIPTION),
      input: boundSchema(input),
      ...(output !== undefined && { output: boundSchema(output) }),
    },
  ])
  return { host: new URL(url).host, tools: Object.fromEntries(tools) }
}

const MAX_TOOLS = 500
const MAX_DESCRIPTION = 8192
const MAX_SCHEMA = 65_536

/** Returns a schema as plain JSON; `true`, which allows anything, if it is too long. */
function boundSchema(schema: unknown): unknown {
  const text = JSON.stringify(schema)
  return text === undefined || text.length > MAX_SCHEMA ? true : JSON.parse(text)
}

/** Returns the differences, one line each: new and removed tools, changed descriptions and schemas. */
export function lockChanges(name: string, before: LockedServer, after: LockedServer): readonly string[] {
  const names = [...new Set([...Object.keys(before.tools), ...Object.keys(after.tools)])].sort()
  return names.flatMap((tool) => {
    const [old, now] = [own(before.tools, tool), own(after.tools, tool)]
    const shown = escapeHidden(`${name}: ${tool}`)
    if (old === undefined || now === undefined) return [`${shown} ${old === undefined ? 'is new' : 'was removed'}`]
    return [
      ...(old.description === now.description
        ? []
        : [`${shown} has a new description: ${escapeHidden(JSON.stringify(now.description))}`]),
      ...(isDeepStrictEqual([old.input, old.output], [now.input, now.output])
        ? []
        : [`${shown} has a different schema`]),
    ]
  })
}

/** Compares a tool that a server lists with the file's entry of it. */
export function getPinState(
  lockedTools: LockedServer['tools'] | undefined,
  listing: RemoteListing,
): 'pinned' | 'changed' | 'new' {
  const before = lockedTools && own(lockedTools, listing.tool)
  if (before === undefined) return 'new'
  const { tools } = lockServer('http://localhost', [listing])
  return isDeepStrictEqual(before, own(tools, listing.tool)) ? 'pinned' : 'changed'
}

function own(tools: LockedServer['tools'], name: string): LockedTool | undefined {
  return Object.hasOwn(tools, name) ? tools[name] : undefined
}
