/** What the plugin asks of the project behind a language service; the rest of tsserver stays out of the other files. */
import type { ts } from '../program/typescript.ts'

export interface EditorProject {
  readonly ts: typeof ts
  /** As of the last edit; undefined while the server has no program. */
  program(): ts.Program | undefined
  /** Calls back when something in this folder comes, goes or changes, as long as the project is open. */
  watchFolder(folder: string, recursive: boolean, onChange: () => void): { close(): void } | undefined
  /** Into tsserver's own log; nothing is formatted while it is off. */
  log(text: () => string): void
  /** What logs the time since now, once the request that it names is answered. */
  meter(): (request: string) => void
}

export function editorProject(tsModule: typeof ts, info: ts.server.PluginCreateInfo): EditorProject {
  const { logger } = info.project.projectService
  const log = (text: () => string): void => {
    if (logger.loggingEnabled()) logger.info(`fw: ${text()}`)
  }
  return {
    ts: tsModule,
    program: () => info.languageService.getProgram(),
    watchFolder: (folder, recursive, onChange) => info.serverHost.watchDirectory?.(folder, onChange, recursive),
    log,
    meter() {
      // The figures themselves cost time: they are taken only where they are read.
      if (!logger.loggingEnabled()) return () => undefined
      const start = performance.now()
      const before = process.cpuUsage()
      return (request) => {
        const { user, system } = process.cpuUsage(before)
        const wall = (performance.now() - start).toFixed(3)
        log(() => `${request} took ${wall} ms, ${((user + system) / 1000).toFixed(3)} ms of CPU`)
      }
    },
  }
}
