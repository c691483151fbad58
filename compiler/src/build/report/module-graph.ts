/** Imports between the app's own files, read from a finished bundle. */
import type { Plugin } from 'vite'
import { type AppPaths, isAppSource } from '../app-paths.ts'

/** File of the app -> its imported files, absolute. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>

interface GraphRecorder {
  readonly plugin: Plugin
  /** Complete when the environment has been built. */
  readonly graph: ImportGraph
}

/** Records the graph of one environment. */
export function recordGraph(app: { readonly paths: AppPaths }, environment: 'client' | 'ssr'): GraphRecorder {
  const graph = new Map<string, readonly string[]>()
  const plugin: Plugin = {
    name: `fw:graph-${environment}`,
    applyToEnvironment: ({ name }) => name === environment,
    buildEnd() {
      for (const id of this.getModuleIds()) {
        if (!isAppSource(app.paths, id)) continue
        const info = this.getModuleInfo(id)
        if (info !== null) graph.set(id, [...info.importedIds, ...info.dynamicallyImportedIds])
      }
    },
  }
  return { plugin, graph }
}
