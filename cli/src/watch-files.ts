/** Watches the files of an app for changes. */
import { type Dirent, existsSync, type FSWatcher, readdirSync, statSync, watch } from 'node:fs'
import { join } from 'node:path'

interface FileWatch {
  close(): void
}

/** Delay before a change is reported, because editors write a file in several steps. */
const SETTLE_MS = 60
/** Folders without sources of the app. */
const SKIPPED = new Set(['node_modules', 'dist', 'coverage'])
const NOT_IN_PACKAGE = new Set(['node_modules', 'coverage'])

interface WatchFilesOptions {
  /** Time in milliseconds: files that have changed since then are reported too. Default: none. */
  readonly since?: number | undefined
  /** Whether the folder is another package of the workspace, whose types may be in its `dist`. Default: `false`. */
  readonly isPackage?: boolean
}

/**
 * Calls `onChange` with the files, relative to `root`, that were changed, added or removed since its last call. The
 * system's events only signal that something changed; the files themselves are compared.
 */
export function watchFiles(
  root: string,
  onChange: (files: readonly string[]) => void,
  { since, isPackage = false }: WatchFilesOptions = {},
): FileWatch {
  const skipped = isPackage ? NOT_IN_PACKAGE : SKIPPED
  let known = snapshot(root, skipped)
  if (since !== undefined) known = listOlder(known, since)
  let timer: ReturnType<typeof setTimeout> | undefined
  const watchers = new Map<string, FSWatcher>()
  const follow = () => {
    for (const folder of listFolders(root, skipped)) {
      if (watchers.has(folder) || !existsSync(join(root, folder))) continue
      const watcher = watch(join(root, folder), () => {
        clearTimeout(timer)
        timer = setTimeout(look, SETTLE_MS)
      })
      // A watcher closes when its folder is removed.
      watcher.on('error', () => undefined)
      watchers.set(folder, watcher)
    }
    for (const [folder, watcher] of watchers)
      if (!existsSync(join(root, folder))) {
        watcher.close()
        watchers.delete(folder)
      }
  }
  const look = () => {
    follow()
    const now = snapshot(root, skipped)
    const changed = [...new Set([...known.keys(), ...now.keys()])].filter((file) => known.get(file) !== now.get(file))
    known = now
    if (changed.length > 0) onChange(changed)
  }
  follow()
  if (since !== undefined) timer = setTimeout(look, SETTLE_MS)
  return {
    close() {
      clearTimeout(timer)
      for (const watcher of watchers.values()) watcher.close()
    },
  }
}

/** Returns every folder of the app's sources, including `.`. */
function listFolders(root: string, skipped: ReadonlySet<string>, folder = '.'): readonly string[] {
  const below = readFolder(join(root, folder))
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && !skipped.has(entry.name))
    .flatMap(({ name }) => listFolders(root, skipped, folder === '.' ? name : `${folder}/${name}`))
  return [folder, ...below]
}

/** Returns nothing for a folder that was removed meanwhile. */
function readFolder(path: string): readonly Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true })
  } catch (error) {
    if (existsSync(path)) throw error
    return []
  }
}

/** Returns the size and modification time of every file. */
function snapshot(root: string, skipped: ReadonlySet<string>): ReadonlyMap<string, string> {
  const files = new Map<string, string>()
  for (const folder of listFolders(root, skipped))
    for (const entry of readFolder(join(root, folder))) {
      if (!entry.isFile()) continue
      const file = folder === '.' ? entry.name : `${folder}/${entry.name}`
      const state = statSync(join(root, file), { throwIfNoEntry: false })
      if (state !== undefined) files.set(file, `${state.size} ${state.mtimeMs}`)
    }
  return files
}

/** Returns the files of a snapshot that have not changed since a time. */
function listOlder(files: ReadonlyMap<string, string>, time: number): ReadonlyMap<string, string> {
  return new Map([...files].filter(([, state]) => Number(state.split(' ')[1]) < time))
}
