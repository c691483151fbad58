/**
 * `mcp-tools.lock.json`: what the MCP servers of the app's agent said of their tools. It is kept with the sources, so that
 * types are the same on every machine and without a network, and so that a change of what a server says shows in review.
 */
import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { escapeHidden, type RemoteListing } from '@fw/runtime/contract'

/** Relative to the app root. */
export const LOCK_FILE = 'mcp-tools.lock.json'

export interface LockedServer {
  /** Of its address: what else stands there may be a secret. */
  readonly host: string
  /** By the server's name of the tool. */
  readonly tools: Readonly<Record<string, LockedTool>>
}

export interface LockedTool {
  /** The agent's, as `mcp_docs.search`; absent where it can have none. */
  readonly name?: string
  readonly description: string
  readonly input: unknown
  readonly output?: unknown
}

/** By the server's name, as `docs`. */
export type RemoteLock = Readonly<Record<string, LockedServer>>

/** Undefined where there is none. Throws for a file that is not as it was written, as after a merge. */
export function readLock(root: string): RemoteLock | undefined {
  const file = join(root, LOCK_FILE)
  if (!existsSync(file)) return undefined
  const fault = new Error(`${LOCK_FILE} cannot be read. Delete it: it is written again when the servers are asked.`)
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

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Servers and tools in the order of their names; nothing in it hides from a reader. */
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

/** What a server listed, as it is kept. Of too many tools the first are kept, and a schema that is too long is not. */
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

/** A schema as plain JSON; true, which allows anything, for one that is too long to keep. */
function boundSchema(schema: unknown): unknown {
  const text = JSON.stringify(schema)
  return text === undefined || text.length > MAX_SCHEMA ? true : JSON.parse(text)
}

/** What is new, gone or said in other words, one line each, for a person to look at. */
export function lockChanges(name: string, before: LockedServer, after: LockedServer): readonly string[] {
  const names = [...new Set([...Object.keys(before.tools), ...Object.keys(after.tools)])].sort()
  return names.flatMap((tool) => {
    const [old, now] = [own(before.tools, tool), own(after.tools, tool)]
    const shown = escapeHidden(`${name}: ${tool}`)
    if (old === undefined || now === undefined) return [`${shown} ${old === undefined ? 'is new' : 'is gone'}`]
    return [
      ...(old.description === now.description
        ? []
        : [`${shown} describes itself in other words: ${escapeHidden(JSON.stringify(now.description))}`]),
      ...(isDeepStrictEqual([old.input, old.output], [now.input, now.output]) ? [] : [`${shown} has another schema`]),
    ]
  })
}

/** How a tool that a server lists stands to what the file holds of the server. */
export function pinOf(kept: LockedServer['tools'] | undefined, listing: RemoteListing): 'pinned' | 'changed' | 'new' {
  const before = kept && own(kept, listing.tool)
  if (before === undefined) return 'new'
  const { tools } = lockServer('http://localhost', [listing])
  return isDeepStrictEqual(before, own(tools, listing.tool)) ? 'pinned' : 'changed'
}

function own(tools: LockedServer['tools'], name: string): LockedTool | undefined {
  return Object.hasOwn(tools, name) ? tools[name] : undefined
}
