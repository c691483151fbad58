/** Loads the environment before the modules of an app that read it. */
import { existsSync } from 'node:fs'
import type { Plugin } from 'vite'
import { join } from '#slash-path.ts'
import { isAppSource } from '../app-paths.ts'
import type { AppSource } from '../app-source.ts'
import { ENV } from './virtual-modules.ts'

/**
 * Adds an import of `fw:env` to each module that reads `env`. The server's entry imports it first, but that isn't enough: a
 * bundler moves modules that several routes share to chunks, which run before the code of the entry. The import is at the
 * end, so that the lines of the module don't change. A module runs after all of its imports.
 */
export function environmentFirst(app: AppSource): Plugin {
  return {
    name: 'fw:environment-first',
    enforce: 'pre',
    transform: {
      filter: { id: /\.[cm]?[jt]sx?$/, code: /@fw\/runtime\/server['"]/ },
      handler(code, id) {
        if (this.environment.name === 'client' || !isAppSource(app.paths, id) || !/\benv\b/.test(code)) return null
        if (!existsSync(join(app.paths.root, 'src/env.ts'))) return null
        return { code: `${code}\nimport '${ENV}'\n`, map: null }
      },
    },
  }
}
