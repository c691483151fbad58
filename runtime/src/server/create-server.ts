/** `createFwServer`: one pipeline for an app, for any host (spec: Server options). */
import type { ApiTool, Ctx } from '#contract/api.ts'
import { FwError } from '#contract/error.ts'
import type { Manifest, PageInstances } from '#contract/manifest.ts'
import { APPROVE_PATH, FW_PREFIX } from '#contract/path.ts'
import type { FwReply, FwRequest } from '#contract/request.ts'
import { ensureHeaders } from '../api/ctx.ts'
import type { KnownPage } from '../page/pages.ts'
import { type App, createApp } from './app.ts'
import { canonicalPath } from './canonical-path.ts'
import { Exchange } from './exchange.ts'
import { toFwError } from './failure.ts'
import { finish, toResponse } from './finish.ts'
import { manifestFor } from './manifest.ts'
import type { FwServerOptions } from './options.ts'
import { errorReply, textReply } from './reply.ts'
import { approve, reject } from './settle.ts'
import { STAGES } from './stages.ts'
import { WebFwRequest } from './web-request.ts'

/** A running app. `fetch` is mounted on any host that has web requests; the Node host uses `handle`. */
export interface FwServer {
  /** Answers a web request. Never rejects. */
  fetch(request: Request): Promise<Response>
  /** `fetch` for custom hosts (spec: HTTP). `host` is for upgrades, which are not there yet: it is not looked at. */
  serve(request: Request, host?: unknown): Promise<Response>
  /** The pipeline itself, without web objects. Never rejects. */
  handle(request: FwRequest): Promise<FwReply>
  /** The answer to a request that could not even be read (a path without a canonical form). */
  refuse(error: unknown): FwReply
  /** Largest request body in bytes: what a host's reader has to keep to. */
  readonly maxBodyBytes: number
  /** The app's tools, `forbidden` ones included. */
  readonly apiTools: readonly ApiTool[]
  /** What a page offers to the caller with this ctx. */
  manifestFor(path: string, ctx?: Ctx): Promise<Manifest>
  /** The live components of a page. Throws `unavailable` where component intents cannot run outside a browser. */
  instancesFor(path: string, ctx?: Ctx): Promise<PageInstances>
  /** Known pages; dynamic ones expanded by `staticParams`. */
  listPages(): Promise<readonly KnownPage[]>
  /** `_404` as a standalone document; undefined when the app has none. */
  notFoundPage(): Promise<string | undefined>
  /**
   * Settles a proposal from inside this process, for whoever asked the person (the command line). Approving answers the
   * wire result and throws what the call threw, or `unknown_proposal` for an id that is not pending; rejecting answers
   * whether it was. Without
   * `ctx` the app's `ctxFor` makes one for a caller without cookies.
   */
  settle(id: string, decision: 'approve' | 'reject', options?: { readonly ctx?: Ctx }): Promise<unknown>
  /** Lets go of what the server holds (the data store, and a proposal store of the app's own). */
  close(): Promise<void>
}

/** Makes the server of an app. Throws at once for names and apis that cannot be served. */
export function createFwServer(options: FwServerOptions = {}): FwServer {
  const app = createApp(options)
  const handle = (request: FwRequest): Promise<FwReply> => answer(app, request)
  const refuse = (error: unknown): FwReply => {
    const failure = toFwError(error, app)
    return textReply(failure.status, failure.message)
  }
  const fetch = async (request: Request): Promise<Response> => {
    let incoming: FwRequest
    try {
      incoming = new WebFwRequest(request, app.maxBodyBytes)
    } catch (error) {
      return toResponse(refuse(error))
    }
    return toResponse(await handle(incoming))
  }
  return {
    fetch,
    serve: fetch,
    handle,
    refuse,
    maxBodyBytes: app.maxBodyBytes,
    apiTools: app.tools,
    manifestFor: (path, ctx) => manifestFor(app, path, ensureHeaders(ctx)),
    async instancesFor(path, ctx) {
      if (app.pages.instances === undefined)
        throw new FwError('unavailable', { message: 'Component intents run in the browser only; call an api instead.' })
      return app.pages.instances(canonicalPath(path), ensureHeaders(ctx))
    },
    listPages: () => app.pages.listPages(),
    notFoundPage: () => app.pages.notFoundPage(),
    async settle(id, decision, { ctx } = {}) {
      const anybody = () => true
      const as = ctx === undefined ? await anonymousCtx(app) : ensureHeaders(ctx)
      if (decision === 'reject') return reject(app, id, as, anybody)
      const approved = await approve(app, id, as, anybody)
      if (approved.ok) return approved.result
      throw approved.error
    },
    async close() {
      await app.vault.close()
      await app.data.close()
    },
  }
}

/** What the app makes of a caller inside this process, who brings no cookie. */
async function anonymousCtx(app: App): Promise<Ctx> {
  const request = new Request(new URL(APPROVE_PATH, 'http://localhost'), { method: 'POST' })
  return new Exchange(app, new WebFwRequest(request, app.maxBodyBytes)).ctx()
}

async function answer(app: App, request: FwRequest): Promise<FwReply> {
  const exchange = new Exchange(app, request)
  try {
    for (const stage of STAGES) {
      const pending = stage(request, exchange)
      const reply = pending instanceof Promise ? await pending : pending
      if (reply !== undefined) return finish(exchange, reply)
    }
    throw new FwError('not_found')
  } catch (error) {
    return finish(exchange, failed(app, request, error))
  }
}

/** Endpoints answer the envelope; for a page that could not even start, a line of text. */
function failed(app: App, request: FwRequest, error: unknown): FwReply {
  const failure = toFwError(error, app)
  return request.path.startsWith(FW_PREFIX) ? errorReply(failure) : textReply(failure.status, failure.message)
}
