/** The protocol for one app: its operations, behind both bindings. */
import type { A2aCall, A2aHost } from './call.ts'
import { type HttpRequest, handleHttp } from './http-binding.ts'
import { handleRpc } from './json-rpc-binding.ts'
import { createOperations } from './operations.ts'
import type { A2aReply } from './reply.ts'

export interface A2a {
  /** Handles the text of one POST to the endpoint itself. `version` is the protocol version that the caller sends. */
  rpc(text: string, version: string | undefined, call: A2aCall): Promise<A2aReply>
  /** Handles one request to a URL below the endpoint. */
  http(request: HttpRequest, version: string | undefined, call: A2aCall): Promise<A2aReply>
}

export function createA2a(host: A2aHost): A2a {
  const operations = createOperations(host)
  return {
    rpc: (text, version, call) => handleRpc(text, version, operations, call),
    http: (request, version, call) => handleHttp(request, version, operations, call),
  }
}
