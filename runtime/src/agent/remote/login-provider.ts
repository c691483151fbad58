/** The protocol client's view of a login: it reads and stores tokens, and never opens a page by itself. */
import type {
  OAuthClientMetadata,
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client'
import type { RemoteLoginConfig } from '#contract/agent/agent.ts'
import type { StoredLogin, TokenStore } from './token-store.ts'

interface ProviderOptions {
  readonly config: RemoteLoginConfig
  readonly store: TokenStore
  readonly redirectUrl: string
  /** Receives the URL at which a user logs in. */
  readonly onUrl: (url: URL) => void
  /** Only in a login: the value that the redirect has to return, and the scopes that are requested. */
  readonly state?: string
  readonly requestedScope?: string | undefined
}

/** Creates a provider. With `state`, it begins a login, which replaces an earlier one only when it has succeeded. */
export function createLoginProvider({
  config,
  store,
  redirectUrl,
  onUrl,
  state,
  requestedScope,
}: ProviderOptions): OAuthClientProvider {
  const { clientId, clientSecret, issuer, clientMetadataUrl, scope } = config
  const isLogin = state !== undefined
  /** The login that has not succeeded yet. */
  let draft: StoredLogin = requestedScope === undefined ? {} : { scope: requestedScope }
  let verifier = ''
  let discovery: OAuthDiscoveryState | undefined
  const read = async () => (isLogin ? draft : ((await store.read()) ?? {}))
  const change = async (part: StoredLogin) => {
    const login = { ...(await read()), ...part }
    if (isLogin) draft = login
    if (!isLogin || login.tokens !== undefined) await store.write(login)
  }
  const clientMetadata: OAuthClientMetadata = {
    client_name: 'fw app',
    redirect_uris: [redirectUrl],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: clientSecret === undefined ? 'none' : 'client_secret_basic',
    ...(scope !== undefined && { scope }),
  }
  return {
    redirectUrl,
    clientMetadata,
    ...(clientMetadataUrl !== undefined && { clientMetadataUrl }),
    ...(isLogin && { state: () => state }),
    async clientInformation(): Promise<StoredOAuthClientInformation | undefined> {
      if (clientId === undefined) return (await read()).client
      return {
        client_id: clientId,
        ...(clientSecret !== undefined && { client_secret: clientSecret }),
        ...(issuer !== undefined && { issuer }),
      }
    },
    // Registered clients may not be replaced by a registration.
    ...(clientId === undefined && { saveClientInformation: (client) => change({ client }) }),
    tokens: async (): Promise<StoredOAuthTokens | undefined> => (await read()).tokens,
    saveTokens: (tokens) => change({ tokens }),
    redirectToAuthorization: onUrl,
    saveCodeVerifier(text) {
      verifier = text
    },
    codeVerifier: () => verifier,
    // Only within a login: a later refresh finds out whether the server has another authorization server now.
    ...(isLogin && {
      saveDiscoveryState(state: OAuthDiscoveryState) {
        discovery = state
      },
      discoveryState: () => discovery,
    }),
    async invalidateCredentials(what) {
      const { tokens: _, ...rest } = await read()
      if (isLogin) draft = rest
      else if (what === 'all' || what === 'client') await store.remove()
      else await store.write(rest)
    },
  }
}
