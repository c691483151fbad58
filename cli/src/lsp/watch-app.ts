/** Watches the files of an app on disk: not every editor reports their changes. */
import { existsSync, watch } from 'node:fs'
import { watchFiles } from '../watch-files.ts'

/** Types that `fw dev` and `fw build` generate. */
const TYPES = '.fw/types'
/** Time in which the files of a new folder are written. */
const SETTLE_MS = 500

/** Watches an app and the `packages` of its workspace that it uses. Calls `onChange` with absolute paths. A folder that can't be watched is reported to `onFailure`. */
export function watchApp(
  root: string,
  packages: readonly string[],
  onChange: (files: readonly string[]) => void,
  onFailure: (work: string, error: unknown) => void,
): { close(): void } {
  const watches: { close(): void }[] = []
  const add = (folder: string, start: () => { close(): void }): void => {
    try {
      watches.push(start())
    } catch (error) {
      // The app may have been removed in the meantime.
      if (existsSync(folder)) onFailure(`Watching ${folder}`, error)
    }
  }
  const follow = (folder: string): void =>
    add(folder, () => {
      const report = (files: readonly string[]) => onChange(files.map((file) => `${folder}/${file}`))
      return watchFiles(folder, report, { isPackage: packages.includes(folder) })
    })
  let hasTypes = false
  const followTypes = (): void => {
    if (hasTypes || !existsSync(`${root}/${TYPES}`)) return
    hasTypes = true
    follow(`${root}/${TYPES}`)
  }
  for (const folder of [root, ...packages]) follow(folder)
  followTypes()
  // The first `fw dev` of an app adds the folder, and then its files.
  const onEvent = () => {
    if (hasTypes) return
    setTimeout(() => {
      followTypes()
      if (hasTypes) onChange([`${root}/${TYPES}/register.d.ts`])
    }, SETTLE_MS).unref()
  }
  if (!hasTypes) add(root, () => watch(root, onEvent).on('error', () => undefined))
  return {
    close() {
      for (const one of watches) one.close()
    },
  }
}
