/**
 * TypeScript's `rewriteRelativeImportExtensions` wraps `import(url)` in a helper that renames `./x.ts`. The island
 * loader imports URLs that the server wrote: the helper would be useless code on every page with an island.
 */
import type { Plugin } from 'vite'

const HELPER = /\b__rewriteRelativeImportExtension\((?:\/\*.*?\*\/\s*)?([\w.]+)(?:, (?:true|false))?\)/g

/** Creates the plugin, for builds of the browser bundle. */
export function plainImports(): Plugin {
  return {
    name: 'fw:plain-imports',
    apply: 'build',
    applyToEnvironment: (environment) => environment.config.consumer === 'client',
    transform: {
      filter: { id: /[\\/]runtime[\\/]dist[\\/]browser[\\/]/, code: '__rewriteRelativeImportExtension(' },
      handler: (code) => ({ code: code.replace(HELPER, '/* @vite-ignore */ $1'), map: null }),
    },
  }
}
