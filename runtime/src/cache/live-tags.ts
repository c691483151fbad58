/**
 * The cache tags of this process. `revalidateTag` and `cached` are plain functions of an app, and find the running servers
 * here. Works across two copies of this package in one process, like the records of APIs.
 */
import { LIVE_TAGS, type TagDropper } from '#contract/page/live-tags.ts'
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
  /** Runs work without the language of its caller. */
  outside?<Result>(work: () => Result): Result
}

interface LiveTags extends TagDropper {
  readonly local: LocalVersions
  readonly servers: Set<LiveServer>
}

// Only this module writes this property.
const held = globalThis as { [LIVE_TAGS]?: LiveTags }

function live(): LiveTags {
  held[LIVE_TAGS] ??= {
    local: createLocalVersions(),
    servers: new Set(),
    dropFilled: (tags, valueFor) => dropTags(fillTags(tags, valueFor)),
  }
  return held[LIVE_TAGS]
}

/** Registers a server. Returns a function that removes it. */
export function addServer(server: LiveServer): () => void {
  const { servers } = live()
  servers.add(server)
  return () => void servers.delete(server)
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
  const here = local.read(tags)
  const shared = servers.size === 0 ? [] : getSharedVersions()
  if (shared.length === 0) return { here, shared: '' }
  return Promise.all(shared.map((versions) => versions.read(tags))).then((texts) => ({
    here: local.read(tags),
    shared: texts.join('\n'),
  }))
}

const NONE: Versions = { here: '', shared: '' }

/** Invalidates tags: immediately in this process, and in all others when the promise resolves. */
export async function dropTags(tags: readonly string[]): Promise<void> {
  if (tags.length === 0) return
  live().local.drop(tags)
  await Promise.all(getSharedVersions().map((versions) => versions.drop(tags)))
}

/** Runs `work` without the language of its caller, because other callers receive the result. */
export function runOutside<Result>(work: () => Result): Result {
  for (const { outside } of live().servers) if (outside !== undefined) return outside(work)
  return work()
}
