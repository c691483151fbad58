/** The agent of an app: its configuration, a turn's answer, and what may stand in for it (spec: Agent configuration). */
import type { Registered } from './api.ts'
import type { Message } from './message.ts'
import type { TokenUsage } from './model.ts'
import type { ParkedResult } from './proposal.ts'
import type { RemoteSource } from './remote-source.ts'
import type { TurnDeps } from './turn-deps.ts'

/**
 * `api.shop.*` matches by prefix, anything else exactly; `docs.*` also matches the tools of the MCP server `docs`. `include`
 * empty or absent means everything; `exclude` wins.
 */
export interface ToolFilter {
  readonly include?: readonly string[]
  readonly exclude?: readonly string[]
}

/** The argument of `defineAgent` (spec: Agent configuration). All optional. */
export interface AgentConfig {
  /** System instructions, before what the framework says about the page and its tools. */
  readonly instructions?: string
  /** `provider/model`; first in the resolution order. */
  readonly model?: string
  /**
   * Fields added to every request to the model, as written: `{ temperature: 0.2 }`. The fields that choose the model or hold
   * the conversation, the instructions or the tools are left out, whichever provider is used.
   */
  readonly modelOptions?: Readonly<Record<string, unknown>>
  /** Model rounds in one request. Default 6. */
  readonly maxTurns?: number
  /** Which tools the agent may use, those of other servers included. Default: everything. */
  readonly tools?: ToolFilter
  /** MCP servers whose tools join the list, as `mcp_<name>.<tool>`. */
  readonly mcp?: RemoteServer | readonly RemoteServer[]
  /** Bytes of one tool result that reach the model. Default 64 KiB. */
  readonly maxResultBytes?: number
  /** Longest silence of the provider in milliseconds. Default 60 000. */
  readonly providerTimeoutMs?: number
  /** What one caller may use up; absent means no bound. Callers whom the app does not name share one. */
  readonly budget?: Budget
  /** Dollars by `provider/model`, before the framework's own list prices. */
  readonly prices?: Readonly<Record<string, ModelPrice>>
  /**
   * Keeps conversations in the app's data store: a request with a `threadId` then sends only what is new. Each belongs to
   * the caller who began it. `ttlMs`: kept so long after its last turn, default a week. Default: the conversation travels
   * with each request.
   */
  readonly memory?: boolean | { readonly ttlMs?: number }
  /**
   * Lets a client that lost its connection read the rest of a streamed answer: the turn goes on for 60 seconds without it, in
   * this process. For callers with a subject; only they get it back. Default: a client that leaves ends the turn.
   */
  readonly resumableStreams?: boolean
  /** Called when a turn has ended. A throwing hook never breaks a turn. */
  readonly onTurn?: (turn: FinishedTurn) => void | Promise<void>
}

/**
 * An MCP server whose tools the agent may use. `include` and `exclude` speak of the server's own names of its tools. What its
 * tools answer is data of strangers: with it in the conversation, only tools that change nothing still run by themselves.
 */
export interface RemoteServer extends ToolFilter {
  /** Its endpoint, as `https://docs.example.com/mcp`. */
  readonly url: string
  /** Sent as `Authorization: Bearer`. Read it from the environment. */
  readonly token?: string
  /** In the names of its tools. Default: from its host, as `docs_example_com`. */
  readonly name?: string
  /** Of each request to it, in milliseconds. Default 30 000. */
  readonly timeoutMs?: number
  /** Lets it be at an address inside a network, or without TLS. Default false. */
  readonly allowPrivate?: boolean
  /**
   * Lets tools that change nothing be called when the conversation holds text of strangers and something that was not read
   * from this server: an argument could carry it there. Default false.
   */
  readonly allowData?: boolean
}

/**
 * The tools of the servers in `mcp-tools.lock.json`, by the agent's names: `RemoteTools['mcp_docs.search']['input']`.
 * Written to `.fw/types`; empty before.
 */
export type RemoteTools = Registered<'remoteTools', Record<never, never>>

/** At least one of the two. */
export interface Budget {
  /** Of input and output together, in a window. */
  readonly maxTokens?: number
  /** Dollars in a window. Rounds whose price is not known count as nothing, with a warning. */
  readonly maxCostUsd?: number
  /** Milliseconds; windows begin at multiples of it. Default: a day, which begins at midnight UTC. */
  readonly windowMs?: number
}

/** Dollars for a million tokens. */
export interface ModelPrice {
  readonly input: number
  readonly output: number
  /** Default: as `input`. */
  readonly cachedInput?: number
}

/** Told to `onTurn`. */
export interface FinishedTurn {
  readonly reply: TurnReply
  readonly subject?: string
  /** Name of the channel that it came through. */
  readonly channel?: string
  readonly durationMs: number
}

interface TurnFacts {
  readonly messages: readonly Message[]
  /** `provider/model`. */
  readonly model: string
  /** Of all rounds of the turn. */
  readonly usage: TokenUsage
  /** What was parked in this turn, waiting for a person. */
  readonly proposals: readonly ParkedResult[]
  /**
   * The model has read what nobody vouches for. A client that forgets parts of the conversation says so in its next request
   * (`x-fw-tainted: 1`), and runs calls of the page as such.
   */
  readonly tainted?: true
}

/** What `/_fw/agent` answers (spec: Turn replies; decisions: Agent). */
export type TurnReply =
  | (TurnFacts & {
      readonly type: 'text'
      readonly text: string
      /** Only where the turn was cut short. */
      readonly stopReason?: 'max_turns' | 'max_tokens' | 'budget'
    })
  | (TurnFacts & {
      readonly type: 'ui_calls'
      readonly calls: readonly { readonly id: string; readonly name: string; readonly input: unknown }[]
    })
  | (TurnFacts & { readonly type: 'refusal'; readonly reason: string; readonly message: string })
  | SetupReply
  | ErrorReply

/** No model is configured. */
export interface SetupReply {
  readonly type: 'setup'
  /** Names the variable to set. */
  readonly message: string
}

export interface ErrorReply {
  readonly type: 'error'
  readonly error: string
  readonly code: 'provider_error' | 'rate_limited' | 'unavailable'
  /** The provider's own words: never over HTTP in production. */
  readonly detail?: string
  /** When it is worth another try, where that is known. */
  readonly retryAfterMs?: number
  readonly usage?: TokenUsage
  readonly proposals?: readonly ParkedResult[]
}

/** Mounted at `/_fw/agent`: `defineAgent` makes one, and an app may bring its own (spec: Agent mount). */
export interface AgentMount {
  handle(req: Request, deps: TurnDeps): Promise<Response>
  /** Why no model would answer: the reply of a turn, asked for without one. Undefined: one is set up. Absent: not known. */
  setup?(): SetupReply | undefined
  /** The MCP servers whose tools it uses, for reports and types. Absent: none. */
  readonly remoteSources?: readonly RemoteSource[]
  /** Answers `GET` and `DELETE` of `/_fw/agent/<id>/stream`; absent where no stream can be resumed. */
  stream?(req: Request, deps: TurnDeps): Promise<Response>
  /** Ends the turns that go on without a listener. Called when the server closes. */
  close?(): void
}
