/** What the MCP room needs from the server that it runs in, and how one message is answered. */
import type { Ctx, ManifestTool } from '#contract/api.ts'
import type { CallClient } from '#contract/call-client.ts'
import type { DataStore } from '#contract/data.ts'
import type { ManifestStore } from '#contract/manifest.ts'
import type { McpOptions } from '#contract/mcp.ts'
import type { KnownPage } from '#contract/page.ts'
import type { Proposal } from '#contract/proposal.ts'
import type { Skill } from '#contract/skill.ts'
import type { RpcMessage, RpcParams } from '#wire/json-rpc.ts'
import type { Era } from './era.ts'
import type { McpServerInfo } from './protocol.ts'
import type { ToolNames } from './tool-names.ts'

/** The app as MCP sees it: made once. */
export interface McpApp {
  readonly names: ToolNames
  readonly server: McpServerInfo
  /** Public origin; addresses of pages to open are relative without it. */
  readonly siteUrl: string | undefined
  readonly options: McpOptions
  readonly skills: readonly Skill[]
  /** What a parked call came to, in whatever state. */
  proposal(id: string): Promise<Proposal | undefined>
  /** Who the caller is as an owner of proposals. */
  ownerOf(ctx: Ctx): string | undefined
  /** Shared by all processes of the app: what a session sends to one of them is for the one that runs its request. */
  readonly data: Pick<DataStore, 'claim' | 'read' | 'write' | 'remove'>
  /** Signs what travels through clients. The same for all processes of the app. */
  stateKey(): Promise<Buffer>
  readonly now: () => number
}

/** What a tool answered. */
export interface Invoked {
  readonly wire: unknown
  /** `wire` as JSON; undefined for a call that answered nothing. */
  readonly json: string | undefined
}

/** Whom a running tool speaks to. */
export interface InvokeLine {
  readonly signal: AbortSignal
  readonly client: CallClient
}

/** What one message needs from its request. */
export interface McpCall {
  /** A header by lower-case name. */
  header(name: string): string | undefined
  /** The caller's, asked for only by messages that need one. Throws for a caller whom the app refuses. */
  ctx(): Ctx | Promise<Ctx>
  /** Returns the page at a path as Markdown, as this caller sees it, or `undefined` without a page. */
  readPage(path: string, ctx: Ctx): Promise<string | undefined>
  /** Known pages that this caller can read. */
  pages(): Promise<readonly KnownPage[]>
  /** Stores that the app shows, as this caller sees them. */
  stores(ctx: Ctx): Promise<readonly ManifestStore[]>
  /** What this caller may see: one array for each set of visible tools. */
  tools(ctx: Ctx): readonly ManifestTool[] | Promise<readonly ManifestTool[]>
  /** Throws `FwError` and nothing else. */
  invoke(ctx: Ctx, tool: string, input: unknown, line: InvokeLine): Promise<Invoked>
  /**
   * The `WWW-Authenticate` for a caller that lacks a scope of a tool (RFC 6750 section 3.1). Undefined where the caller
   * could not get a better token; a refusal is then a tool error as any other.
   */
  scopeChallenge?(tool: string): string | undefined
  /** Aborts when the caller leaves. Made when it is read. */
  readonly signal: AbortSignal
}

/** `body` is JSON text, a stream of events, or null for an accepted notification. */
export interface McpReply {
  readonly status: number
  readonly body: string | ReadableStream<Uint8Array> | null
  readonly headers?: Readonly<Record<string, string>>
}

/** A request whose era is known. */
export interface McpRequest {
  readonly id: Extract<RpcMessage, { kind: 'request' }>['id']
  readonly method: string
  readonly params: RpcParams
  readonly era: Era
}

/** Answers the requests of one method. */
export type McpMethod = (request: McpRequest, call: McpCall) => McpReply | Promise<McpReply>
