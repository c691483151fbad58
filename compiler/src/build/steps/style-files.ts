/** Finds the files that stylesheets consist of besides the bundles' modules: their imports, images and fonts. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { filesBelow } from '#analyze/modules/folder-files.ts'
import { join } from '#slash-path.ts'
import { packageDir } from '../externals.ts'
import { STYLESHEET } from '../transform/style-graph.ts'

/** Anything that may name a file: a string, or the content of `url()`. */
const REFERENCE = /(?:url\(\s*|["'])([^"'()\s]+)/g
const ELSEWHERE = /^(?:[a-z][\w+.-]*:|\/|#)/i

/**
 * Returns the files that these files (absolute) refer to, directly or indirectly, and that exist. A name that only a
 * preprocessor resolves counts as all files of its package.
 */
export function listStyleFiles(files: readonly string[]): readonly string[] {
  const found = new Set<string>()
  const queue = files.filter(isReadable)
  const seen = new Set(queue)
  for (const file of queue)
    for (const { 1: name = '' } of readFileSync(file, 'utf8').matchAll(REFERENCE)) {
      if (ELSEWHERE.test(name)) continue
      for (const path of resolveReference(file, name.replace(/[?#].*$/, ''))) {
        found.add(path)
        if (seen.has(path) || !isReadable(path)) continue
        seen.add(path)
        queue.push(path)
      }
    }
  return [...found]
}

function isReadable(file: string): boolean {
  return STYLESHEET.test(file) && existsSync(file)
}

function resolveReference(from: string, name: string): readonly string[] {
  const near = join(dirname(from), name)
  if (isFile(near)) return [near]
  const [, packageName, rest = ''] = /^~?((?:@[\w.-]+\/)?[\w-][\w.-]*)(\/.*)?$/.exec(name) ?? []
  const folder = packageName === undefined ? undefined : packageDir(packageName, from)
  if (folder === undefined) return []
  const file = join(folder, rest)
  return isFile(file) ? [file] : filesBelow(folder).map((path) => join(folder, path))
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true
}
