/**
 * A pending call as people read it: one description for the approval dialog, the proposals page, channels, MCP and A2A. It
 * comes from the stored call and from the app's own description of the tool, never from a text that a model wrote about it.
 */
import { escapeHidden } from '../agent/hidden-text.ts'
import type { Proposal } from '../agent/proposal.ts'
import type { Effect } from '../api.ts'
import type { JsonSchema } from '../schema/json-schema.ts'
import type { Reader } from './format-scalar.ts'
import { describeValue, type ShownValue } from './shown-value.ts'

/** The description of a tool by its app, or by the server that has it. */
export interface ToolDescription {
  /** Already for this input, if the app's title is a function. */
  readonly title?: string
  readonly description: string
  readonly input: JsonSchema
  readonly output?: JsonSchema
  readonly effect?: Effect
  readonly readonly?: boolean
  /** URL of the other server that has the tool. Its own texts are not the app's. */
  readonly server?: string
}

export interface ShownCall {
  /** Full name. */
  readonly tool: string
  readonly title?: string
  readonly description?: string
  /** What the app has declared about the effect of a call, as a sentence. */
  readonly effect: string
  /** Who has made the call, as a sentence without a full stop. */
  readonly requester: string
  /** Epoch milliseconds. */
  readonly createdAt: number
  /** Epoch milliseconds. */
  readonly expiresAt: number
  readonly input: ShownValue
}

/** The part of a proposal that people see. */
type CallToShow = Pick<Proposal, 'tool' | 'input' | 'createdAt' | 'expiresAt'> & Partial<Requester>

/** The caller, as far as it was verified. */
type Requester = Pick<Proposal, 'agent' | 'client' | 'assistant'>

/** @param tool `undefined` if the app doesn't have the tool any more. */
export function describeCall(call: CallToShow, tool: ToolDescription | undefined, reader: Reader): ShownCall {
  const { createdAt, expiresAt } = call
  const title = cutTitle(tool?.title ?? '')
  const description = cutText(tool?.description ?? '', DESCRIPTION_MAX, '\n')
  return {
    tool: call.tool,
    ...(title !== '' && { title }),
    ...(description !== '' && { description }),
    effect: describeEffect(tool),
    requester: describeRequester(call),
    createdAt,
    expiresAt,
    input: describeValue(call.input, tool?.input, reader),
  }
}

/** Returns a title as people read it: without hidden characters, and cut. */
export function cutTitle(title: string): string {
  return cutText(title, TITLE_MAX)
}

const TITLE_MAX = 200
const DESCRIPTION_MAX = 2_000

function describeEffect(tool: ToolDescription | undefined): string {
  if (tool === undefined) return 'This app no longer has this tool. The call would fail if you approved it.'
  const { server, effect, readonly } = tool
  const place =
    server === undefined ? '' : `It runs on the server ${cutText(server, TITLE_MAX)}, which wrote its description. `
  if (effect === 'irreversible') return `${place}It can't be undone.`
  if (readonly === true) return `${place}It only reads.`
  return `${place}It may change data.`
}

function describeRequester({ agent, client, assistant }: Partial<Requester>): string {
  if (agent !== undefined) return `The agent with the verified key ${agent}`
  if (client !== undefined) return `The client ${quoteText(client)}, by its verified token`
  if (assistant !== undefined)
    return `This app's assistant${assistant.channel === undefined ? '' : `, for a message from ${quoteText(assistant.channel)}`}`
  return 'An agent without a verified signature'
}

/** Names come from tokens and files, so they are quoted and cut. */
function quoteText(text: string): string {
  return JSON.stringify(cutText(text, NAME_MAX))
}

const NAME_MAX = 100

/** Returns a text without hidden characters, cut after `length` code units: an escape is longer than its character. */
function cutText(text: string, length: number, allowed = ''): string {
  return cutLine(escapeHidden(takeFirst(text, length + 1), allowed), length).trim()
}

export function cutLine(text: string, length: number): string {
  return text.length > length ? `${takeFirst(text, length)}…` : text
}

/** Returns the first `length` code units of a text without splitting a character. */
export function takeFirst(text: string, length: number): string {
  const code = text.charCodeAt(length - 1)
  return text.slice(0, code >= 0xd800 && code <= 0xdbff ? length - 1 : length)
}
