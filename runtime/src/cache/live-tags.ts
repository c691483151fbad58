/**
 * The cache tags of this process. `revalidateTag` and `cached` are plain functions of an app, and find the running servers
 * here. Works across two copies of this package in one process, like the records of APIs.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import { LIVE_TAGS, type TagDropper } from '#contract/page/live-tags.ts'
import { shortenKey } from '#digest/shorten-key.ts'
import { createPendingDrops, type PendingDrops } from './pending-drops.ts'
import type { TagSignals, TagWatcher } from './tag-signals.ts'
import { fillTags } from './tag-text.ts'
import { createLocalVersions, type LocalVersions, type SharedVersions } from './tag-versions.ts'

/** The versions of some tags at a point in time. */
export interface Versions {
  /** Versions in this process. */
  readonly here: string
  /** Versions in the stores that its servers share with others; empty without such stores. */
  readonly shared: string
}

/** The registration of a running server. */
interface LiveServer {
  /** Shares invalidated tags with other processes. */
  readonly versions?: SharedVersions
  /** Reports invalidated tags to other processes. Without `versions`, this process applies the ones that others report. */
  readonly signals?: TagSignals
  /** Runs work without the language of its caller. */
  outside?<Result>(work: () => Result): Result
}

/** A running server with the state of its connection to others. */
interface RunningServer extends LiveServer {
  readonly pending: PendingDrops
  /** Runs work in the scope in which the server was created, because its watch outlives the request that needs it first. */
  inServerScope<Result>(work: () => Result): Result
  /** Whether the cache of this process needs the invalidations of others, and doesn't receive them yet. */
  isBehind: boolean
  /** Resolves when invalidations of other processes arrive; absent before the first use. */
  watch?: Promise<() => Promise<void>>
}

/** A committed write: the tags that it invalidated, or a path. */
export interface Write {
  /** Normalized tags. */
  readonly tags: readonly string[]
  readonly path?: string
  /** Name of the API that wrote; absent for `revalidateTag` and `revalidatePath`. */
  readonly tool?: string
}

/** Must not throw. */
type WriteListener = (write: Write) => void

interface LiveTags extends TagDropper {
  readonly local: LocalVersions
  readonly servers: Set<RunningServer>
  readonly watchers: Set<TagWatcher>
  readonly listeners: Set<WriteListener>
  /** Identifies this process in messages. */
  readonly sender: string
}

// Only this module writes this property.
const held = globalThis as { [LIVE_TAGS]?: LiveTags }

function live(): LiveTags {
  held[LIVE_TAGS] ??= {
    local: createLocalVersions(),
    servers: new Set(),
    watchers: new Set(),
    listeners: new Set(),
    sender: randomBytes(9).toString('base64url'),
    async dropFilled(tags, valueFor, tool) {
      const filled = fillTags(tags, valueFor)
      await dropWritten(filled, { tags: filled, ...(tool !== undefined && { tool }) })
    },
  }
  return held[LIVE_TAGS]
}

/** Identifies this process in the messages of `TagSignals`. */
export function getTagSender(): string {
  return live().sender
}

/** Registers a server. Returns a function that removes it. */
export function addServer(options: LiveServer): () => void {
  const { servers, watchers } = live()
  const pending = createPendingDrops(async (tags) => {
    await share(server, tags)
    notifyDrop(tags)
  })
  const inServerScope = AsyncLocalStorage.snapshot()
  const server: RunningServer = { ...options, pending, inServerScope, isBehind: followsOthers(options) }
  servers.add(server)
  if (watchers.size > 0) void startWatch(server)
  return () => {
    servers.delete(server)
    pending.close()
    stopWatch(server)
  }
}

/**
 * Watches invalidated tags, whichever process invalidates them. Returns a function that ends the watch. Calls `onDrop` when
 * the new versions of the tags can be read. A watcher must not throw.
 */
export function watchTags(watcher: TagWatcher): () => void {
  const { servers, watchers } = live()
  // A copy, because a watcher may be passed twice.
  const added = { ...watcher }
  watchers.add(added)
  for (const server of servers) {
    const started = startWatch(server)
    if (server.signals !== undefined) void started.then(() => watchers.has(added) && added.onReady?.())
  }
  return () => {
    watchers.delete(added)
    if (watchers.size === 0) for (const server of servers) if (!followsOthers(server)) stopWatch(server)
  }
}

function getSharedVersions(): readonly SharedVersions[] {
  return [...live().servers].flatMap(({ versions }) => versions ?? [])
}

/**
 * Returns the versions of tags, synchronously unless a server shares its tags. Rejects with `unavailable` while the shared
 * store can't be reached.
 */
export function readVersions(tags: readonly string[]): Versions | Promise<Versions> {
  const { local, servers } = live()
  if (tags.length === 0) return NONE
  const starting = [...servers].find(({ isBehind }) => isBehind)
  if (starting !== undefined) return startWatch(starting).then(() => readVersions(tags))
  const here = local.read(tags)
  const shared = servers.size === 0 ? [] : getSharedVersions()
  if (shared.length === 0) return { here, shared: '' }
  return Promise.all(shared.map((versions) => versions.read(tags))).then((texts) => ({
    here: local.read(tags),
    shared: texts.join('\n'),
  }))
}

const NONE: Versions = { here: '', shared: '' }

/**
 * Invalidates tags: immediately in this process, and in all others when the promise resolves. Rejects with `unavailable` if
 * a shared store can't be reached; it is retried.
 */
export async function dropTags(tags: readonly string[]): Promise<void> {
  if (tags.length === 0) return
  const { local, servers } = live()
  local.drop(tags)
  if (servers.size === 0) return notifyDrop(tags)
  const outcomes = await Promise.allSettled([...servers].map((server) => writeVersions(server, tags)))
  notifyDrop(tags)
  await Promise.all(
    [...servers].map((server, index) => outcomes[index]?.status === 'fulfilled' && report(server, tags)),
  )
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}

async function writeVersions(server: RunningServer, tags: readonly string[]): Promise<void> {
  try {
    await server.versions?.drop(tags)
  } catch (error) {
    server.pending.add(tags)
    throw error
  }
}

/** Reports invalidated tags. Never rejects, because they have been invalidated for every read that follows. */
async function report({ signals, pending }: RunningServer, tags: readonly string[]): Promise<void> {
  await signals?.send(tags).catch(() => pending.add(tags))
}

async function share({ versions, signals }: RunningServer, tags: readonly string[]): Promise<void> {
  await versions?.drop(tags)
  await signals?.send(tags)
}

function notifyDrop(tags: readonly string[]): void {
  const { watchers } = live()
  if (watchers.size === 0) return
  const keys = new Set(tags.map(shortenKey))
  for (const { onDrop } of [...watchers]) onDrop(keys)
}

/** Whether the cache of this process depends on the messages of others, because it doesn't read shared versions. */
function followsOthers({ versions, signals }: LiveServer): boolean {
  return signals !== undefined && versions === undefined
}

async function startWatch(server: RunningServer): Promise<void> {
  const { local, watchers } = live()
  const follows = followsOthers(server)
  server.watch ??= server.inServerScope(() =>
    server.signals?.watch({
      onDrop(keys) {
        if (follows) local.drop([...keys])
        for (const { onDrop } of [...watchers]) onDrop(keys)
      },
      onGap() {
        if (follows) local.dropAll()
        for (const { onGap } of [...watchers]) onGap()
      },
    }),
  )
  await server.watch
  server.isBehind = false
}

function stopWatch(server: RunningServer): void {
  const { watch } = server
  delete server.watch
  watch?.then((end) => end())
}

/** Invalidates the tags of a committed write, and reports it in this process, also if other processes can't be reached. */
export async function dropWritten(tags: readonly string[], write: Write): Promise<void> {
  if (tags.length === 0) return
  try {
    await dropTags(tags)
  } finally {
    for (const listener of live().listeners) listener(write)
  }
}

/** Calls `listener` once for each write of this process, in the scope of its call. Returns a function that removes it. */
export function listenToWrites(listener: WriteListener): () => void {
  const { listeners } = live()
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Runs `work` without the language of its caller, because other callers receive the result. */
export function runOutside<Result>(work: () => Result): Result {
  for (const { outside } of live().servers) if (outside !== undefined) return outside(work)
  return work()
}
