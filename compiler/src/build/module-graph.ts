/** Which of the app's own files import which, read off a finished bundle. */
import type { Plugin } from 'vite'
import { type AppPaths, isAppSource } from './app-paths.ts'

export interface GraphRecorder {
  readonly plugin: Plugin
  /** File -> imported files, absolute; filled when the environment has been built. */
  readonly graph: Map<string, readonly string[]>
}

/** Records the graph of one environment. */
export function recordGraph(paths: AppPaths, environment: 'client' | 'ssr'): GraphRecorder {
  const graph = new Map<string, readonly string[]>()
  const plugin: Plugin = {
    name: `fw:graph-${environment}`,
    applyToEnvironment: ({ name }) => name === environment,
    buildEnd() {
      for (const id of this.getModuleIds()) {
        if (!isAppSource(paths, id)) continue
        const info = this.getModuleInfo(id)
        if (info !== null) graph.set(id, [...info.importedIds, ...info.dynamicallyImportedIds])
      }
    },
  }
  return { plugin, graph }
}
