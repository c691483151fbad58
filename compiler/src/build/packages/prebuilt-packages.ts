/**
 * Third-party packages of the server, which builds don't bundle again: the bundle of each one is copied into the server's
 * chunks. Only packages that the runtime alone uses: a package that must be the app's instance is bundled with the app.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Plugin } from 'vite'
import { isBelow, join, resolve } from '#slash-path.ts'
import type { AppSource } from '../app-source.ts'
import { findPackageFolders } from '../externals.ts'
import { findBuildTarget } from '../targets/find-target.ts'
import type { PackageBundle } from './bundle-package.ts'
import { loadPackageBundle } from './package-store.ts'

/** A module of the runtime that only exports the used part of a package. */
const PACKAGE_MODULE = /\/([\w-]+)\.package\.js$/
const FOLDER = 'chunks'
/** Placeholder for the path from a chunk to the packages. */
const MARK = '__FW_SERVER_PACKAGES__/'

export interface PrebuiltPackages {
  /** For the server of a build. */
  readonly plugin: Plugin
  /** Returns the files that the bundles contain. Absolute. */
  modules(): readonly string[]
}

/** Creates the plugin and the record of its files. */
export function prebuiltPackages(app: Pick<AppSource, 'paths' | 'config'>): PrebuiltPackages {
  const bundles = new Map<string, Promise<PackageBundle>>()
  const modules = new Set<string>()
  let runtime: string | undefined
  const plugin: Plugin = {
    name: 'fw:prebuilt-packages',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'ssr',
    resolveId: {
      order: 'pre',
      filter: { id: PACKAGE_MODULE },
      async handler(source, importer) {
        const { root } = app.paths
        runtime ??= findPackageFolders(root, ['@fw/runtime'])[0]
        const [, name] = PACKAGE_MODULE.exec(source) ?? []
        if (findBuildTarget(app.config)?.bundlesPackages === true) return null
        if (name === undefined || runtime === undefined || !importer?.startsWith(`${runtime}/`)) return null
        const module = resolve(dirname(importer), source)
        const loading = bundles.get(module) ?? loadPackageBundle(module, name, root)
        bundles.set(module, loading)
        const bundle = await loading
        for (const file of [module, ...bundle.modules]) modules.add(file)
        return { id: MARK + bundle.fileName, external: true }
      },
    },
    renderChunk: {
      filter: { code: MARK },
      handler(code, { fileName }) {
        const path = isBelow(FOLDER, fileName) ? './' : `./${FOLDER}/`
        return { code: code.replaceAll(MARK, path), map: null }
      },
    },
    async writeBundle({ dir = app.paths.serverOut }) {
      await mkdir(join(dir, FOLDER), { recursive: true })
      for (const loading of bundles.values()) {
        const { fileName, code, map } = await loading
        await writeFile(join(dir, FOLDER, fileName), code)
        await writeFile(join(dir, FOLDER, `${fileName}.map`), map)
      }
    },
  }
  return { plugin, modules: () => [...modules] }
}
