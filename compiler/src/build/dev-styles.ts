/** The stylesheets that pages of dev link to, so that they come styled: Vite alone would bring them with the scripts. */
import type { DevEnvironment, EnvironmentModuleNode } from 'vite'
import { isStylesheet, stylesheetsBelow } from './style-graph.ts'

/**
 * URLs of what the modules that are loaded by now import: on the server first, where every page is loaded before it is
 * printed. `roots` are files of the app.
 */
export function devStylesheets(
  root: string,
  roots: readonly string[],
  environments: readonly DevEnvironment[],
): readonly string[] {
  const urls = new Map<string, string>()
  for (const { moduleGraph } of environments) {
    const nodes = new Map<string, EnvironmentModuleNode>()
    const idsOf = (modules: Iterable<EnvironmentModuleNode>): string[] =>
      [...modules].flatMap((node) => {
        if (node.id === null) return []
        nodes.set(node.id, node)
        return [node.id]
      })
    const starts = roots.flatMap((file) =>
      isStylesheet(file) ? [file] : idsOf(moduleGraph.getModulesByFile(file) ?? []),
    )
    const below = stylesheetsBelow(starts, (id) => idsOf(nodes.get(id)?.importedModules ?? []))
    for (const id of below) if (!urls.has(id)) urls.set(id, nodes.get(id)?.url ?? id.slice(root.length))
  }
  return [...urls.values()]
}
