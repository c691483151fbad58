/** Keeps server code out of the browser: the client graph may reach `*.api.ts` (as stubs) and nothing else of the server. */
import type { Plugin } from 'vite'
import { serverOnlyReason } from '../analyze/server-only.ts'
import type { AppPaths } from './app-paths.ts'

/** The sentence that a developer reads, with the imports that lead to the file. */
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
  return {
    name: 'fw:client-boundary',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    resolveId: {
      order: 'pre',
      async handler(source, importer, options) {
        const { paths } = app
        if (importer === undefined || importer.includes('/node_modules/')) return null
        const door = serverOnlyReason(paths, source)
        if (door !== undefined) this.error(boundaryMessage(chainTo(paths, parents, importer, source), door))
        // Names of packages too: `#db` and aliases lead back into the app.
        const resolved = await this.resolve(source, importer, { ...options, skipSelf: true })
        if (resolved === null) return null
        if (!parents.has(resolved.id)) parents.set(resolved.id, importer)
        const reason = serverOnlyReason(paths, resolved.id)
        if (reason !== undefined) this.error(boundaryMessage(chainTo(paths, parents, importer, resolved.id), reason))
        return resolved
      },
    },
  }
}

/** From the entry down to `target`, relative to the app root. */
function chainTo(paths: AppPaths, parents: ReadonlyMap<string, string>, importer: string, target: string): string[] {
  const chain = [target]
  const seen = new Set<string>()
  for (let at: string | undefined = importer; at !== undefined && !seen.has(at); at = parents.get(at)) {
    seen.add(at)
    // In dev Vite names this page as the importer of what a browser asks for by its address.
    if (!at.startsWith('\0') && at !== `${paths.root}/index.html`) chain.unshift(at)
  }
  return chain.map((id) =>
    id.startsWith(`${paths.root}/`) ? id.slice(paths.root.length + 1).replace(/\?.*$/, '') : id,
  )
}
