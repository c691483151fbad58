/** The child process that queries the MCP servers of the built app's agent. */
import type { RemoteSource } from '@fw/runtime/contract'
import { importBuild } from './load-build.ts'
import { type QueriedServer, queryForBuild } from './remote-tools.ts'

const root = process.argv[2]
if (root === undefined) throw new Error('The process of the remote tools needs the app root as its argument.')
process.send?.(await queryRemoteTools(root))

async function queryRemoteTools(appRoot: string): Promise<readonly QueriedServer[]> {
  const { server } = await importBuild(appRoot)
  // `createApp` returns the runtime's server, whose type the compiler may not import.
  const app = server.createApp({ data: 'memory', production: true }) as {
    readonly remoteSources: readonly RemoteSource[]
  }
  return queryForBuild(app.remoteSources)
}
