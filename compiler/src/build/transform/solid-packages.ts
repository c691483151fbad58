/**
 * Packages of Solid components. A package that ships JSX is compiled here, for the side that loads it. Other packages were
 * compiled by Solid alone: on the server, their imports from `solid-js/web` resolve to the runtime's helpers, which treat
 * only the output of components as markup. Any other value in the form of a Solid node is rendered as text.
 */
import { basename } from 'node:path'
import type { Plugin } from 'vite'
import { getPackageName } from '#analyze/modules/import-hints.ts'
import { findRenderer } from '#jsx/renderer.ts'
import { isBelow, relative } from '#slash-path.ts'
import { isAppSource } from '../app-paths.ts'
import type { AppSource } from '../app-source.ts'
import { findPackageFolders } from '../externals.ts'
import { jsxCompiler } from './jsx-compiler.ts'

const SOLID_WEB = 'solid-js/web'
/** Precedes the name of the package that imports it. */
const OWN_WEB = 'fw:solid-web/'
/**
 * A package's browser build calls `template` and `delegateEvents` when it is loaded. On the server, Solid throws there,
 * which would break every page that imports the package, even if only browsers render it. Here only rendering throws.
 */
const emitSolidWeb = (name: string): string => `export * from '${SOLID_WEB}'
export { createComponent, escapeValue as escape, ssr, ssrClassList, ssrElement, ssrStyle } from '@fw/runtime/compiled'
const refuse = () => {
  throw new Error(${JSON.stringify(`The package ${name} was built for browsers only, so the server can't render its components. Put client:only on the island that uses them.`)})
}
export const template = () => refuse
export const delegateEvents = () => undefined
export { refuse as getNextElement }
`

/** Compiles JSX of packages, for the server or for browsers. A package of the workspace is outside of `node_modules`. */
export function packageComponents(app: AppSource): Plugin {
  return {
    name: 'fw:package-components',
    enforce: 'pre',
    transform: {
      filter: { id: { include: /\.[jt]sx(?:\?|$)/, exclude: /^\0/ } },
      async handler(code, id) {
        const file = id.split('?')[0] ?? id
        const isInstalled = file.includes('/node_modules/')
        if (isAppSource(app.paths, file) || (!isInstalled && findRenderer(file, code) !== undefined)) return null
        const target = this.environment.name === 'client' ? 'dom' : 'ssr'
        // Starts at the package's name: the installation's location doesn't matter.
        const name = isInstalled ? file.slice(file.lastIndexOf('/node_modules/')) : relative(app.paths.root, file)
        const compile = async () => (await jsxCompiler()).compilePackageModule({ code, file }, target)
        return app.jsx.through(['package', name, target, code], compile)
      },
    },
  }
}

/**
 * For the server of build and dev. Reads the app at the first module: an app's own Vite configuration may not know it
 * earlier.
 */
export function solidPackages(app: AppSource): Plugin {
  let folders: readonly string[] | undefined
  return {
    name: 'fw:solid-packages',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.config.consumer === 'server',
    load: {
      filter: { id: /^\0fw:solid-web\// },
      handler: (id) => emitSolidWeb(id.slice(OWN_WEB.length + 1)),
    },
    // No `resolveId`: dev doesn't call it for modules that Node loads itself, such as Solid.
    transform: {
      filter: { id: /\.m?js(?:\?|$)/, code: SOLID_WEB },
      handler(code, id) {
        folders ??= findPackageFolders(app.paths.root, ['@fw/runtime', 'solid-js'])
        if (isAppSource(app.paths, id) || folders.some((folder) => isBelow(folder, id))) return null
        let changed = code
        for (const statement of this.parse(code).body.toReversed()) {
          if (!('source' in statement) || statement.source?.value !== SOLID_WEB) continue
          const { start, end } = statement.source
          changed = `${changed.slice(0, start)}'${OWN_WEB}${readPackageName(id)}'${changed.slice(end)}`
        }
        return changed === code ? null : { code: changed, map: null }
      },
    },
  }
}

/** Returns the name of the package of an installed module; of another module, the name of its file. */
function readPackageName(id: string): string {
  const installed = id.split('/node_modules/').at(-1) ?? id
  return getPackageName(installed) ?? basename(id)
}
