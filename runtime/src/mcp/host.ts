/** The interface between MCP and the server that runs it. */

import type { ManifestStore } from '#contract/agent/manifest.ts'
import type { McpOptions } from '#contract/agent/mcp.ts'
import type { PendingApproval, Proposal } from '#contract/agent/proposal.ts'
import type { Skill } from '#contract/agent/skill.ts'
import type { Ctx, ManifestTool } from '#contract/api.ts'
import type { DataStore } from '#contract/config/data.ts'
import type { CallClient } from '#contract/http/call-client.ts'
import type { KnownPage } from '#contract/page/page.ts'
import type { JsonSchema } from '#contract/schema/json-schema.ts'
import type { RpcMessage, RpcParams } from '#wire/json-rpc.ts'
import type { Era } from './era.ts'
import type { McpServerInfo } from './protocol.ts'
import type { WatchedTags } from './resource-watch.ts'
import type { ToolNames } from './tool-names.ts'

/** The app as MCP sees it. Created once. */
export interface McpApp {
  readonly names: ToolNames
  /** Returns the input schema of a tool by its full name; `undefined` for an unknown tool. */
  findInput(tool: string): JsonSchema | undefined | Promise<JsonSchema | undefined>
  readonly server: McpServerInfo
  /** Public origin; without it the URLs of pages to open are relative. */
  readonly siteUrl: string | undefined
  readonly options: McpOptions
  readonly skills: readonly Skill[]
  /** Returns the proposal of a pending call, in any state. */
  proposal(id: string): Promise<Proposal | undefined>
  /** Describes a pending call to a person; `undefined` once it has been decided. */
  approval(id: string): Promise<PendingApproval | undefined>
  /** Returns the caller's identity as an owner of proposals. */
  ownerOf(ctx: Ctx): string | undefined
  /**
   * Shared by all processes of the app, because a message of a session may reach another process than the one that
   * runs its request.
   */
  readonly data: Pick<DataStore, 'add' | 'claim' | 'read' | 'write' | 'remove' | 'publish' | 'watch'>
  /** Tags of the data that resources are read from. Absent for a server whose resources don't change. */
  readonly tags?: WatchedTags
  /** Returns the key that signs the state sent through clients. It is the same for all processes of the app. */
  stateKey(): Promise<Buffer>
  readonly now: () => number
  /** Logs a failure that no client can receive. */
  warn(message: string, cause: unknown): void
}

/** The result of a tool. */
export interface Invoked {
  readonly wire: unknown
  /** `wire` as JSON; `undefined` if the call returned nothing. */
  readonly json: string | undefined
}

/** The connection of a running tool to its client. */
export interface InvokeContext {
  readonly signal: AbortSignal
  readonly client: CallClient
}

/** An item of a list, which the list contains if the caller can read its page. */
export interface PageCandidate<Result> {
  /** Absent for an item that isn't a page. */
  readonly page: Pick<KnownPage, 'path' | 'concrete'> | undefined
  readonly result: Result
}

/** The known pages of the app, from which a reply selects those that its caller can read. */
export interface PageSelection {
  /** Also the pages that the caller can't read, so a reply contains only results of `select`. The same array for a while. */
  readonly known: readonly KnownPage[]
  /**
   * Yields the results that the caller may see, in the order of their items. The middleware runs for the pages that are
   * iterated over, a few at a time, and other requests are handled in between.
   */
  select<Item, Result>(
    items: Iterable<Item>,
    toCandidate: (item: Item) => PageCandidate<Result> | undefined,
  ): AsyncIterable<Result>
}

/** The context of one message: its request and its caller. */
export interface McpCall {
  /** Returns a header by its lower-case name. */
  header(name: string): string | undefined
  /** IP address of the caller, or its network for IPv6; `undefined` if it isn't known. */
  readonly address: string | undefined
  /** Returns the caller's context; read only for messages that need one. Throws for a caller that the app refuses. */
  ctx(): Ctx | Promise<Ctx>
  /** Returns the page at a path as Markdown, as this caller sees it, or `undefined` without a page. */
  readPage(path: string, ctx: Ctx): Promise<string | undefined>
  /** Returns the known pages: the same object for all messages of a request. */
  pages(): Promise<PageSelection>
  /** Returns the stores that the app exposes, as this caller sees them. */
  stores(ctx: Ctx): Promise<readonly ManifestStore[]>
  /** Returns the tools that this caller may see: one array for each set of visible tools. */
  tools(ctx: Ctx): readonly ManifestTool[] | Promise<readonly ManifestTool[]>
  /** Runs a tool. Throws `FwError` only. */
  invoke(ctx: Ctx, tool: string, input: unknown, line: InvokeContext): Promise<Invoked>
  /** Discards a pending call of this caller. Resolves to `false` if it has been decided already. */
  withdraw(id: string): Promise<boolean>
  /**
   * Returns the `WWW-Authenticate` for a caller that lacks a scope of a tool (RFC 6750 section 3.1). Returns
   * `undefined` if the caller couldn't get a better token; the refusal is then a tool error like any other.
   */
  scopeChallenge?(tool: string): string | undefined
  /** Aborts when the caller disconnects. Created when it is read. */
  readonly signal: AbortSignal
}

/** The reply to a message. `body` is JSON text, a stream of events, or `null` for an accepted notification. */
export interface McpReply {
  readonly status: number
  readonly body: string | ReadableStream<Uint8Array> | null
  readonly headers?: Readonly<Record<string, string>>
}

/** A request with a known era. */
export interface McpRequest {
  readonly id: Extract<RpcMessage, { kind: 'request' }>['id']
  readonly method: string
  readonly params: RpcParams
  readonly era: Era
}

/** Handles the requests of one method. */
export type McpMethod = (request: McpRequest, call: McpCall) => McpReply | Promise<McpReply>
