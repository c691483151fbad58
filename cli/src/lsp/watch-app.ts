/** Watches the files of an app on disk: not every editor reports their changes. */
import { existsSync } from 'node:fs'
import { watchFiles } from '../watch-files.ts'

/** Types that `fw dev` and `fw build` generate. */
const TYPES = '.fw/types'

/** Calls `onChange` with absolute paths. A folder that can't be watched is reported to `onFailure`. */
export function watchApp(
  root: string,
  onChange: (files: readonly string[]) => void,
  onFailure: (work: string, error: unknown) => void,
): { close(): void } {
  const folders = [root, ...(existsSync(`${root}/${TYPES}`) ? [`${root}/${TYPES}`] : [])]
  const watches = folders.flatMap((folder) => {
    try {
      return [watchFiles(folder, (files) => onChange(files.map((file) => `${folder}/${file}`)))]
    } catch (error) {
      onFailure(`Watching ${folder}`, error)
      return []
    }
  })
  return {
    close() {
      for (const watch of watches) watch.close()
    },
  }
}
