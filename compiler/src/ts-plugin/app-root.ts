/** Which app a file belongs to: the nearest folder above it that looks like one, as `fw` on the command line finds it. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { CONFIG_FILES, PACKAGE_FIELD, PACKAGE_FILE } from '../analyze/convention-files.ts'

const MARKS = [...CONFIG_FILES, 'src/routes', 'src/server']

/** `file` absolute, with `/`. Undefined for files of packages and of the build, and where there is no app. */
export function findAppRoot(file: string): string | undefined {
  if (/\/(?:node_modules|\.fw|dist)\//.test(file)) return undefined
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder))
    if (MARKS.some((mark) => existsSync(join(folder, mark))) || isConfigured(join(folder, PACKAGE_FILE))) return folder
  return undefined
}

function isConfigured(file: string): boolean {
  if (!existsSync(file)) return false
  try {
    const parsed: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return typeof parsed === 'object' && parsed !== null && Object.hasOwn(parsed, PACKAGE_FIELD)
  } catch {
    // Half-written: no app by this mark, until it parses again.
    return false
  }
}
