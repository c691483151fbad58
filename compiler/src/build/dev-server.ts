/** `fw dev`: Vite's transforms and hot reload in front of the same server that production runs. */
import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { appPaths } from './app-paths.ts'
import { answerFailure, failureText } from './dev-failure.ts'
import { injectViteClient } from './dev-html.ts'
import { createDevParts, type DevParts } from './dev-parts.ts'
import { takeUpgrades } from './dev-upgrade.ts'
import { listen, urlHost } from './listen.ts'
import { loadConfig } from './load-config.ts'

export interface DevServerOptions {
  /** The app's folder. */
  readonly root: string
  /** Default 3000. 0 lets the system choose. */
  readonly port?: number
  /** Fail when the port is taken, instead of trying the next ones. Default false. */
  readonly strictPort?: boolean
  /** Default 127.0.0.1: only this machine. */
  readonly hostname?: string
  /** Hears diagnostics and failures. */
  readonly log: (line: string) => void
}

export interface DevServer {
  readonly url: string
  readonly port: number
  close(): Promise<void>
}

/** The type analysis begins after the first answer, or so many milliseconds after the start without one. */
const BACKGROUND_MS = 2000

/** Starts the development server of the app at `root`. Rejects when the port is taken and `strictPort` is set. */
export async function createDevServer(options: DevServerOptions): Promise<DevServer> {
  const config = await loadConfig(options.root)
  const paths = appPaths(options.root, config)
  const http = createHttpServer()
  const parts = await createDevParts({ paths, config, http, log: options.log })
  http.on('request', (request, response) => answer(parts, request, response, options.log))
  const cutUpgraded = takeUpgrades(http, parts, options.log)
  const hostname = options.hostname ?? '127.0.0.1'
  const port = await listen(http, { hostname, port: options.port ?? 3000, strict: options.strictPort === true })
  const background = setTimeout(() => parts.analysis.warm(), BACKGROUND_MS)
  background.unref()
  return {
    url: `http://${urlHost(hostname)}:${port}/`,
    port,
    async close() {
      clearTimeout(background)
      await closeAll(http, parts, cutUpgraded)
    },
  }
}

/** Vite first (sources, its client, the Host check against DNS rebinding), then the app. */
function answer(
  parts: DevParts,
  request: IncomingMessage,
  response: ServerResponse,
  log: (line: string) => void,
): void {
  parts.vite.middlewares(request, response, (error: unknown) => {
    const fail = (reason: unknown): void => {
      log(failureText(reason, parts.paths.root))
      if (!response.headersSent) answerFailure(request, response, reason, parts.paths.root)
      else response.destroy()
    }
    if (error !== undefined && error !== null) return fail(error)
    // The script goes into the first piece of text: it must not be compressed.
    delete request.headers['accept-encoding']
    injectViteClient(response)
    response.once('finish', () => void parts.analysis.warm())
    parts.app.handle(request, response).catch(fail)
  })
}

async function closeAll(http: Server, parts: DevParts, cutUpgraded: () => void): Promise<void> {
  parts.analysis.close()
  await parts.app.close()
  await parts.vite.close()
  http.closeAllConnections()
  cutUpgraded()
  await new Promise((resolve) => http.close(resolve))
}
