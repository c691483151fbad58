/** The conversation's shapes, and the one object that joins rooms (spec: Message shape). */
import type { Ctx, ManifestTool, Origin } from './api.ts'
import type { Manifest } from './manifest.ts'

/**
 * A call that a model asks for. `input` is what it wrote, not checked yet; `id` is the provider's, and its answer
 * names it.
 */
export interface ToolCall {
  readonly id: string
  readonly name: string
  readonly input: unknown
  readonly providerMetadata?: unknown
}

/** An image or a file that a person added; untrusted content. */
export interface Attachment {
  /** As `image/png`. */
  readonly mediaType: string
  /** Base64. */
  readonly data: string
  readonly name?: string
}

/**
 * One turn of a conversation. A `tool` message answers the call that `toolCallId` names; `providerMetadata` goes back
 * to the provider as it came.
 */
export interface Message {
  readonly role: 'user' | 'assistant' | 'tool'
  readonly content: string
  readonly toolCalls?: readonly ToolCall[]
  readonly toolCallId?: string
  /** Of the user only. */
  readonly attachments?: readonly Attachment[]
  readonly providerMetadata?: unknown
}

export interface InvokeOptions {
  /** Aborts when nobody waits for the result any more. */
  readonly signal?: AbortSignal
  /**
   * The caller has read what nobody vouches for: a web page, a message of a stranger, the result of a remote tool. What
   * cannot be undone then waits for a person. Default: what the request says (`x-fw-tainted`).
   */
  readonly tainted?: boolean
}

/** Everything the agent, MCP, A2A, channels and the command line may see of an app. */
export interface Deps {
  /** Non-forbidden tools in the caller's scope. */
  readonly tools: readonly ManifestTool[]
  /** Runs a tool through the one pipeline; answers the bare result, or throws `FwError`. */
  invoke(tool: string, input: unknown, options?: InvokeOptions): Promise<unknown>
  manifestFor(path: string): Promise<Manifest>
  readonly ctx: Ctx
  readonly origin: Origin
}
