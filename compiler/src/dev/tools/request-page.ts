/** `request_page`: requests a page, so that its errors appear. */
import { ORIGIN_HEADER } from '@fw/runtime/contract'
import type { DevServerApp } from '../dev-parts.ts'
import { LoadFailure } from './dev-host.ts'
import { createToolError, type DevTool } from './dev-tool.ts'
import { describeThrownError } from './get-errors.ts'

export const requestPage: DevTool = {
  name: 'request_page',
  title: 'Request a page',
  description:
    'Requests a page as an anonymous agent without scripts: functions with a guard do not run while it renders. Returns the status, the target of a redirect, the start of the HTML (or the reason if the app cannot be loaded), and the errors that the request caused. It finds no errors that occur only in a browser, such as those of handlers and hydration: these appear in get_errors after a browser has opened the page.',
  fields: { path: { type: 'string', description: 'Path with its query, such as /orders/1.', isRequired: true } },
  effect: 'none',
  async run({ path }, host) {
    const before = new Set(host.running?.errors().map(({ id, count }) => `${id} ${count}`))
    const response = await host
      .useApp((server) => fetchPage(server, String(path)))
      .catch((error: unknown) => {
        if (error instanceof LoadFailure) return { status: 500, html: error.message, location: null, requestId: null }
        throw error
      })
    const { status, html, location, requestId } = response
    const errors = (host.running?.errors() ?? []).filter(
      (error) => error.requestId === requestId || !before.has(`${error.id} ${error.count}`),
    )
    return {
      status,
      ...(location !== null && { location }),
      html: html.length > MAX_HTML ? `${html.slice(0, MAX_HTML)} …` : html,
      errors: errors.map(describeThrownError),
    }
  },
}

/** Characters of the HTML in the result. */
const MAX_HTML = 20_000
/** Origin of requests in process. */
const APP = 'http://localhost'

/** Requests a page in process, with agent origin: an agent is the cause. Throws `FwError` for a path of another site. */
export async function fetchPage(server: DevServerApp, path: string) {
  // A URL parser reads `/\` as `//`.
  const url = path.startsWith('/') && URL.canParse(path, APP) ? new URL(path, APP) : undefined
  if (url?.origin !== APP) throw createToolError('The path must begin with a single "/".')
  const request = new Request(url, { headers: { accept: 'text/html', [ORIGIN_HEADER]: 'agent' } })
  const response = await server.fetchInProcess(request)
  const { status, headers } = response
  return {
    status,
    html: await response.text(),
    location: headers.get('location'),
    requestId: headers.get('x-request-id'),
  }
}
