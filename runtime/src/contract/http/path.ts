/**
 * Paths and header names that contain the product name, and names of cookies and environment variables. Each is defined
 * only once.
 */

export const FW_PREFIX = '/_fw/'
export const API_PREFIX = '/_fw/api/'
export const APPROVE_PATH = '/_fw/approve'
export const REJECT_PATH = '/_fw/reject'
export const PROPOSALS_PATH = '/_fw/proposals'
export const MANIFEST_PATH = '/_fw/manifest'
export const AGENT_PATH = '/_fw/agent'
export const LLM_PATH = '/_fw/llm'
/** Suffix of the URL of a running turn, after its id: `/_fw/agent/<id>/stream`. */
export const STREAM_SUFFIX = '/stream'
export const MCP_PATH = '/_fw/mcp'
export const A2A_PATH = '/_fw/a2a'
/** Serves the OpenAPI document of the app's functions. */
export const OPENAPI_PATH = '/_fw/openapi.json'
/** Serves a page that shows the OpenAPI document. */
export const REFERENCE_PATH = '/_fw/openapi'
/** Responds with 200 while the process runs. */
export const HEALTH_PATH = '/_fw/health'
/** Responds with 200 while the server accepts requests, otherwise with 503. */
export const READY_PATH = '/_fw/ready'
/** Prefix of the channels' URLs: `/_fw/channels/<name>`. */
export const CHANNELS_PREFIX = '/_fw/channels/'
/** Prefix of the paths that a platform's cron requests at the times of schedules: `/_fw/schedules/<name>`. Not for servers. */
export const SCHEDULES_PREFIX = '/_fw/schedules/'

/** Serves the public key with which the app's own agent signs requests. */
export const SIGNATURE_DIRECTORY_PATH = '/.well-known/http-message-signatures-directory'
/** Serves the agent card, by which other agents discover the app (A2A, 8.2). */
export const AGENT_CARD_PATH = '/.well-known/agent-card.json'
export const LLMS_TXT_PATH = '/llms.txt'
export const SITEMAP_PATH = '/sitemap.xml'
export const ROBOTS_PATH = '/robots.txt'
export const RSS_PATH = '/rss.xml'
/** Serves the server card, by which clients discover a site's MCP server (SEP-2127). */
export const SERVER_CARD_PATH = '/.well-known/mcp/server-card.json'
/** Serves the metadata that names the token issuers of this server (RFC 9728); the path of an endpoint is appended. */
export const PROTECTED_RESOURCE_PATH = '/.well-known/oauth-protected-resource'

/** Returns the path of a page as Markdown: `/tea.md` for `/tea`, `/index.md` for `/`. */
export function toMarkdownPath(path: string): string {
  return path === '/' ? '/index.md' : `${path}.md`
}

/** The id of a request, which its response repeats. */
export const REQUEST_ID_HEADER = 'x-request-id'
/** `x-fw-origin: agent` applies the guards for agents. */
export const ORIGIN_HEADER = 'x-fw-origin'
/** `x-fw-tainted: 1`: the calling agent has read untrusted content. It can only make a call stricter. */
export const TAINTED_HEADER = 'x-fw-tainted'
/** `x-fw-holds-data: 1`: the conversation of a turn has contained data. It can only make the turn stricter. */
export const HOLDS_DATA_HEADER = 'x-fw-holds-data'
/** The hash of the contract for which the calling stub was built. A call for another contract is refused with `stale_client`. */
export const CONTRACT_HEADER = 'x-fw-contract'
/** Response header of a call: the id of the proposal that the call created. */
export const PROPOSAL_HEADER = 'x-fw-proposal'
/** Response header of the proposals as JSON: a digest of the caller's user. Absent for anonymous callers. */
export const USER_HEADER = 'x-fw-user'
export const NAVIGATION_HEADER = 'x-fw-navigation'
/**
 * `x-fw-form: 1`: a script of the page sends a form. In the response, the URL to which the form redirects: `fetch` can't follow a
 * redirect to another site, and hides the hash. A script that reads JSON receives the URL in it.
 */
export const FORM_HEADER = 'x-fw-form'
/** Response header of a form: its cookies are those of another user, so the browser has to load the next page as a new document. */
export const DOCUMENT_HEADER = 'x-fw-document'
export const NONCE_HEADER = 'x-fw-nonce'

/** Cookie with the language that a visitor has chosen. */
export const LOCALE_COOKIE = 'fw_locale'

/** Folder of generated code, relative to the app root. */
export const GENERATED_DIR = '.fw'

/** Returns the URL at which a user approves or rejects a proposal. Without `siteUrl` it is a path. */
export function createApprovalUrl(id: string, siteUrl: string | undefined): string {
  const path = `${PROPOSALS_PATH}?id=${encodeURIComponent(id)}`
  return siteUrl === undefined ? path : new URL(path, siteUrl).href
}
