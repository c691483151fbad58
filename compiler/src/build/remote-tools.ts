/** Keeps `mcp-tools.lock.json` and the types of remote tools in step with what the servers say. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RemoteListing, RemoteSource } from '@fw/runtime/contract'
import {
  LOCK_FILE,
  type LockedServer,
  lockChanges,
  lockServer,
  type RemoteLock,
  readLock,
  writeLock,
} from './remote-lock.ts'
import { writeGenerated } from './write-generated.ts'

/** Where the types lie, relative to the app root. */
export const REMOTE_TYPES_FILE = '.fw/types/remote-tools.d.ts'

/** A server's answer, or why there is none. */
export type AskedServer = Pick<RemoteSource, 'name' | 'url'> &
  ({ readonly listed: readonly RemoteListing[] } | { readonly problem: string })

/** Asks all of them at once. */
export function askServers(sources: readonly RemoteSource[], timeoutMs: number): Promise<readonly AskedServer[]> {
  return Promise.all(
    sources.map(async ({ name, url, list }) => {
      try {
        return { name, url, listed: await list({ timeoutMs }) }
      } catch (error) {
        return { name, url, problem: error instanceof Error ? error.message : String(error) }
      }
    }),
  )
}

export interface KeepOptions {
  /** The app's folder. */
  readonly root: string
  /**
   * `take`: what the servers say now is written (dev). `hold`: what is written stays, and a difference is a warning; only
   * of servers that are not in the file it is taken (build).
   */
  readonly mode: 'take' | 'hold'
  readonly log: (line: string) => void
}

/** Writes lock and types as the answers ask for it, and says what has changed. A server that is away changes nothing. */
export async function keepRemoteTools(asked: readonly AskedServer[], options: KeepOptions): Promise<void> {
  const { root, mode, log } = options
  const before = readLock(root) ?? {}
  const after: Record<string, LockedServer> = { ...before }
  for (const server of asked) {
    const known = Object.hasOwn(before, server.name) ? before[server.name] : undefined
    if ('problem' in server) {
      log(`warning  The MCP server ${server.name} (${server.url}) was not asked for its tools: ${server.problem}`)
      if (known === undefined) log(`warning  Its tools have no types until it answers; nothing is in ${LOCK_FILE}.`)
      continue
    }
    const now = lockServer(server.url, server.listed)
    const changes = known === undefined ? [] : lockChanges(server.name, known, now)
    for (const line of changes) log(`warning  MCP tool of ${line}`)
    if (known === undefined || mode === 'take') after[server.name] = now
    else if (changes.length > 0)
      log(
        `warning  The types are those of ${LOCK_FILE}. To take the change over, run "fw dev" and look at the difference.`,
      )
  }
  if (Object.keys(after).length === 0) return
  await writeLock(root, after)
  await writeRemoteTypes(root, log)
}

/** Writes the types of what the lock file holds; nothing where there is none, or where they are written already. */
export async function writeRemoteTypes(root: string, log: (line: string) => void): Promise<void> {
  const lock = readLock(root)
  if (lock === undefined) return
  const first = `// Written by fw from ${LOCK_FILE} (${digest(lock)}). Do not edit: it is written again.`
  const file = join(root, REMOTE_TYPES_FILE)
  if (existsSync(file) && readFileSync(file, 'utf8').startsWith(first)) return
  const { emitRemoteTypes } = await import('../emit/remote-types.ts')
  const servers = Object.entries(lock).map(([name, { host, tools }]) => ({
    name,
    host,
    tools: Object.entries(tools).map(([tool, rest]) => ({ tool, ...rest })),
  }))
  const { text, problems } = await emitRemoteTypes(servers)
  for (const problem of problems) log(`warning  ${problem}`)
  await writeGenerated(root, { [REMOTE_TYPES_FILE]: `${first}\n\n${text}` })
}

function digest(lock: RemoteLock): string {
  return createHash('sha256').update(JSON.stringify(lock)).digest('hex').slice(0, 16)
}

/** How long a build waits for all servers together, in milliseconds: it is never the servers' to stop it. */
const BUILD_WAIT_MS = 3000
const DEV_WAIT_MS = 10_000
/** In dev a list is asked for again after this, at the next change of the app. */
const FRESH_MS = 300_000

/** What the child process of a build does: the parent keeps the answers. */
export function askForBuild(sources: readonly RemoteSource[]): Promise<readonly AskedServer[]> {
  return askServers(sources, BUILD_WAIT_MS)
}

export interface RemoteRefresh {
  /** Asks the servers of an app that was just made, in the background and not for every edit. Never throws. */
  made(sources: readonly RemoteSource[]): void
}

/** For dev: what the lock file says is typed at once, and what the servers say as soon as they do. */
export function refreshRemoteTools(
  { root, log }: Pick<KeepOptions, 'root' | 'log'>,
  now: () => number = Date.now,
): RemoteRefresh {
  let asked: { readonly key: string; readonly at: number } | undefined
  const tell = (error: unknown): void => log(`warning  ${error instanceof Error ? error.message : String(error)}`)
  void writeRemoteTypes(root, log).catch(tell)
  return {
    made(sources) {
      const key = JSON.stringify(sources.map(({ name, url }) => [name, url]))
      if (sources.length === 0 || (asked?.key === key && now() - asked.at < FRESH_MS)) return
      asked = { key, at: now() }
      askServers(sources, DEV_WAIT_MS)
        .then((answers) => keepRemoteTools(answers, { root, mode: 'take', log }))
        .catch(tell)
    },
  }
}
