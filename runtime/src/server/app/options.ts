/** The options of `createFwServer`. The reference is generated from this file. */

import type { ApiModules } from '#api/collect.ts'
import type { AgentMount } from '#contract/agent/agent.ts'
import type { McpOptions } from '#contract/agent/mcp.ts'
import type { Proposal, ProposalStore, ProposedCall } from '#contract/agent/proposal.ts'
import type { Skill } from '#contract/agent/skill.ts'
import type { AgentIdentity, AuditEntry, ChangeEntry, ClientIdentity, Ctx, Session } from '#contract/api.ts'
import type { FwConfig } from '#contract/config/config.ts'
import type { DataStore } from '#contract/config/data.ts'
import type { HookName } from '#contract/config/hook.ts'
import type { Inspect, InspectLive } from '#contract/config/inspect.ts'
import type { LogSink } from '#contract/config/log.ts'
import type { Schedule } from '#contract/config/schedule.ts'
import type { ChannelDef } from '#contract/http/channel.ts'
import type { WebSocketConfig } from '#contract/http/websocket.ts'
import type { I18n } from '#contract/page/i18n.ts'
import type { BearerOptions, BearerResult } from '#identity/bearer.ts'
import type { SigningOptions } from '#identity/sign-requests.ts'
import type { AgentsConfig } from '#identity/web-bot-auth.ts'
import type { PageOptions } from '#page/pages.ts'
import type { SessionStore } from '#session/store.ts'

/** The second argument of `ctxFor`. */
export interface CtxFacts {
  /** The verified session payload; undefined without a session. */
  readonly session: Session | undefined
  /** The verified agent identity; null when the request is unsigned. */
  readonly agent: AgentIdentity | null
  /** The identity of the caller's bearer token at the MCP and A2A endpoints; absent everywhere else. */
  readonly identity?: ClientIdentity
}

/** `csp: { … }`: additions to the strict policy. */
export interface CspOptions {
  /**
   * The source of the nonce, if a proxy in front of the server creates it: the name of the request header that contains it,
   * or a function. It must be base64 and new for each response. Default: 18 random bytes.
   */
  readonly nonce?: string | ((req: Request) => string)
  /**
   * A string is appended, such as `"img-src 'self'; style-src 'self' 'nonce-{nonce}'"`; `{nonce}` is replaced. A function
   * returns the whole header; `policy` is `strictPolicy(nonce)`.
   */
  readonly header?: string | ((nonce: string, policy: string) => string)
  /** For the pages of a static site, which a server doesn't serve; see `FwConfig`. */
  readonly static?: 'hash'
}

/**
 * The options of a server: an app's modules, from the build or from you, and its configuration. All options are optional. A
 * `SetupError` reports options that contradict each other.
 */
export interface FwServerOptions extends PageOptions {
  /** `api()` modules by module name. */
  readonly apis?: ApiModules
  /**
   * Creates the context of a request, and so decides authentication. It must not read the body. Throw an `FwError`
   * (`unauthenticated`) to refuse the request. Default: an empty context.
   */
  readonly ctxFor?: (req: Request, facts: CtxFacts) => unknown
  /**
   * Verifies the bearer token of a caller of the MCP and A2A endpoints: `mcpAuth.verify`, exported from `src/hooks.ts`.
   * True or an identity accepts the token, all other values refuse it.
   */
  readonly verifyBearer?: (token: string, req: Request) => BearerResult | Promise<BearerResult>
  /** Signed session cookies. Read once for each request; a renewed cookie is added to the response. */
  readonly session?: SessionStore
  /** Verifies signed agents by RFC 9421; the policy `require` refuses unverified agents. Default: no agent is verified. */
  readonly agents?: AgentsConfig
  /** The bearer token that callers of the MCP and A2A endpoints need. Default: no token is required. */
  readonly mcpAuth?: BearerOptions
  /** Resources and prompts for MCP clients, in addition to tools, pages and skills. Default: none. */
  readonly mcp?: McpOptions
  /**
   * Host names by which callers of the MCP and A2A endpoints may address this server, in addition to `siteUrl`'s; see
   * `FwConfig`.
   */
  readonly allowedHosts?: FwConfig['allowedHosts']
  /** Signs requests of the app's own agent to other servers; see `FwConfig`. Default: requests aren't signed. */
  readonly signing?: SigningOptions
  /**
   * Sets a strict Content-Security-Policy on every page, including error pages: only scripts with the nonce of the response
   * run.
   */
  readonly csp?: boolean | CspOptions
  /** Runs before routing, on the canonical path. If it returns a `Response`, the server sends it. */
  readonly middleware?: (req: Request) => Response | undefined | Promise<Response | undefined>
  /** The agent at `/_fw/agent` and `/_fw/llm`: the export of `src/agent.ts`. Default: `defineAgent()`. */
  readonly agent?: AgentMount
  /** Documents that the agent can read for a task: `discoverSkills('src/skills')`. Default: none. */
  readonly skills?: readonly Skill[]
  /** Channels by name, served below `/_fw/channels/`: the exports of the files of `src/channels/`. Default: none. */
  readonly channels?: Readonly<Record<string, ChannelDef>>
  /** The WebSocket endpoint: the export of `src/ws.ts`. Default: none. */
  readonly websocket?: WebSocketConfig
  /** Schedules by name: the exports of `src/schedules.ts`. They run only after `startSchedules`. */
  readonly schedules?: Readonly<Record<string, Schedule>>
  /**
   * Called for every API dispatch, including refused calls. An exception in this hook never fails a call. Its own calls have
   * the origin and the ctx of the call that it reports, and are not reported.
   */
  readonly onAudit?: (entry: AuditEntry) => void | Promise<void>
  /**
   * Called once for each committed write of this process, after its tags have been invalidated: a call of an API with
   * `invalidates`, and `revalidateTag` and `revalidatePath`. An exception in this hook never fails a call. Its own calls have
   * the origin and the ctx of the write, and their writes are not reported.
   */
  readonly onChange?: (change: ChangeEntry) => void | Promise<void>
  /** Rewrites an input before the audit, a trace or a development tool shows it. */
  readonly redact?: (tool: string, input: unknown) => unknown
  /**
   * Called with each proposal that this server creates, after it is stored. An exception in this hook never fails a call.
   */
  readonly onProposal?: (proposal: ProposedCall) => void | Promise<void>
  /**
   * The store of proposals. Default: the store of `data`. Processes that share it need the same `data`, too: it contains the key of
   * the forms on the approval page.
   */
  readonly proposals?: ProposalStore
  /** `memory` (default), `sqlite:<path>`, `redis://…` or `postgres://…`. `fw dev` and `fw start` pass `sqlite:.fw/data/fw.db`. */
  readonly data?: FwConfig['data']
  /** A store of the host, such as durable objects, in place of the one that `data` opens. */
  readonly dataStore?: DataStore
  /**
   * Other processes serve this app with the same `data`, as with `fw start --workers`: they share invalidated cache tags
   * through it. Throws a `SetupError` for `memory`, which can't be shared. Default false; a Redis and a Postgres are always shared.
   */
  readonly sharesData?: boolean
  /** The cache of public pages, see `FwConfig`. `false` turns it off. Default: in memory, or in the Redis of `data`. */
  readonly cache?: FwConfig['cache']
  /** Serves `/llms.txt`, the index of pages and tools for agents. Default: off. */
  readonly llmsTxt?: FwConfig['llmsTxt']
  /** Serves the OpenAPI document of the app's functions at `/_fw/openapi.json`; see `FwConfig`. Default: off. */
  readonly openapi?: FwConfig['openapi']
  /** URL of the script that shows the document at `/_fw/openapi`. The build sets it if `openapi.reference` is on. Default: no page. */
  readonly referenceUrl?: string
  /** Version and license of the app, as in its `package.json`, for the OpenAPI document. The build sets them. */
  readonly appPackage?: { readonly version?: string | undefined; readonly license?: string | undefined }
  /**
   * Returns whether the files for crawlers list a known page. Static output lists the pages that it has written. Default:
   * pages that the middleware allows a visitor without cookies to read. Only `true` lists a page.
   */
  readonly isListed?: (path: string) => boolean | Promise<boolean>
  /** The languages of the app: the export of `src/i18n.ts`. They are part of its URLs. Default: one language, `lang`. */
  readonly i18n?: I18n
  /** Redirects by path, applied before pages. */
  readonly redirects?: FwConfig['redirects']
  /** Pages at additional paths. */
  readonly rewrites?: FwConfig['rewrites']
  /** Lifetime of a pending proposal in milliseconds. Default 10 minutes. */
  readonly proposalTtlMs?: number
  /** Maximum number of pending proposals of one subject; beyond it the oldest is removed. Default 100. */
  readonly maxPendingProposals?: number
  /** Returns the identity of the caller as the owner of proposals. Default `ctx.userId`. */
  readonly subjectOf?: (ctx: Ctx) => string | number | undefined
  /**
   * Allows users other than the subject to approve or reject its proposals. By default, only the subject may. A resolved
   * proposal has neither `input` nor `message`.
   */
  readonly canSettle?: (question: { readonly ctx: Ctx; readonly proposal: Proposal }) => boolean | Promise<boolean>
  /**
   * Who may resolve proposals without a subject: any caller (`open`), or callers for which `subjectOf` returns an identity
   * (`signed-in`). Default: `open` if the app has no `session`, otherwise `signed-in`.
   */
  readonly approvals?: 'open' | 'signed-in'
  /** Public origin, such as `https://shop.example`: the base of absolute URLs. The Host header is never used for them. */
  readonly siteUrl?: string
  /** Largest request body in bytes. Default 1 MiB. */
  readonly maxBodyBytes?: number
  /** Limits of one form with files; see `FwConfig`. */
  readonly uploads?: FwConfig['uploads']
  /** Proxies whose `x-forwarded-*` headers are trusted; see `FwConfig`. Throws for an invalid address. Default: none. */
  readonly trustProxy?: FwConfig['trustProxy']
  /** Time limits of `serve` for clients, unless its own options set them; see `FwConfig`. */
  readonly timeouts?: FwConfig['timeouts']
  /** Time that `serve` waits for running requests when it stops, unless its own options set it. Default 10 seconds. */
  readonly drainMs?: number
  /** Time that `serve` still handles new requests when it stops, unless its own options set it. Default 0. */
  readonly drainDelayMs?: number
  /** Responds with 500 if an output doesn't match its schema, in production too, where it is otherwise only logged. */
  readonly validateOutput?: boolean
  /** Hides messages of unexpected errors, and only logs invalid output. Default: whether `NODE_ENV` is `production`. */
  readonly production?: boolean
  /**
   * Receives every log entry. With pino: `({ level, msg, time, ...fields }) => pino[level](fields, msg)`. Default: stderr,
   * as JSON in production, and as readable text elsewhere and on a terminal.
   */
  readonly log?: LogSink
  /** The lowest level that is logged. Default `info`. The environment variable `LOG_LEVEL` takes precedence. */
  readonly logLevel?: FwConfig['logLevel']
  /** Data for OpenTelemetry, if an SDK is registered before the server is created. Default: no inputs and results. */
  readonly telemetry?: FwConfig['telemetry']
  /** Logs a line for each response: method, path, status, time. Default false; `fw dev` turns it on. */
  readonly accessLog?: boolean
  /**
   * Receives failures of the app with their context, including validated inputs. For development tools such as the error
   * overlay of `fw dev`. Default: none.
   */
  readonly inspect?: Inspect
  /**
   * Receives each live read with its tags, and each write. For development tools: `fw dev` shows which write has refreshed a
   * read. Default: none.
   */
  readonly inspectLive?: InspectLive
  /** Clock in epoch milliseconds. Default `Date.now`. */
  readonly now?: () => number
}

/** Exports of `src/hooks.ts`; each is the server option of the same name. */
export type Hooks = Pick<FwServerOptions, HookName>
