/** The child process that reads the schemas of the built app's tools. */
import type { SchemaTool } from '../emit/schema-types.ts'
import { loadBuild } from './load-build.ts'

const root = process.argv[2]
if (root === undefined) throw new Error('The process of the schemas needs the app root as its argument.')
process.send?.(await schemas(root))

async function schemas(appRoot: string): Promise<readonly SchemaTool[]> {
  const { server } = await loadBuild(appRoot)
  // `createApp` returns the runtime's server, whose type the compiler may not import.
  const app = server.createApp({ data: 'memory', production: true }) as { readonly apiTools: readonly SchemaTool[] }
  return app.apiTools.map(({ name, description, input, output }) => ({
    name,
    ...(description !== undefined && { description }),
    ...(input && { input }),
    ...(output && { output }),
  }))
}
