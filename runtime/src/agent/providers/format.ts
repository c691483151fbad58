/** The interface of a wire format: it writes a request, and reads whole and streamed responses. */

import type { Attachment } from '#contract/agent/message.ts'
import {
  type ModelCall,
  type ModelEvent,
  type ModelReply,
  type ModelRequest,
  type ModelTool,
  ProviderError,
} from '#contract/agent/model.ts'
import { type Fields, isRecord } from '#contract/is-object.ts'
import { wireName } from '#contract/name.ts'
import { isNestedDeeper, MAX_ARGUMENT_DEPTH } from '#contract/schema/json-depth.ts'
import { tryParseJson } from '#contract/try-parse-json.ts'
import { restoreInput } from '#wire/restore-input.ts'

export interface WireRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: object
}

export interface WriteOptions {
  readonly stream: boolean
  /** Whether tools may be strict. */
  readonly strict: boolean
}

export interface ProviderFormat {
  write(request: ModelRequest, options: WriteOptions): WireRequest
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
  /** Whether the provider has announced the end, after which it sends nothing. */
  isOver?(): boolean
  /** Whether the reply is complete, although the provider may send more, such as the usage. */
  mayEnd?(): boolean
  /**
   * Returns the reply that the events add up to.
   *
   * @param isDone The stream has ended with `[DONE]`.
   * @throws ProviderError if the response ended early.
   */
  end(isDone: boolean): ModelReply
}

/**
 * Converts a call of the model to the tool's full name and to the input of its contract. An unknown name stays
 * unchanged. Arguments with too many levels are a fault: the client couldn't send the conversation back.
 */
export function toToolCall(request: ModelRequest, call: ModelCall): ModelCall {
  const tool = findTool(request, call.name)
  const name = tool?.name ?? call.name
  if (isTooDeep(call.input)) return { ...call, name, input: {}, fault: 'too_deep' }
  return tool === undefined ? call : { ...call, name, input: restoreInput(tool.input, call.input) }
}

/** Returns the full name of the tool with this wire name. */
export function toToolName(request: ModelRequest, wire: string): string {
  return findTool(request, wire)?.name ?? wire
}

/** A model may call a deferred tool that it has not searched for. */
function findTool({ tools, deferred = [] }: ModelRequest, wire: string): ModelTool | undefined {
  const isNamed = ({ name }: ModelTool) => wireName(name) === wire
  return tools.find(isNamed) ?? deferred.find(isNamed)
}

/**
 * Reads the arguments of a call.
 *
 * @param isCut The reply reached its length limit in this call.
 */
export function readArguments(text: string, isCut: boolean): Pick<ModelCall, 'input' | 'fault'> {
  if (text.trim() === '' && !isCut) return { input: {} }
  const input = tryParseJson(text, UNREADABLE)
  // The arguments are an object, and no part of one is JSON: what can be read is complete.
  return input === UNREADABLE ? { input: text, fault: isCut ? 'cut_off' : 'invalid_json' } : { input }
}

const UNREADABLE = Symbol('unreadable')

/** Returns the input of a call for a request. Providers expect an object, whatever a model has written. */
export function toObject(input: unknown): Fields {
  return isRecord(input) && !isTooDeep(input) ? input : {}
}

function isTooDeep(input: unknown): boolean {
  return isNestedDeeper(input, MAX_ARGUMENT_DEPTH)
}

/** Returns the `providerMetadata` of this provider only: it must not be sent to another one. */
export function ownMetadata(value: unknown, provider: string): Readonly<Record<string, unknown>> | undefined {
  return isRecord(value) && value.provider === provider ? value : undefined
}

/** Whether a file of this type is sent as text. */
export function isText(mediaType: string): boolean {
  return /^text\/|[/+](?:json|xml|yaml)$/.test(mediaType)
}

/** Returns the content of a text file under its name, because no provider accepts such files in all its models. */
export function readTextAttachment({ mediaType, data, name = 'file' }: Attachment): string | undefined {
  if (!isText(mediaType)) return undefined
  const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0))
  return `${name}:\n${new TextDecoder().decode(bytes)}`
}

/** Merges fields. Objects are merged member by member, so that an option can add to an object that a setting has written. */
export function mergeFields(base: Fields, added: Fields = {}): Fields {
  const merged: Record<string, unknown> = { ...base }
  for (const [name, value] of Object.entries(added)) {
    const own = Object.hasOwn(base, name) ? base[name] : undefined
    merged[name] = isRecord(own) && isRecord(value) ? mergeFields(own, value) : value
  }
  return merged
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
