/** `serve`: starts an app on Node or Bun, depending on the current runtime. */
import { ANY, BOOLEAN, checkSetup, type KindsOf, NUMBER, OBJECT, STRING } from '#contract/config/check-options.ts'
import type { FwServer } from '../server/create-server.ts'
import { bunRuntime } from './bun-api.ts'
import { serveOnBun } from './bun-host.ts'
import { withFolderPages } from './folder-pages.ts'
import type { Listening, ServeOptions } from './listening.ts'
import { serveOnNode } from './node-host.ts'
import { readStaticFiles } from './static-files.ts'

const SERVE_OPTIONS = {
  port: NUMBER,
  hostname: STRING,
  publicDir: STRING,
  publicPages: BOOLEAN,
  publicMemoryBytes: NUMBER,
  timeouts: OBJECT,
  drainMs: ANY,
  drainDelayMs: ANY,
} satisfies KindsOf<ServeOptions>

/** Serves an app on the current runtime. Rejects with a clear error if the port is in use. */
export async function serve(server: FwServer, options: ServeOptions = {}): Promise<Listening> {
  checkSetup('serve', options, SERVE_OPTIONS)
  const { publicDir, publicMemoryBytes } = options
  const read = publicDir === undefined ? undefined : await readStaticFiles(publicDir, publicMemoryBytes)
  const files = read !== undefined && options.publicPages ? withFolderPages(read) : read
  const bun = bunRuntime()
  return bun === undefined ? serveOnNode(server, files, options) : serveOnBun(bun, server, files, options)
}
