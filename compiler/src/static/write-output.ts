/** Writes the files of a static site. An unchanged file keeps its old modification time. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { join } from '#slash-path.ts'

interface OutputWriter {
  /** Writes a file. Returns whether it is new or changed. */
  write(file: string, text: string): boolean
}

/**
 * Creates a writer. `previous` contains the files of the previous build, `known` their names with `/`; unchanged files
 * are moved over. Files are written synchronously: for thousands of small files, a thread pool costs more than the writes.
 */
export function createOutputWriter(folder: string, previous: string, known: ReadonlySet<string>): OutputWriter {
  const made = new Set<string>()
  return {
    write(file, text) {
      const target = join(folder, file)
      const parent = dirname(target)
      if (!made.has(parent)) {
        mkdirSync(parent, { recursive: true })
        made.add(parent)
      }
      const bytes = Buffer.from(text)
      // `known` avoids reading missing files, which would slow down a first build.
      if (known.has(file) && readFileSync(join(previous, file)).equals(bytes)) {
        renameSync(join(previous, file), target)
        return false
      }
      writeFileSync(target, bytes)
      return true
    },
  }
}

/**
 * Replaces files that another step has written by the equal files of the previous build, which keep their modification
 * time.
 */
export async function keepUnchanged(folder: string, previous: string, files: readonly string[]): Promise<void> {
  for (const file of files) {
    const before = await readFile(join(previous, file)).catch(() => undefined)
    if (before?.equals(await readFile(join(folder, file)))) await rename(join(previous, file), join(folder, file))
  }
}
