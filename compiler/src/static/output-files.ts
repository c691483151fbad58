import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from '#slash-path.ts'

/** Lists the files in a folder and below, relative to it, with `/`. A missing folder has no files. */
export async function listOutputFiles(folder: string): Promise<readonly string[]> {
  if (!existsSync(folder)) return []
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
}
