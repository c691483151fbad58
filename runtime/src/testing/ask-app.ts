/** What a test asks of an app in its own process: pages and tools, through the whole pipeline and without a port. */
import type { ErrorEnvelope } from '#contract/error.ts'
import { TOOL_PREFIX } from '#contract/name.ts'
import { API_PREFIX, ORIGIN_HEADER } from '#contract/path.ts'

/** What `createApp` of a build makes, or `createFwServer`. */
export interface TestedApp {
  fetch(request: Request): Promise<Response>
}

/** Who asks. */
export interface TestCaller {
  /** A cookie, or the Set-Cookie line that `issue` of the app's session answers. Default: nobody is signed in. */
  readonly cookie?: string
  /** Sent with the request. */
  readonly headers?: Readonly<Record<string, string>>
}

/** Who calls in a test, and as what. */
export interface ToolCaller extends TestCaller {
  /** `agent`: guards hold, and what needs a person is parked. Default `human`. */
  readonly origin?: 'human' | 'agent'
}

/** What a call came to, with the status of its HTTP answer. */
export type ToolOutcome =
  | { readonly status: number; readonly ok: true; readonly result: unknown }
  | ({ readonly status: number } & ErrorEnvelope)

/** A page as the app answers it, redirects not followed. */
export interface RenderedPage {
  readonly status: number
  /** The whole document. */
  readonly html: string
  readonly headers: Headers
}

/** Nothing listens there. */
const ORIGIN = 'http://localhost'

/** Calls a tool by its name (`api.notes.add`), as over HTTP. A refusal or a throw of the tool is an outcome. */
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
  // What is no call at all is answered as text.
  if (response.headers.get('content-type')?.startsWith('application/json') !== true)
    return { status, ok: false, code: 'not_found', error: await response.text() }
  return { ...((await response.json()) as ToolOutcome), status } // our own server's two answers
}

/** Renders the page at a path, query included. Redirects are answered as they are; `_404` and `_500` are pages as well. */
export async function renderPage(app: TestedApp, path: string, caller: TestCaller = {}): Promise<RenderedPage> {
  const headers = { accept: 'text/html', ...createHeaders(caller) }
  const response = await app.fetch(new Request(new URL(path, ORIGIN), { headers }))
  return { status: response.status, html: await response.text(), headers: response.headers }
}

function createHeaders({ cookie, headers = {} }: TestCaller): Record<string, string> {
  return { ...(cookie !== undefined && { cookie: cookie.split(';')[0] ?? '' }), ...headers }
}
