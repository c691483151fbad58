/** The browser's form of an api: a fetch with the api's own signature. The compiler writes one per export. */
import type { FORM_TARGET, FormTarget } from '#contract/form.ts'
import { API_PREFIX } from '#contract/path.ts'
import { isParked } from '#contract/proposal.ts'
import { holdBack, track } from './activity.ts'
import { currentRun } from './cause.ts'
import { whenDecided } from './parked-result.ts'
import { postJson } from './post-json.ts'

/** What differs between the wire and the real values of an api; absent where nothing does. */
export interface StubCodec {
  encode?(input: unknown): unknown
  decode?(result: unknown): unknown
}

/**
 * What a failed call rejects with: the error envelope of the server, or `unavailable` when there was no answer. An agent's
 * call of a `confirm` api waits for a person: `rejected` or `expired` when they did not approve it.
 */
export interface StubError extends Error {
  readonly code: string
  /** HTTP status; 0 when there was no answer. */
  readonly status: number
  readonly issues?: readonly { readonly path: string; readonly message: string }[]
}

/** Calls the tool over `POST /_fw/api/<module>.<name>`. `tool` is its full name, `api.shop.search`. */
export function stub(tool: string, codec: StubCodec = {}): (input?: unknown) => Promise<unknown> {
  const url = API_PREFIX + tool.slice('api.'.length)
  const call = async (input: unknown = {}) => {
    const run = currentRun()
    const wire = codec.encode ? codec.encode(input) : input
    const held = holdBack(tool, wire)
    if (held) return held
    const body = JSON.stringify(wire)
    const { status, answer } = await track(postJson(url, body))
    if (answer.ok === true) {
      const result = isParked(answer.result, tool) ? await whenDecided(answer.result, run) : answer.result
      return codec.decode ? codec.decode(result) : result
    }
    const { message, error, code = 'internal', issues } = answer
    const text = message ?? error ?? `${tool} answered ${status}`
    throw Object.assign(new Error(text), { name: 'FwError', code, status, issues })
  }
  // The key is written out: importing it would cost a chunk of its own.
  const form: Record<typeof FORM_TARGET, FormTarget> = { 'fw:form': { tool, decode: codec.decode } }
  return Object.assign(call, form)
}
