/** Whether a request counts as an agent's (decisions: Dispatch). */
import type { Origin } from '#contract/api.ts'
import {
  A2A_PATH,
  AGENT_PATH,
  CHANNELS_PREFIX,
  LLM_PATH,
  MCP_PATH,
  ORIGIN_HEADER,
  TAINTED_HEADER,
} from '#contract/path.ts'
import type { SiteEvidence } from './cross-site.ts'

/**
 * `agent` when the origin header lists `agent`, in any case and anywhere in the list, or when a signature is presented:
 * one that does not verify still says that no person in a browser is calling.
 */
export function getOrigin(request: Pick<SiteEvidence, 'header'>): Origin {
  const listed = request.header(ORIGIN_HEADER)
  if (listed !== undefined && listsAgent(listed)) return 'agent'
  return request.header('signature') === undefined && request.header('signature-input') === undefined
    ? 'human'
    : 'agent'
}

/** Endpoints at which every caller counts as an agent, and what is below them. */
const AGENT_ENDPOINTS = [MCP_PATH, A2A_PATH, AGENT_PATH, LLM_PATH, CHANNELS_PREFIX.slice(0, -1)]

/** Origin of the work that a request to this path causes. `origin`: that of the request itself. */
export function getCauseOrigin(path: string, origin: () => Origin): Origin {
  const isAgents = AGENT_ENDPOINTS.some((endpoint) => path === endpoint || path.startsWith(`${endpoint}/`))
  return isAgents ? 'agent' : origin()
}

/** Whether the caller says that it has read untrusted content. Any value but `0` counts: a slip must not loosen. */
export function isTaintedRequest(request: Pick<SiteEvidence, 'header'>): boolean {
  const value = request.header(TAINTED_HEADER)
  return value !== undefined && value.trim() !== '0'
}

function listsAgent(header: string): boolean {
  return header.split(',').some((part) => part.trim().toLowerCase() === 'agent')
}
