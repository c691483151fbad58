/** The child process that reads the schemas of the built app's functions. */
import type { JsonSchema } from '@fw/runtime/contract'
import type { RunTimeSchemas } from './contract/list-contract.ts'
import { importBuild } from './load-build.ts'

const root = process.argv[2]
if (root === undefined) throw new Error('The process of the contract needs the app root as its argument.')
process.send?.(await readSchemas(root))

async function readSchemas(appRoot: string): Promise<RunTimeSchemas> {
  const { server } = await importBuild(appRoot)
  // `createApp` returns the runtime's server, whose type the compiler may not import.
  const app = server.createApp({ data: 'memory', production: true }) as {
    readonly apiTools: readonly { readonly name: string; readonly input: JsonSchema; readonly output?: JsonSchema }[]
    toolsReady(): Promise<void>
  }
  await app.toolsReady()
  return Object.fromEntries(app.apiTools.map(({ name, input, output }) => [name, { input, output }]))
}
