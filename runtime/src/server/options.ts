/** The options of `createFwServer` (spec: Server options): this page is the reference. */
import type { AgentMount } from '#contract/agent.ts'
import type { AgentIdentity, AuditEntry, Ctx, Session } from '#contract/api.ts'
import type { ChannelDef } from '#contract/channel.ts'
import type { FwConfig } from '#contract/config.ts'
import type { HookName } from '#contract/hook.ts'
import type { I18n } from '#contract/i18n.ts'
import type { Inspect } from '#contract/inspect.ts'
import type { LogSink } from '#contract/log.ts'
import type { McpOptions } from '#contract/mcp.ts'
import type { Proposal, ProposalStore, ProposedCall } from '#contract/proposal.ts'
import type { Schedule } from '#contract/schedule.ts'
import type { Skill } from '#contract/skill.ts'
import type { WebSocketConfig } from '#contract/websocket.ts'
import type { ApiModules } from '../api/collect.ts'
import type { BearerOptions } from '../identity/bearer.ts'
import type { SigningOptions } from '../identity/sign-requests.ts'
import type { AgentsConfig } from '../identity/web-bot-auth.ts'
import type { PageOptions } from '../page/pages.ts'
import type { SessionStore } from '../session/store.ts'

/** What `ctxFor` is told beside the request. */
export interface CtxFacts {
  /** The verified session payload; undefined without a session. */
  readonly session: Session | undefined
  /** The verified agent identity; null when the request is unsigned. */
  readonly agent: AgentIdentity | null
}

/** `csp: { … }`: what is added to the strict policy. */
export interface CspOptions {
  /**
   * Where the nonce of an answer comes from, when something in front of the server makes it: the name of the request header
   * that carries it, or a function. It must be base64 and new for each answer. Default: 18 random bytes.
   */
  readonly nonce?: string | ((req: Request) => string)
  /**
   * A string is appended, as `"img-src 'self'; style-src 'self' 'nonce-{nonce}'"`, with the nonce for `{nonce}`. A function
   * answers the whole header; `policy` is `strictPolicy(nonce)`.
   */
  readonly header?: string | ((nonce: string, policy: string) => string)
  /** For the pages of a static site, which a server does not send; see `FwConfig`. */
  readonly static?: 'hash'
}

/**
 * What `createFwServer` is made of: an app's modules, as the build or you hand them over, and its configuration. All
 * are optional; a `SetupError` says what does not go together.
 */
export interface FwServerOptions extends PageOptions {
  /** `api()` modules by module name. */
  readonly apis?: ApiModules
  /**
   * Makes the context of a request: authentication is decided here. It must not read the body. Throw an `FwError`
   * (`unauthenticated`) to refuse the request. Default: an empty context.
   */
  readonly ctxFor?: (req: Request, facts: CtxFacts) => unknown
  /**
   * Checks the bearer token of a caller of the MCP and A2A endpoints: `mcpAuth.verify`, as `src/hooks.ts` exports it.
   * Null and false refuse it.
   */
  readonly verifyBearer?: (token: string, req: Request) => unknown
  /** Signed session cookies. Read once per request; a renewed cookie is added to the answer. */
  readonly session?: SessionStore
  /** Verifies signed agents by RFC 9421; policy `require` refuses agents that are not. Default: no agent is known. */
  readonly agents?: AgentsConfig
  /** The bearer token that callers of the MCP and A2A endpoints need. Default: none is asked for. */
  readonly mcpAuth?: BearerOptions
  /** What MCP clients get beside tools, pages and skills. Default: nothing. */
  readonly mcp?: McpOptions
  /** Names by which callers of the MCP and A2A endpoints may address this server, beside `siteUrl`'s; see `FwConfig`. */
  readonly allowedHosts?: FwConfig['allowedHosts']
  /** Signs what the app's own agent sends to other servers; see `FwConfig`. Default: nothing is signed. */
  readonly signing?: SigningOptions
  /** A strict Content-Security-Policy on every page, error pages too: only scripts with the nonce of the answer run. */
  readonly csp?: boolean | CspOptions
  /** Runs before routing, on the canonical path. A returned `Response` is the answer. */
  readonly middleware?: (req: Request) => Response | undefined | Promise<Response | undefined>
  /** What answers at `/_fw/agent` and `/_fw/llm`: what `src/agent.ts` exports. Default: `defineAgent()`. */
  readonly agent?: AgentMount
  /** What the agent may read when a task asks for it: `discoverSkills('src/skills')`. Default: none. */
  readonly skills?: readonly Skill[]
  /** Channels by name, served below `/_fw/channels/`: what the files of `src/channels/` export. Default: none. */
  readonly channels?: Readonly<Record<string, ChannelDef>>
  /** The WebSocket endpoint: what `src/ws.ts` exports. Default: none. */
  readonly websocket?: WebSocketConfig
  /** What the app does by itself, by name: what `src/schedules.ts` exports. Nothing runs before `startSchedules`. */
  readonly schedules?: Readonly<Record<string, Schedule>>
  /** Called for every api dispatch, refusals included. A throwing sink never breaks a call. */
  readonly onAudit?: (entry: AuditEntry) => void | Promise<void>
  /** Rewrites what the audit shows of an input. */
  readonly redact?: (tool: string, input: unknown) => unknown
  /** Called with each proposal that this server parks, once it is stored. A throwing hook never breaks a call. */
  readonly onProposal?: (proposal: ProposedCall) => void | Promise<void>
  /** Where proposals are kept. Default: what `data` names. */
  readonly proposals?: ProposalStore
  /** `memory` (default), `sqlite:<path>` or `redis://…`. `fw dev` and `fw start` pass `sqlite:.fw/data/fw.db`. */
  readonly data?: FwConfig['data']
  /**
   * Other processes serve this app on the same `data`, as with `fw start --workers`: dropped tags of the cache are told
   * through it. Throws a `SetupError` for `memory`, which no two share. Default false; a Redis is taken to be shared.
   */
  readonly sharesData?: boolean
  /** Copies of public pages, see `FwConfig`. `false` keeps none. Default: in memory, or in the Redis that `data` names. */
  readonly cache?: FwConfig['cache']
  /** Serves `/llms.txt`, the index of pages and tools for agents. Default: off. */
  readonly llmsTxt?: FwConfig['llmsTxt']
  /**
   * Whether the files for crawlers list a known page: static output lists the pages that it has written. Default: pages that
   * middleware lets a visitor without cookies read.
   */
  readonly isListed?: (path: string) => boolean
  /** The languages of the app: what `src/i18n.ts` exports. Its pages then stand below `/<locale>/`. Default: one, `lang`. */
  readonly i18n?: I18n
  /** Redirects by path, before any page. */
  readonly redirects?: FwConfig['redirects']
  /** Pages under other paths. */
  readonly rewrites?: FwConfig['rewrites']
  /** Lifetime of a pending proposal in milliseconds. Default 10 minutes. */
  readonly proposalTtlMs?: number
  /** Pending proposals of one subject; the oldest goes first. Default 100. */
  readonly maxPendingProposals?: number
  /** Who the caller is, as the owner of proposals. Default `ctx.userId`. */
  readonly subjectOf?: (ctx: Ctx) => string | number | undefined
  /**
   * Allows users other than the subject to approve or reject its proposals. By default, only the subject may. A resolved
   * proposal has neither `input` nor `message`.
   */
  readonly canSettle?: (question: { readonly ctx: Ctx; readonly proposal: Proposal }) => boolean | Promise<boolean>
  /**
   * Who settles proposals without a subject: anybody (`open`), or callers that `subjectOf` knows (`signed-in`). Default
   * `open` exactly when the app has no `session`.
   */
  readonly approvals?: 'open' | 'signed-in'
  /** Public origin, as `https://shop.example`: what absolute addresses are made of. Never the Host header. */
  readonly siteUrl?: string
  /** Largest request body in bytes. Default 1 MiB. */
  readonly maxBodyBytes?: number
  /** What one form with files may send; see `FwConfig`. */
  readonly uploads?: FwConfig['uploads']
  /** Whose `x-forwarded-*` headers count; see `FwConfig`. Throws for what is no address. Default: nobody's. */
  readonly trustProxy?: FwConfig['trustProxy']
  /** What `serve` allows callers, unless it is told otherwise; see `FwConfig`. */
  readonly timeouts?: FwConfig['timeouts']
  /** What `serve` gives running requests at its end, unless it is told otherwise. Default 10 seconds. */
  readonly drainMs?: number
  /** How long `serve` answers new requests at its end, unless it is told otherwise. Default 0. */
  readonly drainDelayMs?: number
  /** Answer 500 for output that does not fit its schema, in production too, where it is otherwise logged. */
  readonly validateOutput?: boolean
  /** Hides messages of unexpected errors and only logs bad output. Default: whether `NODE_ENV` is `production`. */
  readonly production?: boolean
  /**
   * Gets every line of the log. With pino: `({ level, msg, time, ...fields }) => pino[level](fields, msg)`. Default: stderr,
   * as JSON in production and as text for people elsewhere and on a terminal.
   */
  readonly log?: LogSink
  /** The lowest level that is logged. Default `info`. The environment variable `LOG_LEVEL` wins. */
  readonly logLevel?: FwConfig['logLevel']
  /** What OpenTelemetry gets, where an SDK is registered before the server is made. Default: no inputs and results. */
  readonly telemetry?: FwConfig['telemetry']
  /** One line for each answer: method, path, status, time. Default false; `fw dev` turns it on. */
  readonly accessLog?: boolean
  /**
   * For tools of development, as the error overlay of `fw dev`: told of failures of the app with what is known about them,
   * checked inputs included. Default: nobody is.
   */
  readonly inspect?: Inspect
  /** Clock in epoch milliseconds. Default `Date.now`. */
  readonly now?: () => number
}

/** What `src/hooks.ts` may export; each is the server option of the same name. */
export type Hooks = Pick<FwServerOptions, HookName>
