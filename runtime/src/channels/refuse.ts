/** What a channel answers that takes no message: the envelope that every endpoint answers (spec: Errors). */
import { FwError, toEnvelope } from '#contract/error.ts'

type Code = ConstructorParameters<typeof FwError>[0]

/** `message` is for people; the table's text when absent. */
export function refuseChannel(code: Code, message?: string, headers: Readonly<Record<string, string>> = {}): Response {
  const error = new FwError(code, message === undefined ? {} : { message })
  return Response.json(toEnvelope(error), {
    status: error.status,
    headers: { 'cache-control': 'no-store', ...headers },
  })
}

/** The refusal of every caller while `option` is not set: closed, never equal to an empty secret (security rule 18). */
export function refuseUnconfigured(option: string): Response {
  return refuseChannel(
    'channel_unconfigured',
    `This channel has no ${option}. Set it in the environment of the server.`,
  )
}

/** The refusal of another method than POST. */
export function postOnly(): Response {
  return refuseChannel('method_not_allowed', undefined, { allow: 'POST' })
}
