/** Keeps `mcp-tools.lock.json` and the types of remote tools in sync with the servers' tools. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { getMessage, type RemoteListing, type RemoteSource } from '@fw/runtime/contract'
import { join } from '#slash-path.ts'
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

/** Path of the types, relative to the app root. */
export const REMOTE_TYPES_FILE = '.fw/types/remote-tools.d.ts'

/** A server's tools, or the reason why it couldn't be queried. */
export type QueriedServer = Pick<RemoteSource, 'name' | 'url'> &
  ({ readonly listed: readonly RemoteListing[] } | { readonly problem: string })

/** Queries all servers in parallel. */
export function queryServers(sources: readonly RemoteSource[], timeoutMs: number): Promise<readonly QueriedServer[]> {
  return Promise.all(
    sources.map(async ({ name, url, list }) => {
      try {
        return { name, url, listed: await list({ timeoutMs }) }
      } catch (error) {
        return { name, url, problem: getMessage(error) }
      }
    }),
  )
}

interface KeepOptions {
  /** The app's folder. */
  readonly root: string
  /**
   * `take` (dev): writes the servers' current tools. `hold` (build): keeps the file, and logs a warning for each
   * difference; only servers without an entry are added.
   */
  readonly mode: 'take' | 'hold'
  readonly log: (line: string) => void
}

/** Updates lock file and types according to the mode, and logs the changes. An unreachable server changes nothing. */
export async function keepRemoteTools(queried: readonly QueriedServer[], options: KeepOptions): Promise<void> {
  const { root, mode, log } = options
  const before = readLock(root) ?? {}
  const after: Record<string, LockedServer> = { ...before }
  for (const server of queried) {
    const known = Object.hasOwn(before, server.name) ? before[server.name] : undefined
    if ('problem' in server) {
      log(`warning  Could not list the tools of the MCP server ${server.name} (${server.url}): ${server.problem}`)
      if (known === undefined)
        log(`warning  Its tools have no types until the server responds, since ${LOCK_FILE} has no entry for it.`)
      continue
    }
    const now = lockServer(server.url, server.listed)
    const changes = known === undefined ? [] : lockChanges(server.name, known, now)
    for (const line of changes) log(`warning  MCP tool of ${line}`)
    if (known === undefined || mode === 'take') after[server.name] = now
    else if (changes.length > 0)
      log(`warning  The types still match ${LOCK_FILE}. To accept the change, run "fw dev" and review the difference.`)
  }
  if (Object.keys(after).length === 0) return
  await writeLock(root, after)
  await writeRemoteTypes(root, log)
}

/**
 * Writes the types for the lock file; does nothing without that file, or if the types are up to date. Resolves to the
 * written files, relative to the root.
 */
export async function writeRemoteTypes(root: string, log: (line: string) => void): Promise<readonly string[]> {
  const lock = readLock(root)
  if (lock === undefined) return []
  const first = `// Written by fw from ${LOCK_FILE} (${digest(lock)}). Do not edit: it is written again.`
  const file = join(root, REMOTE_TYPES_FILE)
  if (existsSync(file) && readFileSync(file, 'utf8').startsWith(first)) return []
  const { emitRemoteTypes } = await import('../emit/remote-types.ts')
  const servers = Object.entries(lock).map(([name, { host, tools }]) => ({
    name,
    host,
    tools: Object.entries(tools).map(([tool, rest]) => ({ tool, ...rest })),
  }))
  const { text, problems } = await emitRemoteTypes(servers)
  for (const problem of problems) log(`warning  ${problem}`)
  return writeGenerated(root, { [REMOTE_TYPES_FILE]: `${first}\n\n${text}` })
}

function digest(lock: RemoteLock): string {
  return createHash('sha256').update(JSON.stringify(lock)).digest('hex').slice(0, 16)
}

/** Time in milliseconds that a build waits for all servers together: a server must never block a build. */
const BUILD_WAIT_MS = 3000
const DEV_WAIT_MS = 10_000
/** In dev, lists older than this are requested again at the next change of the app. */
const FRESH_MS = 300_000

/** Queries the servers in the child process of a build; the parent process stores the results. */
export function queryForBuild(sources: readonly RemoteSource[]): Promise<readonly QueriedServer[]> {
  return queryServers(sources, BUILD_WAIT_MS)
}

interface RemoteRefresh {
  /** Queries the servers of a new app, in the background and not for every edit. Never throws. */
  made(sources: readonly RemoteSource[]): void
}

/** Updates the types in dev: from the lock file immediately, and from the servers once they respond. */
export function refreshRemoteTools(
  { root, log }: Pick<KeepOptions, 'root' | 'log'>,
  now: () => number = Date.now,
): RemoteRefresh {
  let queried: { readonly key: string; readonly at: number } | undefined
  const warn = (error: unknown): void => log(`warning  ${getMessage(error)}`)
  void writeRemoteTypes(root, log).catch(warn)
  return {
    made(sources) {
      const key = JSON.stringify(sources.map(({ name, url }) => [name, url]))
      if (sources.length === 0 || (queried?.key === key && now() - queried.at < FRESH_MS)) return
      queried = { key, at: now() }
      queryServers(sources, DEV_WAIT_MS)
        .then((results) => keepRemoteTools(results, { root, mode: 'take', log }))
        .catch(warn)
    },
  }
}
