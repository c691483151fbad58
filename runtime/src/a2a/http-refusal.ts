/** The form of an error below the endpoint: `google.rpc.Status` (specification, 11.6). */
import type { FwError } from '#contract/http/error.ts'
import { A2A_TYPE, A2aError, toFailure } from './protocol.ts'
import type { A2aReply } from './reply.ts'

export function createHttpError(error: A2aError | FwError): A2aReply {
  const headers = error instanceof A2aError ? undefined : error.headers
  const { status } = toFailure(error)
  return { status, type: A2A_TYPE, body: formatHttpFailure(error), ...(headers !== undefined && { headers }) }
}

export function formatHttpFailure(error: A2aError | FwError): string {
  const { status, grpc, text, details } = toFailure(error)
  return JSON.stringify({ error: { code: status, status: grpc, message: text, details } })
}
