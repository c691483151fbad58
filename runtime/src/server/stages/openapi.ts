/** `GET /_fw/openapi.json`: the OpenAPI document, for everyone or for the callers of the option `openapi.access`. */
import { inScope } from '#api/caller-rights.ts'
import { ensureHeaders } from '#api/ctx.ts'
import type { Ctx } from '#contract/api.ts'
import type { OpenApiConfig } from '#contract/config/config.ts'
import { FwError } from '#contract/http/error.ts'
import type { FwReply } from '#contract/http/request.ts'
import type { App } from '../app/app.ts'
import { createAppDocument } from '../app/app-document.ts'
import type { ServerStage } from '../http/exchange.ts'
import { createFileReply, unlessKnown } from '../http/file-reply.ts'

export const openApiStage: ServerStage = async (request, exchange) => {
  const { app } = exchange
  if (app.openapi === undefined) throw new FwError('not_found')
  if (request.method !== 'GET' && request.method !== 'HEAD')
    throw new FwError('method_not_allowed', { headers: { allow: 'GET, HEAD' } })
  const { access = 'public' } = app.openapi
  const reply =
    access === 'public' ? await getPublicReply(app) : await createOwnReply(app, access, await exchange.ctx())
  return unlessKnown(reply, request.header('if-none-match'))
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

async function createOwnReply(
  app: App,
  access: Exclude<NonNullable<OpenApiConfig['access']>, 'public'>,
  ctx: Ctx,
): Promise<FwReply> {
  const isKnown = app.host.findUser?.(ctx) !== undefined
  if (access === 'user' && !isKnown) throw new FwError('unauthenticated')
  if (access !== 'user' && !inScope(access.scopes, ctx)) throw new FwError(isKnown ? 'out_of_scope' : 'unauthenticated')
  return createFileReply(JSON_TYPE, await writeDocument(app, ctx), 'private, no-cache')
}

const JSON_TYPE = 'application/json'

async function writeDocument(app: App, reader: Ctx): Promise<string> {
  const isWhole = app.openapi?.operations === 'all'
  return JSON.stringify(await createAppDocument(app, isWhole ? 'all' : reader))
}
