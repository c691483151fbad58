/**
 * Moves source maps out of the files of a static site: a server that serves the site would publish the app's sources
 * with them.
 */
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isSourceMap } from '@fw/runtime/contract'
import { join } from '#slash-path.ts'

/** Moves every source map in `from` to the same path in `to`, which it empties first. */
export async function moveMaps(from: string, to: string): Promise<void> {
  await rm(to, { recursive: true, force: true })
  for (const name of await readdir(from, { recursive: true })) {
    if (!isSourceMap(name)) continue
    await mkdir(dirname(join(to, name)), { recursive: true })
    await rename(join(from, name), join(to, name))
  }
}
