/** Finds the command of the apps in a workspace. */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

const COMMAND = 'node_modules/@fw/cli/bin/fw.js'

/** Returns the command that is installed in one of the folders, or above it. The first folder has precedence. */
export function findServer(folders: readonly string[]): string | undefined {
  for (const start of folders)
    for (let folder = start; ; folder = dirname(folder)) {
      if (existsSync(join(folder, COMMAND))) return join(folder, COMMAND)
      if (dirname(folder) === folder) break
    }
  return undefined
}
