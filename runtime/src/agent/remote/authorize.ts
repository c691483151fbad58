/**
 * Authorization at a remote server by OAuth 2.1, with the helpers of the protocol's client: RFC 9728 and RFC 8414 metadata,
 * PKCE, RFC 8707 resources, client metadata documents and registration.
 */
import type { AuthProvider, OAuthClientProvider } from '@modelcontextprotocol/client'
import type { RemoteLoginConfig, RemoteOAuth, RemoteServer } from '#contract/agent/agent.ts'
import type { RemoteLogin } from '#contract/agent/remote-source.ts'
import type { TurnData } from '#contract/agent/turn-deps.ts'
import { createLoginProvider } from './login-provider.ts'
import { getSourceName } from './name-tools.ts'
import { openTokenStore } from './token-store.ts'

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>

/** A server that needs a login. */
type LoginServer = Pick<RemoteServer, 'url' | 'name'>

/** Provides the tokens of a login, which a user has given to the app. */
export interface LoginTokens extends AuthProvider {
  /** Throws if the server refuses a request because the login lacks scopes, which the next login requests. */
  checkScopes(response: Response): Promise<void>
}

/** Returns the provider of a server's tokens. Its errors name what is missing. */
export async function openAuthorization(
  server: LoginServer,
  oauth: RemoteOAuth,
  data: TurnData | undefined,
): Promise<LoginTokens | OAuthClientProvider> {
  if (oauth.grant === 'authorization_code') return openLogin(server, oauth, data)
  const { clientId, clientSecret, issuer, scope } = oauth
  if (!clientId || !clientSecret)
    throw new Error(
      `oauth of ${getSourceName(server)} has no ${clientId ? 'clientSecret' : 'clientId'}. Set it in the environment of the server.`,
    )
  const { ClientCredentialsProvider } = await import('./mcp-client.package.ts')
  // Bound to the issuer: a server could name an authorization server of its own, which would receive the secret.
  return new ClientCredentialsProvider({
    clientId,
    clientSecret,
    expectedIssuer: issuer,
    ...(scope !== undefined && { scope }),
  })
}

/** Returns the token of requests to the server; `undefined` before the first one. */
export async function readAccessToken(
  provider: AuthProvider | OAuthClientProvider | undefined,
): Promise<string | undefined> {
  if (provider === undefined) return undefined
  return 'token' in provider ? provider.token() : (await provider.tokens())?.access_token
}

/** Time in milliseconds for which a process waits until another one has refreshed the tokens. */
const REFRESH_WAIT_MS = 5_000
const POLL_MS = 100

/** Reads the tokens of a login, and refreshes them once for all requests that were refused at a time. */
function openLogin(server: LoginServer, config: RemoteLoginConfig, data: TurnData | undefined): LoginTokens {
  const store = openTokenStore(server.url, readSecret(server, config), requireData(server, data))
  const command = `fw login ${getSourceName(server)}`
  const provider = createLoginProvider({
    config,
    store,
    redirectUrl: 'http://127.0.0.1/callback',
    onUrl() {
      throw new Error(`The login at ${getSourceName(server)} is missing or has ended. Run \`${command}\`.`)
    },
  })
  let sent: string | undefined
  let refreshing: Promise<void> | undefined
  const readToken = async () => (await provider.tokens())?.access_token

  async function refresh(options: Parameters<typeof import('@modelcontextprotocol/client').auth>[1]): Promise<void> {
    const end = Date.now() + REFRESH_WAIT_MS
    for (;;) {
      const token = await readToken()
      if (token !== undefined && token !== sent) return
      if (token === undefined || (await store.claimRefresh(token))) break
      // Another process refreshes them.
      if (Date.now() > end) throw new Error(`The tokens of ${getSourceName(server)} could not be refreshed in time.`)
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    }
    const { auth } = await import('./mcp-client.package.ts')
    await auth(provider, options)
  }

  return {
    async token() {
      sent = await readToken()
      return sent
    },
    async onUnauthorized({ response, serverUrl, fetchFn }) {
      const { extractWWWAuthenticateParams } = await import('./mcp-client.package.ts')
      const { resourceMetadataUrl } = extractWWWAuthenticateParams(response)
      refreshing ??= refresh({ serverUrl, fetchFn, ...(resourceMetadataUrl && { resourceMetadataUrl }) }).finally(
        () => {
          refreshing = undefined
        },
      )
      await refreshing
    },
    async checkScopes(response) {
      if (response.status !== 403) return
      const { extractWWWAuthenticateParams } = await import('./mcp-client.package.ts')
      const { error, scope } = extractWWWAuthenticateParams(response)
      if (error !== 'insufficient_scope') return
      await response.body?.cancel()
      const login = await store.read()
      if (login !== undefined) await store.write({ ...login, missing: joinScopes(login.missing, scope) })
      throw new Error(
        `The login at ${getSourceName(server)} lacks a right that the call needs. Run \`${command}\`, which requests it.`,
      )
    },
  }
}

/** Characters of all scopes that a server may name. */
const MAX_SCOPE = 2_000

/** Returns the scopes of all lists, each once. */
function joinScopes(...lists: readonly (string | undefined)[]): string {
  const scopes = lists.flatMap((list) => list?.slice(0, MAX_SCOPE).split(' ') ?? [])
  return [...new Set(scopes)].filter((scope) => scope !== '').join(' ')
}

interface LoginOptions {
  readonly data: TurnData
  /** URL on this machine that receives the user after the login. */
  readonly redirectUrl: string
  readonly fetch: Fetch
}

/** Begins a login of a user for the app. */
export async function beginLogin(
  server: LoginServer,
  config: RemoteLoginConfig,
  { data, redirectUrl, fetch }: LoginOptions,
): Promise<RemoteLogin> {
  const { auth, extractWWWAuthenticateParams } = await import('./mcp-client.package.ts')
  const state = crypto.randomUUID()
  const store = openTokenStore(server.url, readSecret(server, config), data)
  // The refusal of the server names its metadata and the scope that it needs.
  const refusal = await fetch(server.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  const { resourceMetadataUrl, scope: advertised } = extractWWWAuthenticateParams(refusal)
  await refusal.body?.cancel()
  const { scope: before, missing } = (await store.read()) ?? {}
  const own = config.scope ?? advertised
  const scope = missing === undefined ? own : joinScopes(own, before, missing)
  let shown: URL | undefined
  const provider = createLoginProvider({
    config,
    store,
    redirectUrl,
    state,
    requestedScope: scope,
    onUrl(url) {
      shown = url
    },
  })
  const options = {
    serverUrl: server.url,
    fetchFn: fetch,
    ...(resourceMetadataUrl && { resourceMetadataUrl }),
    ...(scope !== undefined && { scope }),
  }
  await auth(provider, options)
  if (shown === undefined) throw new Error(`${getSourceName(server)} gave no URL for a login.`)
  if (!/^https?:$/.test(shown.protocol)) throw new Error(`The URL for the login is not a web page: ${shown.protocol}`)
  return {
    url: shown.href,
    async finish(answer) {
      // Another page of the same browser may have sent it.
      if (answer.get('state') !== state) throw new Error('The response of the login has another state. Begin again.')
      const error = answer.get('error')
      const code = answer.get('code')
      if (error !== null) throw new Error(`The login was refused: ${answer.get('error_description') ?? error}`)
      if (code === null) throw new Error('The response of the login has no code.')
      const iss = answer.get('iss')
      await auth(provider, { ...options, authorizationCode: code, ...(iss !== null && { iss }) })
    },
  }
}

const MIN_SECRET = 32

function readSecret(server: LoginServer, { secret }: RemoteLoginConfig): string {
  if (secret !== undefined && secret.length >= MIN_SECRET) return secret
  throw new Error(
    `oauth.secret of ${getSourceName(server)}, which encrypts its tokens, is ${secret ? 'too short' : 'not set'}. Use at least ${MIN_SECRET} random characters from the environment of the server.`,
  )
}

function requireData(server: LoginServer, data: TurnData | undefined): TurnData {
  if (data !== undefined) return data
  throw new Error(`The tokens of ${getSourceName(server)} are in the data store of the app, which is not open here.`)
}
