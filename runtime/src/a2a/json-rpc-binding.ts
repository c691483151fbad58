/** The JSON-RPC binding (specification, 9): one message in, one reply or stream out. */
import type { FwError } from '#contract/http/error.ts'
import { INVALID_PARAMS, PARSE_ERROR, parseRpc, type RpcId, rpcResult } from '#wire/json-rpc.ts'
import type { A2aCall } from './call.ts'
import { createTaskStream } from './event-stream.ts'
import type { Operation } from './operations.ts'
import { A2A_VERSION, A2aError, type A2aFailure, isSupported, toFailure } from './protocol.ts'
import type { A2aReply } from './reply.ts'

const JSON_TYPE = 'application/json'

/** Handles the text of one POST. Never rejects. */
export async function handleRpc(
  text: string,
  version: string | undefined,
  operations: ReadonlyMap<string, Operation>,
  call: A2aCall,
): Promise<A2aReply> {
  const message = parseRpc(text)
  if (message.kind === 'invalid') {
    const reason =
      message.code === PARSE_ERROR
        ? 'PARSE_ERROR'
        : message.code === INVALID_PARAMS
          ? 'INVALID_PARAMS'
          : 'INVALID_REQUEST'
    return createRpcError(message.id, new A2aError(reason, { message: message.message }), 400)
  }
  // No method of the protocol is a notification.
  if (message.kind === 'notification')
    return createRpcError(undefined, new A2aError('INVALID_REQUEST', { message: 'The member "id" is missing.' }), 400)
  const { id, method, params } = message
  try {
    if (!isSupported(version)) throw createVersionError(version)
    const operation = operations.get(method)
    if (operation === undefined) throw new A2aError('METHOD_NOT_FOUND', { message: `Method not found: ${method}` })
    const result = await operation(params, call)
    if ('json' in result) return { status: 200, type: JSON_TYPE, body: rpcResult(id, result.json) }
    const body = createTaskStream(result.events, {
      event: (event) => rpcResult(id, event),
      failure: (error) => `data: ${formatFailure(id, toFailure(toPublicError(error, call)))}\n\n`,
    })
    return { status: 200, type: 'text/event-stream', body }
  } catch (error) {
    return createRpcError(id, toPublicError(error, call))
  }
}

/** Creates the error for an unsupported version. A caller that sends none uses 0.3. */
export function createVersionError(version: string | undefined): A2aError {
  const requested = version?.trim() || '0.3'
  return new A2aError('VERSION_NOT_SUPPORTED', {
    metadata: { requestedVersion: requested.slice(0, 64), supportedVersions: A2A_VERSION },
  })
}

/** Returns the error that may be shown to the caller. */
export function toPublicError(error: unknown, call: A2aCall): A2aError | FwError {
  return error instanceof A2aError ? error : call.toShown(error)
}

/**
 * Creates an error reply. Errors of the protocol have status 200 in JSON-RPC; refusals of the server keep their
 * status and headers.
 */
function createRpcError(id: RpcId | undefined, error: A2aError | FwError, status?: number): A2aReply {
  const failure = toFailure(error)
  const isProtocolError = error instanceof A2aError
  return {
    status: status ?? (isProtocolError ? 200 : failure.status),
    type: JSON_TYPE,
    body: formatFailure(id, failure),
    ...(!isProtocolError && error.headers !== undefined && { headers: error.headers }),
  }
}

function formatFailure(id: RpcId | undefined, { rpc, text, details }: A2aFailure): string {
  return JSON.stringify({ jsonrpc: '2.0', id: id ?? null, error: { code: rpc, message: text, data: details } })
}
