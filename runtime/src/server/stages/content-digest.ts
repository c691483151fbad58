/** Compares the body of a verified agent's request with its `Content-Digest` (RFC 9530), before any reader of the body. */
import { isFrameworkPath } from '#contract/http/endpoint.ts'
import { FwError } from '#contract/http/error.ts'
import type { FwReply, FwRequest } from '#contract/http/request.ts'
import { matchesContentDigest } from '#wire/content-digest.ts'
import type { Exchange, ServerStage } from '../http/exchange.ts'
import { copyBody } from '../http/read-body.ts'
import { errorReply } from '../http/reply.ts'

/** Requests without a body are compared too: the signature of another request must not be valid for them. */
export const contentDigestStage: ServerStage = (request, exchange) => {
  const digest = request.header('content-digest')
  if (digest === undefined) return undefined
  const agent = exchange.agent()
  return agent === null ? undefined : checkDigest(request, exchange, digest)
}

async function checkDigest(request: FwRequest, exchange: Exchange, digest: string): Promise<FwReply | undefined> {
  if (!(await exchange.agent())?.verified) return undefined
  if (await matchesContentDigest(digest, await copyBody(request, exchange.app.policy))) return undefined
  const error = new FwError('invalid_request', { message: "The body doesn't match its Content-Digest." })
  if (isFrameworkPath(request.path)) throw error
  return errorReply(error) // the caller is an agent, which expects JSON from a page too
}
