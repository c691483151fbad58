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
}

export function editorProject(tsModule: typeof ts, info: ts.server.PluginCreateInfo): EditorProject {
  const { logger } = info.project.projectService
  return {
    ts: tsModule,
    program: () => info.languageService.getProgram(),
    watchFolder: (folder, recursive, onChange) => info.serverHost.watchDirectory?.(folder, onChange, recursive),
    log(text) {
      if (logger.loggingEnabled()) logger.info(`fw: ${text()}`)
    },
  }
}
