/** What came of a step, from what the server answered (spec: eval rules, 4, 6 and 7). */

/** What references and expectations speak of. */
export interface Outcome {
  /** Of the HTTP answer. */
  readonly status: number
  readonly ok: boolean
  readonly result?: unknown
  readonly error?: string
  /** Error code of the dispatch, such as `invalid_input`. The same in development and in production. */
  readonly code?: string
}

/** A whole answer. `body` is the text itself where it is no JSON. */
export interface Answer {
  readonly status: number
  readonly body: unknown
}

/** Of a call, an approval or a rejection: what the dispatch envelope says. */
export function callOutcome({ status, body }: Answer): Outcome {
  const envelope = fieldsOf(body)
  if (envelope === undefined || typeof envelope.ok !== 'boolean') return strangeAnswer({ status, body })
  const { ok, result, error, code } = envelope
  return {
    status,
    ok,
    ...(result !== undefined && { result }),
    ...(error !== undefined && { error: String(error) }),
    ...(typeof code === 'string' && { code }),
  }
}

/** Of a turn: its reply is the result. Answered is one with text, or with calls for the page, that did not run out of rounds. */
export function turnOutcome({ status, body }: Answer): Outcome {
  const reply = fieldsOf(body)
  if (reply === undefined) return strangeAnswer({ status, body })
  const error = turnProblem(reply)
  return { status, ok: error === undefined, result: reply, ...(error !== undefined && { error }) }
}

function turnProblem(reply: Fields): string | undefined {
  switch (reply.type) {
    case 'text':
    case 'ui_calls':
      return reply.stopReason === 'max_turns'
        ? 'max_turns: the agent used all its rounds without an answer.'
        : undefined
    case 'setup':
      return `setup: ${String(reply.message)}`
    case 'refusal':
      return `refusal: ${String(reply.message ?? reply.reason)}`
    default:
      return String(reply.error ?? `a reply of the type ${JSON.stringify(reply.type)}`)
  }
}

function strangeAnswer({ status, body }: Answer): Outcome {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return { status, ok: false, error: `The server answered something else than a result: ${text.slice(0, 200)}` }
}

type Fields = Readonly<Record<string, unknown>>

function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined
}
