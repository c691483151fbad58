/** The functions of a generated package. The compiler writes one `createClientCall` per function. */
import { isPending } from '#contract/agent/proposal.ts'
import {
  type CallEnvelope,
  type ReceivedResponse,
  readCallResponse,
  toCallError,
} from '#contract/http/call-response.ts'
import { API_PREFIX } from '#contract/http/path.ts'
import { TOOL_PREFIX } from '#contract/name.ts'
import { type CallOptions, type Client, runWithSignal } from './create-client.ts'
import type { RouteRequest } from './create-route.ts'
import { toClientProposal } from './proposals.ts'

/** The parts of a function that not every function has. */
interface CallParts {
  /** Converts the input to its wire form. Default: it has none. */
  readonly encode?: (input: unknown) => unknown
  /** Converts the wire form of the result. Default: it has none. */
  readonly decode?: (result: unknown) => unknown
  /** Reads files of the input into bytes. Default: it has no bytes. */
  readonly readBlobs?: (input: unknown) => Promise<unknown>
  /** Returns the request at the address of its own; undefined for an input that can't be sent there. Default: it has none. */
  readonly route?: (input: unknown) => RouteRequest | undefined
}

/** Returns the function `<module>.<name>` of the app. */
export function createClientCall(name: string, { encode, decode, readBlobs, route }: CallParts = {}) {
  return async (client: Client, input: unknown = {}, options: CallOptions = {}): Promise<unknown> => {
    const read = readBlobs === undefined ? input : await readBlobs(input)
    const wire = encode === undefined ? read : encode(read)
    const own = route?.(wire)
    const { method, path, body }: RouteRequest = own ?? {
      method: 'POST',
      path: API_PREFIX + name,
      body: JSON.stringify(wire),
    }
    const headers = { ...options.headers, ...(body !== undefined && { 'content-type': 'application/json' }) }
    const { signal, timeoutMs = client.timeoutMs } = options
    const { status, answer } = await runWithSignal({ signal, timeoutMs }, (signal) => {
      const request = { method, headers, ...(body !== undefined && { body }), ...(signal && { signal }) }
      return readCallResponse(() => client.request(path, request), own && readBareResult)
    })
    if (answer.ok !== true) throw toCallError(answer, { tool: TOOL_PREFIX + name, status })
    const { result } = answer
    if (isPending(result)) return toClientProposal(result, decode)
    return decode === undefined ? result : decode(result)
  }
}

/** At the address of an API's own, a successful response is the result itself. */
async function readBareResult(response: ReceivedResponse): Promise<CallEnvelope> {
  if (response.status === 204) return { ok: true }
  const body = await response.json()
  return response.ok ? { ok: true, result: body } : (body as CallEnvelope) // sent by the framework
}
