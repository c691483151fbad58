/** Requests of tests to an app in the same process: pages and tools, through the whole pipeline and without a port. */
import type { ErrorEnvelope } from '#contract/http/error.ts'
import { API_PREFIX, ORIGIN_HEADER } from '#contract/http/path.ts'
import { TOOL_PREFIX } from '#contract/name.ts'

/** The result of `createApp` of a build, or of `createFwServer`. */
export interface TestedApp {
  fetch(request: Request): Promise<Response>
}

/** The caller of a test. */
export interface TestCaller {
  /**
   * Cookies as in the header `cookie`, or the Set-Cookie header that `issue` of the app's session returns. Default: an
   * anonymous caller.
   */
  readonly cookie?: string
  /** Sent with the request. */
  readonly headers?: Readonly<Record<string, string>>
}

/** The caller of a tool in a test, with its origin. */
export interface ToolCaller extends TestCaller {
  /** `agent`: guards apply, and calls that need approval become proposals. Default `human`. */
  readonly origin?: 'human' | 'agent'
}

/** The outcome of a call, with the status of its HTTP response. */
export type ToolOutcome =
  | { readonly status: number; readonly ok: true; readonly result: unknown }
  | ({ readonly status: number } & ErrorEnvelope)

/** The response of a page. Redirects aren't followed. */
export interface RenderedPage {
  readonly status: number
  /** The whole document. */
  readonly html: string
  readonly headers: Headers
}

/** No server listens at this URL. */
const ORIGIN = 'http://localhost'

/**
 * Calls a tool by its name (`api.notes.add`), as over HTTP. A refusal or an error of the tool is an outcome, not an
 * exception.
 */
export async function callTool(
  app: TestedApp,
  name: string,
  input: unknown = {},
  caller: ToolCaller = {},
): Promise<ToolOutcome> {
  const own = name.startsWith(TOOL_PREFIX) ? name.slice(TOOL_PREFIX.length) : name
  const response = await app.fetch(
    new Request(new URL(API_PREFIX + encodeURIComponent(own), ORIGIN), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(caller.origin === 'agent' && { [ORIGIN_HEADER]: 'agent' }),
        ...createHeaders(caller),
      },
      body: JSON.stringify(input),
    }),
  )
  const { status } = response
  // Responses to invalid requests are plain text.
  if (response.headers.get('content-type')?.startsWith('application/json') !== true)
    return { status, ok: false, code: 'not_found', error: await response.text() }
  return { ...((await response.json()) as ToolOutcome), status } // the two envelopes of the server
}

/**
 * Renders the page at a path, which may contain a query. Redirects are returned as responses; `_404` and `_500` are pages
 * too.
 */
export async function renderPage(app: TestedApp, path: string, caller: TestCaller = {}): Promise<RenderedPage> {
  const headers = { accept: 'text/html', ...createHeaders(caller) }
  const response = await app.fetch(new Request(new URL(path, ORIGIN), { headers }))
  return { status: response.status, html: await response.text(), headers: response.headers }
}

function createHeaders({ cookie, headers = {} }: TestCaller): Record<string, string> {
  return { ...(cookie !== undefined && { cookie: dropAttributes(cookie) }), ...headers }
}

const ATTRIBUTE = /^(?:domain|expires|httponly|max-age|partitioned|path|priority|samesite|secure)(?:=|$)/i

/** Returns only the cookies of a Set-Cookie header. */
function dropAttributes(cookie: string): string {
  const parts = cookie.split(';').map((part) => part.trim())
  return parts.filter((part) => !ATTRIBUTE.test(part)).join('; ')
}
