/** Revisions, header names, `_meta` keys and error codes of the Model Context Protocol: each written once. */

/** The revision whose requests describe themselves in `_meta`, without a handshake. */
export const MODERN_VERSION = '2026-07-28'

/** Revisions with an `initialize` handshake, newest first. */
export const LEGACY_VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26'] as const

/** The only revision that allows several messages in a body. */
export const BATCH_VERSION = '2025-03-26'

export const SUPPORTED_VERSIONS: readonly string[] = [MODERN_VERSION, ...LEGACY_VERSIONS]

export const META_VERSION = 'io.modelcontextprotocol/protocolVersion'
export const META_CLIENT_CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities'
export const META_LOG_LEVEL = 'io.modelcontextprotocol/logLevel'
export const META_PROGRESS = 'progressToken'
/** The id of the request that opened a subscription, in its messages. */
export const META_SUBSCRIPTION = 'io.modelcontextprotocol/subscriptionId'
export const META_SERVER_INFO = 'io.modelcontextprotocol/serverInfo'

/** The framework's own keys in `_meta`: a tool's guard, and the error of a tool result. */
export const META_GUARD = 'fw/guard'
export const META_ERROR = 'fw/error'

export const MCP_VERSION_HEADER = 'mcp-protocol-version'
export const METHOD_HEADER = 'mcp-method'
export const NAME_HEADER = 'mcp-name'
/** Begins the names of headers that repeat a parameter of a tool. */
export const PARAM_HEADER = 'mcp-param-'
/** Used by the revisions of 2025 only. */
export const SESSION_HEADER = 'mcp-session-id'

export const HEADER_MISMATCH = -32020
export const MISSING_CAPABILITY = -32021
export const UNSUPPORTED_VERSION = -32022

/** The server's name and version. */
export interface McpServerInfo {
  readonly name: string
  readonly version: string
  readonly title?: string
}
