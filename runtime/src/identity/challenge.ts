/** `WWW-Authenticate` of the protocol endpoints (RFC 6750 section 3, RFC 9728 section 5.1). */
import { PROTECTED_RESOURCE_PATH } from '#contract/path.ts'
import { SetupError } from '#contract/setup-error.ts'
import { listIssuers } from './protected-resource.ts'

/** Where tokens come from. */
export interface TokenSources {
  /** Where clients read how to get a token (RFC 9728); named in every refusal. Default: the app's own documents, if any. */
  readonly resourceMetadataUrl?: string
  /** Issuers of tokens: the app then serves the documents of RFC 9728 itself. Needs `siteUrl`. */
  readonly authorizationServers?: readonly string[]
}

/** The header of a refusal at `path`; `more` are its parameters beside `realm` and `resource_metadata`. */
export type Challenge = (path: string, more?: Readonly<Record<string, string>>) => string

/** Throws a `SetupError` for a `resourceMetadataUrl` that is no URL, and for authorization servers that cannot be used. */
export function createChallenge(
  { resourceMetadataUrl, authorizationServers }: TokenSources,
  siteUrl: string | undefined,
): Challenge {
  const own = listIssuers(authorizationServers, siteUrl) === undefined ? undefined : siteUrl
  if (resourceMetadataUrl !== undefined && !URL.canParse(resourceMetadataUrl))
    throw new SetupError(`mcpAuth.resourceMetadataUrl is no URL: ${JSON.stringify(resourceMetadataUrl)}.`)
  const getMetadataUrl = (path: string) =>
    resourceMetadataUrl ?? (own === undefined ? undefined : new URL(PROTECTED_RESOURCE_PATH + path, own).href)
  return (path, more = {}) => {
    const metadata = getMetadataUrl(path)
    // What `href` prints holds no control character.
    const named = metadata === undefined ? {} : { resource_metadata: new URL(metadata).href }
    const parameters = Object.entries({ realm: 'fw', ...named, ...more })
    return `Bearer ${parameters.map(([name, value]) => `${name}="${quotable(value)}"`).join(', ')}`
  }
}

/** No quote and no backslash that could end the parameter, or hide its end. */
function quotable(value: string): string {
  return value.replaceAll('"', '%22').replaceAll('\\', '%5C')
}
