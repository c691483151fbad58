/** Types of conversations, and the dependencies that modules receive from an app. */
import type { Ctx, ManifestTool, Origin } from '../api.ts'
import type { Manifest } from './manifest.ts'
import type { PendingApproval } from './proposal.ts'

/**
 * A call that a model requests. `input` is the model's output, not validated yet; `id` is the provider's, and the response
 * refers to it.
 */
export interface ToolCall {
  readonly id: string
  readonly name: string
  readonly input: unknown
  readonly providerMetadata?: unknown
}

/** An image or a file that a user added or a tool returned; untrusted content. */
export interface Attachment {
  /** Media type, such as `image/png`. */
  readonly mediaType: string
  /** Base64. */
  readonly data: string
  readonly name?: string
}

/**
 * One message of a conversation. A `tool` message contains the result of the call `toolCallId`; `providerMetadata` is sent
 * back to the provider unchanged.
 */
export interface Message {
  readonly role: 'user' | 'assistant' | 'tool'
  readonly content: string
  /** What the provider shows of the model's reasoning before this message, for the user. It isn't sent to a model. */
  readonly reasoning?: string
  readonly toolCalls?: readonly ToolCall[]
  readonly toolCallId?: string
  /** Files of a message of the user, or of the result of a tool. */
  readonly attachments?: readonly Attachment[]
  readonly providerMetadata?: unknown
  /** The model had read untrusted content when it wrote this message. A client sends the mark back with the message. */
  readonly tainted?: true
  /** The model had read data of the app, its pages or files when it wrote this message. A client sends the mark back, too. */
  readonly holdsData?: true
}

export interface InvokeOptions {
  /** Aborts when the result is no longer needed. */
  readonly signal?: AbortSignal
  /**
   * The caller has read untrusted content: a web page, a message of an anonymous sender, the result of a remote tool.
   * Irreversible calls then need approval. Always true in a turn of a channel or of A2A. Default: the request's `x-fw-tainted`
   * header.
   */
  readonly tainted?: boolean
}

/** The view of an app that the agent, MCP, A2A, channels and the command line receive. */
export interface Deps {
  /** Tools that aren't forbidden, limited to the caller's scopes. */
  readonly tools: readonly ManifestTool[]
  /** Runs a tool through the dispatch pipeline. Resolves to the plain result, or rejects with an `FwError`. */
  invoke(tool: string, input: unknown, options?: InvokeOptions): Promise<unknown>
  manifestFor(path: string): Promise<Manifest>
  readonly ctx: Ctx
  readonly origin: Origin
  /** Describes a pending call to a person; `undefined` once it has been decided. Never rejects. Absent outside of a server. */
  approval?(id: string): Promise<PendingApproval | undefined>
}
