/** The documents of RFC 9728: which authorization servers give out tokens for the protocol endpoints. */
import { A2A_PATH, MCP_PATH, PROTECTED_RESOURCE_PATH } from '#contract/path.ts'
import { SetupError } from '#contract/setup-error.ts'

/** What the documents say. */
export interface ProtectedResourceFacts {
  readonly authorizationServers: readonly string[] | undefined
  readonly siteUrl: string | undefined
  /** For people who are asked for their consent. */
  readonly name: string | undefined
  /** Scopes that tools of the app ask for. */
  readonly scopes: readonly string[]
}

/**
 * Path -> document as JSON text: one for each endpoint, and one at the root for clients that know no other. The
 * `resource` of each is what its address was made of (RFC 9728 section 3.3). None without authorization servers.
 */
export function createProtectedResources(facts: ProtectedResourceFacts): ReadonlyMap<string, string> {
  const { name, scopes } = facts
  const issuers = listIssuers(facts.authorizationServers, facts.siteUrl)
  const documents = new Map<string, string>()
  if (issuers === undefined || facts.siteUrl === undefined) return documents
  const { origin } = new URL(facts.siteUrl)
  for (const path of ['', MCP_PATH, A2A_PATH]) {
    const document = {
      resource: origin + path,
      authorization_servers: issuers,
      bearer_methods_supported: ['header'],
      ...(scopes.length === 0 ? {} : { scopes_supported: scopes }),
      ...(name === undefined ? {} : { resource_name: name }),
    }
    documents.set(PROTECTED_RESOURCE_PATH + path, JSON.stringify(document))
  }
  return documents
}

/** Undefined where there are none. Throws a `SetupError` for what is no issuer, and where the app has no public origin. */
export function listIssuers(
  authorizationServers: readonly string[] | undefined,
  siteUrl: string | undefined,
): readonly string[] | undefined {
  if (authorizationServers === undefined) return undefined
  if (authorizationServers.length === 0)
    throw new SetupError('mcpAuth.authorizationServers names nobody. Name an issuer of tokens, or leave it out.')
  for (const issuer of authorizationServers) {
    if (!isIssuer(issuer))
      throw new SetupError(
        `mcpAuth.authorizationServers: ${JSON.stringify(issuer)} is no issuer. Write its https address, without query and fragment.`,
      )
  }
  if (siteUrl === undefined)
    throw new SetupError('mcpAuth.authorizationServers needs siteUrl: tokens are issued for the address of this app.')
  return authorizationServers
}

/** RFC 8414 section 2; plain http is for a server on this machine. */
function isIssuer(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { protocol, hostname } = new URL(value)
  const local = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'
  return (protocol === 'https:' || (protocol === 'http:' && local)) && !/[?#]/.test(value)
}
