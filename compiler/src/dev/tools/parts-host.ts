/** The host of the tools that reads dev's parts. */
import type { DevParts } from '../dev-parts.ts'
import { failureText } from '../failure-response.ts'
import { type DevHost, LoadFailure, type RunningDev } from './dev-host.ts'
import { listLoadedFiles } from './loaded-files.ts'

/** Creates the host of `parts`, with the running dev if these parts are served. */
export function createPartsHost({ paths, vite, analysis, app }: DevParts, running?: RunningDev): DevHost {
  return {
    root: paths.root,
    ...(running && { running }),
    async analyze() {
      const { model, packages, diagnostics, failedImports = [] } = await analysis.current()
      return { model, packages, diagnostics: [...diagnostics, ...failedImports] }
    },
    listLoadedFiles: (file) => listLoadedFiles(file, paths, vite),
    async useApp(work) {
      let isLoaded = false
      const use = app.use((server) => {
        isLoaded = true
        return work(server)
      })
      return use.catch((error: unknown) => {
        if (isLoaded) throw error
        running?.loadFailed(error)
        throw new LoadFailure(failureText(error, paths.root), { cause: error })
      })
    },
  }
}
