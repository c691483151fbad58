/** The app's agent: its configuration, the reply of a turn, and the interface of a custom agent. */
import type { Registered, StandardSchema } from '../api.ts'
import type { Compaction } from './compaction.ts'
import type { LanguageModel } from './language-model.ts'
import type { Message } from './message.ts'
import type { ModelSettings, TokenUsage, ToolChoice } from './model.ts'
import type { ParkedResult } from './proposal.ts'
import type { RemoteCalls, RemoteSource } from './remote-source.ts'
import type { PrepareStep, StopCondition } from './step-hooks.ts'
import type { TurnDeps } from './turn-deps.ts'

/**
 * Selects tools by name. `api.shop.*` matches by prefix, any other entry matches exactly; `docs.*` also matches the tools
 * of the MCP server `docs`. An empty or absent `include` selects every tool; `exclude` takes precedence.
 */
export interface ToolFilter {
  readonly include?: readonly string[]
  readonly exclude?: readonly string[]
}

/** The argument of `defineAgent`. All fields are optional. */
export interface AgentConfig extends ModelSettings {
  /** System instructions. They precede the framework's own text about the page and its tools. */
  readonly instructions?: string
  /**
   * Model as `provider/model`, or a language model object of the AI SDK 6 or 7. Has the highest precedence in model
   * resolution.
   */
  readonly model?: string | LanguageModel
  /**
   * Fields that are added unchanged to every request to the model, in the provider's own names: `{ service_tier: 'flex' }`.
   * They win over `reasoning`, `temperature` and `maxOutputTokens`. Fields that choose the model, or that contain the
   * conversation, the instructions or the tools, are ignored for every provider. For a model object of the AI SDK they are
   * its call options, such as `providerOptions`.
   */
  readonly modelOptions?: Readonly<Record<string, unknown>>
  /** Maximum number of model rounds in one request. Default 6. */
  readonly maxTurns?: number
  /**
   * Type of the reply, as a schema of an object: one of the framework's builders, or another Standard Schema. The reply `text`
   * then has the validated value in `output`. An invalid one is requested once more.
   */
  readonly output?: StandardSchema
  /** Whether the model may, must not or must call tools. Default `auto`. A model that refuses to be forced decides itself. */
  readonly toolChoice?: ToolChoice
  /** Called before each round: chooses its model, tools and instructions. It can't add tools or skip an approval. */
  readonly prepareStep?: PrepareStep
  /** Called after each round with calls. If one returns `true`, the turn ends with `stopReason: 'stop_when'`. */
  readonly stopWhen?: StopCondition | readonly StopCondition[]
  /** Tools that the agent may use, including tools of MCP servers. Default: all. */
  readonly tools?: ToolFilter
  /** MCP servers whose tools are added to the agent's tools, as `mcp_<name>.<tool>`. */
  readonly mcp?: RemoteServer | readonly RemoteServer[]
  /** Maximum size in bytes of a tool result that is sent to the model. Default 64 KiB. */
  readonly maxResultBytes?: number
  /** Maximum time in milliseconds without data from the provider. Default 60 000. */
  readonly providerTimeoutMs?: number
  /** Limits for each caller; without it, usage is unlimited. Callers without an identity share one budget; a session id is not an identity. */
  readonly budget?: Budget
  /** Prices in dollars by `provider/model`. They take precedence over the framework's list prices. */
  readonly prices?: Readonly<Record<string, ModelPrice>>
  /**
   * Stores conversations in the app's data store: a request with a `threadId` then sends only new messages. A conversation
   * belongs to the caller who began it. `ttlMs` is the time that a conversation is stored after its last turn, a week by
   * default. Default: each request contains the conversation.
   */
  readonly memory?: boolean | { readonly ttlMs?: number }
  /**
   * Lets a client that lost its connection read the rest of a streamed reply, through any process of the app: the turn
   * continues for 60 seconds without a connection. Only callers with a subject can resume, and only their own streams.
   * Default: the turn ends when the client disconnects.
   */
  readonly resumableStreams?: boolean
  /** Called after each turn. An exception in this hook never fails the turn. */
  readonly onTurn?: (turn: FinishedTurn) => void | Promise<void>
}

/**
 * An MCP server whose tools the agent may use. `include`, `exclude` and `readonly` use the tool names of that server. Results
 * of its tools are untrusted content.
 */
export interface RemoteServer extends ToolFilter {
  /** URL of the MCP endpoint, such as `https://docs.example.com/mcp`. */
  readonly url: string
  /** Sent as `Authorization: Bearer`. Read it from the environment. */
  readonly token?: string
  /** Authorizes requests by OAuth 2.1, in place of `token`. */
  readonly oauth?: RemoteOAuth
  /** Name of the server in the names of its tools. Default: derived from its host, such as `docs_example_com`. */
  readonly name?: string
  /** Timeout of each request to the server, in milliseconds. Default 30 000. */
  readonly timeoutMs?: number
  /** Allows private IP addresses and URLs without TLS. Default false. */
  readonly allowPrivate?: boolean
  /** Tools that change nothing. A tool that isn't listed counts as one that writes, whatever the server declares about it. */
  readonly readonly?: readonly string[]
  /** Also believes the server's own `readOnlyHint`. Default false. */
  readonly trustHints?: boolean
  /**
   * Calls that need a user's approval: those of tools that may write, all, or none. With `never`, a tool that may write is
   * refused once the conversation contains untrusted content. Default `writes`.
   */
  readonly approve?: 'never' | 'writes' | 'always'
  /**
   * Allows calls without approval of read-only tools while the conversation contains both untrusted content and data from outside this
   * server: an argument could send that data to the server. Default false.
   */
  readonly allowData?: boolean
}

/** OAuth at a remote server: as the app itself, or with the rights of a user who has logged in once for all of them. */
export type RemoteOAuth = RemoteClientConfig | RemoteLoginConfig

/** The app authorizes as itself. */
export interface RemoteClientConfig {
  readonly grant: 'client_credentials'
  readonly clientId: string | undefined
  /** Read it from the environment. */
  readonly clientSecret: string | undefined
  /** URL of the authorization server. The secret is sent to no other one, whatever the remote server names. */
  readonly issuer: string
  /** Default: the scope that the server asks for. */
  readonly scope?: string
}

/** A user logs in with `fw login <name>`, and every turn of the agent uses the tokens of this login. */
export interface RemoteLoginConfig {
  readonly grant: 'authorization_code'
  /** At least 32 random characters, which encrypt the tokens in the data store. Read it from the environment. */
  readonly secret: string | undefined
  /** Id of a client that is registered at the authorization server. Default: `clientMetadataUrl`, or a registration. */
  readonly clientId?: string
  readonly clientSecret?: string
  /** URL of the authorization server of `clientId`, which needs it: the client is sent to no other one. */
  readonly issuer?: string
  /** HTTPS URL of a client id metadata document, for authorization servers that accept one. */
  readonly clientMetadataUrl?: string
  /** Default: the scope that the server asks for. */
  readonly scope?: string
}

/**
 * Tools of the servers in `mcp-tools.lock.json`, by their names in the agent: `RemoteTools['mcp_docs.search']['input']`.
 * Generated into `.fw/types`; empty before that.
 */
export type RemoteTools = Registered<'remoteTools', Record<never, never>>

/** Limits of a caller's usage. At least one of `maxTokens` and `maxCostUsd` is required. */
export interface Budget {
  /** Input and output tokens in a window. */
  readonly maxTokens?: number
  /** Cost in dollars in a window. Rounds of a model without a known price count as free, with a warning. */
  readonly maxCostUsd?: number
  /** Length of a window in milliseconds. Windows begin at multiples of it. Default: a day, which begins at midnight UTC. */
  readonly windowMs?: number
}

/** Prices in dollars for a million tokens. */
export interface ModelPrice {
  readonly input: number
  readonly output: number
  /** Default: the price of `input`. */
  readonly cachedInput?: number
}

/** The argument of `onTurn`. */
export interface FinishedTurn {
  readonly reply: TurnReply
  readonly subject?: string
  /** Name of the channel that delivered the message. */
  readonly channel?: string
  readonly durationMs: number
}

interface TurnFacts {
  readonly messages: readonly Message[]
  /** `provider/model`. */
  readonly model: string
  /** Sum of all rounds of the turn. */
  readonly usage: TokenUsage
  /** Proposals that this turn created and that await approval. */
  readonly proposals: readonly ParkedResult[]
  /** Older parts of the conversation that were summarised in this turn; absent without any. */
  readonly compactions?: readonly Compaction[]
  /**
   * The model has read untrusted content. The assistant's messages have this mark, too: a client sends them back unchanged. If
   * it removes messages, it reports the mark in its next requests (`x-fw-tainted: 1`). It marks calls of page tools in the same
   * way.
   */
  readonly tainted?: true
  /**
   * The model has read data of the app, its pages or files. A client handles this mark like `tainted`; the header is
   * `x-fw-holds-data: 1`.
   */
  readonly holdsData?: true
}

/** Why a model gives no reply. In a stream of all parts, it is the part `data-refusal`. */
export interface Refusal {
  /** `model`, or the filter of the provider that stopped the reply (`content_filter`) or the request (`prompt_blocked`). */
  readonly reason: string
  /** Text for the user. */
  readonly message: string
  /** The provider's own name of the reason, such as `SAFETY`. */
  readonly finishReason?: string
}

/** The response of `/_fw/agent`. */
export type TurnReply =
  | (TurnFacts & {
      readonly type: 'text'
      readonly text: string
      /** The value of an agent with `output`; absent if a limit or `stopWhen` ended the turn early. */
      readonly output?: unknown
      /** Present only if a limit or `stopWhen` ended the turn early. */
      readonly stopReason?: 'max_turns' | 'max_tokens' | 'budget' | 'stop_when'
    })
  | (TurnFacts & {
      readonly type: 'ui_calls'
      readonly calls: readonly { readonly id: string; readonly name: string; readonly input: unknown }[]
    })
  | (TurnFacts & Refusal & { readonly type: 'refusal' })
  | SetupReply
  | ErrorReply

/** No model is configured. */
export interface SetupReply {
  readonly type: 'setup'
  /** Names the environment variable to set. */
  readonly message: string
}

/** The turn failed. If it had begun, `messages` contains the calls that have run, with their results: a retry sends them. */
export interface ErrorReply extends Partial<TurnFacts> {
  readonly type: 'error'
  readonly error: string
  readonly code: 'provider_error' | 'rate_limited' | 'unavailable'
  /** Message of the provider. Never sent over HTTP in production. */
  readonly detail?: string
  /** Time in milliseconds after which a retry can succeed, if known. */
  readonly retryAfterMs?: number
}

/** The agent at `/_fw/agent`. `defineAgent` creates one; an app may implement its own. */
export interface AgentMount {
  handle(req: Request, deps: TurnDeps): Promise<Response>
  /**
   * Returns the reply that reports a missing model, without running a turn. Returns undefined if a model is set up. If this
   * method is absent, the state is unknown.
   */
  setup?(): SetupReply | undefined
  /** Returns what the model refuses of the agent's settings, in sentences. Absent: unknown. */
  warnings?(): readonly string[]
  /** Returns the media types of files that the model reads, besides text. Absent or `undefined`: unknown. */
  mediaTypes?(): readonly string[] | undefined
  /** MCP servers whose tools the agent uses, for reports and generated types. Absent: none. */
  readonly remoteSources?: readonly RemoteSource[]
  /** Runs approved calls of the tools of these servers. Absent: none is ever pending. */
  readonly remoteCalls?: RemoteCalls
  /** Handles `GET` and `DELETE` of `/_fw/agent/<id>/stream`. Absent if streams can't be resumed. */
  stream?(req: Request, deps: TurnDeps): Promise<Response>
  /**
   * Waits for turns whose reply a client reads through another process. Called when the server stops, with a limit in
   * milliseconds.
   */
  drain?(limitMs: number): Promise<void>
  /** Ends turns that run without a connected client. Called when the server closes. */
  close?(): void
}
