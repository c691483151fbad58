/**
 * Dev's own endpoints: the list of errors, the bindings of components, live reads, browsers' reports, opening a source in
 * the editor.
 */
import { realpathSync, statSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { escapeHidden, WORKER_PATH } from '@fw/runtime/contract'
import { isBelow, toSlashes } from '#slash-path.ts'
import { hasWorker } from '../build/bundle-worker.ts'
import { browserFrames } from '../build/stack-frames.ts'
import type { BrowserReport, DevPlace } from '../overlay/dev-error.ts'
import { BINDINGS_URL } from '../overlay/explain.ts'
import { LIVE_URL } from '../overlay/live-reads.ts'
import type { DevActivity } from './activity/activity.ts'
import type { DevParts } from './dev-parts.ts'
import type { RecentErrors } from './recent-errors.ts'
import { DEV_WORKER } from './worker.ts'

const DEV_ERRORS_PATH = '/_fw/dev/errors'
const DEV_OPEN_PATH = '/_fw/dev/open'

const ALLOWED: Readonly<Record<string, string>> = {
  [DEV_ERRORS_PATH]: 'GET, HEAD, POST',
  [DEV_OPEN_PATH]: 'POST',
  [BINDINGS_URL]: 'GET, HEAD',
  [LIVE_URL]: 'GET, HEAD',
}

/** Vite's own endpoint opens any file, for any site that makes the browser send a request. */
const VITE_OPEN = '/__open-in-editor'

const MAX_BODY_BYTES = 262_144

interface DevEndpointsOptions {
  readonly root: string
  readonly errors: RecentErrors
  readonly activity: DevActivity
  /** Logs browsers' errors to the terminal. */
  readonly log: (line: string) => void
}

/**
 * Returns `true` if the request was for dev's own endpoints and has been handled. Call it after Vite's check of the
 * Host header.
 */
export function handleDevRequest(
  parts: DevParts,
  request: IncomingMessage,
  response: ServerResponse,
  options: DevEndpointsOptions,
): boolean {
  const path = getPath(request)
  if (path === WORKER_PATH && hasWorker(options)) return replyWorker(response)
  const allowed = ALLOWED[path]
  const { bindings } = parts
  if (allowed === undefined || (path === BINDINGS_URL && bindings === undefined)) return false
  const { method } = request
  const isRead = method === 'GET' || method === 'HEAD'
  if (!isSameOrigin(request))
    reply(response, 403, { ok: false, error: 'Only pages of this app may send this request.' })
  else if (isRead && path === DEV_ERRORS_PATH) reply(response, 200, options.errors.list())
  else if (isRead && path === LIVE_URL) reply(response, 200, options.activity.live.list())
  else if (isRead && path === BINDINGS_URL && bindings !== undefined) reply(response, 200, bindings())
  else if (method !== 'POST' || path === BINDINGS_URL || path === LIVE_URL) {
    response.setHeader('allow', allowed)
    reply(response, 405, { ok: false, error: 'Method not allowed' })
  } else
    readJson(request)
      .then((body) =>
        path === DEV_OPEN_PATH ? open(parts, body, request, response, options) : take(parts, body, response, options),
      )
      .catch((error: unknown) =>
        reply(response, 400, { ok: false, error: error instanceof Error ? error.message : 'Bad request' }),
      )
  return true
}

/** Returns whether a request asks Vite to open a file: only `DEV_OPEN_PATH` may do that. */
export function isViteOpenRequest(request: IncomingMessage): boolean {
  return getPath(request).toLowerCase().includes(VITE_OPEN)
}

function getPath({ url = '/' }: IncomingMessage): string {
  return url.split('?', 1)[0] ?? '/'
}

/** Decides as the app's own endpoints do: a request with neither header isn't from a browser. */
function isSameOrigin({ headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const { origin } = headers
  if (origin === undefined) return true
  return URL.canParse(origin) && new URL(origin).host === headers.host
}

function replyWorker(response: ServerResponse): true {
  response.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' })
  response.end(DEV_WORKER)
  return true
}

function reply(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body)
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  response.end(text)
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  if (!(request.headers['content-type'] ?? '').startsWith('application/json')) throw new Error('Send application/json.')
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > MAX_BODY_BYTES) throw new Error('The body is too large.')
    chunks.push(chunk)
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8'))
}

/** Stores a browser's report; responds with the record. */
async function take(
  { vite, paths }: DevParts,
  body: unknown,
  response: ServerResponse,
  { errors, log }: DevEndpointsOptions,
): Promise<void> {
  if (!isReport(body)) return reply(response, 400, { ok: false, error: 'Send { kind, name, message, stack, path }.' })
  const stacks = [body.stack, ...(body.causes ?? []).map(({ stack }) => stack)]
  const frames = await Promise.all(stacks.map((stack) => browserFrames(stack, paths, vite.environments.client)))
  const error = errors.reported(body, frames)
  const place = error.frames.find(({ isApp }) => isApp)
  const where = place === undefined ? '' : ` (${place.file}:${place.line}:${place.column})`
  // One line without control characters: any script of the page can send a report.
  const caught = body.isCaught === true ? ', caught by the page' : ''
  const markup = body.markup === undefined ? '' : ` Server: ${body.markup.server} Browser: ${body.markup.browser}`
  log(escapeHidden(`browser: ${error.name}: ${error.message}${where} on ${body.path}${caught}${markup}`))
  reply(response, 200, { ok: true, id: error.id })
}

const NO_MARKUP = { server: '', browser: '' }

function isReport(body: unknown): body is BrowserReport {
  const { kind, name, message, stack, path, causes = [], markup = NO_MARKUP } = Object(body) as Partial<BrowserReport>
  const { server, browser } = Object(markup) as Partial<typeof NO_MARKUP>
  const isText = [name, message, stack, path, server, browser].every((text) => typeof text === 'string')
  const isKind = kind === 'island' || kind === 'intent' || kind === 'browser'
  return isText && isKind && Array.isArray(causes) && causes.every((cause) => typeof Object(cause).stack === 'string')
}

/** Opens a file of the app in the editor, through Vite, which supports many editors. */
function open(
  { vite }: DevParts,
  body: unknown,
  request: IncomingMessage,
  response: ServerResponse,
  { root }: DevEndpointsOptions,
): void {
  const { file, line = 1, column = 1 } = Object(body) as Partial<DevPlace>
  const path = typeof file === 'string' ? fileBelow(root, file) : undefined
  if (path === undefined || !Number.isSafeInteger(line) || !Number.isSafeInteger(column))
    reply(response, 404, { ok: false, error: 'The app has no such file.' })
  else {
    request.url = `${VITE_OPEN}?file=${encodeURIComponent(`${path}:${line}:${column}`)}`
    vite.middlewares(request, response, () => reply(response, 503, { ok: false, error: 'No editor could be opened.' }))
  }
}

/**
 * Returns the real path of a file inside the app's folder, or `undefined` for all others, including links that point
 * outside.
 */
function fileBelow(root: string, file: string): string | undefined {
  try {
    const path = toSlashes(realpathSync(`${root}/${file}`))
    const isOwn = isBelow(toSlashes(realpathSync(root)), path) && !path.includes('/node_modules/')
    return isOwn && statSync(path).isFile() ? path : undefined
  } catch {
    return undefined
  }
}
