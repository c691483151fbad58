/** The MCP servers of an app's agent, for code that doesn't run turns: reports and type generation. */
import type { ToolDescription } from '../approval/shown-call.ts'
import type { JsonSchema } from '../schema/json-schema.ts'
import type { QuestionResponses, RemoteQuestions, RemoteResume } from './question.ts'
import type { TurnData, TurnDeps } from './turn-deps.ts'

/** A server in `defineAgent({ mcp })`. */
export interface RemoteSource {
  /** Name, such as `docs`: its tools are called `mcp_docs.…`. */
  readonly name: string
  /** URL without parts that may be secret: no credentials, no query, no long random path segments. */
  readonly url: string
  /**
   * Lists the server's tools over a separate connection, which is closed afterwards. Rejects with an `Error` that explains
   * the failure.
   */
  list(options?: ListOptions): Promise<readonly RemoteListing[]>
  /** Begins a login of a user for the app. Absent if the server needs none. */
  login?(options: RemoteLoginOptions): Promise<RemoteLogin>
}

/** Options of a login at a server. */
export interface RemoteLoginOptions {
  /** The data store of the app, which receives the tokens. */
  readonly data: TurnData
  /** URL on this machine to which the authorization server sends the user's browser. */
  readonly redirectUrl: string
}

/** A login at a server that has begun. */
export interface RemoteLogin {
  /** The page where the user logs in. Another server has written it: show it, and don't open it. */
  readonly url: string
  /**
   * Ends the login with the query that the redirect has brought, and stores the tokens. Rejects with an `Error` that explains
   * the failure.
   */
  finish(query: URLSearchParams): Promise<void>
}

/** Options for listing the tools of a server. */
export interface ListOptions {
  /** Timeout of the whole operation in milliseconds. Default 10 000. */
  readonly timeoutMs?: number
  /** The data store of the app, for a server that needs a login. */
  readonly data?: TurnData
}

/**
 * A tool of the server, whether or not the agent offers it. All strings and schemas come from the server: untrusted
 * content.
 */
export interface RemoteListing {
  /** The server's own name of the tool, which `include` and `exclude` refer to. */
  readonly tool: string
  /**
   * The agent's name of the tool, also if the filter excludes it, such as `mcp_docs.search`. Absent if the tool can't have
   * a valid name.
   */
  readonly name?: string
  /**
   * Why the tool isn't offered. `filtered`: by `include` or `exclude`. `needs_task`: its server runs it only as a task of MCP.
   * The other two can't have a name in a model's tool list.
   */
  readonly left?: 'filtered' | 'needs_task' | 'name_too_long' | 'name_taken'
  readonly description: string
  readonly input: JsonSchema
  readonly output?: JsonSchema
  /** The server declares that the tool changes nothing. */
  readonly readonly: boolean
}

/** The tools of an agent's servers, for calls that a person has approved. */
export interface RemoteCalls {
  /** Returns the description of a tool; `undefined` for an unknown one, and while its server can't be reached. */
  describe(tool: string, deps: RemoteDeps): Promise<ToolDescription | undefined>
  /**
   * Runs an approved call, or one whose questions have responses.
   *
   * @throws FwError `unknown_tool` for a tool that the agent doesn't have, `unavailable` if its server doesn't respond.
   */
  call(tool: string, input: unknown, deps: RemoteDeps, options: RemoteCallOptions): Promise<RemoteOutcome>
}

export interface RemoteCallOptions {
  /** Whether a user can respond to questions of the server. Otherwise they are declined. */
  readonly canAsk: boolean
  /** The responses to the questions of a call that goes on. */
  readonly resumed?: { readonly resume: RemoteResume; readonly responses: QuestionResponses }
}

/** The end of a call, or the questions that it waits for. */
export type RemoteOutcome = { readonly value: unknown } | { readonly asked: RemoteQuestions }

export type RemoteDeps = Pick<TurnDeps, 'data' | 'warn' | 'sign'>
