/** The plugin's access to the project of a language service; other files don't use tsserver directly. */
import type { ts } from '../program/typescript.ts'

export interface EditorProject {
  readonly ts: typeof ts
  /** Returns the program after the last edit, or `undefined` while the server has no program. */
  program(): ts.Program | undefined
  /** Returns the project's files that are open in the editor, in the order in which they were opened. */
  openFiles(): readonly string[]
  /** Lets the server send edits of a file outside of the project, which it otherwise refuses. */
  admit(fileName: string): void
  /** Calls back when a file in this folder is added or removed, as long as the project is open. */
  watchFolder(folder: string, recursive: boolean, onChange: () => void): { close(): void } | undefined
  /** Watches one file: a change of its content isn't a change of its folder. */
  watchFile(file: string, onChange: () => void): { close(): void } | undefined
  /** Writes to tsserver's own log; nothing is formatted while it is off. */
  log(text: () => string): void
  /** Starts a measurement. Returns a function that logs the time since then for the named request. */
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
        const open = projectService.getScriptInfoForPath(path as ts.Path) // the path that it was opened with
        return open !== undefined && info.project.containsScriptInfo(open) ? [open.fileName] : []
      }),
    admit(fileName) {
      projectService.getOrCreateScriptInfoForNormalizedPath(tsModule.server.toNormalizedPath(fileName), false)
    },
    watchFolder: (folder, recursive, onChange) => info.serverHost.watchDirectory?.(folder, onChange, recursive),
    watchFile: (file, onChange) => info.serverHost.watchFile?.(file, onChange),
    log,
    meter() {
      // Measuring takes time: it is done only if the log is on.
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
