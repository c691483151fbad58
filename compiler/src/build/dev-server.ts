/** `fw dev`: Vite's transforms and hot reload in front of the same server that production runs. */
import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { answerFailure, failureText } from './dev-failure.ts'
import { injectViteClient } from './dev-html.ts'
import { createDevLife, type DevLife } from './dev-life.ts'
import type { DevParts } from './dev-parts.ts'
import { takeUpgrades } from './dev-upgrade.ts'
import { listen, urlHost } from './listen.ts'

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
  const { root, log } = options
  const http = createHttpServer()
  const life = await createDevLife({ root, http, log })
  http.on('request', (request, response) => {
    const fail = failing(request, response, options)
    life.enter(response).then((parts) => answer(parts, request, response, fail), fail)
  })
  const cutUpgraded = takeUpgrades(http, life, options)
  const hostname = options.hostname ?? '127.0.0.1'
  const port = await listen(http, { hostname, port: options.port ?? 3000, strict: options.strictPort === true })
  const warm = async (): Promise<void> => void (await life.current()).analysis.warm()
  const background = setTimeout(() => warm().catch(() => undefined), BACKGROUND_MS)
  background.unref()
  return {
    url: `http://${urlHost(hostname)}:${port}/`,
    port,
    async close() {
      clearTimeout(background)
      await closeAll(http, life, cutUpgraded)
    },
  }
}

/** Says what went wrong, to the terminal and to whoever asked. */
function failing(request: IncomingMessage, response: ServerResponse, options: DevServerOptions) {
  return (reason: unknown): void => {
    options.log(failureText(reason, options.root))
    if (!response.headersSent) answerFailure(request, response, reason, options.root)
    else response.destroy()
  }
}

/** Vite first (sources, its client, the Host check against DNS rebinding), then the app. */
function answer(
  parts: DevParts,
  request: IncomingMessage,
  response: ServerResponse,
  fail: (reason: unknown) => void,
): void {
  parts.vite.middlewares(request, response, (error: unknown) => {
    if (error !== undefined && error !== null) return fail(error)
    // The script goes into the first piece of text: it must not be compressed.
    delete request.headers['accept-encoding']
    injectViteClient(response)
    response.once('finish', () => void parts.analysis.warm())
    parts.app.handle(request, response).catch(fail)
  })
}

async function closeAll(http: Server, life: DevLife, cutUpgraded: () => void): Promise<void> {
  await life.close()
  http.closeAllConnections()
  cutUpgraded()
  await new Promise((resolve) => http.close(resolve))
}
