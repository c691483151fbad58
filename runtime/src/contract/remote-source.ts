/** The MCP servers of an app's agent as their users see them who do not run turns: reports, and what writes types. */
import type { JsonSchema } from './json-schema.ts'

/** One server that `defineAgent({ mcp })` names. */
export interface RemoteSource {
  /** As `docs`: its tools are called `mcp_docs.…`. */
  readonly name: string
  /** Its address without what may be a secret: no credentials, no query, no long random part of the path. */
  readonly url: string
  /** Asks the server, over a connection of its own that is closed again. Rejects with an `Error` that says why it cannot. */
  list(options?: ListOptions): Promise<readonly RemoteListing[]>
}

/** How long listing the tools of another server may take. */
export interface ListOptions {
  /** For everything together, in milliseconds. Default 10 000. */
  readonly timeoutMs?: number
}

/** A tool that the server has, whatever becomes of it. All texts and schemas are the server's own: data of strangers. */
export interface RemoteListing {
  /** The server's name of it, which `include` and `exclude` speak of. */
  readonly tool: string
  /** What the agent calls it, or would without the filter, as `mcp_docs.search`. Absent where it can have no name. */
  readonly name?: string
  /** Why it is not offered. `filtered`: by `include` or `exclude`; the other two have no name for a model. */
  readonly left?: 'filtered' | 'name_too_long' | 'name_taken'
  readonly description: string
  readonly input: JsonSchema
  readonly output?: JsonSchema
  /** The server says that it changes nothing. */
  readonly readonly: boolean
}
