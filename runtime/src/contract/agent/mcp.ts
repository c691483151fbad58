/** Additions of an app to its MCP server, beside its tools, pages and skills: the server option `mcp`. */
import type { Ctx } from '../api.ts'
import type { CallClient } from '../http/call-client.ts'

/** Resources and prompts of the app's MCP server, and its presentation. */
export interface McpOptions {
  /** Instructions for models that use this server. Default: the description of the app. */
  readonly instructions?: string
  /**
   * Other names for tools, by full name: `{ 'api.weather.forecast': 'get_forecast' }`. For an app that replaces another
   * server, so that existing clients can use its names. Default: `weather__forecast`.
   */
  readonly toolNames?: Readonly<Record<string, string>>
  /**
   * Parameters that clients of 2026-07-28 repeat in headers, by the full names of tools: with
   * `{ 'api.weather.forecast': { region: 'Region' } }`, calls have the header `Mcp-Param-Region`. A call with another value
   * in the header than in the body is refused. Parameters of a tool that are strings, integers or booleans.
   */
  readonly headers?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /**
   * Calls that become tasks, for clients of 2026-07-28 that declare the extension for tasks: calls that need approval, and
   * calls that need longer than `afterMs` milliseconds (default 5000). Tools in `required`, by their full names, always run
   * as a task: clients without tasks can't call them.
   */
  readonly tasks?: { readonly afterMs?: number; readonly required?: readonly string[] }
  readonly resources?: readonly McpResource[]
  readonly prompts?: readonly McpPrompt[]
  /** Maximum number of entries in a page of a list. Default 1000, because several clients request only the first page. */
  readonly pageSize?: number
}

/** A resource. A `uri` with names in braces, such as `file://reports/{year}`, is a template for many. */
export interface McpResource {
  readonly uri: string
  readonly name: string
  readonly title?: string
  readonly description?: string
  /** Default: `text/plain` for strings, `application/octet-stream` for bytes. */
  readonly mimeType?: string
  /** Required scopes: `ctx.scopes` must contain all of them, otherwise the resource is hidden. */
  readonly scopes?: readonly string[]
  /** Returns the content, or undefined if the URI has no resource. */
  read(call: {
    readonly uri: string
    readonly params: Readonly<Record<string, string>>
    readonly ctx: Ctx
  }): McpContents | undefined | Promise<McpContents | undefined>
  /** Returns values for a name in the `uri` that begin with the typed prefix. */
  complete?(name: string, typed: string, ctx: Ctx): readonly string[] | Promise<readonly string[]>
}

/** The content of an MCP resource: a string, or bytes that are sent as base64. */
export type McpContents = string | Uint8Array

/** A prompt that a user selects, such as a command of the client. */
export interface McpPrompt {
  readonly name: string
  readonly title?: string
  readonly description: string
  readonly arguments?: readonly {
    readonly name: string
    readonly description?: string
    readonly required?: boolean
  }[]
  readonly scopes?: readonly string[]
  /** Returns the messages. A string is one message of the user. */
  messages(call: {
    readonly args: Readonly<Record<string, string>>
    readonly ctx: Ctx
    readonly client: CallClient
  }): string | readonly McpMessage[] | Promise<string | readonly McpMessage[]>
  /** Returns values for an argument that begin with the typed prefix. */
  complete?(name: string, typed: string, ctx: Ctx): readonly string[] | Promise<readonly string[]>
}

/** A message of an MCP prompt. */
export interface McpMessage {
  readonly role: 'user' | 'assistant'
  readonly content: McpContent
}

/** A content part of a tool or a prompt, as MCP defines it. */
export type McpContent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image' | 'audio'; readonly data: string; readonly mimeType: string }
  | {
      readonly type: 'resource'
      readonly resource: {
        readonly uri: string
        readonly mimeType?: string
        readonly text?: string
        readonly blob?: string
      }
    }
  | { readonly type: 'resource_link'; readonly uri: string; readonly name: string; readonly mimeType?: string }

/** The result of a tool with explicit content parts: images, audio, files. Created by `toolContent`. */
export interface ToolContent {
  readonly $content: readonly McpContent[]
}

/**
 * Creates a tool result from content parts instead of data. MCP clients receive the parts; all other callers receive this
 * object as JSON. Binary parts are base64.
 */
export function toolContent(...parts: readonly McpContent[]): ToolContent {
  return { $content: parts }
}

/** Returns the parts of a result of `toolContent`, or undefined for any other result. */
export function findContentParts(result: unknown): readonly McpContent[] | undefined {
  if (typeof result !== 'object' || result === null || !Object.hasOwn(result, '$content')) return undefined
  const { $content } = result as { readonly $content: unknown }
  return Array.isArray($content) ? ($content as readonly McpContent[]) : undefined // the parameter type of `toolContent`
}
