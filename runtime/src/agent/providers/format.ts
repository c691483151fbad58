/** The interface of a wire format: it writes a request, and reads whole and streamed responses. */

import type { Attachment, ToolCall } from '#contract/agent/message.ts'
import {
  type ModelEvent,
  type ModelReply,
  type ModelRequest,
  type ModelTool,
  ProviderError,
} from '#contract/agent/model.ts'
import { isRecord } from '#contract/is-object.ts'
import { wireName } from '#contract/name.ts'
import type { JsonSchema } from '#contract/schema/json-schema.ts'
import { tryParseJson } from '#contract/try-parse-json.ts'
import { type LoweredSchema, lowerSchema } from '#wire/lower-schema.ts'
import type { ProviderDialect } from '#wire/provider-dialect.ts'
import { restoreInput } from '#wire/restore-input.ts'

export interface WireRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: object
}

export interface ProviderFormat {
  write(request: ModelRequest, stream: boolean): WireRequest
  /**
   * Reads a parsed response.
   *
   * @throws ProviderError if the response isn't valid.
   */
  readWhole(response: unknown, request: ModelRequest): ModelReply
  /** Creates a reader for the events of a streamed response. */
  openStream(request: ModelRequest): StreamReader
}

export interface StreamReader {
  /**
   * Reads one event; `data` is its parsed JSON.
   *
   * @throws ProviderError for an error that the provider streams.
   */
  read(data: unknown): readonly ModelEvent[]
  /** Whether the provider has announced the end. Absent for formats that use `[DONE]`, or nothing, for this. */
  isOver?(): boolean
  /**
   * Returns the reply that the events add up to.
   *
   * @throws ProviderError if the response ended early.
   */
  end(): ModelReply
}

interface WireTool {
  readonly name: string
  readonly description: string
  readonly schema: JsonSchema
  readonly strict: boolean
}

/** Lowered schemas by dialect. A contract is one object for the lifetime of its server. */
const lowered = new WeakMap<JsonSchema, Map<ProviderDialect, LoweredSchema>>()

/** Converts tools to a dialect. The schema of each contract is lowered once. */
export function toWireTools(tools: readonly ModelTool[], dialect: ProviderDialect): WireTool[] {
  return tools.map(({ name, description, input }) => {
    const projections = lowered.get(input) ?? new Map<ProviderDialect, LoweredSchema>()
    lowered.set(input, projections)
    const projection = projections.get(dialect) ?? lowerSchema(input, dialect)
    projections.set(dialect, projection)
    return { name: wireName(name), description, schema: projection.schema, strict: projection.strict }
  })
}

/**
 * Converts a call of the model to the tool's full name and to the input of its contract. An unknown name stays
 * unchanged.
 */
export function toToolCall(
  { tools }: ModelRequest,
  call: { readonly id: string; readonly name: string; readonly input: unknown },
): ToolCall {
  const tool = tools.find(({ name }) => wireName(name) === call.name)
  if (tool === undefined) return call
  return { id: call.id, name: tool.name, input: restoreInput(tool.input, call.input) }
}

/** Returns the full name of the tool with this wire name. */
export function toToolName({ tools }: ModelRequest, wire: string): string {
  return tools.find(({ name }) => wireName(name) === wire)?.name ?? wire
}

/** Parses the arguments that a model wrote. Invalid JSON stays a string, so that validation reports it to the model. */
export function parseArguments(text: string): unknown {
  return text.trim() === '' ? {} : tryParseJson(text, text)
}

/** Returns the `providerMetadata` of this provider only: it must not be sent to another one. */
export function ownMetadata(value: unknown, provider: string): Readonly<Record<string, unknown>> | undefined {
  return isRecord(value) && value.provider === provider ? value : undefined
}

/** Returns the content of a text file under its name, because no provider accepts such files in all its models. */
export function readTextAttachment({ mediaType, data, name = 'file' }: Attachment): string | undefined {
  if (!/^text\/|[/+](?:json|xml|yaml)$/.test(mediaType)) return undefined
  const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0))
  return `${name}:\n${new TextDecoder().decode(bytes)}`
}

export type Fields = Readonly<Record<string, unknown>>

/** Returns the objects of a list, and leaves out its other values. */
export function toRecords(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}

export function toText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

export function toCount(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0
}

/** Creates the error for a response that doesn't match the format. */
export function createFormatError(provider: string, found: unknown): ProviderError {
  const detail = typeof found === 'string' ? found : (JSON.stringify(found) ?? String(found))
  return new ProviderError('invalid_response', `${provider} sent a response that cannot be read.`, { detail })
}

/** Creates the error for a response that ended before the provider announced its end. */
export function createEarlyEndError(provider: string): ProviderError {
  return new ProviderError('unavailable', `The response of ${provider} ended early.`)
}
