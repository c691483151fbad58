/**
 * Waits until `fw dev` has reacted to the edits on disk: a coding agent writes a file and asks at once, but the watcher needs
 * some time.
 */
import { readdirSync, statSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { DevParts } from './dev-parts.ts'
import { readFileStamp } from './hot-reload.ts'

export interface NoticedEdits {
  /** Resolves when dev has reacted to every edit so far. */
  settle(): Promise<void>
}

/** Time in milliseconds for the watcher to report an edit. After it, the edit is reported in its place. */
const PATIENCE_MS = 500
/** Time in milliseconds for the reaction to an edit that was reported in its place. */
const REACTION_MS = 2000
const POLL_MS = 10
/** Folders without sources. */
const SKIPPED = new Set(['node_modules', '.fw', '.git', 'dist'])

/** Remembers the sources of the app as they are now. Edits since the parts were created count as new. */
export function followEdits(parts: Pick<DevParts, 'createdAt' | 'paths' | 'reactedTo' | 'vite'>): NoticedEdits {
  const { paths, vite, reactedTo } = parts
  let known = readStamps(paths.root, (modifiedAt) => modifiedAt < parts.createdAt)
  let pending: Promise<void> = Promise.resolve()

  async function settleEdits(): Promise<void> {
    const now = readStamps(paths.root)
    const edits = listEdits(known, now)
    known = now
    const isDone = ({ file, stamp }: Edit) => reactedTo.get(file) === stamp
    const until = async (deadline: number): Promise<void> => {
      while (!edits.every(isDone) && Date.now() < deadline) await wait(POLL_MS)
    }
    await until(Date.now() + PATIENCE_MS)
    for (const edit of edits) if (!isDone(edit)) vite.watcher.emit(edit.event, edit.file)
    await until(Date.now() + REACTION_MS)
  }

  return {
    settle() {
      pending = pending.then(settleEdits)
      return pending
    },
  }
}

interface Edit {
  readonly event: 'add' | 'change' | 'unlink'
  readonly file: string
  /** Its new version; empty if it was removed. */
  readonly stamp: string
}

/** Version of each file, by absolute path. */
type Stamps = Map<string, string>

function listEdits(before: Stamps, now: Stamps): readonly Edit[] {
  const written = [...now].flatMap(([file, stamp]): Edit[] => {
    const last = before.get(file)
    return last === stamp ? [] : [{ event: last === undefined ? 'add' : 'change', file, stamp }]
  })
  const removed = [...before.keys()].flatMap((file): Edit[] =>
    now.has(file) ? [] : [{ event: 'unlink', file, stamp: '' }],
  )
  return [...written, ...removed]
}

function readStamps(
  folder: string,
  isOld: (modifiedAt: number) => boolean = () => true,
  stamps: Stamps = new Map(),
): Stamps {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory() && !SKIPPED.has(entry.name)) readStamps(path, isOld, stamps)
    else if (entry.isFile()) {
      const modifiedAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
      stamps.set(path, isOld(modifiedAt) ? readFileStamp(path) : 'new')
    }
  }
  return stamps
}
