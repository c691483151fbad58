/** `/.well-known/…`: documents by which others find out about this server. A page of the app with the same path wins. */
import { SERVER_CARD_PATH, SIGNATURE_DIRECTORY_PATH } from '#contract/path.ts'
import type { FwReply, FwRequest } from '#contract/request.ts'
import { createProtectedResources } from '#identity/protected-resource.ts'
import type { RequestSigner } from '#identity/sign-requests.ts'
import { createServerCard } from '#mcp/server-card.ts'
import type { App } from '../app.ts'
import type { ServerStage } from '../exchange.ts'
import { serverInfo } from '../mcp-app.ts'
import { createTextReply, DEFAULT_HEADERS } from '../reply.ts'

export const wellKnownStage: ServerStage = (request, { app }) => {
  const { path, method } = request
  if (!path.startsWith('/.well-known/')) return undefined
  if (path === SIGNATURE_DIRECTORY_PATH && app.signer !== undefined && !app.pages.hasStatic(path))
    return method === 'GET' || method === 'HEAD' ? directory(app.signer, request) : NOT_ALLOWED
  const reply = getDocuments(app).get(path)
  if (reply === undefined || app.pages.hasStatic(path)) return undefined
  return method === 'GET' || method === 'HEAD' ? reply : NOT_ALLOWED
}

/** Signed for the one who asks: the proof names the host. */
async function directory(signer: RequestSigner, request: FwRequest): Promise<FwReply> {
  const { body, headers } = await signer.directory(request.host)
  return { status: 200, headers: { ...DEFAULT_HEADERS, ...headers }, body }
}

const REFUSAL = createTextReply(405, 'Method not allowed', { allow: 'GET, HEAD' })
const NOT_ALLOWED: FwReply = { ...REFUSAL, headers: { ...REFUSAL.headers, allow: 'GET, HEAD' } }

const documents = new WeakMap<App, ReadonlyMap<string, FwReply>>()

/** Path -> its document. Made for an app when one is first asked for: they depend on the app alone. */
function getDocuments(app: App): ReadonlyMap<string, FwReply> {
  const made = documents.get(app)
  if (made !== undefined) return made
  const replies = new Map([...resourceDocuments(app)].map(([path, text]) => [path, jsonDocument(text)]))
  const card = createCard(app)
  if (card !== undefined) replies.set(SERVER_CARD_PATH, jsonDocument(JSON.stringify(card)))
  documents.set(app, replies)
  return replies
}

/** Undefined where nobody knows the address of the app. */
function createCard(app: App): object | undefined {
  const { siteUrl, description } = app.options
  if (siteUrl === undefined) return undefined
  return createServerCard({
    server: serverInfo(app),
    siteUrl,
    description,
    asksForToken: app.bearerCheck !== undefined,
  })
}

/** The documents of RFC 9728 by path. They name the scopes that tools for agents ask for, and no tool. */
function resourceDocuments({ options, tools }: App): ReadonlyMap<string, string> {
  const reachable = tools.filter(({ guard }) => guard !== 'forbidden')
  const scopes = [...new Set(reachable.flatMap((tool) => tool.scopes ?? []))].sort()
  const { mcpAuth, siteUrl, title: name } = options
  return createProtectedResources({ authorizationServers: mcpAuth?.authorizationServers, siteUrl, name, scopes })
}

/** Anybody may read it, pages of other sites too: clients that run in a browser have to. */
function jsonDocument(body: string): FwReply {
  const headers = {
    ...DEFAULT_HEADERS,
    'content-type': 'application/json',
    'cache-control': 'public, max-age=300',
    'access-control-allow-origin': '*',
  }
  return { status: 200, headers, body }
}
