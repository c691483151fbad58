/**
 * Transforms an app's files for each environment: api modules become stubs in the browser, components are compiled from
 * JSX.
 */
import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'
import { openProjectFiles, readTextFile } from '#analyze/modules/project-files.ts'
import { resolveImport } from '#analyze/modules/resolve-import.ts'
import { toProjectName, toProjectPath } from '#analyze/modules/workspace-files.ts'
import type { AppModules } from '#emit/store-exports.ts'
import { createChunkId, mayHoldComponents } from '#jsx/component-units.ts'
import { loadBabel } from '#jsx/load-babel.ts'
import type { PreviewableActions } from '#jsx/previews/previewable-runs.ts'
import { findRenderer } from '#jsx/renderer.ts'
import { isBelow } from '#slash-path.ts'
import { getApiModule, isAppSource } from '../app-paths.ts'
import type { AppSource } from '../app-source.ts'
import { readClientOnly } from './client-only.ts'
import { jsxCompiler } from './jsx-compiler.ts'
import { ROUTE_PART } from './route-parts.ts'

const API_FILE = /\.api\.ts$/
/** Also with a query, such as that of `import.meta.glob('…', { query })`: a browser gets nothing else of the file. */
const BROWSER_API_FILE = /\.api\.ts(?:\?|$)/
const JSX_FILE = /\.[jt]sx(?:\?client-only=[\w$,]+|\?fw-names=[^&]*)?$/

/** `*.api.ts`: fetch stubs for the browser, attached contracts for the server. */
export function apiModules(app: AppSource): Plugin {
  return {
    name: 'fw:api-modules',
    enforce: 'pre',
    // The stub is loaded instead of transformed, because a source map contains the loaded text: it must not be server source.
    load: {
      // Before the plugins of the app.
      order: 'pre',
      filter: { id: BROWSER_API_FILE },
      async handler(id) {
        const file = id.replace(/\?.*$/, '')
        const module = getApiModule(app.paths, file)
        if (module === undefined || this.environment.name !== 'client') return null
        const [{ emitClientStub }, code] = await Promise.all([import('#emit/client-stub.ts'), readFile(file, 'utf8')])
        const [codecs, hashes] = [await app.codecExports(module), app.contractHashes(module)]
        return emitClientStub({ code, file, module, codecs, hashes })
      },
    },
    transform: {
      filter: { id: API_FILE },
      async handler(code, file) {
        const module = getApiModule(app.paths, file)
        if (module === undefined || this.environment.name === 'client') return null
        const { emitServerApi } = await import('#emit/server-api.ts')
        return emitServerApi({ code, file, module, lazy: app.dev, listed: !app.dev && app.isListed(module) })
      },
    },
  }
}

/**
 * Gives each store in the app's stores module the name of its export, the same on both sides; in the module that defines it
 * too, which a page may import without the stores module.
 */
export function stores(app: AppSource): Plugin {
  return {
    name: 'fw:stores',
    enforce: 'pre',
    transform: {
      filter: { id: /\.[jt]sx?$/ },
      async handler(code, id) {
        const { root, storesFile } = app.paths
        const file = id.split('?')[0] ?? id
        if (file !== storesFile && !(code.includes('defineStore') && isAppSource(app.paths, file))) return null
        const { emitNamedStores, emitReExportedStores } = await import('#emit/name-stores.ts')
        const previewable = this.environment.name === 'client' ? await findPreviewable(code, file) : undefined
        const source = { code, file, chunk: createChunkId(storesFile, root), lazy: app.dev, previewable }
        if (file === storesFile) return emitNamedStores(source)
        const { findStoreExports } = await import('#emit/store-exports.ts')
        const found = findStoreExports(storesFile, openModules(root))
        for (const read of found.read) if (read !== file) this.addWatchFile(read)
        const names = found.modules.get(file)
        return names === undefined ? null : emitReExportedStores(source, names)
      },
    },
  }
}

/** Returns the actions that the panel of approvals can preview. A syntax error is reported where the file is parsed next. */
async function findPreviewable(code: string, file: string): Promise<PreviewableActions | undefined> {
  loadBabel()
  const { readPreviewableActions } = await import('#jsx/previews/previewable-runs.ts')
  try {
    return readPreviewableActions(code, file)
  } catch {
    return undefined
  }
}

function openModules(root: string): AppModules {
  const project = openProjectFiles(root)
  return {
    textOf: readTextFile,
    resolve(specifier, from) {
      const found = resolveImport(project, specifier, toProjectName(root, from))
      return found === undefined ? undefined : toProjectPath(root, found)
    },
  }
}

/** Compiles the app's `.tsx` and `.jsx` for the current environment, through the cache. */
export function components(app: AppSource): Plugin {
  return {
    name: 'fw:components',
    enforce: 'pre',
    transform: {
      filter: { id: JSX_FILE },
      async handler(code, id) {
        const file = id.split('?')[0] ?? id
        if (!isAppSource(app.paths, file)) return null
        const target = this.environment.name === 'client' ? ('dom' as const) : ('ssr' as const)
        const route = isBelow(app.paths.routesDir, file)
        const insideIsland = target === 'ssr' && app.insideIsland(file)
        const splitIntents = app.config.compiler?.splitIntents === true
        // A build's browser files don't contain binding maps.
        const bindingMaps = app.config.compiler?.bindingMaps !== false && (target === 'ssr' || app.dev)
        const { root } = app.paths
        const local = toProjectName(root, file)
        const only = target === 'ssr' ? readClientOnly(id) : undefined
        if (findRenderer(file, code) !== undefined) {
          const { compileReact } = await import('./react-components.ts')
          const compiled = await compileReact(code, file, root)
          app.onComponents(local, compiled.components)
          return compiled
        }
        const result = await app.jsx.through(
          [
            local,
            code,
            target,
            String(route),
            String(app.dev),
            String(insideIsland),
            String(splitIntents),
            String(bindingMaps),
            String(only),
          ],
          async () => {
            const { compileComponent } = await jsxCompiler()
            const contracts = app.dev ? ('loaded' as const) : ('imported' as const)
            return (
              compileComponent({
                code,
                file,
                root,
                target,
                route,
                dev: app.dev,
                insideIsland,
                contracts,
                splitIntents,
                bindingMaps,
                only,
              }) ?? null
            )
          },
        )
        if (result === null) return null
        // A part of a route file has no other components.
        if (!ROUTE_PART.test(id)) app.onComponents(local, result.components, result.shape)
        return { code: result.code, map: result.map }
      },
    },
  }
}

/** For dev: keeps the state of the app's hooks without JSX over an edit of the islands that call them. */
export function hooks(app: AppSource): Plugin {
  return {
    name: 'fw:hooks',
    enforce: 'pre',
    apply: 'serve',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /\.[jt]sx?$/, code: /\bcreate(?:Signal|Store|Mutable)\b/ },
      async handler(code, file) {
        if (!isAppSource(app.paths, file) || mayHoldComponents({ code, file })) return null
        const { root } = app.paths
        const local = toProjectName(root, file)
        return app.jsx.through(['hooks', local, code], async () => {
          const { compileHooks } = await jsxCompiler()
          return compileHooks({ code, file, root }) ?? null
        })
      },
    },
  }
}
