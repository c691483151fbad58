/**
 * Vite wraps every dynamic import of the browser bundle in a helper that also preloads modules. The framework preloads
 * modules itself, and all styles are in one stylesheet: this saves 0.6 KB of brotli on every page with islands. Imports of
 * the app have a helper of ours: after a deploy, the file of an open page may be gone, and then the page reloads.
 */
import type { Plugin } from 'vite'
import { RELOAD } from '../client-entries.ts'

const HELPER = '\0vite/preload-helper.js'
const OWN = '\0fw:import?by='

/** Modules of the framework, which do without a file that is gone. */
const FRAMEWORK = /[\\/]runtime[\\/](?:src|dist)[\\/]|^\0/

const PLAIN = 'export const __vitePreload = (load) => load()\n'

/**
 * Rejects with the error of the import if the page stays. Vite wraps the import in it, too, with the other helper, so its own name is
 * another one.
 */
const RELOADING = `const loadOrReload = (load) => load().catch((error) => import('${RELOAD}').then(({ reloadPage }) => reloadPage(error)).catch(() => {}).then(() => { throw error }))
export { loadOrReload as __vitePreload }
`

/** Vite 8.1's wrapping of an awaited import, whole or for some of its names. */
const WRAPPED =
  /(__vitePreload(?:\$\d+)?\((?:\(\) => |async \(\) => \{\s*const (\{[^{}]*\}) = await ))(import\("[^"]*"\)(?:\.then\(\(n\) => n\.\w+\))?)((?:;\s*return \2;\s*\})?, __VITE_PRELOAD__\))/g

/** For builds with `modulePreload: false`; the dev server keeps Vite's own. */
export function leanPreload(): Plugin {
  return {
    name: 'fw:lean-preload',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.config.consumer === 'client',
    resolveId: {
      filter: { id: /vite\/preload-helper\.js$/ },
      // One for each importing module: a shared one would be a separate file.
      handler: (id, importer) => (id === HELPER && importer !== undefined ? OWN + importer : undefined),
    },
    load: {
      filter: { id: /^\0fw:import\?by=/ },
      handler: (id) => ({ code: FRAMEWORK.test(id.slice(OWN.length)) ? PLAIN : RELOADING, moduleSideEffects: false }),
    },
    renderChunk: { order: 'post', handler: (code) => ({ code: unwrapImports(code), map: null }) },
  }
}

/** All positions stay the same, so that the source map stays valid; the minifier removes the blanks. */
function unwrapImports(code: string): string {
  const blank = (text: string) => text.replace(/\S/g, ' ')
  const unwrapped = code.replace(
    WRAPPED,
    (_whole, before: string, _names, load: string, after: string) =>
      // In parentheses: there may be a line break after `return` now.
      `(${blank(before.slice(1))}${load}${blank(after.slice(1))})`,
  )
  // Nothing is preloaded for the imports of the app either.
  return unwrapped.replace(/, __VITE_PRELOAD__(?=\))/g, blank)
}
