/**
 * Packages of components were compiled by Solid alone. On the server, what they import from `solid-js/web` is made of the
 * runtime's helpers: only their answers are markup there, and whatever else has the form of Solid's nodes is text.
 */
import { realpathSync } from 'node:fs'
import type { Plugin } from 'vite'
import { type AppPaths, isAppSource } from './app-paths.ts'
import type { AppSource } from './app-source.ts'
import { packageDir } from './externals.ts'

const SOLID_WEB = 'solid-js/web'
const OWN_WEB = 'fw:solid-web'
const CODE = `export * from '${SOLID_WEB}'
export { createComponent, escapeValue as escape, ssr, ssrElement } from '@fw/runtime/compiled'
`

/** For the server of build and dev. The app is asked at the first module: before, a Vite configuration may not have it. */
export function solidPackages(app: AppSource): Plugin {
  let folders: readonly string[] | undefined
  return {
    name: 'fw:solid-packages',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.config.consumer === 'server',
    load: {
      filter: { id: /^\0fw:solid-web$/ },
      handler: () => CODE,
    },
    // No `resolveId`: dev does not ask it about what Node loads itself, as it does Solid.
    transform: {
      filter: { id: /\.m?js(?:\?|$)/, code: SOLID_WEB },
      handler(code, id) {
        folders ??= ownFolders(app.paths)
        if (isAppSource(app.paths, id) || folders.some((folder) => id.startsWith(folder))) return null
        let changed = code
        for (const statement of this.parse(code).body.toReversed()) {
          if (!('source' in statement) || statement.source?.value !== SOLID_WEB) continue
          const { start, end } = statement.source
          changed = `${changed.slice(0, start)}'${OWN_WEB}'${changed.slice(end)}`
        }
        return changed === code ? null : { code: changed, map: null }
      },
    },
  }
}

/** Where the runtime and Solid stand. */
function ownFolders({ root }: AppPaths): readonly string[] {
  return ['@fw/runtime', 'solid-js'].flatMap((name) => {
    const folder = packageDir(name, `${root}/package.json`)
    return folder === undefined ? [] : [`${realpathSync(folder)}/`]
  })
}
