/** Lists the sources of a build that aren't visible in the app's folder. Loads no compiler: commands wait for it. */
import { readFileSync } from 'node:fs'
import { join, resolve } from '#slash-path.ts'
import { listPackages } from './workspace-files.ts'

/** Path, relative to the app root, of the stored result of the check that a build begins with. */
export const BUILT_RESULT = '.fw/cache/built.json'

/** Absolute paths. */
export interface BuildSources {
  /** Files that the last build read or looked for, in hidden or linked folders or outside of the app. Some don't exist. */
  readonly files: readonly string[]
  /** Folders of the workspace's packages that contain some of these files. */
  readonly packages: readonly string[]
}

/** Returns the sources of the last build; empty if it stored none. */
export function readBuildSources(root: string): BuildSources {
  try {
    // Written by the analysis of this release, or of an earlier one without the field.
    const { reads = [] } = JSON.parse(readFileSync(join(root, BUILT_RESULT), 'utf8')) as { reads?: readonly string[] }
    const files = reads.map((path) => resolve(root, path))
    return { files, packages: listPackages(root, files) }
  } catch {
    return { files: [], packages: [] }
  }
}
