/**
 * The tags of this process: `revalidateTag` and `cached` are plain functions of an app, and find here the servers that run.
 * Survives two copies of this package in one process, as the records of apis do.
 */
import { LIVE_TAGS, type TagDropper } from '#contract/live-tags.ts'
import { fillTags } from './tag-text.ts'
import { createLocalVersions, type LocalVersions, type SharedVersions } from './tag-versions.ts'

/** The versions of some tags at one moment. */
export interface Versions {
  /** Of this process. */
  readonly here: string
  /** Of the stores that its servers share with others; empty where they share none. */
  readonly shared: string
}

/** What a running server brings. */
export interface LiveServer {
  /** Where it shares dropped tags with other processes. */
  readonly versions?: SharedVersions
  /** Runs work without the language of its caller. */
  outside?<Result>(work: () => Result): Result
}

interface LiveTags extends TagDropper {
  readonly local: LocalVersions
  readonly servers: Set<LiveServer>
}

// Nobody else writes there.
const held = globalThis as { [LIVE_TAGS]?: LiveTags }

function live(): LiveTags {
  held[LIVE_TAGS] ??= {
    local: createLocalVersions(),
    servers: new Set(),
    dropFilled: (tags, valueFor) => dropTags(fillTags(tags, valueFor)),
  }
  return held[LIVE_TAGS]
}

/** Answers what takes the server away again. */
export function addServer(server: LiveServer): () => void {
  const { servers } = live()
  servers.add(server)
  return () => void servers.delete(server)
}

function getSharedVersions(): readonly SharedVersions[] {
  return [...live().servers].flatMap(({ versions }) => versions ?? [])
}

/** At once, unless a server shares its tags. Rejects with `unavailable` while those cannot be asked for. */
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

/** In this process from the moment of the call on; the promise says when in every other one. */
export async function dropTags(tags: readonly string[]): Promise<void> {
  if (tags.length === 0) return
  live().local.drop(tags)
  await Promise.all(getSharedVersions().map((versions) => versions.drop(tags)))
}

/** Runs `work` without the language of its caller: other callers receive the result. */
export function runOutside<Result>(work: () => Result): Result {
  for (const { outside } of live().servers) if (outside !== undefined) return outside(work)
  return work()
}
