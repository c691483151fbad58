/** Finds the app that a file belongs to: the nearest parent folder that looks like an app, as the CLI finds it. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { CONFIG_FILES, PACKAGE_FIELD, PACKAGE_FILE } from '#analyze/pages/convention-files.ts'
import { join } from '#slash-path.ts'

const MARKS = [...CONFIG_FILES, 'src/routes', 'src/server']

/**
 * Returns the app's folder. `file` is absolute, with `/`. Returns `undefined` for files of packages and of the build,
 * and outside of apps.
 */
export function findAppRoot(file: string): string | undefined {
  if (/\/(?:node_modules|\.fw|dist)\//.test(file)) return undefined
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder))
    if (MARKS.some((mark) => existsSync(join(folder, mark))) || isConfigured(join(folder, PACKAGE_FILE))) return folder
  return undefined
}

function isConfigured(file: string): boolean {
  if (!existsSync(file)) return false
  try {
    const parsed: unknown = JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''))
    return typeof parsed === 'object' && parsed !== null && Object.hasOwn(parsed, PACKAGE_FIELD)
  } catch {
    // While the file has a syntax error, it doesn't mark an app.
    return false
  }
}
