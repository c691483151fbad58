/** The child process of `measurePages`. */
import type { JsonSchema } from '@fw/runtime/contract'
import { importBuild } from './load-build.ts'
import type { PageMeasure, PageMeasures } from './report/measure-pages.ts'

/** The part of the runtime's server that is used. */
interface MeasuredApp {
  readonly apiTools: readonly { readonly name: string; readonly input?: JsonSchema; readonly output?: JsonSchema }[]
  fetchUnrequested(request: Request): Promise<Response>
  listPages(): Promise<readonly { readonly path: string; readonly pattern: string; readonly concrete: boolean }[]>
}

const root = process.argv[2]
if (root === undefined) throw new Error('The measuring process needs the app root as its argument.')
process.send?.(await measure(root))

async function measure(appRoot: string): Promise<PageMeasures> {
  const { server } = await importBuild(appRoot)
  // `createApp` returns the runtime's server, whose type the compiler may not import.
  // No visitor asks for these pages, so the middleware, which decides about visitors, doesn't run.
  const app = server.createApp({ data: 'memory', production: true, middleware: undefined }) as MeasuredApp
  const pages: Record<string, PageMeasure> = {}
  for (const { path, pattern, concrete } of await app.listPages()) {
    if (!concrete || pages[pattern] !== undefined) continue
    const response = await app.fetchUnrequested(new Request(new URL(path, 'http://127.0.0.1')))
    pages[pattern] = { path, status: response.status, html: await response.text() }
  }
  const tools = app.apiTools.map(({ name, input, output }) => [name, { input, output }] as const)
  return { pages, tools: Object.fromEntries(tools) }
}
