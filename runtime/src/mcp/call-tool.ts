/**
 * `tools/call`: finds the tool of a wire name, runs it through the dispatch pipeline, and returns its outcome as an
 * MCP result.
 */

import { isParked } from '#contract/agent/proposal.ts'
import type { Ctx } from '#contract/api.ts'
import { ERRORS, FwError } from '#contract/http/error.ts'
import { isRecord } from '#contract/is-object.ts'
import type { JsonSchema } from '#contract/schema/json-schema.ts'
import { rpcError } from '#wire/json-rpc.ts'
import type { Conversations } from './conversation.ts'
import { mismatch } from './era.ts'
import type { McpApp, McpCall, McpMethod, McpReply, McpRequest } from './host.ts'
import { findParamHeaders, findParamMismatch, type ParamHeaders } from './param-headers.ts'
import { replyToDecision } from './pending-call.ts'
import { ok, refuseParams } from './reply.ts'
import { createTasks } from './tasks.ts'
import { createFailure, createResultWriter } from './tool-result.ts'

export function callMethod(app: McpApp, conversations: Conversations): McpMethod {
  const results = createResultWriter(app)
  const headers = createHeaderCheck(app)
  const tasks = createTasks(app)
  // No async functions here: on Node each promise of a call is reported to `async_hooks`.
  return (request, call) => {
    const { name, arguments: input = {} } = request.params
    if (typeof name !== 'string') return refuseParams(request, 'The member "name" of params must be a string.')
    if (!isRecord(input)) return refuseParams(request, 'The member "arguments" of params must be an object.')
    // An unknown name goes through the pipeline as well, which refuses and audits it.
    const tool = app.names.get(name) ?? name
    const run = (ctx: Ctx) =>
      conversations.start(request, call, { ctx, name: tool, input }, (conversation) => {
        const { proposal } = conversation.state ?? {}
        if (proposal !== undefined) return replyToDecision(app, request, conversation, proposal, results)
        const taskCall = { request, conversation, ctx }
        const work = () =>
          call.invoke(ctx, tool, input, conversation).then(
            (invoked) =>
              isParked(invoked.wire, tool) ? tasks.park(taskCall, invoked.wire) : results.write(request, invoked),
            (error: unknown) => conversation.findQuestion(error) ?? failure(app, request, call, tool, error, name),
          )
        return request.era === 'modern' ? tasks.run(taskCall, tool, work) : work()
      })
    const begin = () => {
      const ctx = call.ctx()
      return ctx instanceof Promise ? ctx.then(run) : run(ctx)
    }
    const refusal = request.era === 'modern' ? headers.refuse(request, call, tool, input) : undefined
    if (refusal instanceof Promise) return refusal.then((refused) => refused ?? begin())
    return refusal ?? begin()
  }
}

interface HeaderCheck {
  /** Returns the refusal of a call whose headers differ from its input. */
  refuse(
    request: McpRequest,
    call: McpCall,
    tool: string,
    input: Readonly<Record<string, unknown>>,
  ): McpReply | undefined | Promise<McpReply | undefined>
}

function createHeaderCheck(app: McpApp): HeaderCheck {
  const known = new WeakMap<JsonSchema, ParamHeaders>()
  function findHeaders(tool: string, schema: JsonSchema): ParamHeaders {
    const found = known.get(schema) ?? findParamHeaders(schema, app.options.headers?.[tool])
    known.set(schema, found)
    return found
  }
  return {
    refuse(request, call, tool, input) {
      const check = (schema: JsonSchema | undefined) => {
        const { headers } = schema === undefined ? NO_HEADERS : findHeaders(tool, schema)
        const found = findParamMismatch(headers, input, (name) => call.header(name))
        if (found === undefined) return undefined
        const { code, message } = mismatch(found.name, found.stated, found.body)
        return { status: 400, body: rpcError(request.id, code, message) }
      }
      const schema = app.findInput(tool)
      return schema instanceof Promise ? schema.then(check) : check(schema)
    },
  }
}

const NO_HEADERS: Pick<ParamHeaders, 'headers'> = { headers: [] }

function failure(
  app: McpApp,
  request: McpRequest,
  call: McpCall,
  tool: string,
  error: unknown,
  name: string,
): McpReply {
  if (!(error instanceof FwError)) throw error
  if (error.code === 'unknown_tool') return refuseParams(request, `Unknown tool: ${name}`)
  const challenge = error.code === 'out_of_scope' ? call.scopeChallenge?.(tool) : undefined
  return challenge === undefined ? ok(request, createFailure(error), app.server) : createScopeReply(request, challenge)
}

/**
 * MCP defines no error code for this case and forbids new ones in the range of JSON-RPC, so the code is the
 * framework's own.
 */
function createScopeReply(request: McpRequest, challenge: string): McpReply {
  const body = rpcError(request.id, 403, ERRORS.out_of_scope.text)
  return { status: 403, body, headers: { 'www-authenticate': challenge } }
}
