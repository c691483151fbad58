/**
 * An MCP server of the official SDK that needs a token, with its authorization server on another port: strict about PKCE (S256),
 * resources (RFC 8707), redirects and clients. Refresh tokens are valid once, and a repeated one ends the login (OAuth 2.1, 4.3.1).
 */
import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'

interface Grant {
  readonly client: string
  readonly challenge: string
  readonly redirect: string
}

export interface AuthorizedMcp {
  readonly url: string
  readonly issuer: string
  /** Requests to the authorization server, in order: its path, or the grant of a token request. */
  readonly asked: string[]
  /** Scopes that calls of tools need from now on. A login gives the scopes that it requests. */
  requireForCalls(...scopes: readonly string[]): void
  /** The scopes of each login, in order. */
  readonly requested: readonly string[]
  /** Ends all access tokens, as after their lifetime. */
  expire(): void
  /** Logs a user in at the URL of a login, and returns the query of the redirect. */
  logIn(url: string): Promise<URLSearchParams>
  close(): Promise<void>
}

export const CLIENT = { clientId: 'app', clientSecret: 'the secret of the app' }

export async function serveAuthorizedMcp(): Promise<AuthorizedMcp> {
  const tokens = new Tokens()
  const authorization = await listen((request, response) =>
    handleAuthorization(request, response, tokens, authorization.url),
  )
  const mcp = await listen((request, response) => handleMcp(request, response, tokens, authorization.url))
  tokens.resource = `${mcp.url}/mcp`
  return {
    url: tokens.resource,
    issuer: authorization.url,
    asked: tokens.asked,
    requested: tokens.requested,
    requireForCalls(...scopes) {
      tokens.callScopes = scopes
    },
    expire: () => tokens.access.clear(),
    async logIn(page) {
      const response = await fetch(page, { redirect: 'manual' })
      return new URL(response.headers.get('location') ?? `failed:${await response.text()}`).searchParams
    },
    async close() {
      await Promise.all([authorization.close(), mcp.close()])
    },
  }
}

class Tokens {
  resource = ''
  readonly asked: string[] = []
  readonly requested: string[] = []
  callScopes: readonly string[] = []
  /** Access tokens with their scopes. */
  readonly access = new Map<string, readonly string[]>()
  readonly clients = new Map<string, readonly string[]>()
  readonly codes = new Map<string, Grant>()
  #refresh: string | undefined

  #issue(isLogin: boolean) {
    const token = randomUUID()
    this.access.set(token, this.requested.at(-1)?.split(' ') ?? [])
    if (isLogin) this.#refresh = randomUUID()
    const refresh = isLogin && { refresh_token: this.#refresh }
    return { access_token: token, token_type: 'Bearer', expires_in: 3600, ...refresh }
  }

  /** Returns the response of a token request, or its error. */
  grant(form: URLSearchParams, authorization: string | undefined): object | string {
    const type = form.get('grant_type') ?? ''
    this.asked.push(type)
    if (form.get('resource') !== this.resource) return 'invalid_target'
    if (type === 'client_credentials') {
      const expected = `Basic ${Buffer.from(`${CLIENT.clientId}:${CLIENT.clientSecret}`).toString('base64')}`
      return authorization === expected ? this.#issue(false) : 'invalid_client'
    }
    if (type === 'refresh_token') {
      if (form.get('refresh_token') === this.#refresh) return this.#issue(true)
      this.#refresh = undefined
      this.access.clear()
      return 'invalid_grant'
    }
    const code = this.codes.get(form.get('code') ?? '')
    this.codes.delete(form.get('code') ?? '')
    const verifier = createHash('sha256').update(form.get('code_verifier') ?? '')
    const isValid =
      code?.challenge === verifier.digest('base64url') &&
      code.client === form.get('client_id') &&
      code.redirect === form.get('redirect_uri')
    return isValid ? this.#issue(true) : 'invalid_grant'
  }

  /** Returns the code for a login; `undefined` for an invalid request. */
  authorize(query: URLSearchParams): string | undefined {
    const redirect = query.get('redirect_uri') ?? ''
    const client = query.get('client_id') ?? ''
    const isValid =
      this.clients.get(client)?.includes(redirect) === true &&
      query.get('code_challenge_method') === 'S256' &&
      query.get('resource') === this.resource
    if (!isValid) return undefined
    const code = randomUUID()
    this.requested.push(query.get('scope') ?? '')
    this.codes.set(code, { client, redirect, challenge: query.get('code_challenge') ?? '' })
    return code
  }
}

async function handleAuthorization(
  request: IncomingMessage,
  response: ServerResponse,
  tokens: Tokens,
  issuer: string,
): Promise<unknown> {
  const { pathname, searchParams: query } = new URL(request.url ?? '/', issuer)
  const body = await readText(request)
  if (pathname !== '/token') tokens.asked.push(pathname)
  switch (pathname) {
    case '/.well-known/oauth-authorization-server':
      return sendJson(response, 200, {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        registration_endpoint: `${issuer}/register`,
        response_types_supported: ['code'],
        code_challenge_methods_supported: ['S256'],
        token_endpoint_auth_methods_supported: ['client_secret_basic', 'none'],
        authorization_response_iss_parameter_supported: true,
      })
    case '/register': {
      const client = JSON.parse(body) as { readonly redirect_uris: readonly string[] }
      const id = randomUUID()
      tokens.clients.set(id, client.redirect_uris)
      return sendJson(response, 201, { ...client, client_id: id })
    }
    case '/authorize': {
      const code = tokens.authorize(query)
      if (code === undefined) return sendJson(response, 400, { error: 'invalid_request' })
      const answer = new URLSearchParams({ code, state: query.get('state') ?? '', iss: issuer })
      return response.writeHead(302, { location: `${query.get('redirect_uri')}?${answer}` }).end()
    }
    case '/token': {
      const granted = tokens.grant(new URLSearchParams(body), request.headers.authorization)
      return typeof granted === 'string'
        ? sendJson(response, 400, { error: granted })
        : sendJson(response, 200, granted)
    }
    default:
      return sendJson(response, 404, {})
  }
}

async function handleMcp(
  request: IncomingMessage,
  response: ServerResponse,
  { resource, access, callScopes }: Tokens,
  issuer: string,
): Promise<unknown> {
  const path = '/.well-known/oauth-protected-resource/mcp'
  if (request.url === path)
    return sendJson(response, 200, { resource, authorization_servers: [issuer], scopes_supported: ['read'] })
  const token = request.headers.authorization?.replace(/^Bearer /, '')
  const metadata = new URL(path, resource)
  const scopes = access.get(token ?? '')
  if (scopes === undefined) {
    response.setHeader('www-authenticate', `Bearer resource_metadata="${metadata}", scope="read"`)
    return sendJson(response, 401, { error: 'invalid_token' })
  }
  const body = await readText(request)
  const message: unknown = body === '' ? undefined : JSON.parse(body)
  const isCall = (message as { readonly method?: unknown } | undefined)?.method === 'tools/call'
  if (isCall && !callScopes.every((scope) => scopes.includes(scope))) {
    const challenge = `Bearer error="insufficient_scope", scope="${callScopes.join(' ')}", resource_metadata="${metadata}"`
    return response.writeHead(403, { 'www-authenticate': challenge }).end()
  }
  const server = new McpServer({ name: 'notes', version: '1.0.0' })
  server.registerTool('read', { description: 'Reads.', annotations: { readOnlyHint: true } }, async () => ({
    content: [{ type: 'text', text: 'A note.' }],
  }))
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined })
  response.on('close', () => void server.close())
  await server.connect(transport)
  return transport.handleRequest(request, response, message)
}

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown

async function listen(handler: Handler): Promise<{ readonly url: string; close(): Promise<void> }> {
  const http = createServer(handler)
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve())
        http.closeAllConnections()
      }),
  }
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of request) chunks.push(chunk as Uint8Array)
  return Buffer.concat(chunks).toString()
}
