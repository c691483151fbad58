/** The `WWW-Authenticate` header of the protocol endpoints (RFC 6750 section 3, RFC 9728 section 5.1). */

import { SetupError } from '#contract/config/setup-error.ts'
import { PROTECTED_RESOURCE_PATH } from '#contract/http/path.ts'
import { listIssuers } from './protected-resource.ts'

/** Options that tell clients how to get a token. */
export interface TokenSources {
  /**
   * URL of the metadata with which clients get a token (RFC 9728); sent with every refusal. Default: the app's own
   * documents, if any.
   */
  readonly resourceMetadataUrl?: string
  /** Issuers of tokens: the app then serves the documents of RFC 9728 itself. Needs `siteUrl`. */
  readonly authorizationServers?: readonly string[]
}

/** Returns the header of a refusal at `path`. `more` contains parameters in addition to `realm` and `resource_metadata`. */
export type Challenge = (path: string, more?: Readonly<Record<string, string>>) => string

/**
 * Creates the challenge. Throws a `SetupError` for an invalid `resourceMetadataUrl`, and for unusable authorization
 * servers.
 */
export function createChallenge(
  { resourceMetadataUrl, authorizationServers }: TokenSources,
  siteUrl: string | undefined,
): Challenge {
  const own = listIssuers(authorizationServers, siteUrl) === undefined ? undefined : siteUrl
  if (resourceMetadataUrl !== undefined && !URL.canParse(resourceMetadataUrl))
    throw new SetupError(`mcpAuth.resourceMetadataUrl is not a valid URL: ${JSON.stringify(resourceMetadataUrl)}.`)
  const getMetadataUrl = (path: string) =>
    resourceMetadataUrl ?? (own === undefined ? undefined : new URL(PROTECTED_RESOURCE_PATH + path, own).href)
  return (path, more = {}) => {
    const metadata = getMetadataUrl(path)
    // A normalized URL contains no control characters.
    const named = metadata === undefined ? {} : { resource_metadata: new URL(metadata).href }
    const parameters = Object.entries({ realm: 'fw', ...named, ...more })
    return `Bearer ${parameters.map(([name, value]) => `${name}="${quotable(value)}"`).join(', ')}`
  }
}

/** Removes quotes and backslashes, which could end the parameter or hide its end. */
function quotable(value: string): string {
  return value.replaceAll('"', '%22').replaceAll('\\', '%5C')
}
