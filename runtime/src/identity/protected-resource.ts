/** The documents of RFC 9728, which name the authorization servers that issue tokens for the protocol endpoints. */

import { SetupError } from '#contract/config/setup-error.ts'
import { A2A_PATH, MCP_PATH, PROTECTED_RESOURCE_PATH } from '#contract/http/path.ts'

/** The content of the documents. */
interface ProtectedResourceFacts {
  readonly authorizationServers: readonly string[] | undefined
  readonly siteUrl: string | undefined
  /** Name for users who are asked for consent. */
  readonly name: string | undefined
  /** Scopes that the app's tools need. */
  readonly scopes: readonly string[]
}

/**
 * Returns a map from path to JSON document: one for each endpoint, and one at the root for clients that know no other. The
 * `resource` of each corresponds to its URL (RFC 9728 section 3.3). Empty without authorization servers.
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

/**
 * Returns the issuers, or undefined without issuers. Throws a `SetupError` for an invalid issuer, and if the app has no
 * public origin.
 */
export function listIssuers(
  authorizationServers: readonly string[] | undefined,
  siteUrl: string | undefined,
): readonly string[] | undefined {
  if (authorizationServers === undefined) return undefined
  if (authorizationServers.length === 0)
    throw new SetupError('mcpAuth.authorizationServers is empty. Add an issuer of tokens, or remove the field.')
  for (const issuer of authorizationServers) {
    if (!isIssuer(issuer))
      throw new SetupError(
        `mcpAuth.authorizationServers: ${JSON.stringify(issuer)} is not a valid issuer. Write its https URL, without query and fragment.`,
      )
  }
  if (siteUrl === undefined)
    throw new SetupError(
      'mcpAuth.authorizationServers needs siteUrl, because tokens are issued for the URL of this app.',
    )
  return authorizationServers
}

/** RFC 8414 section 2. Plain http is allowed for a server on this machine. */
function isIssuer(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { protocol, hostname } = new URL(value)
  const local = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'
  return (protocol === 'https:' || (protocol === 'http:' && local)) && !/[?#]/.test(value)
}
