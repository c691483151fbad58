/**
 * Removes the field `vite` from `fw.config.ts` on the server, with the imports of its plugins: the server reads the other
 * fields at run time, and must not contain the tools of the build.
 */
import type { Plugin } from 'vite'
import { removeField } from '#analyze/config-field.ts'
import { CONFIG_FILES } from '#analyze/pages/convention-files.ts'
import type { AppPaths } from '../app-paths.ts'

export function serverConfig(app: { readonly paths: AppPaths }): Plugin {
  return {
    name: 'fw:server-config',
    enforce: 'pre',
    applyToEnvironment: ({ config }) => config.consumer === 'server',
    transform: {
      order: 'pre',
      filter: { id: /\/fw\.config\.[cm]?[jt]s$/, code: /\bvite\b/ },
      async handler(text, file) {
        if (!CONFIG_FILES.some((name) => file === `${app.paths.root}/${name}`)) return null
        const { typescript } = await import('#program/typescript.ts')
        const code = removeField(typescript, { file, text, field: 'vite' })
        return code === undefined ? null : { code, map: null }
      },
    },
  }
}
