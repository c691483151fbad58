/** The last step of a build with a target: the files that the platform expects. */
import type { AppModel } from '#model.ts'
import type { AppPaths } from '../app-paths.ts'
import type { BuildTarget } from './build-target.ts'
import { traceFiles } from './trace-files.ts'

/** Writes the platform's files. */
export async function writeTarget(
  target: BuildTarget,
  model: AppModel,
  paths: AppPaths,
  log: (line: string) => void,
): Promise<void> {
  const { files, packages } = await traceFiles(paths.serverOut, `${target.name}.js`)
  await target.write({ paths, model, serverFiles: files, packages, log })
}
