/** Records the modules of a build's bundles, for the record of the finished build. */
import { isAbsolute } from 'node:path'
import type { Plugin } from 'vite'
import { toSlashes } from '#slash-path.ts'

export interface ModuleRecorder {
  /** Also for the bundles that aren't built with the app's other plugins. */
  readonly plugin: Plugin
  /** Returns the files of all modules so far. Absolute. */
  files(): readonly string[]
}

export function recordModules(): ModuleRecorder {
  const found = new Set<string>()
  return {
    files: () => [...found],
    plugin: {
      name: 'fw:record-modules',
      apply: 'build',
      buildEnd() {
        for (const id of this.getModuleIds()) {
          const file = toSlashes(id.replace(/[?#].*$/, ''))
          if (isAbsolute(file)) found.add(file)
        }
      },
    },
  }
}
