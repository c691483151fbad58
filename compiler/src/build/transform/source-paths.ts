/**
 * Resolves imports of the app's own files for Vite as the check and the editor resolve them: see `resolve-import.ts`.
 */
import type { Plugin } from 'vite'
import { readPackageImport } from '#analyze/modules/package-imports.ts'
import { openProjectFiles, type ProjectFiles } from '#analyze/modules/project-files.ts'
import { findMapped } from '#analyze/modules/resolve-import.ts'
import { type AppPaths, isAppSource } from '../app-paths.ts'

/**
 * For builds, for dev and for running a file. Reads the app at the first import: an app's own Vite configuration may
 * not know it earlier.
 */
export function sourcePaths(app: { readonly paths: Pick<AppPaths, 'root' | 'workspace'> }): Plugin {
  let project: ProjectFiles | undefined
  return {
    name: 'fw:source-paths',
    enforce: 'pre',
    resolveId: {
      order: 'pre',
      // Neither a path, nor a URL or a virtual module.
      filter: { id: /^(?![./\0]|[a-z][a-z\d+-]+:)/i },
      async handler(source, importer, options) {
        if (importer === undefined || !isAppSource(app.paths, importer)) return null
        const [bare = '', query = ''] = source.split(/(?=\?)/)
        project ??= openProjectFiles(app.paths.root)
        const file = findMapped(project, bare)
        // Vite's own error names no importer.
        if (file === undefined && bare.startsWith('#') && readPackageImport(bare, importer, project) === undefined)
          this.error(`Failed to resolve import "${source}" from "${importer}".`)
        // The other plugins see the resolved file, including the one that keeps server code out of browsers.
        return file === undefined ? null : this.resolve(file + query, importer, { ...options, skipSelf: true })
      },
    },
  }
}
