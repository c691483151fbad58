/** Secrets of the app in the responses of remote servers and of their authorization servers, as in pages for debugging. */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { afterEach, expect, test, vi } from 'vitest'
import { defineAgent } from '../../../../runtime/src/agent.ts'
import type { RemoteServer } from '../../../../runtime/src/contract/agent/agent.ts'
import { createFwServer } from '../../../../runtime/src/server.ts'
import { ask, tidyAfterEach, withModel } from '../../agent-app.ts'

tidyAfterEach()

const open: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
  vi.restoreAllMocks()
})

const SECRETS = ['token-9aFq2kLw8s', 'secret 5vBn1mQr7t', 'access-Yp3dGh6jZu']
const [TOKEN, CLIENT_SECRET, ACCESS] = SECRETS as [string, string, string]

async function readText(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}

/** Serves an MCP server and its authorization server, which print each request that they refuse. */
async function servePrinter(refusesClient: boolean): Promise<string> {
  const http = createServer(async (request, response) => {
    const base = `http://${request.headers.host}`
    const { authorization } = request.headers
    const [, credentials = ''] = authorization?.split(' ') ?? []
    const seen = [authorization, Buffer.from(credentials, 'base64').toString(), await readText(request)].join(' ')
    const send = (status: number, body: object, headers = {}) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
    const path = request.url ?? ''
    if (path.includes('oauth-protected-resource'))
      return send(200, { resource: `${base}/mcp`, authorization_servers: [base] })
    if (path.includes('oauth-authorization-server'))
      return send(200, {
        issuer: base,
        authorization_endpoint: `${base}/authorize`,
        token_endpoint: `${base}/token`,
        response_types_supported: ['code'],
        token_endpoint_auth_methods_supported: refusesClient ? ['client_secret_basic'] : ['client_secret_post'],
      })
    if (path === '/token' && !refusesClient) return send(200, { access_token: ACCESS, token_type: 'Bearer' })
    if (path === '/token') return send(400, { error: 'invalid_client', error_description: seen })
    if (authorization !== undefined) return send(500, { seen })
    return send(
      401,
      {},
      { 'www-authenticate': `Bearer resource_metadata="${base}/.well-known/oauth-protected-resource"` },
    )
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  open.push({ close: async () => http.close() })
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}`
}

test.each<[string, boolean, (issuer: string) => Partial<RemoteServer>]>([
  ['a token', false, () => ({ token: TOKEN })],
  ['an access token', false, (issuer) => ({ oauth: createOauth(issuer) })],
  ['the secret of the client', true, (issuer) => ({ oauth: createOauth(issuer) })],
])('a server that prints %s puts it into no log', async (_, refusesClient, more) => {
  const printed: string[] = []
  for (const method of ['warn', 'error', 'log'] as const)
    vi.spyOn(console, method).mockImplementation((...all) => void printed.push(inspect(all)))
  const base = await servePrinter(refusesClient)
  const { options, model } = await withModel(['Hi.'])
  const mcp = { url: `${base}/mcp`, name: 'printer', allowPrivate: true, ...more(base) }
  const agent = defineAgent({ mcp }, { env: model.env() })
  const server = createFwServer({ ...options, agent, log: (line) => void printed.push(inspect(line, { depth: 9 })) })
  open.push(server)
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(ask('Hi.')) }
  await server.fetch(new Request('http://localhost/_fw/agent', init))
  const text = printed.join('\n')
  expect(text).toContain('are not available')
  expect(text).toContain('…')
  for (const secret of [
    ...SECRETS,
    Buffer.from(`app:${CLIENT_SECRET}`).toString('base64'),
    encodeURIComponent(CLIENT_SECRET),
  ])
    expect(text).not.toContain(secret)
})

function createOauth(issuer: string) {
  return { grant: 'client_credentials', clientId: 'app', clientSecret: CLIENT_SECRET, issuer } as const
}
