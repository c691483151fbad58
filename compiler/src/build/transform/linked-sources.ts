/**
 * Gives modules that the app reaches through a link the path of the link, as TypeScript and the check do: a linked
 * `src/server` is still the folder of the server. Vite alone would use the path of the target.
 */
import { readdirSync } from 'node:fs'
import type { Plugin, ViteDevServer } from 'vite'
import { isApiModule, serverOnlyReason } from '#analyze/modules/server-only.ts'
import { isBelow, toSlashes } from '#slash-path.ts'
import type { AppPaths } from '../app-paths.ts'
import { readRealPath } from '../real-path.ts'

/** A link in the app's sources, and the real path of its target. */
export interface SourceLink {
  readonly link: string
  readonly target: string
}

/** Returns the plugin; it does nothing in an app without links. */
export function linkedSources(app: { readonly paths: AppPaths }): Plugin {
  const links = new AppLinks(app)
  return {
    name: 'fw:linked-sources',
    enforce: 'pre',
    configureServer: ({ watcher, moduleGraph }) =>
      links.follow(watcher, (link) => {
        for (const file of moduleGraph.fileToModulesMap.keys()) if (isBelow(link, file)) watcher.emit('change', file)
      }),
    resolveId: {
      order: 'pre',
      async handler(source, importer, options) {
        if (links.list().length === 0 || importer?.includes('/node_modules/') === true) return null
        const resolved = await this.resolve(source, importer, { ...options, skipSelf: true })
        if (resolved === null || resolved.external) return resolved
        const id = toLinkedId(app.paths, links.list(), resolved.id)
        return id === resolved.id ? resolved : { ...resolved, id }
      },
    },
  }
}

/**
 * The links of an app. They are listed at the first use: most modules need none, and the Vite plugin doesn't know the app before
 * Vite has configured it.
 */
export class AppLinks {
  readonly #app: { readonly paths: AppPaths }
  #links: readonly SourceLink[] | undefined

  constructor(app: { readonly paths: AppPaths }) {
    this.#app = app
  }

  list(): readonly SourceLink[] {
    this.#links ??= findLinks(this.#app.paths)
    return this.#links
  }

  /**
   * Lists the links again after a file or folder was added or removed in dev: a link is reported as its target. If a link is
   * replaced at once, the watcher finds a folder where one was before and reports nothing: then this calls `onNewTarget`.
   */
  follow(watcher: ViteDevServer['watcher'], onNewTarget: (link: string) => void = () => undefined): void {
    const forget = () => {
      this.#links = undefined
    }
    for (const event of ['add', 'addDir', 'unlink', 'unlinkDir'] as const) watcher.on(event, forget)
    watcher.on('raw', (_event, name, { watchedPath }: { readonly watchedPath?: string }) => {
      const path = toSlashes(`${watchedPath}/${name}`)
      const known = this.list().find(({ link }) => link === path)
      if (known === undefined || readRealPath(path) === known.target) return
      forget()
      onNewTarget(path)
    })
  }
}

/**
 * Returns the id with the path of the link in place of its target. A file that runs only on the server by its real path
 * keeps it, so that no link brings it into the browser.
 */
export function toLinkedId(paths: AppPaths, links: readonly SourceLink[], id: string): string {
  const isOnServer = (path: string): boolean => {
    const [file = path] = path.split('?', 1)
    return isApiModule(paths, file) || serverOnlyReason(paths, file) !== undefined
  }
  const [file = id] = id.split('?', 1)
  if (isOnServer(id)) return id
  const linked = links
    .filter(({ target }) => file === target || isBelow(target, file))
    .map(({ link, target }) => link + id.slice(target.length))
  // Of several links to one target, one of the server decides: it keeps the target out of the browser.
  return linked.find(isOnServer) ?? linked[0] ?? id
}

/** Lists the links of the app, without those in packages, in generated files and in other links. */
function findLinks({ root }: AppPaths): readonly SourceLink[] {
  const found: SourceLink[] = []
  const visit = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue
      if (entry.isDirectory() && !SKIPPED.has(path.slice(root.length + 1))) visit(path)
      const target = entry.isSymbolicLink() ? readRealPath(path) : undefined
      if (target !== undefined) found.push({ link: path, target })
    }
  }
  visit(root)
  return found.sort((a, b) => b.target.length - a.target.length)
}

/** Folders of the app without sources. */
const SKIPPED: ReadonlySet<string> = new Set(['dist', 'public'])
