/** Lists the files of an app that its program contains. */
import { existsSync } from 'node:fs'
import { filesBelow } from '#analyze/modules/folder-files.ts'
import { isScriptPath } from '#analyze/modules/source-files.ts'
import { CONFIG_FILES } from '#analyze/pages/convention-files.ts'
import { listTsconfigFiles } from '#program/compiler-options.ts'
import { join } from '#slash-path.ts'

/**
 * Returns absolute paths: the sources, the configuration, the generated types, and the files of the app's tsconfig.json.
 * Tests import large packages and define no part of the app: they are included only with `tests`.
 */
export function listAppFiles(root: string, { tests }: { readonly tests: boolean }): readonly string[] {
  const below = (folder: string) => filesBelow(join(root, folder)).map((file) => `${root}/${folder}/${file}`)
  const configs = CONFIG_FILES.map((name) => `${root}/${name}`).filter((file) => existsSync(file))
  const files = [...below('src'), ...below('.fw/types'), ...configs, ...listTsconfigFiles(root)]
  return [...new Set(files)].filter((file) => isScriptPath(file) && (tests || !TEST.test(file.slice(root.length))))
}

const TEST = /\/(?:tests?|__tests__)\/|\.(?:test|spec)\.[cm]?[jt]sx?$/
