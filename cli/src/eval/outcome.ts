/** Converts a server response to the outcome of a step. */
import { isRecord } from '@fw/runtime/contract'

/** Outcome that references and expectations use. */
export interface Outcome {
  /** Status of the HTTP response. */
  readonly status: number
  readonly ok: boolean
  readonly result?: unknown
  readonly error?: string
  /** Error code of the dispatch, such as `invalid_input`. The same in development and in production. */
  readonly code?: string
}

/** Complete response. `body` is a string if it isn't valid JSON. */
export interface Answer {
  readonly status: number
  readonly body: unknown
}

/** Converts the response of a call, an approval or a rejection, which contains a dispatch envelope. */
export function callOutcome({ status, body }: Answer): Outcome {
  const envelope = toFields(body)
  if (envelope === undefined || typeof envelope.ok !== 'boolean') return strangeAnswer({ status, body })
  const { ok, result, error, code } = envelope
  return {
    status,
    ok,
    ...(result !== undefined && { result }),
    ...(error !== undefined && { error: toText(error) }),
    ...(typeof code === 'string' && { code }),
  }
}

/**
 * Converts the response of a turn, with the reply as its result. The outcome is ok if the reply has text or UI calls,
 * and the loop didn't reach its limit.
 */
export function turnOutcome({ status, body }: Answer): Outcome {
  const reply = toFields(body)
  if (reply === undefined) return strangeAnswer({ status, body })
  const error = turnProblem(reply)
  return { status, ok: error === undefined, result: reply, ...(error !== undefined && { error }) }
}

function turnProblem(reply: Fields): string | undefined {
  switch (reply.type) {
    case 'text':
    case 'ui_calls':
      return reply.stopReason === 'max_turns'
        ? 'max_turns: the agent reached its loop limit without a reply.'
        : undefined
    case 'setup':
      return `setup: ${toText(reply.message)}`
    case 'refusal':
      return `refusal: ${toText(reply.message ?? reply.reason)}`
    default:
      return toText(reply.error ?? `Unexpected reply type ${JSON.stringify(reply.type)}`)
  }
}

function strangeAnswer({ status, body }: Answer): Outcome {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return { status, ok: false, error: `Unexpected response: ${text.slice(0, 200)}` }
}

/** Returns a string of the server, which may have sent another value. */
function toText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined')
}

type Fields = Readonly<Record<string, unknown>>

function toFields(value: unknown): Fields | undefined {
  return isRecord(value) ? value : undefined
}
