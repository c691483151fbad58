/** Generates the types of an app. `fw check` and `fw types` do. */
import type { AppModel } from '@fw/compiler'
import { getMessage } from '@fw/runtime/contract'
import type { Io } from '../io.ts'

/**
 * Writes `.fw/types`, so that tsc resolves the app's own types without a build. Resolves to the written files, relative
 * to the root; files that are up to date aren't written.
 */
export async function generateTypes(model: AppModel, io: Io): Promise<readonly string[]> {
  const { describeSchemaGaps, writeRemoteTypes, writeTypes } = await import('@fw/compiler')
  const written = await writeTypes(model)
  const remote = await writeRemoteTypes(model.root, (line) => io.note(line)).catch((error: unknown) => {
    io.note(`warning  The types of remote tools are not written: ${getMessage(error)}`)
    return []
  })
  const gaps = describeSchemaGaps(model)
  if (gaps !== undefined) io.note(gaps)
  return [...written, ...remote].sort()
}
