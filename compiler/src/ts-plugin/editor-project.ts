/** What the plugin asks of the project behind a language service; the rest of tsserver stays out of the other files. */
import type { ts } from '../program/typescript.ts'

export interface EditorProject {
  readonly ts: typeof ts
  /** As of the last edit; undefined while the server has no program. */
  program(): ts.Program | undefined
  /** The project's files that an editor has open, in the order in which they were opened. */
  openFiles(): readonly string[]
  /** Lets the server send edits of a file that is none of the project's: of others it refuses to. */
  admit(fileName: string): void
  /** Calls back when something in this folder comes or goes, as long as the project is open. */
  watchFolder(folder: string, recursive: boolean, onChange: () => void): { close(): void } | undefined
  /** The same of one file: what is written into it is no change of its folder. */
  watchFile(file: string, onChange: () => void): { close(): void } | undefined
  /** Into tsserver's own log; nothing is formatted while it is off. */
  log(text: () => string): void
  /** What logs the time since now, once the request that it names is answered. */
  meter(): (request: string) => void
}

export function editorProject(tsModule: typeof ts, info: ts.server.PluginCreateInfo): EditorProject {
  const { projectService } = info.project
  const { logger } = projectService
  const log = (text: () => string): void => {
    if (logger.loggingEnabled()) logger.info(`fw: ${text()}`)
  }
  return {
    ts: tsModule,
    program: () => info.languageService.getProgram(),
    openFiles: () =>
      [...projectService.openFiles.keys()].flatMap((path) => {
        const open = projectService.getScriptInfoForPath(path as ts.Path) // what it was opened by
        return open !== undefined && info.project.containsScriptInfo(open) ? [open.fileName] : []
      }),
    admit(fileName) {
      projectService.getOrCreateScriptInfoForNormalizedPath(tsModule.server.toNormalizedPath(fileName), false)
    },
    watchFolder: (folder, recursive, onChange) => info.serverHost.watchDirectory?.(folder, onChange, recursive),
    watchFile: (file, onChange) => info.serverHost.watchFile?.(file, onChange),
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
