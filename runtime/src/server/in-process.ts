/** Entry points of a server for callers inside its process: the command line and tests. */

import { ensureHeaders } from '#api/ctx.ts'
import type { InstanceHooks, PageInstances } from '#contract/agent/manifest.ts'
import type { Ctx } from '#contract/api.ts'
import { ORIGIN_HEADER } from '#contract/http/path.ts'
import type { OpenApiDocument } from '#openapi/openapi-document.ts'
import type { OpenApiTool } from '#openapi/operation-target.ts'
import { toResponse } from '#wire/to-response.ts'
import type { App } from './app/app.ts'
import { createAppDocument, listPublishedTools } from './app/app-document.ts'
import { instancesFor } from './app/instances.ts'
import type { FwServerOptions } from './app/options.ts'
import { findTitle } from './describe-proposal.ts'
import { handleRequest, refuseRequest } from './handle-request.ts'
import type { Entry } from './http/entry.ts'
import { Exchange } from './http/exchange.ts'
import { WebFwRequest } from './http/web-request.ts'
import { canSeePage } from './pages/page-access.ts'

type RequestHeaders = Readonly<Record<string, string>>

export interface InProcess {
  /**
   * Like `fetch`, for a caller inside this process (the command line): the policy `require` doesn't require a signature.
   * All other checks apply. Never expose it on a host.
   */
  fetchInProcess(request: Request): Promise<Response>
  /**
   * Like `fetchInProcess`, for pages that no visitor has requested, such as those of a static site: the middleware and
   * `ctxFor` receive the request as it is, and calls have agent origin.
   */
  fetchUnrequested(request: Request): Promise<Response>
  /**
   * Returns the ctx of an agent inside this process that requests a path, for `manifestFor`.
   *
   * @param headers Headers of the request, such as the cookie of a session. Default: none.
   */
  ctxInProcess(path: string, headers?: RequestHeaders): Promise<Ctx>
  /**
   * Like `instancesFor`, for that agent. The middleware runs with the path of the page; if it returns a `Response`, the
   * result is empty.
   */
  instancesInProcess(path: string, hooks?: InstanceHooks, headers?: RequestHeaders): Promise<PageInstances>
  /**
   * Returns the OpenAPI document of all functions. With `isPublic` it is the document that anonymous callers may read: the
   * functions that they may call, unless `openapi.operations` is `all`. Works without the option `openapi` too.
   */
  describeOpenApi(options?: {
    readonly isPublic?: boolean
    /** Version and license of the app. Default: the values of its build. */
    readonly appPackage?: FwServerOptions['appPackage']
  }): Promise<OpenApiDocument>
  /** Returns the functions of that document, with their schemas and addresses, and further facts of the app for a client. */
  listPublished(options?: { readonly isPublic?: boolean }): Promise<PublishedFunctions>
  /** Returns the title of a pending call, for the user who decides; undefined for a tool without one, and an unknown id. */
  titleInProcess(id: string): Promise<string | undefined>
}

/** The functions of an app for a generated client. */
interface PublishedFunctions {
  readonly title: string
  readonly description?: string | undefined
  /** Public origin of the app. Absent if it isn't known. */
  readonly siteUrl?: string | undefined
  readonly functions: readonly OpenApiTool[]
}

export function inProcess(app: App): InProcess {
  const entry = { inProcess: true } as const
  const handle = async (request: Request, cause: Entry): Promise<Response> => {
    try {
      return toResponse(await handleRequest(app, new WebFwRequest(request, () => app.policy.maxBodyBytes), cause))
    } catch (error) {
      return toResponse(refuseRequest(app, error))
    }
  }
  const openExchange = (path: string, headers: RequestHeaders = {}): Exchange => {
    const request = new Request(new URL(path, 'http://localhost'), {
      headers: { ...headers, [ORIGIN_HEADER]: 'agent' },
    })
    return new Exchange(app, new WebFwRequest(request, () => app.policy.maxBodyBytes), entry)
  }
  const findReader = (isPublic: boolean): Ctx | 'all' =>
    isPublic && app.openapi?.operations !== 'all' ? ensureHeaders(undefined) : 'all'
  return {
    fetchInProcess: (request) => handle(request, entry),
    fetchUnrequested: (request) => handle(request, { ...entry, causeOrigin: 'agent' }),
    ctxInProcess: async (path, headers) => openExchange(path, headers).ctx(),
    describeOpenApi: ({ isPublic = false, appPackage = app.info.appPackage } = {}) =>
      createAppDocument({ ...app, info: { ...app.info, appPackage } }, findReader(isPublic)),
    async listPublished({ isPublic = false } = {}) {
      const { name: title, description, siteUrl } = app.info
      return { title, description, siteUrl, functions: await listPublishedTools(app, findReader(isPublic)) }
    },
    titleInProcess: (id) => findTitle(app, id),
    async instancesInProcess(path, hooks, headers) {
      const exchange = openExchange(path, headers)
      if (!(await canSeePage(exchange, path, 'agent'))) return { instances: [] }
      return instancesFor(app, path, await exchange.ctx(), hooks)
    },
  }
}
