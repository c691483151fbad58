/** Error responses of channels, in the envelope of all endpoints. */
import { type ErrorCode, FwError, toEnvelope } from '#contract/http/error.ts'

/** Returns an error response. `message` is shown to users; default: the code's message. */
export function refuseChannel(
  code: ErrorCode,
  message?: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const error = new FwError(code, message === undefined ? {} : { message })
  return Response.json(toEnvelope(error), {
    status: error.status,
    headers: { 'cache-control': 'no-store', ...headers },
  })
}

/** Refuses every caller while `option` is not set, so that an empty secret never matches. */
export function refuseUnconfigured(option: string): Response {
  return refuseChannel(
    'channel_unconfigured',
    `This channel has no ${option}. Set it in the environment of the server.`,
  )
}

/** Refuses methods other than POST. */
export function postOnly(): Response {
  return refuseChannel('method_not_allowed', undefined, { allow: 'POST' })
}
