/** Writes the files of a static site. What is as it was stays the same file, with its old time. */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export interface OutputWriter {
  /** Resolves to whether the file is new or another one than before. */
  write(file: string, text: string): Promise<boolean>
}

/**
 * `previous` holds the files of the build before, `known` by their names with `/`, which are moved over where they are the
 * same.
 */
export function createOutputWriter(folder: string, previous: string, known: ReadonlySet<string>): OutputWriter {
  const made = new Set<string>()
  return {
    async write(file, text) {
      const target = join(folder, file)
      const parent = dirname(target)
      if (!made.has(parent)) {
        await mkdir(parent, { recursive: true })
        made.add(parent)
      }
      const bytes = Buffer.from(text)
      // A first build asks for nothing: a file that is not there costs more than one that is.
      if (known.has(file) && (await readFile(join(previous, file))).equals(bytes)) {
        await rename(join(previous, file), target)
        return false
      }
      await writeFile(target, bytes)
      return true
    },
  }
}

/** Moves over what is the same in both folders: the files in `files` that another step has written. */
export async function keepUnchanged(folder: string, previous: string, files: readonly string[]): Promise<void> {
  for (const file of files) {
    const before = await readFile(join(previous, file)).catch(() => undefined)
    if (before?.equals(await readFile(join(folder, file)))) await rename(join(previous, file), join(folder, file))
  }
}
