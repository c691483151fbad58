/**
 * The framework's endpoints below `/_fw/`: one table for stages, guards, origins, headers, errors, limits and path
 * rules.
 */
import { LIVE_PATH } from '../live/wire.ts'
import {
  A2A_PATH,
  AGENT_PATH,
  API_PREFIX,
  APPROVE_PATH,
  CHANNELS_PREFIX,
  FW_PREFIX,
  HEALTH_PATH,
  LLM_PATH,
  MANIFEST_PATH,
  MCP_PATH,
  OPENAPI_PATH,
  PROPOSALS_PATH,
  READY_PATH,
  REFERENCE_PATH,
  REJECT_PATH,
} from './path.ts'

export type EndpointName =
  | 'health'
  | 'ready'
  | 'api'
  | 'approve'
  | 'reject'
  | 'proposals'
  | 'manifest'
  | 'openapi'
  | 'reference'
  | 'live'
  | 'agent'
  | 'llm'
  | 'mcp'
  | 'a2a'
  | 'channels'

export interface Endpoint {
  readonly name: EndpointName
  /** Without a `/` at the end. */
  readonly path: string
  /** URLs that it responds to: its path, the paths below it, or both. */
  readonly urls: 'path' | 'below' | 'both'
  /** Origin of the calls that a request causes: `agent` regardless of the headers, or the origin of the request. */
  readonly origin: 'agent' | 'request'
  /**
   * Who proves its identity before a handler runs: agents only, every client of a protocol (whose `Host` is checked
   * too), or neither, since the endpoint acts for the signed-in user.
   */
  readonly identity: 'agents' | 'clients' | 'user'
  /**
   * Whether callers read or resolve proposals. If callers of a server that listens on this machine only need no identity for
   * that, only the `Host` distinguishes a page of the app from one that rebinds its own name to this machine.
   */
  readonly resolvesProposals: boolean
  /** Whether responses contain the headers that `ctxFor` and the called functions set. */
  readonly ctxHeaders: boolean
  /** Format of errors below its path: the error envelope, or the HTTP binding of A2A. */
  readonly errors: 'envelope' | 'a2a'
}

const DEFAULTS = {
  urls: 'path',
  origin: 'request',
  identity: 'agents',
  resolvesProposals: false,
  ctxHeaders: false,
  errors: 'envelope',
} as const satisfies Partial<Endpoint>

export const ENDPOINTS: readonly Endpoint[] = [
  { ...DEFAULTS, name: 'health', path: HEALTH_PATH },
  { ...DEFAULTS, name: 'ready', path: READY_PATH },
  { ...DEFAULTS, name: 'api', path: API_PREFIX.slice(0, -1), urls: 'below', ctxHeaders: true },
  { ...DEFAULTS, name: 'approve', path: APPROVE_PATH, resolvesProposals: true, ctxHeaders: true },
  { ...DEFAULTS, name: 'reject', path: REJECT_PATH, resolvesProposals: true },
  { ...DEFAULTS, name: 'proposals', path: PROPOSALS_PATH, resolvesProposals: true },
  { ...DEFAULTS, name: 'manifest', path: MANIFEST_PATH },
  { ...DEFAULTS, name: 'openapi', path: OPENAPI_PATH },
  { ...DEFAULTS, name: 'reference', path: REFERENCE_PATH },
  { ...DEFAULTS, name: 'live', path: LIVE_PATH, identity: 'user' },
  { ...DEFAULTS, name: 'agent', path: AGENT_PATH, urls: 'both', origin: 'agent', identity: 'user' },
  { ...DEFAULTS, name: 'llm', path: LLM_PATH, urls: 'both', origin: 'agent', identity: 'user' },
  { ...DEFAULTS, name: 'mcp', path: MCP_PATH, origin: 'agent', identity: 'clients' },
  {
    ...DEFAULTS,
    name: 'a2a',
    path: A2A_PATH,
    urls: 'both',
    origin: 'agent',
    identity: 'clients',
    errors: 'a2a',
  },
  { ...DEFAULTS, name: 'channels', path: CHANNELS_PREFIX.slice(0, -1), urls: 'below', origin: 'agent' },
]

const BY_SEGMENT: ReadonlyMap<string, Endpoint> = new Map(
  ENDPOINTS.map((endpoint) => [endpoint.path.slice(FW_PREFIX.length), endpoint]),
)

/** Whether a path is one of the framework's, even if no endpoint responds to it. */
export function isFrameworkPath(path: string): boolean {
  return path.startsWith(FW_PREFIX)
}

/** Returns the endpoint whose path or subpath this is, whether or not it responds to it. */
export function findEndpoint(path: string): Endpoint | undefined {
  if (!isFrameworkPath(path)) return undefined
  const end = path.indexOf('/', FW_PREFIX.length)
  return BY_SEGMENT.get(end === -1 ? path.slice(FW_PREFIX.length) : path.slice(FW_PREFIX.length, end))
}

/** Whether an endpoint responds to a path that `findEndpoint` returned it for. */
export function respondsTo({ path: own, urls }: Endpoint, path: string): boolean {
  return urls === 'both' || (path === own) === (urls === 'path')
}
