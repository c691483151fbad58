/**
 * The files of an app that a browser loads. Not in `shared-facts.ts`: dev reports them too, and must not load the other
 * analyses for that.
 */
import { type AnalyzedApp, oncePerApp } from './analyzed-app.ts'
import { analyzeClientGraph, type ClientGraph } from './modules/client-graph.ts'

/** Returns the components of the whole app, also in an editor. */
export function listEveryComponent({ around, components }: AnalyzedApp): AnalyzedApp['components']['components'] {
  return around?.components ?? components.components
}

/** Returns the files that a browser loads. */
export const getClientGraph = oncePerApp((app): ClientGraph => {
  const { reader, outline, resolveImport } = app
  const { config, conventions, serverDir, routesDir } = outline
  return analyzeClientGraph(reader, {
    serverDir,
    routesDir,
    websocket: config.websocket ?? 'src/ws.ts',
    agent: config.agentModule ?? 'src/agent.ts',
    clientEntry: conventions.files.client,
    components: listEveryComponent(app),
    resolveImport,
  })
})
