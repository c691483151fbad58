/** What a wire writer provides, and the parts of a scripted reply that all wires share. */
import { createHash } from 'node:crypto'
import { type Fields, toRecords } from '#contract/is-object.ts'
import { wireName } from '#contract/name.ts'
import type { ScriptedRequest, ScriptedStepData } from '../script.ts'

export interface WireWriter {
  /** Returns the header with the id of a response, in which the provider sends it. */
  identify(): Readonly<Record<string, string>>
  readRequest(path: string, body: Fields): Pick<ScriptedRequest, 'model' | 'system' | 'tools' | 'stream'>
  whole(step: ScriptedStepData, model: string): object
  /** Returns server-sent events. */
  events(step: ScriptedStepData, model: string): readonly string[]
  error(status: number, message: string): object
  /** Returns an error within a stream. */
  streamError(message: string): string
}

interface Call {
  readonly id: string
  readonly name: string
  readonly input: unknown
  /** The arguments as the model writes them. */
  readonly json: string
  /** Wire names of the tools that a search finds. */
  readonly found?: readonly string[]
}

/** Whether a call searches for tools, for which some providers have their own form. */
export function isSearch({ name }: Pick<Call, 'name'>): boolean {
  return name === 'search_tools'
}

let made = 0

export function listCalls({ calls = [] }: ScriptedStepData): Call[] {
  return calls.map(({ id = createId('call'), name, input, json = JSON.stringify(input), found }) => ({
    id,
    name: wireName(name),
    input,
    json,
    ...(found !== undefined && { found: found.map(wireName) }),
  }))
}

/** Creates an id that no earlier reply of this process has. */
export function createId(prefix: string): string {
  made += 1
  return `${prefix}_${made}`
}

/**
 * Signs reasoning, as providers do: a client has to send the text and its signature back unchanged. The signature depends
 * on the text alone, so each server can verify it.
 */
export function signReasoning(text: string): string {
  return createHash('sha256').update(`scripted ${text}`).digest('base64')
}

/** Signs thinking for the model that wrote it: Anthropic's newest models refuse that of another model. */
export function signThinking(text: string, model: string): string {
  return signReasoning(`${model} ${text}`)
}

/** Splits text into several parts, so that tests find clients that take one delta for the whole text. */
export function splitText(text: string): readonly string[] {
  return text === '' ? [] : (text.match(/\s*\S+|\s+$/g) ?? [text])
}

export function splitHalves(json: string): readonly string[] {
  const middle = Math.ceil(json.length / 2)
  return [json.slice(0, middle), json.slice(middle)].filter((half) => half !== '')
}

export function getUsage({ usage = {} }: ScriptedStepData) {
  return { input: usage.input ?? 10, output: usage.output ?? 5, cached: usage.cached ?? 0 }
}

/** Returns the system prompt, which is a string or a list of parts with a text each. */
export function joinText(value: unknown): string {
  return typeof value === 'string'
    ? value
    : toRecords(value)
        .map(({ text }) => String(text))
        .join('\n')
}

export function formatData(value: unknown): string {
  return `data: ${JSON.stringify(value)}\n\n`
}

/** Formats an event whose name is the `type` of its data. */
export function formatNamed(value: { readonly type: string } & Fields): string {
  return `event: ${value.type}\n${formatData(value)}`
}
