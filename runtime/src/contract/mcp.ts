/** What an app adds to its MCP server beside its tools, pages and skills: the server option `mcp`. */
import type { Ctx } from './api.ts'
import type { CallClient } from './call-client.ts'

/** What the app's MCP server has beside its tools, and how it presents them. */
export interface McpOptions {
  /** How to use this server well, for models. Default: the description of the app. */
  readonly instructions?: string
  /**
   * Other names for tools, by full name: `{ 'api.weather.forecast': 'get_forecast' }`. For an app that takes the place of
   * another server, whose clients know its names. Default: `weather__forecast`.
   */
  readonly toolNames?: Readonly<Record<string, string>>
  readonly resources?: readonly McpResource[]
  readonly prompts?: readonly McpPrompt[]
  /** How many entries a list has before a client has to ask for more. Default 1000: several clients ask only once. */
  readonly pageSize?: number
}

/** Something to read. With names in braces in its `uri`, as `file://reports/{year}`, it is a template for many. */
export interface McpResource {
  readonly uri: string
  readonly name: string
  readonly title?: string
  readonly description?: string
  /** Default: `text/plain` of text, `application/octet-stream` of bytes. */
  readonly mimeType?: string
  /** All of them must be in `ctx.scopes`, else it is not there. */
  readonly scopes?: readonly string[]
  /** Undefined: there is nothing at this address. */
  read(call: {
    readonly uri: string
    readonly params: Readonly<Record<string, string>>
    readonly ctx: Ctx
  }): McpContents | undefined | Promise<McpContents | undefined>
  /** Values for a name in the `uri` that begin with what was typed so far. */
  complete?(name: string, typed: string, ctx: Ctx): readonly string[] | Promise<readonly string[]>
}

/** What a resource of MCP holds: text, or bytes that are sent as base64. */
export type McpContents = string | Uint8Array

/** A text that a person picks, as a command of the client. */
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
  /** A text is one message of the user. */
  messages(call: {
    readonly args: Readonly<Record<string, string>>
    readonly ctx: Ctx
    readonly client: CallClient
  }): string | readonly McpMessage[] | Promise<string | readonly McpMessage[]>
  /** Values for an argument that begin with what was typed so far. */
  complete?(name: string, typed: string, ctx: Ctx): readonly string[] | Promise<readonly string[]>
}

/** One message of a prompt of MCP. */
export interface McpMessage {
  readonly role: 'user' | 'assistant'
  readonly content: McpContent
}

/** A part of what a tool or a prompt says, as MCP writes it. */
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

/** The result of a tool that says its parts itself: images, sounds, files. Made by `toolContent`. */
export interface ToolContent {
  readonly $content: readonly McpContent[]
}

/**
 * What a tool answers when its result is not data but parts to look at. MCP clients get the parts; everybody else gets this
 * object as JSON. Binary parts are base64.
 */
export function toolContent(...parts: readonly McpContent[]): ToolContent {
  return { $content: parts }
}

/** The parts of a result that was made by `toolContent`; undefined of any other. */
export function findContentParts(result: unknown): readonly McpContent[] | undefined {
  if (typeof result !== 'object' || result === null || !Object.hasOwn(result, '$content')) return undefined
  const { $content } = result as { readonly $content: unknown }
  return Array.isArray($content) ? ($content as readonly McpContent[]) : undefined // what `toolContent` is declared to take
}
