/** The points at which a provider fails within a round, in the wire of Anthropic, streamed or whole. */

import { anthropicWire } from '../../../runtime/src/testing/wires/anthropic.ts'
import type { ScriptedAnswer, ScriptedFailure, ScriptedRequest } from '../../../runtime/src/testing.ts'

export interface FaultPoint {
  readonly title: string
  /** Returns the reply to a request that the model would answer with `answer`. */
  play(answer: ScriptedAnswer, request: ScriptedRequest): ScriptedAnswer & ScriptedFailure
  /** Whether the turn fails. Some faults only cost a call or the rest of a text. Default: it does. */
  fails?(request: ScriptedRequest): boolean
}

const AT_ONCE = { 'retry-after': '0' }
const STREAM = { 'content-type': 'text/event-stream' }
const JSON_TYPE = { 'content-type': 'application/json' }

/** The connection is refused outside the scripted model, which nobody reaches then. */
export const REFUSED = 'the connection is refused'

export const FAULT_POINTS: readonly FaultPoint[] = [
  { title: REFUSED, play: () => ({ reset: 'before' }) },
  { title: '401 before the first byte', play: () => ({ status: 401 }) },
  { title: '429 before the first byte', play: () => ({ status: 429, headers: AT_ONCE }) },
  { title: '500 before the first byte', play: () => ({ status: 500, headers: AT_ONCE }) },
  { title: 'a reset before the headers', play: () => ({ reset: 'before' }) },
  { title: 'a reset after the headers', play: (answer) => ({ ...answer, reset: 'within' }) },
  { title: 'an end in the middle of the text', play: cutAfter('text_delta', '"text":"One') },
  { title: 'an end in the middle of the arguments', play: cutAfter('"partial_json":"{', '"input":{') },
  { title: 'an end after the last block', play: cutBefore('message_delta', '"stop_reason"') },
  {
    title: 'an error within the stream',
    play: (answer, { stream }) =>
      stream ? { ...answer, streamError: 'Overloaded' } : { status: 529, headers: AT_ONCE },
  },
  { title: 'an end without a stop reason', play: dropStop, fails: ({ stream }) => stream },
  { title: 'the length limit', play: reachLimit, fails: () => false },
  { title: 'silence before the first byte', play: () => ({ hang: 'before' }) },
  { title: 'silence within the reply', play: (answer) => ({ ...answer, hang: 'within' }) },
  { title: 'an event that is not JSON', play: breakEvent },
  { title: 'a page of a proxy', play: () => ({ body: '<html>', headers: { 'content-type': 'text/html' } }) },
]

type Play = FaultPoint['play']

const MODEL = 'claude-sonnet-5-5'

/** Ends the stream after the first event with a text, and a whole reply after another one. */
function cutAfter(inStream: string, inWhole: string): Play {
  return (answer, { stream }) => {
    const events = anthropicWire.events(answer, MODEL)
    const last = events.findIndex((event) => event.includes(inStream))
    // A reply without a call has no arguments, so it ends in its text.
    if (stream) return { body: events.slice(0, last === -1 ? 3 : last + 1).join(''), headers: STREAM }
    const whole = JSON.stringify(anthropicWire.whole(answer, MODEL))
    return { body: whole.slice(0, Math.max(20, whole.indexOf(inWhole) + inWhole.length)), headers: JSON_TYPE }
  }
}

/** Ends the stream before the first event with a text, and a whole reply before another one. */
function cutBefore(inStream: string, inWhole: string): Play {
  return (answer, { stream }) => {
    const events = anthropicWire.events(answer, MODEL)
    const end = events.findIndex((event) => event.includes(inStream))
    if (stream) return { body: events.slice(0, end).join(''), headers: STREAM }
    const whole = JSON.stringify(anthropicWire.whole(answer, MODEL))
    return { body: whole.slice(0, whole.indexOf(inWhole)), headers: JSON_TYPE }
  }
}

/** A whole reply without a stop reason is complete nevertheless. */
function dropStop(...[answer, { stream }]: Parameters<Play>): ReturnType<Play> {
  const events = anthropicWire.events(answer, MODEL).filter((event) => !event.includes('message_delta'))
  if (stream) return { body: events.filter((event) => !event.includes('message_stop')).join(''), headers: STREAM }
  return { body: JSON.stringify({ ...anthropicWire.whole(answer, MODEL), stop_reason: null }), headers: JSON_TYPE }
}

function reachLimit({ calls = [], ...answer }: ScriptedAnswer): ReturnType<Play> {
  return { ...answer, cut: true, calls: calls.map((call) => ({ ...call, json: '{"amo' })) }
}

function breakEvent(...[answer, { stream }]: Parameters<Play>): ReturnType<Play> {
  const events = anthropicWire.events(answer, MODEL)
  if (stream)
    return { body: [...events.slice(0, 3), 'data: {"type":\n\n', ...events.slice(3)].join(''), headers: STREAM }
  return { body: `{"type":${JSON.stringify(anthropicWire.whole(answer, MODEL))}`, headers: JSON_TYPE }
}
