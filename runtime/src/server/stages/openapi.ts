/**
 * `GET /_fw/openapi.json` and `GET /_fw/openapi`: the OpenAPI document and a page that shows it, for everyone or for the callers
 * of the option `openapi.access`.
 */
import { inScope } from '#api/caller-rights.ts'
import { ensureHeaders } from '#api/ctx.ts'
import type { Ctx } from '#contract/api.ts'
import { FwError } from '#contract/http/error.ts'
import type { FwReply, FwRequest } from '#contract/http/request.ts'
import type { App } from '../app/app.ts'
import { createAppDocument } from '../app/app-document.ts'
import { createNonce } from '../app/open-csp.ts'
import { forReaderOnly } from '../http/cache-control.ts'
import type { Exchange, ServerStage } from '../http/exchange.ts'
import { createFileReply, unlessKnown } from '../http/file-reply.ts'
import { renderReference } from '../pages/reference-page.ts'

export const openApiStage: ServerStage = async (request, exchange) => {
  const { app } = exchange
  const ctx = await readReader(request, exchange)
  const reply = ctx === 'everyone' ? await getPublicReply(app) : await createOwnReply(app, ctx)
  return unlessKnown(forReaderOnly(reply, app), request.header('if-none-match'))
}

/** The page has no content of its own: its script requests the document, with the cookies of its reader. */
export const referenceStage: ServerStage = async (request, exchange) => {
  const { info, policy, reference } = exchange.app
  if (reference === undefined) throw new FwError('not_found')
  await readReader(request, exchange)
  const nonce = policy.csp?.(request).nonce ?? createNonce()
  return renderReference({ ...reference, title: info.name, nonce })
}

/**
 * Returns the ctx of the document's reader, or `everyone` for a public document.
 *
 * @throws `FwError` for other methods, for an app without a document, and for callers who may not read it.
 */
async function readReader(request: FwRequest, exchange: Exchange): Promise<Ctx | 'everyone'> {
  const { openapi, host } = exchange.app
  if (openapi === undefined) throw new FwError('not_found')
  if (request.method !== 'GET' && request.method !== 'HEAD')
    throw new FwError('method_not_allowed', { headers: { allow: 'GET, HEAD' } })
  const { access = 'public' } = openapi
  if (access === 'public') return 'everyone'
  const ctx = await exchange.ctx()
  const isKnown = host.findUser?.(ctx) !== undefined
  if (access === 'user' && !isKnown) throw new FwError('unauthenticated')
  if (access !== 'user' && !inScope(access.scopes, ctx)) throw new FwError(isKnown ? 'out_of_scope' : 'unauthenticated')
  return ctx
}

const replies = new WeakMap<App, Promise<FwReply>>()

/** In development contracts change while the server runs. */
function getPublicReply(app: App): Promise<FwReply> {
  const known = app.production ? replies.get(app) : undefined
  if (known !== undefined) return known
  const made = createPublicReply(app)
  replies.set(app, made)
  made.catch(() => replies.delete(app))
  return made
}

/** Readable for every origin, because viewers and generators can run in browsers. */
async function createPublicReply(app: App): Promise<FwReply> {
  const text = await writeDocument(app, ensureHeaders(undefined))
  const reply = createFileReply(JSON_TYPE, text, app.production ? 'public, max-age=300' : 'no-cache')
  return { ...reply, headers: { ...reply.headers, 'access-control-allow-origin': '*' } }
}

async function createOwnReply(app: App, ctx: Ctx): Promise<FwReply> {
  return createFileReply(JSON_TYPE, await writeDocument(app, ctx), 'private, no-cache')
}

const JSON_TYPE = 'application/json'

async function writeDocument(app: App, reader: Ctx): Promise<string> {
  const isWhole = app.openapi?.operations === 'all'
  return JSON.stringify(await createAppDocument(app, isWhole ? 'all' : reader))
}
