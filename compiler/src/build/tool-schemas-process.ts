/**
 * The child process that reads the schemas of the built app's tools, and queries its agent's MCP servers for theirs.
 */
import type { RemoteSource } from '@fw/runtime/contract'
import type { SchemaTool } from '../emit/schema-types.ts'
import { importBuild } from './load-build.ts'
import { type QueriedServer, queryForBuild } from './remote-tools.ts'

export interface ToolSchemas {
  readonly own: readonly SchemaTool[]
  readonly remote: readonly QueriedServer[]
}

const root = process.argv[2]
if (root === undefined) throw new Error('The process of the schemas needs the app root as its argument.')
process.send?.(await schemas(root))

interface BuiltApp {
  readonly apiTools: readonly SchemaTool[]
  readonly remoteSources: readonly RemoteSource[]
}

async function schemas(appRoot: string): Promise<ToolSchemas> {
  const { server } = await importBuild(appRoot)
  // `createApp` returns the runtime's server, whose type the compiler may not import.
  const app = server.createApp({ data: 'memory', production: true }) as BuiltApp
  const own = app.apiTools.map(({ name, description, input, output }) => ({
    name,
    ...(description !== undefined && { description }),
    ...(input && { input }),
    ...(output && { output }),
  }))
  return { own, remote: await queryForBuild(app.remoteSources) }
}
