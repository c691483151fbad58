/** `serve`: starts an app on Node or Bun, depending on the current runtime. */
import { ANY, BOOLEAN, checkSetup, type KindsOf, NUMBER, OBJECT, STRING } from '#contract/config/check-options.ts'
import type { FwServer } from '../server/create-server.ts'
import { bunRuntime } from './bun-api.ts'
import { serveOnBun } from './bun-host.ts'
import type { KeepBytes, KeptBytes } from './file-bytes.ts'
import { withFolderPages } from './folder-pages.ts'
import type { Listening, ServeOptions } from './listening.ts'
import { serveOnNode } from './node-host.ts'
import { readFilesAs, type StaticFiles } from './static-files.ts'

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
  const bun = bunRuntime()
  return bun === undefined
    ? serveOnNode(server, await readFiles((bytes) => bytes, options), options)
    : serveOnBun(bun, server, await readFiles(toBlob, options), options)
}

async function readFiles<Kept extends KeptBytes>(
  keep: KeepBytes<Kept>,
  { publicDir, publicPages, publicMemoryBytes }: ServeOptions,
): Promise<StaticFiles<Kept> | undefined> {
  if (publicDir === undefined) return undefined
  const files = await readFilesAs(keep, publicDir, publicMemoryBytes)
  return publicPages ? withFolderPages(files) : files
}

const toBlob = (bytes: Uint8Array): Blob => new Blob([bytes as Uint8Array<ArrayBuffer>])
