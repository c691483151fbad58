/** `serve`: one call for Node and Bun. The runtime that runs it decides which host answers. */
import type { FwServer } from '../server/create-server.ts'
import { bunRuntime } from './bun-api.ts'
import { serveOnBun } from './bun-host.ts'
import type { Listening, ServeOptions } from './listening.ts'
import { serveOnNode } from './node-host.ts'
import { readStaticFiles, type StaticFiles } from './static-files.ts'

const NO_FILES: StaticFiles = new Map()

/** Serves an app on the runtime that runs. Rejects with a clear error when the port is in use. */
export async function serve(server: FwServer, options: ServeOptions = {}): Promise<Listening> {
  const files = options.publicDir === undefined ? NO_FILES : await readStaticFiles(options.publicDir)
  const bun = bunRuntime()
  return bun === undefined ? serveOnNode(server, files, options) : serveOnBun(bun, server, files, options)
}
