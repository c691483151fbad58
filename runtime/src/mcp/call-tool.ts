/** `tools/call`: a wire name to a tool, the one pipeline, and its outcome as an MCP result. */
import type { Ctx } from '#contract/api.ts'
import { ERRORS, FwError } from '#contract/error.ts'
import { isParked } from '#contract/proposal.ts'
import { isRecord, rpcError } from '#wire/json-rpc.ts'
import type { Conversations } from './conversation.ts'
import type { McpApp, McpCall, McpMethod, McpReply, McpRequest } from './host.ts'
import { collect, replyToPending } from './parked.ts'
import { ok, refuseMessage } from './reply.ts'
import { createFailure, createResults } from './tool-result.ts'

export function callMethod(app: McpApp, conversations: Conversations): McpMethod {
  const results = createResults(app)
  // No async functions on this way: on Node each promise of a call is told to `async_hooks`.
  return (request, call) => {
    const { name, arguments: input = {} } = request.params
    if (typeof name !== 'string') return refuseMessage(request, 'The member "name" of params must be a string.')
    if (!isRecord(input)) return refuseMessage(request, 'The member "arguments" of params must be an object.')
    // A name that is nobody's goes through the pipeline too, which refuses and audits it.
    const tool = app.names.get(name) ?? name
    const run = (ctx: Ctx) =>
      conversations.hold(request, call, { ctx, name: tool, input }, (talk) => {
        const { proposal } = talk.state ?? {}
        if (proposal !== undefined) return collect(app, request, talk, proposal, results)
        return call.invoke(ctx, tool, input, talk).then(
          (invoked) =>
            isParked(invoked.wire, tool)
              ? replyToPending(app, request, talk, invoked.wire)
              : results.of(request, invoked),
          (error: unknown) => talk.findQuestion(error) ?? failure(app, request, call, tool, error, name),
        )
      })
    const ctx = call.ctx()
    return ctx instanceof Promise ? ctx.then(run) : run(ctx)
  }
}

function failure(
  app: McpApp,
  request: McpRequest,
  call: McpCall,
  tool: string,
  error: unknown,
  name: string,
): McpReply {
  if (!(error instanceof FwError)) throw error
  if (error.code === 'unknown_tool') return refuseMessage(request, `Unknown tool: ${name}`)
  const challenge = error.code === 'out_of_scope' ? call.scopeChallenge?.(tool) : undefined
  return challenge === undefined ? ok(request, createFailure(error), app.server) : outOfScope(request, challenge)
}

/** The code is ours: MCP defines none, and forbids new ones in the range of JSON-RPC. */
function outOfScope(request: McpRequest, challenge: string): McpReply {
  const body = rpcError(request.id, 403, ERRORS.out_of_scope.text)
  return { status: 403, body, headers: { 'www-authenticate': challenge } }
}
