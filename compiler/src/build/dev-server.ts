/** `fw dev`: Vite's transforms and hot reload in front of the same server that production runs. */
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { createDevEdits, type DevEdits } from './dev-edits.ts'
import { answerDev, asksViteToOpen } from './dev-endpoints.ts'
import { createDevErrors, type DevErrors } from './dev-errors.ts'
import { answerFailure, failurePage, failureText, takesHtml } from './dev-failure.ts'
import { refuseHost } from './dev-hosts.ts'
import { injectDevScripts } from './dev-html.ts'
import { createDevLife, type DevLife } from './dev-life.ts'
import type { DevParts } from './dev-parts.ts'
import { takeUncaught } from './dev-uncaught.ts'
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
  /** Whether `listener` speaks TLS. Default false. */
  readonly https?: boolean
  /** Makes the server and binds it, in place of a plain one on `hostname` and `port`. */
  readonly listener?: (handle: RequestListener) => Promise<DevListener>
  /** Hears diagnostics and failures. */
  readonly log: (line: string) => void
}

export interface DevServer {
  readonly url: string
  readonly port: number
  /** Reads the configuration again and makes everything anew on the same port. Never rejects: what fails is logged. */
  restart(): Promise<void>
  close(): Promise<void>
}

/** A server that listens, made elsewhere. */
export interface DevListener {
  readonly server: Server
  readonly port: number
}

/** The type analysis begins after the first answer, or so many milliseconds after the start when nobody has asked. */
const BACKGROUND_MS = 2000

/** Starts the development server of the app at `root`. Rejects when the port is taken and `strictPort` is set, or as `listener` does. */
export async function createDevServer(options: DevServerOptions): Promise<DevServer> {
  const { root, log, hostname = '127.0.0.1' } = options
  const errors = createDevErrors({ root })
  const edits = createDevEdits()
  let background: NodeJS.Timeout | undefined
  const around = { root, log, errors, edits, onAsked: () => clearTimeout(background) }
  // What comes before there is anything to answer with waits for it.
  let live: (life: DevLife) => void = () => undefined
  const alive = new Promise<DevLife>((resolve) => {
    live = resolve
  })
  const handle: RequestListener = (request, response) => {
    const fail = createFailureHandler(request, response, around)
    if (asksViteToOpen(request)) return response.writeHead(404).end()
    alive
      .then((life) => life.enter(response))
      .then((parts) => answer(parts, request, response, { ...around, fail }), fail)
  }
  const made = await options.listener?.(handle)
  const http = made?.server ?? createHttpServer(handle)
  const life = await createDevLife({ root, http, hostname: options.hostname, log, errors, edits }).catch(
    (error: unknown) => {
      made?.server.close()
      throw error
    },
  )
  live(life)
  const cutUpgraded = takeUpgrades(http, life, options)
  const leaveUncaught = takeUncaught(errors, log, root)
  const port =
    made?.port ?? (await listen(http, { hostname, port: options.port ?? 3000, strict: options.strictPort === true }))
  const warm = async (): Promise<void> => void (await life.current()).analysis.warm()
  background = setTimeout(() => warm().catch(() => undefined), BACKGROUND_MS)
  background.unref()
  return {
    url: `${options.https === true ? 'https' : 'http'}://${urlHost(hostname)}:${port}/`,
    port,
    restart: () => life.restart(),
    async close() {
      clearTimeout(background)
      leaveUncaught()
      await closeAll(http, life, cutUpgraded)
    },
  }
}

interface Around {
  readonly root: string
  readonly log: (line: string) => void
  readonly errors: DevErrors
  readonly edits: DevEdits
  /** The app is asked for something: its answer is not made beside the type analysis. */
  readonly onAsked: () => void
}

/** Says what went wrong, to the terminal, to the overlay and to whoever asked. */
function createFailureHandler(
  request: IncomingMessage,
  response: ServerResponse,
  { root, log, errors, edits }: Around,
) {
  const madeAt = edits.count()
  return (reason: unknown): void => {
    log(failureText(reason, root))
    errors.loadFailed(reason)
    if (!response.headersSent) answerFailure(request, response, reason, { root, seq: errors.list().seq, edits: madeAt })
    else response.destroy()
  }
}

/** The Host first, against DNS rebinding; then Vite (sources, its client), dev's own endpoints, and the app. */
function answer(
  parts: DevParts,
  request: IncomingMessage,
  response: ServerResponse,
  around: Around & { readonly fail: (reason: unknown) => void },
): void {
  const { errors, edits, fail } = around
  const { host } = request.headers
  if (!parts.allowsHost(host)) {
    refuseHost(response, host)
    return
  }
  parts.answerVite(parts.vite, request, response, (error) => {
    if (error !== undefined && error !== null) return fail(error)
    if (answerDev(parts, request, response, around)) return
    // The scripts go into the first piece of text: it must not be compressed.
    delete request.headers['accept-encoding']
    injectDevScripts(response, {
      seq: () => errors.list().seq,
      edits: edits.count(),
      failurePage: () => (takesHtml(request) ? renderErrorPage(errors, response) : undefined),
    })
    around.onAsked()
    response.once('close', () => void parts.analysis.warm())
    parts.app.handle(request, response).catch(fail)
  })
}

/** What a page failed with, where the app has no page of its own for that. */
function renderErrorPage(errors: DevErrors, response: ServerResponse): string | undefined {
  const error = errors.ofRequest(String(response.getHeader('x-request-id')))
  if (error === undefined) return undefined
  const { name, message, codeFrame, frames } = error
  const place = frames.find(({ isApp }) => isApp)
  const at = place === undefined ? '' : `\n${place.file}:${place.line}:${place.column}`
  return failurePage('This page failed', `${name}: ${message}${at}${codeFrame === undefined ? '' : `\n\n${codeFrame}`}`)
}

async function closeAll(http: Server, life: DevLife, cutUpgraded: () => void): Promise<void> {
  await life.close()
  http.closeAllConnections()
  cutUpgraded()
  await new Promise((resolve) => http.close(resolve))
}
