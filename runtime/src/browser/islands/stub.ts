/** The client stub of an api: a fetch with the api's own signature. The compiler writes one per export. */

import { isParked } from '#contract/agent/proposal.ts'
import type { CallError } from '#contract/http/call-error.ts'
import { toCallError } from '#contract/http/call-response.ts'
import { API_PREFIX, CONTRACT_HEADER } from '#contract/http/path.ts'
import type { FORM_TARGET, FormTarget } from '#contract/page/form.ts'
import { track } from '../calls/activity.ts'
import { currentRun } from '../calls/cause.ts'
import { postJson } from '../calls/post-json.ts'
import { sendLive } from '../live/live-calls.ts'

/** Conversions between the wire and the real values of an api; absent if it needs none. */
export interface StubCodec {
  encode?(input: unknown): unknown
  decode?(result: unknown): unknown
}

/**
 * The error of a failed call: the error envelope of the server, or `unavailable` without a response. An agent's call
 * of a `confirm` api waits for a user: it is `rejected` or `expired` if it wasn't approved.
 */
export type StubError = CallError

/** Reloads an outdated page. Resolves if it stays. */
const reload = () => import('../reload/reload-page.ts').then(({ reloadPage }) => reloadPage()).catch(() => {}) // the file may be gone

/** Loaded for a call of an agent that waits for a user. */
const loadWhenDecided = () => import('../approvals/parked-result.ts').then(({ whenDecided }) => whenDecided)

/**
 * Returns a function that calls the tool over `POST /_fw/api/<module>.<name>`.
 *
 * If the server refuses it as `stale_client`, because the function has changed since the page was built, the page reloads.
 *
 * @param tool Its full name, such as `api.shop.search`.
 * @param hash The hash of the contract for which it was compiled.
 */
export function stub(tool: string, codec?: StubCodec | null, hash?: string): (input?: unknown) => Promise<unknown> {
  const url = API_PREFIX + tool.slice('api.'.length)
  const call = async (input: unknown = {}) => {
    const run = currentRun()
    const body = JSON.stringify(codec?.encode ? codec.encode(input) : input)
    const headers = hash && { [CONTRACT_HEADER]: hash }
    const { status, answer } = await track((sendLive ?? postJson)(url, body, headers))
    if (answer.ok === true) {
      const { result: parked } = answer
      const result = isParked(parked, tool) ? await (await track(loadWhenDecided()))(parked, run) : parked
      return codec?.decode ? codec.decode(result) : result
    }
    if (answer.code === 'stale_client') await reload()
    throw toCallError(answer, { tool, status })
  }
  // The key is a literal, because importing it would create a separate chunk.
  const form: Record<typeof FORM_TARGET, FormTarget> = { 'fw:form': { tool, hash, decode: codec?.decode } }
  return Object.assign(call, form)
}
