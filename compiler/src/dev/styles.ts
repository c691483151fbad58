/**
 * The stylesheets that pages link to in dev, so that they render with styles: Vite alone would load styles with the
 * scripts.
 */
import type { FwConfig } from '@fw/runtime/contract'
import type { DevEnvironment, EnvironmentModuleNode } from 'vite'
import { isBelow } from '#slash-path.ts'
import { type AppPaths, getApiModule, getClientEntry, isAppSource } from '../build/app-paths.ts'
import { isStylesheet, stylesheetsBelow } from '../build/transform/style-graph.ts'

/**
 * Returns the URLs of stylesheets that the loaded modules import, the server's first: every page is loaded there before
 * it renders. `roots` are files of the app.
 */
export function devStylesheets(
  root: string,
  roots: readonly string[],
  environments: readonly DevEnvironment[],
): readonly string[] {
  const urls = new Map<string, string>()
  for (const { moduleGraph } of environments) {
    const nodes = new Map<string, EnvironmentModuleNode>()
    const listIds = (modules: Iterable<EnvironmentModuleNode>): string[] =>
      [...modules].flatMap((node) => {
        if (node.id === null) return []
        nodes.set(node.id, node)
        return [node.id]
      })
    const starts = roots.flatMap((file) =>
      isStylesheet(file) ? [file] : listIds(moduleGraph.getModulesByFile(file) ?? []),
    )
    const below = stylesheetsBelow(starts, (id) => listIds(nodes.get(id)?.importedModules ?? []))
    for (const id of below) if (!urls.has(id)) urls.set(id, toBrowserUrl(nodes.get(id)?.url ?? id.slice(root.length)))
  }
  return [...urls.values()]
}

/** Returns the URL under which Vite serves a module. On the server, a module without a file has its id as its URL. */
function toBrowserUrl(url: string): string {
  return url.startsWith('/') ? url : `/@id/${url.replace('\0', '__x00__')}`
}

/**
 * Lets Vite read the client entry and its imports, as a browser's requests would: its graph lists the page's
 * stylesheets only after that. Api modules are skipped: their stubs wait for the type analysis, and import no styles.
 */
export async function readClientEntry(paths: AppPaths, config: FwConfig, client: DevEnvironment): Promise<void> {
  const seen = new Set<string>()
  const visit = async (url: string): Promise<void> => {
    if (seen.has(url)) return
    seen.add(url)
    // An error in a file is reported when the browser requests it.
    await client.transformRequest(url).catch(() => undefined)
    const node = await client.moduleGraph.getModuleByUrl(url)
    await Promise.all([...(node?.importedModules ?? [])].filter(isRead).map((next) => visit(next.url)))
  }
  const isRead = ({ id, file }: EnvironmentModuleNode): boolean =>
    id !== null &&
    file !== null &&
    !isStylesheet(id) &&
    isAppSource(paths, file) &&
    getApiModule(paths, file) === undefined
  const entry = getClientEntry(paths, config)
  if (entry !== undefined) await visit(isBelow(paths.root, entry) ? entry.slice(paths.root.length) : `/@fs${entry}`)
}
