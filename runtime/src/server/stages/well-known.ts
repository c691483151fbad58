/**
 * `/.well-known/…`: documents by which clients discover this server. A page of the app with the same path takes precedence.
 */
import { SERVER_CARD_PATH, SIGNATURE_DIRECTORY_PATH } from '#contract/http/path.ts'
import type { FwReply, FwRequest } from '#contract/http/request.ts'
import { createProtectedResources } from '#identity/protected-resource.ts'
import type { RequestSigner } from '#identity/sign-requests.ts'
import { createServerCard } from '#mcp/server-card.ts'
import type { App } from '../app/app.ts'
import { serverInfo } from '../app/mcp-app.ts'
import { forReaderOnly } from '../http/cache-control.ts'
import type { ServerStage } from '../http/exchange.ts'
import { createTextReply, DEFAULT_HEADERS } from '../http/reply.ts'

/** `path` begins with `/.well-known/`. */
export const wellKnownStage: ServerStage = (request, { app }) => {
  const { path, method } = request
  if (path === SIGNATURE_DIRECTORY_PATH && app.agents.signer !== undefined && !app.pages.hasStatic(path))
    return method === 'GET' || method === 'HEAD'
      ? directory(app.agents.signer, request).then((signed) => forReaderOnly(signed, app))
      : NOT_ALLOWED
  const reply = getDocuments(app).get(path)
  if (reply === undefined || app.pages.hasStatic(path)) return undefined
  return method === 'GET' || method === 'HEAD' ? forReaderOnly(reply, app) : NOT_ALLOWED
}

/** Signs the directory for the requested host, which the signature covers. */
async function directory(signer: RequestSigner, request: FwRequest): Promise<FwReply> {
  const { body, headers } = await signer.directory(request.host)
  return { status: 200, headers: { ...DEFAULT_HEADERS, ...headers }, body }
}

const REFUSAL = createTextReply(405, 'Method not allowed', { allow: 'GET, HEAD' })
const NOT_ALLOWED: FwReply = { ...REFUSAL, headers: { ...REFUSAL.headers, allow: 'GET, HEAD' } }

const documents = new WeakMap<App, ReadonlyMap<string, FwReply>>()

/** Path -> its document. Created on first use, because the documents depend on the app only. */
function getDocuments(app: App): ReadonlyMap<string, FwReply> {
  const made = documents.get(app)
  if (made !== undefined) return made
  const replies = new Map([...resourceDocuments(app)].map(([path, text]) => [path, jsonDocument(text)]))
  const card = createCard(app)
  if (card !== undefined) replies.set(SERVER_CARD_PATH, jsonDocument(JSON.stringify(card)))
  documents.set(app, replies)
  return replies
}

/** Returns undefined if the URL of the app is unknown. */
function createCard(app: App): object | undefined {
  const { siteUrl, description } = app.info
  if (siteUrl === undefined) return undefined
  return createServerCard({
    server: serverInfo(app),
    siteUrl,
    description,
    asksForToken: app.policy.bearerCheck !== undefined,
  })
}

/** Returns the documents of RFC 9728 by path. They list the scopes that tools for agents need, and no tool names. */
function resourceDocuments({ info, agents, tools }: App): ReadonlyMap<string, string> {
  const reachable = tools.filter(({ guard }) => guard !== 'forbidden')
  const scopes = [...new Set(reachable.flatMap((tool) => tool.scopes ?? []))].sort()
  const { siteUrl, title: name } = info
  return createProtectedResources({ authorizationServers: agents.authorizationServers, siteUrl, name, scopes })
}

/** Readable for every origin, because clients can run in browsers. */
function jsonDocument(body: string): FwReply {
  const headers = {
    ...DEFAULT_HEADERS,
    'content-type': 'application/json',
    'cache-control': 'public, max-age=300',
    'access-control-allow-origin': '*',
  }
  return { status: 200, headers, body }
}
