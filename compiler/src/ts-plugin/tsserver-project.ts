/** The project of a language service in tsserver; other files don't use tsserver directly. */
import { existsSync, readFileSync } from 'node:fs'
import type { EditorProject } from '../editor/app/editor-project.ts'
import type { ts } from '../program/typescript.ts'

export function createTsserverProject(tsModule: typeof ts, info: ts.server.PluginCreateInfo): EditorProject {
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
    readText: (file) => (existsSync(file) ? readFileSync(file, 'utf8').replace(/^\uFEFF/, '') : undefined),
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
