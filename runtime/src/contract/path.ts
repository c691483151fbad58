/** Paths and header names that carry the product word, and cookie and variable names: each written once. */

export const FW_PREFIX = '/_fw/'
export const API_PREFIX = '/_fw/api/'
export const APPROVE_PATH = '/_fw/approve'
export const REJECT_PATH = '/_fw/reject'
export const PROPOSALS_PATH = '/_fw/proposals'
export const MANIFEST_PATH = '/_fw/manifest'
export const AGENT_PATH = '/_fw/agent'
export const LLM_PATH = '/_fw/llm'
/** What follows the id in the address of a running answer: `/_fw/agent/<id>/stream`. */
export const STREAM_SUFFIX = '/stream'
export const MCP_PATH = '/_fw/mcp'
export const A2A_PATH = '/_fw/a2a'
/** Answers 200 while the process is up. */
export const HEALTH_PATH = '/_fw/health'
/** Answers 200 while requests should come here, else 503. */
export const READY_PATH = '/_fw/ready'
/** Channels are served below it: `/_fw/channels/<name>`. */
export const CHANNELS_PREFIX = '/_fw/channels/'

/** Where others find the key that the app's own agent signs with. */
export const SIGNATURE_DIRECTORY_PATH = '/.well-known/http-message-signatures-directory'
/** By which other agents find the app (A2A, 8.2). */
export const AGENT_CARD_PATH = '/.well-known/agent-card.json'
export const LLMS_TXT_PATH = '/llms.txt'
export const SITEMAP_PATH = '/sitemap.xml'
export const ROBOTS_PATH = '/robots.txt'
export const RSS_PATH = '/rss.xml'
/** Where clients find the MCP server of a site (SEP-2127). */
export const SERVER_CARD_PATH = '/.well-known/mcp/server-card.json'
/** Where clients read who gives out tokens for this server (RFC 9728); for an endpoint, its path follows. */
export const PROTECTED_RESOURCE_PATH = '/.well-known/oauth-protected-resource'

/** Where a page is as Markdown: `/tea.md` of `/tea`, `/index.md` of `/` (decisions: Pages). */
export function toMarkdownPath(path: string): string {
  return path === '/' ? '/index.md' : `${path}.md`
}

/** `x-fw-origin: agent` makes agent guards apply (spec: HTTP). */
export const ORIGIN_HEADER = 'x-fw-origin'
/** `x-fw-tainted: 1`: the agent that calls has read untrusted content (decisions: Dispatch, effect). It only ever makes a call stricter. */
export const TAINTED_HEADER = 'x-fw-tainted'
/** Of a response to a call: the id of the proposal that the call became. */
export const PROPOSAL_HEADER = 'x-fw-proposal'
export const NAVIGATION_HEADER = 'x-fw-navigation'
export const NONCE_HEADER = 'x-fw-nonce'

/** Where `npm`'s user code and generated code meet, relative to the app root. */
export const GENERATED_DIR = '.fw'
