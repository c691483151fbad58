/** Keeps server code out of the browser: client code may import `*.api.ts` (as stubs) and no other server file. */
import { dirname } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { isRouteFile, serverOnlyReason } from '#analyze/modules/server-only.ts'
import { isBelow, resolve } from '#slash-path.ts'
import type { AppPaths } from '../app-paths.ts'
import { readRealPath } from '../real-path.ts'
import { AppLinks, type SourceLink, toLinkedId } from './linked-sources.ts'
import { ROUTE_PART, toRoutePart } from './route-parts.ts'
import { isStylesheet } from './style-graph.ts'

/** Formats the error message, with the imports between the entry and the file. */
export function boundaryMessage(chain: readonly string[], reason: string): string {
  const target = chain.at(-1) ?? ''
  const steps = chain.map((file, depth) => `${'  '.repeat(depth + 1)}${depth === 0 ? '' : '└ imports '}${file}`)
  return [
    `Code for the browser imports ${target}, ${reason}.`,
    ...steps,
    'Call an api() from the component instead, or import only types (import type { … }).',
  ].join('\n')
}

/** Fails the client environment, in build and dev, at the first import that crosses the boundary. */
export function clientBoundary(app: { readonly paths: AppPaths }): Plugin {
  const parents = new Map<string, string>()
  const links = new AppLinks(app)
  return {
    name: 'fw:client-boundary',
    enforce: 'pre',
    configureServer: ({ watcher }) => links.follow(watcher),
    applyToEnvironment: (environment) => environment.name === 'client',
    resolveId: {
      order: 'pre',
      async handler(source, importer, options) {
        const { paths } = app
        if (importer === undefined || importer.includes('/node_modules/')) return null
        const named = serverOnlyReason(paths, source)
        if (named !== undefined) this.error(boundaryMessage(chainTo(paths, parents, importer, source), named))
        // Names of packages too: `#db` and aliases may resolve to files of the app.
        const resolved = await this.resolve(source, importer, { ...options, skipSelf: true })
        if (resolved === null) return null
        if (!parents.has(resolved.id)) parents.set(resolved.id, importer)
        const reason = serverOnlyReason(paths, resolved.id)
        if (reason !== undefined) this.error(boundaryMessage(chainTo(paths, parents, importer, resolved.id), reason))
        const [file = resolved.id] = resolved.id.split('?', 1)
        // In dev the URL of a part is resolved again when a browser requests it.
        if (!isRouteFile(paths, file) || ROUTE_PART.test(resolved.id)) return resolved
        return { ...resolved, id: await toRoutePart(file, importer, source) }
      },
    },
    // A plugin may add imports to code of packages, which `resolveId` doesn't check.
    load: {
      order: 'pre',
      filter: { id: { exclude: /[\\/]node_modules[\\/]|^\0/ } },
      handler(id) {
        const reason = serverOnlyReason(app.paths, id)
        const importer = parents.get(id)
        const chain = importer === undefined ? [id] : chainTo(app.paths, parents, importer, id)
        if (reason !== undefined) this.error(boundaryMessage(chain, reason))
        return null
      },
    },
    // `new URL('./file', import.meta.url)` creates a worker or an asset from a file without resolving an import.
    transform: {
      order: 'pre',
      filter: { id: { include: /\.[cm]?[jt]sx?(?:\?|$)/, exclude: /[\\/]node_modules[\\/]/ }, code: /\bnew\s+URL\b/ },
      async handler(code, id) {
        const { paths } = app
        for (const url of listModuleUrls(this, code, id)) {
          for (const target of await listNamedFiles(this, paths, url.replace(/[?#].*$/, ''), id)) {
            const reason = findAssetReason(paths, links.list(), target)
            if (reason !== undefined) this.error(boundaryMessage(chainTo(paths, parents, id, target), reason))
          }
        }
        return null
      },
    },
  }
}

/**
 * Fails a build that would publish a server file as an asset, such as a file that a stylesheet names in `url()`. It
 * checks the output, regardless of how the file got there.
 */
export function checkAssets(app: { readonly paths: AppPaths }): Plugin {
  const links = new AppLinks(app)
  return {
    name: 'fw:check-assets',
    apply: 'build',
    generateBundle: {
      order: 'pre',
      handler(_options, bundle) {
        for (const item of Object.values(bundle)) {
          if (item.type !== 'asset') continue
          for (const name of item.originalFileNames) {
            // The styles of a chunk have the name of its module.
            if (isStylesheet(item.fileName) && !isStylesheet(name)) continue
            const reason = findAssetReason(app.paths, links.list(), resolve(app.paths.root, name))
            if (reason !== undefined) this.error(boundaryMessage([name], reason))
          }
        }
      },
    },
  }
}

/**
 * Returns the files that Vite may take for a URL of a file, which it resolves without the hooks of plugins: relative to the
 * file, also without a dot, below the root, or by an alias.
 */
export async function listNamedFiles(
  bundler: Pick<Rolldown.PluginContext, 'resolve'>,
  { root }: AppPaths,
  path: string,
  importer: string,
): Promise<readonly string[]> {
  const near = path.startsWith('/') ? [root + path, path] : [resolve(dirname(importer), path)]
  const resolved = await bundler.resolve(path, importer, { skipSelf: true }).catch(() => null)
  return resolved === null ? near : [...near, resolved.id.replace(/[?#].*$/, '')]
}

/** Returns why the text of a file may not be published, whichever link leads to it. */
export function findAssetReason(paths: AppPaths, links: readonly SourceLink[], file: string): string | undefined {
  return serverOnlyReason(paths, toLinkedId(paths, links, `${readRealPath(file) ?? file}?url`))
}

/** Returns the first arguments of `new URL(…, import.meta.url)`: strings, and templates without expressions. */
function listModuleUrls(bundler: Pick<Rolldown.PluginContext, 'parse'>, code: string, id: string): readonly string[] {
  const found: string[] = []
  let program: unknown
  try {
    program = bundler.parse(code, { lang: /\.[cm]?ts(?:\?|$)/.test(id) ? 'ts' : 'tsx' })
  } catch {
    // The bundler reports syntax errors.
    return []
  }
  JSON.stringify(program, (_key, node: unknown) => {
    const { type, callee, arguments: given } = Object(node) as Record<string, unknown> // any value of a tree
    if (type === 'NewExpression' && Object(callee).name === 'URL' && Array.isArray(given) && isModuleUrl(given[1])) {
      const [{ value, quasis, expressions }] = given
      if (typeof value === 'string') found.push(value)
      else if (expressions?.length === 0) found.push(String(quasis[0].value.cooked))
    }
    return typeof node === 'bigint' ? undefined : node
  })
  return found
}

/** Whether a node contains `import.meta`: Vite also reads `'' + import.meta.url`. */
function isModuleUrl(node: unknown): boolean {
  return JSON.stringify(node ?? null)?.includes('"MetaProperty"') === true
}

/** Returns the import chain from the entry down to `target`, relative to the app root. */
function chainTo(paths: AppPaths, parents: ReadonlyMap<string, string>, importer: string, target: string): string[] {
  const chain = [target]
  const seen = new Set<string>()
  for (let at: string | undefined = importer; at !== undefined && !seen.has(at); at = parents.get(at)) {
    seen.add(at)
    // In dev Vite uses this page as the importer of modules that a browser requests by URL.
    if (!at.startsWith('\0') && at !== `${paths.root}/index.html`) chain.unshift(at)
  }
  return chain.map((id) => (isBelow(paths.root, id) ? id.slice(paths.root.length + 1).replace(/\?.*$/, '') : id))
}
