/** Imports of the app's own files mean for Vite what they mean for the check and the editor: see `resolve-import.ts`. */
import type { Plugin } from 'vite'
import { mappedImports } from '../analyze/resolve-import.ts'
import { type AppPaths, isAppSource } from './app-paths.ts'

/** Applies `paths` and `baseUrl` of tsconfig.json in builds, in dev and where a file is run. */
export function sourcePaths({ paths }: { readonly paths: Pick<AppPaths, 'root'> }): Plugin {
  let find: ReturnType<typeof mappedImports> | undefined
  return {
    name: 'fw:source-paths',
    enforce: 'pre',
    resolveId: {
      order: 'pre',
      // Neither a path, nor a URL or a virtual module.
      filter: { id: /^(?![./\0]|[a-z][a-z\d+-]+:)/i },
      async handler(source, importer, options) {
        if (importer === undefined || !isAppSource(paths, importer)) return null
        const [bare = '', query = ''] = source.split(/(?=\?)/)
        find ??= mappedImports(paths.root)
        const file = find(bare)
        // The other plugins see the file, and the one that keeps server code out of browsers judges it.
        return file === undefined ? null : this.resolve(file + query, importer, { ...options, skipSelf: true })
      },
    },
  }
}
