/** The modules that start a target's entry. */
import { writeFile } from 'node:fs/promises'
import { join } from '#slash-path.ts'
import type { TargetOutput } from './build-target.ts'

/**
 * Writes `dist/server/<name>`. Such a module only sets `NODE_ENV` before it imports the entry, because packages of the bundle
 * read the variable when they are loaded.
 */
export async function writeEntryFile(
  { paths }: Pick<TargetOutput, 'paths'>,
  name: string,
  lines: readonly string[],
): Promise<void> {
  const code = ["process.env.NODE_ENV ??= 'production'", ...lines, '']
  await writeFile(join(paths.serverOut, name), code.join('\n'))
}
