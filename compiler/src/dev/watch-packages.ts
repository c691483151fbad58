/** Watches the sources of the workspace's other packages: Vite watches the app, and otherwise only modules that it has loaded. */
import { statSync } from 'node:fs'
import type { ViteDevServer } from 'vite'
import { filesBelow } from '../analyze/modules/folder-files.ts'
import { listLinkedPackages } from '../analyze/modules/linked-packages.ts'

/**
 * Adds the packages of the app's manifest to a watcher. Returns a function that adds further folders: packages that the app uses
 * without declaring them are known only after an analysis. `onMissed` is then called with files that have changed since this
 * call.
 */
export function followPackages(
  root: string,
  watcher: ViteDevServer['watcher'],
  onMissed: (files: readonly string[]) => void,
): (folders: readonly string[]) => void {
  const begun = Date.now()
  const known = new Set(listLinkedPackages(root))
  watcher.add([...known])
  return (folders) => {
    for (const folder of folders) {
      if (known.has(folder)) continue
      known.add(folder)
      watcher.add(folder)
      const missed = listFilesSince(folder, begun)
      if (missed.length > 0) onMissed(missed)
    }
  }
}

function listFilesSince(folder: string, time: number): readonly string[] {
  return filesBelow(folder)
    .map((name) => `${folder}/${name}`)
    .filter((file) => (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) >= time)
}
