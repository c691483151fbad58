/** A built app as a function of web requests, on h3: for every platform without a tuned host. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { H3 } from 'h3'
import { toH3Handler } from '../host/h3-host.ts'
import { readStaticFiles } from '../host/static-files.ts'
import type { FwServerOptions } from '../server/app/options.ts'
import type { FwServer } from '../server/create-server.ts'
import { canonicalPath } from '../server/http/canonical-path.ts'
import { toFileResponse } from './file-response.ts'

/** A built app, as its entry passes it. */
export interface BuiltApp {
  /** Export of the server bundle. `wiring` overrides the options of the app, and these override `defaults`. */
  createApp(wiring?: FwServerOptions, defaults?: FwServerOptions): FwServer
  /** Folder of the browser files. Default: the platform serves them. */
  readonly clientDir?: URL
  /** Folder of the app, in which it stores its data if it configures no store. Default: data in memory. */
  readonly root?: URL
}

/** The app on a platform. */
export interface AppHandler {
  readonly server: FwServer
  /**
   * Handles a request. The address of the caller is its member `ip`, as srvx sets it; without one, the address is unknown.
   * Never rejects.
   */
  fetch(request: Request): Promise<Response>
  /** Closes the app, once its requests have ended. */
  close(): Promise<void>
}

/** Sets the address of the caller on a request of a platform that passes it separately. Returns the request. */
export function setAddress(request: Request, ip: string | undefined): Request {
  return ip === undefined ? request : Object.assign(request, { ip })
}

/** Creates the app. `hostname` is the address that the platform listens on, if it is known. */
export async function createAppHandler(app: BuiltApp, hostname?: string): Promise<AppHandler> {
  const { createApp, clientDir, root } = app
  const server = createApp({}, root && { data: `sqlite:${join(fileURLToPath(root), '.fw/data/fw.db')}` })
  const files = clientDir && (await readStaticFiles(fileURLToPath(clientDir)))
  // The app responds to malformed paths itself.
  const h3 = new H3({ silent: true, allowMalformedURL: true })
  if (files !== undefined)
    h3.use(async ({ req }, next) => {
      const path = findPath(req)
      if (path === undefined || !files.has(path)) return next()
      const header = (name: string) => req.headers.get(name) ?? undefined
      const found = await files.findReply({ method: req.method, path, header })
      return found === undefined ? next() : toFileResponse(found, req.method)
    })
  h3.all('/**', toH3Handler(server, hostname === undefined ? {} : { hostname }))
  return { server, fetch: async (request) => h3.fetch(request), close: () => server.close() }
}

/** Returns the canonical path, by which files are found, or `undefined` if it is invalid. h3 decodes the path of an event in another way. */
function findPath({ url }: Request): string | undefined {
  try {
    return canonicalPath(new URL(url).pathname)
  } catch {
    return undefined
  }
}
