/**
 * Packages of Solid components. A package that ships JSX is compiled here, for the side that loads it. Other packages were
 * compiled by Solid alone: on the server, their imports from `solid-js/web` resolve to the runtime's helpers, which treat
 * only the output of components as markup. Any other value in the form of a Solid node is rendered as text.
 */
import { realpathSync } from 'node:fs'
import type { Plugin } from 'vite'
import { type AppPaths, isAppSource } from './app-paths.ts'
import type { AppSource } from './app-source.ts'
import { packageDir } from './externals.ts'
import { jsxCompiler } from './jsx-compiler.ts'

const SOLID_WEB = 'solid-js/web'
const OWN_WEB = 'fw:solid-web'
/**
 * A build for browsers calls `template` and `delegateEvents` when it is loaded. Solid throws there on the server, which would
 * take every page down that imports the package, also where it is rendered in browsers only: here rendering it throws.
 */
const CODE = `export * from '${SOLID_WEB}'
export { createComponent, escapeValue as escape, ssr, ssrElement } from '@fw/runtime/compiled'
const refuse = () => {
  throw new Error('A component of a package that was built for browsers alone cannot be rendered on the server. Give its island client:only.')
}
export const template = () => refuse
export const delegateEvents = () => undefined
export { refuse as getNextElement }
`

/** JSX of packages, compiled for the server or for browsers. */
export function packageComponents(app: AppSource): Plugin {
  return {
    name: 'fw:package-components',
    enforce: 'pre',
    transform: {
      filter: { id: /[\\/]node_modules[\\/].*\.[jt]sx(?:\?|$)/ },
      async handler(code, id) {
        const target = this.environment.name === 'client' ? 'dom' : 'ssr'
        const file = id.split('?')[0] ?? id
        // Named from the package on: where it is installed makes no difference.
        const name = file.slice(file.lastIndexOf('/node_modules/'))
        const compile = async () => (await jsxCompiler()).compilePackageModule({ code, file }, target)
        return app.jsx.through(['package', name, target, code], compile)
      },
    },
  }
}

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
