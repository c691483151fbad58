/** Finds the app that a command is about. */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { CliError } from './fail.ts'

const MARKS = ['fw.config.ts', 'fw.config.js', 'fw.config.mjs', 'src/routes', 'src/server']

/** The nearest folder, from `cwd` upwards, that holds an app. Throws `CliError` `no_app`. */
export function findAppRoot(cwd: string): string {
  for (let folder = cwd; ; folder = dirname(folder)) {
    if (MARKS.some((mark) => existsSync(join(folder, mark)))) return folder
    if (dirname(folder) === folder) break
  }
  throw new CliError({
    code: 'no_app',
    title: `There is no app in ${cwd} or above it.`,
    fix: 'Run this command inside an app: a folder with src/routes, src/server or fw.config.ts.',
  })
}
