/**
 * Refusals of calls in the framework's own words. They contain no data, so they aren't untrusted content, whichever tool
 * was called. A refusal in a conversation is recognised by its exact text, because clients send conversations and other
 * servers write results.
 */
import type { ModelCall } from '#contract/agent/model.ts'
import { MAX_ARGUMENT_DEPTH } from '#contract/schema/json-depth.ts'
import { toFullName } from './turn-tools.ts'

/** Most calls of one model reply; further calls are rejected. */
export const MAX_CALLS = 64

type Fault = NonNullable<ModelCall['fault']>

/** Results of calls that did not run, and of calls whose result isn't known, by their reason. */
const REFUSALS = {
  unknown_result: () =>
    'No result of this call is known. It may have run: check what it has changed before you repeat it.',
  failed: () => 'The tool failed.',
  too_many: () => `At most ${MAX_CALLS} calls are allowed at once.`,
  unknown_tool: (tool: string) => `Unknown tool "${toFullName(tool)}".`,
  cut_off: () =>
    'This call did not run: the reply reached its length limit before the arguments were complete. Write shorter arguments, or make fewer calls at once.',
  invalid_json: () => 'This call did not run: its arguments are not valid JSON.',
  too_deep: () =>
    `This call did not run: its arguments must be a JSON object with at most ${MAX_ARGUMENT_DEPTH} levels.`,
  remote_write: (tool: string) =>
    `${tool} changes data on another server, and this conversation contains untrusted content. Ask the person to do it, or to begin a new conversation.`,
  remote_data: (tool: string) =>
    `${tool} belongs to another server, and this conversation contains untrusted content and other data, which must not be sent there. Reply without it, or ask the person to begin a new conversation.`,
  remote_approval: (tool: string) =>
    `${tool} belongs to another server and needs a person's approval, which can't be requested here.`,
  no_response: (tool: string) =>
    `${tool} has not responded. It may have run: check what it has changed before you repeat the call.`,
} as const satisfies Readonly<Record<Fault, () => string>> & Readonly<Record<string, (tool: string) => string>>

export type RefusalReason = keyof typeof REFUSALS

/** Returns the refusal of a call as the model reads it. */
export function formatRefusal(reason: RefusalReason, tool: string): string {
  return JSON.stringify({ error: REFUSALS[reason](tool) })
}

/** Returns the object that a call of a page's tool gets on a channel. */
export function formatWithheld(tool: string, channel: string): string {
  const message = `${tool} needs an open page, and this conversation comes through the channel "${channel}". Reply without it, or mention that the person can do it on the site.`
  return JSON.stringify({ error: 'tool_unavailable_on_channel', tool, channel, message })
}

/** Returns every refusal that a call of this tool may get. */
export function listRefusals(tool: string, channel: string | undefined): readonly string[] {
  const reasons = Object.keys(REFUSALS) as RefusalReason[]
  const refusals = reasons.map((reason) => formatRefusal(reason, tool))
  return channel === undefined ? refusals : [...refusals, formatWithheld(tool, channel)]
}
