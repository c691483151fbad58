/**
 * Native packages that aren't installed where the server's bundle searches: pnpm installs the dependencies of a package beside it,
 * and any package manager nests a second version. The bundle imports such a package by its path.
 */
import { realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { isAbsolute } from 'node:path'
import type { Plugin } from 'vite'
import { relative } from '#slash-path.ts'
import type { AppPaths } from '../app-paths.ts'
import { notablePackages, packageDir } from '../externals.ts'

/** Placeholder for the path from a chunk to the output of the server. */
const MARK = '__FW_NATIVE_PACKAGE__/'

/** Creates the plugin. `app` is read only when a module is resolved. */
export function nativePackages(app: { readonly paths: AppPaths }): Plugin {
  let names: readonly string[] | undefined
  return {
    name: 'fw:native-packages',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'ssr',
    resolveId: {
      order: 'pre',
      filter: { id: /^[@\w]/ },
      handler(source, importer) {
        const { root } = app.paths
        names ??= notablePackages(root).native
        const native = names.find((name) => source === name || source.startsWith(`${name}/`))
        if (native === undefined || importer === undefined || !isAbsolute(importer)) return null
        const own = findFolder(native, importer)
        if (own === undefined || own === findFolder(native, `${root}/package.json`)) return null
        const path = relative(app.paths.serverOut, createRequire(importer).resolve(source))
        return { id: MARK + path, external: true }
      },
    },
    renderChunk: {
      filter: { code: MARK },
      handler: (code, { fileName }) => ({
        code: code.replaceAll(MARK, '../'.repeat(fileName.split('/').length - 1) || './'),
        map: null,
      }),
    },
  }
}

function findFolder(name: string, from: string): string | undefined {
  const folder = packageDir(name, from)
  return folder === undefined ? undefined : realpathSync(folder)
}
