/** What a wire format is to the exchange: a request, and readers of whole and streamed answers. */
import type { JsonSchema } from '#contract/json-schema.ts'
import type { Attachment, ToolCall } from '#contract/message.ts'
import type { ModelEvent, ModelReply, ModelRequest, ModelTool } from '#contract/model.ts'
import { ProviderError } from '#contract/model.ts'
import { wireName } from '#contract/name.ts'
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
  /** Reads a whole answer, parsed. Throws a `ProviderError` for what is none. */
  readWhole(answer: unknown, request: ModelRequest): ModelReply
  /** Reads the events of a streamed answer, one after the other. */
  openStream(request: ModelRequest): StreamReader
}

export interface StreamReader {
  /** `data` is the parsed JSON of one event. Throws a `ProviderError` for an error that the provider streams. */
  read(data: unknown): readonly ModelEvent[]
  /** Whether the provider has said that nothing more comes. Absent where the format has `[DONE]` for that, or nothing. */
  isOver?(): boolean
  /** What the events came to. Throws a `ProviderError` when the answer broke off. */
  end(): ModelReply
}

export interface WireTool {
  readonly name: string
  readonly description: string
  readonly schema: JsonSchema
  readonly strict: boolean
}

/** Of a schema, for each dialect: a contract is one object for as long as its server runs. */
const lowered = new WeakMap<JsonSchema, Map<ProviderDialect, LoweredSchema>>()

/** The tools as a dialect wants them. Their contracts are projected once. */
export function wireTools(tools: readonly ModelTool[], dialect: ProviderDialect): WireTool[] {
  return tools.map(({ name, description, input }) => {
    const projections = lowered.get(input) ?? new Map<ProviderDialect, LoweredSchema>()
    lowered.set(input, projections)
    const projection = projections.get(dialect) ?? lowerSchema(input, dialect)
    projections.set(dialect, projection)
    return { name: wireName(name), description, schema: projection.schema, strict: projection.strict }
  })
}

/** A call of the model by the tool's full name, with its input as the contract wants it. An unknown name stays as it is. */
export function toToolCall(
  { tools }: ModelRequest,
  call: { readonly id: string; readonly name: string; readonly input: unknown },
): ToolCall {
  const tool = tools.find(({ name }) => wireName(name) === call.name)
  if (tool === undefined) return call
  return { id: call.id, name: tool.name, input: restoreInput(tool.input, call.input) }
}

/** Full name of the tool that a wire name stands for. */
export function toToolName({ tools }: ModelRequest, wire: string): string {
  return tools.find(({ name }) => wireName(name) === wire)?.name ?? wire
}

/** Arguments as a model wrote them. What is no JSON stays text: validation then tells the model so. */
export function parseArguments(text: string): unknown {
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** `providerMetadata` goes back to the provider that it came from, and to no other. */
export function ownMetadata(value: unknown, provider: string): Readonly<Record<string, unknown>> | undefined {
  return isFields(value) && value.provider === provider ? value : undefined
}

/** The text of a file that is text, under its name: no provider takes such files in all its models. */
export function readTextAttachment({ mediaType, data, name = 'file' }: Attachment): string | undefined {
  if (!/^text\/|[/+](?:json|xml|yaml)$/.test(mediaType)) return undefined
  const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0))
  return `${name}:\n${new TextDecoder().decode(bytes)}`
}

export type Fields = Readonly<Record<string, unknown>>

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The records of a list; what else stands in it is left out. */
export function toRecords(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter(isFields) : []
}

export function toText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

export function toCount(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0
}

/** What came is not what the format says. */
export function notTheFormat(provider: string, found: unknown): ProviderError {
  const detail = typeof found === 'string' ? found : (JSON.stringify(found) ?? String(found))
  return new ProviderError('invalid_response', `${provider} answered something that cannot be read.`, { detail })
}

/** The answer ended before the provider said so. */
export function brokenOff(provider: string): ProviderError {
  return new ProviderError('unavailable', `The answer of ${provider} broke off.`)
}
