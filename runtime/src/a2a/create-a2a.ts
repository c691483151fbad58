/** The protocol for one app: its operations, behind both bindings. */
import type { A2aCall, A2aHost } from './call.ts'
import { answerHttp, type HttpRequest } from './http-binding.ts'
import { answerRpc } from './json-rpc-binding.ts'
import { createOperations } from './operations.ts'
import type { A2aReply } from './reply.ts'

export interface A2a {
  /** Answers the text of one POST to the endpoint itself. `version` is what the caller says that it speaks. */
  rpc(text: string, version: string | undefined, call: A2aCall): Promise<A2aReply>
  /** Answers one request to an address below the endpoint. */
  http(request: HttpRequest, version: string | undefined, call: A2aCall): Promise<A2aReply>
}

export function createA2a(host: A2aHost): A2a {
  const operations = createOperations(host)
  return {
    rpc: (text, version, call) => answerRpc(text, version, operations, call),
    http: (request, version, call) => answerHttp(request, version, operations, call),
  }
}
