/** `fw dev`: Vite's transforms and hot reload in front of the same server that runs in production. */

import { randomUUID } from 'node:crypto'
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { formatUrlHost } from '@fw/runtime/tooling'
import { warmJsxCompiler } from '../build/transform/jsx-compiler.ts'
import { createDevActivity, type DevActivity } from './activity/activity.ts'
import { captureOutput } from './activity/capture-output.ts'
import { removeDevAddress, writeDevAddress } from './dev-address.ts'
import type { DevLog } from './dev-log.ts'
import type { DevParts } from './dev-parts.ts'
import { injectDevScripts } from './dev-scripts.ts'
import { handleDevRequest, isViteOpenRequest } from './endpoints.ts'
import { failurePage, failureText, sendFailure, takesHtml } from './failure-response.ts'
import { refuseHost } from './hosts.ts'
import { createDevLifecycle, type DevLifecycle } from './lifecycle.ts'
import { listen } from './listen.ts'
import { createMissedEdits, type MissedEdits } from './missed-edits.ts'
import { createRecentErrors, type RecentErrors } from './recent-errors.ts'
import { createMcpEndpoint } from './tools/mcp-endpoint.ts'
import { handleUncaught } from './uncaught-errors.ts'
import { handleUpgrades } from './upgrade.ts'

export interface DevServerOptions {
  /** The app's folder. */
  readonly root: string
  /**
   * Port; 0 lets the system choose.
   *
   * @default 3000
   */
  readonly port?: number
  /**
   * Fail if the port is in use, instead of trying the next ones.
   *
   * @default false
   */
  readonly strictPort?: boolean
  /**
   * Host to listen on.
   *
   * @default 127.0.0.1, reachable only from this machine
   */
  readonly hostname?: string
  /**
   * Whether `listener` uses TLS.
   *
   * @default false
   */
  readonly https?: boolean
  /** Creates and binds the server, in place of a plain one on `hostname` and `port`. */
  readonly listener?: (handle: RequestListener) => Promise<DevListener>
  /**
   * Time in milliseconds without a change after which the process of the type analysis ends. The next change starts it again.
   *
   * @default 120,000
   */
  readonly analysisIdleMs?: number
  /** Called with diagnostics and failures. */
  readonly log: (line: string) => void
}

export interface DevServer {
  readonly url: string
  readonly port: number
  /** Reads the configuration again and recreates everything on the same port. Never rejects: failures are logged. */
  restart(): Promise<void>
  close(): Promise<void>
}

/** A listening server that the caller created. */
export interface DevListener {
  readonly server: Server
  readonly port: number
}

/** The type analysis begins after the first response, or after this time in milliseconds without a request. */
const BACKGROUND_MS = 2000

/**
 * Starts the development server of the app at `root`. Rejects if the port is in use and `strictPort` is set, or if
 * `listener` rejects.
 */
export async function createDevServer(options: DevServerOptions): Promise<DevServer> {
  const { root, hostname = '127.0.0.1' } = options
  const activity = createDevActivity()
  const output = captureOutput(activity)
  const log: DevLog = (line, level) => {
    activity.addLine(line, level)
    output.withoutRecording(() => options.log(line))
  }
  const errors = createRecentErrors({ root })
  const edits = createMissedEdits()
  let background: NodeJS.Timeout | undefined
  const warmCompiler = createCompilerWarmUp(root)
  const around = { root, log, errors, activity, edits, warmCompiler, onAppRequest: () => clearTimeout(background) }
  // Requests that arrive before the parts exist wait for them.
  let live: (life: DevLifecycle) => void = () => undefined
  const alive = new Promise<DevLifecycle>((resolve) => {
    live = resolve
  })
  const address = { url: '', id: randomUUID() }
  const mcp = createMcpEndpoint({
    current: async () => (await alive).settled(),
    errors,
    activity,
    address: () => address,
  })
  const handle: RequestListener = (request, response) => {
    if (mcp.handle(request, response)) return
    const fail = createFailureHandler(request, response, around)
    if (isViteOpenRequest(request)) return response.writeHead(404).end()
    alive
      .then((life) => life.enter(response))
      .then((parts) => handleRequest(parts, request, response, { ...around, fail }), fail)
  }
  const made = await options.listener?.(handle)
  const http = made?.server ?? createHttpServer(handle)
  const { analysisIdleMs } = options
  const life = await createDevLifecycle({
    root,
    http,
    hostname: options.hostname,
    analysisIdleMs,
    log,
    activity,
    errors,
    edits,
  }).catch((error: unknown) => {
    output.stop()
    made?.server.close()
    throw error
  })
  live(life)
  const cutUpgraded = handleUpgrades(http, life, options)
  const leaveUncaught = handleUncaught(errors, log, root)
  const port =
    made?.port ?? (await listen(http, { hostname, port: options.port ?? 3000, strict: options.strictPort === true }))
  const warm = async (): Promise<void> => void (await life.current()).analysis.warm()
  background = setTimeout(() => warm().catch(() => undefined), BACKGROUND_MS)
  background.unref()
  const url = `${options.https === true ? 'https' : 'http'}://${formatUrlHost(hostname)}:${port}/`
  address.url = toLoopback(url)
  writeDevAddress(root, address)
  return {
    url,
    port,
    restart: () => life.restart(),
    async close() {
      clearTimeout(background)
      leaveUncaught()
      removeDevAddress(root, address)
      output.stop()
      await closeAll(http, life, cutUpgraded)
    },
  }
}

/** Returns the URL for programs on this machine. */
function toLoopback(url: string): string {
  const own = new URL(url)
  if (!['localhost', '127.0.0.1', '[::1]'].includes(own.hostname))
    own.hostname = own.hostname === '[::]' ? '[::1]' : '127.0.0.1'
  return own.href
}

interface Around {
  readonly root: string
  readonly log: (line: string) => void
  readonly errors: RecentErrors
  readonly activity: DevActivity
  readonly edits: MissedEdits
  /** Called after each response of the app. */
  readonly warmCompiler: () => void
  /** Called for each request to the app: its response must not compete with the type analysis. */
  readonly onAppRequest: () => void
}

/** Reports a failure to the terminal, the overlay and the client. */
function createFailureHandler(
  request: IncomingMessage,
  response: ServerResponse,
  { root, log, errors, edits }: Around,
) {
  const madeAt = edits.count()
  return (reason: unknown): void => {
    log(failureText(reason, root))
    errors.loadFailed(reason)
    if (!response.headersSent) sendFailure(request, response, reason, { root, seq: errors.list().seq, edits: madeAt })
    else response.destroy()
  }
}

/**
 * Checks the Host header first, against DNS rebinding; then Vite (sources, its client), dev's own endpoints, and the
 * app handle the request.
 */
function handleRequest(
  parts: DevParts,
  request: IncomingMessage,
  response: ServerResponse,
  around: Around & { readonly fail: (reason: unknown) => void },
): void {
  const { errors, edits, fail, warmCompiler } = around
  const { host } = request.headers
  if (!parts.allowsHost(host)) {
    refuseHost(response, host)
    return
  }
  parts.handleVite(parts.vite, request, response, (error) => {
    if (error !== undefined && error !== null) return fail(error)
    if (handleDevRequest(parts, request, response, around)) return
    // The scripts are inserted into the first chunk: it must not be compressed.
    delete request.headers['accept-encoding']
    injectDevScripts(response, {
      seq: () => errors.list().seq,
      edits: edits.count(),
      failurePage: () => (takesHtml(request) ? renderErrorPage(errors, response) : undefined),
    })
    around.onAppRequest()
    response.once('close', () => {
      void parts.analysis.warm()
      warmCompiler()
    })
    parts.app.handle(request, response).catch(fail)
  })
}

/** Time in milliseconds after the last response of the app. */
const QUIET_MS = 300

/** Returns a function that loads the compiler of components once no response of the app follows, so that the first edit doesn't wait for it. */
function createCompilerWarmUp(root: string): () => void {
  let timer: NodeJS.Timeout | undefined
  let isWarm = false
  return () => {
    clearTimeout(timer)
    if (isWarm) return
    timer = setTimeout(() => {
      isWarm = true
      void warmJsxCompiler(root)
    }, QUIET_MS)
    timer.unref()
  }
}

/** Renders the error of a failed page, if the app has no error page of its own. */
function renderErrorPage(errors: RecentErrors, response: ServerResponse): string | undefined {
  const error = errors.ofRequest(String(response.getHeader('x-request-id')))
  if (error === undefined) return undefined
  const { name, message, codeFrame, frames } = error
  const place = frames.find(({ isApp }) => isApp)
  const at = place === undefined ? '' : `\n${place.file}:${place.line}:${place.column}`
  return failurePage('This page failed', `${name}: ${message}${at}${codeFrame === undefined ? '' : `\n\n${codeFrame}`}`)
}

async function closeAll(http: Server, life: DevLifecycle, cutUpgraded: () => void): Promise<void> {
  await life.close()
  http.closeAllConnections()
  cutUpgraded()
  await new Promise((resolve) => http.close(resolve))
}
