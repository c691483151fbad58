/** Handles a request: runs the stages in order, finishes the response, and logs it. */

import { createHttpError } from '#a2a/http-refusal.ts'
import { respondsTo } from '#contract/http/endpoint.ts'
import { FwError } from '#contract/http/error.ts'
import { API_PREFIX } from '#contract/http/path.ts'
import type { FwReply, FwRequest } from '#contract/http/request.ts'
import { getMessage, isUnexpected } from '#contract/http/thrown-error.ts'
import { TOOL_PREFIX } from '#contract/name.ts'
import type { App } from './app/app.ts'
import type { Observed } from './app/observe.ts'
import { withCaller } from './caller-scope.ts'
import { auditRefusal } from './create-call.ts'
import { toA2aReply } from './http/a2a-reply.ts'
import type { Entry } from './http/entry.ts'
import { Exchange } from './http/exchange.ts'
import { toFwError } from './http/failure.ts'
import { finish } from './http/finish.ts'
import { withReadableRedirect } from './http/form-redirect.ts'
import { createTextReply, errorReply } from './http/reply.ts'
import { newRequestId } from './http/request-id.ts'
import { STAGES } from './stages.ts'

/** Handles a request. Never rejects. The outcome of an upgrade is stored in `entry.upgrade`. */
export function handleRequest(app: App, request: FwRequest, entry?: Entry): Promise<FwReply> {
  const exchange = new Exchange(app, request, entry)
  // Any stage may call functions of the app.
  return withCaller(exchange, () =>
    app.observed === undefined ? runLogged(exchange) : runMeasured(exchange, app.observed),
  )
}

/** Handles the request under a server span that continues the caller's trace. */
async function runMeasured(exchange: Exchange, observed: Observed): Promise<FwReply> {
  const telemetry = await observed.ready
  if (telemetry === undefined) return runLogged(exchange)
  const { request, requestId, app } = exchange
  const scheme = request.protocol ?? (app.info.scheme === 'https:' ? 'https' : 'http')
  const facts = { requestId, scheme, route: () => exchange.route } as const
  return telemetry.requests(request, facts, () => runLogged(exchange))
}

function runLogged(exchange: Exchange): Promise<FwReply> {
  return exchange.app.accessLog ? logReply(exchange) : runStages(exchange)
}

/** Returns the response to a request that couldn't be parsed. */
export function refuseRequest(app: App, error: unknown): FwReply {
  const requestId = newRequestId()
  const failure = toFwError(error, app, requestId)
  if (app.accessLog) app.log.info('A request without a readable path', { requestId, status: failure.status })
  return { ...createTextReply(failure.status, failure.message), requestId }
}

async function logReply(exchange: Exchange): Promise<FwReply> {
  const started = performance.now()
  const reply = await runStages(exchange)
  const { app, requestId } = exchange
  const { method, path } = exchange.request
  const { status } = reply
  const durationMs = Math.round((performance.now() - started) * 1000) / 1000
  app.log.info(`${method} ${path}`, { requestId, method, path, status, durationMs })
  return reply
}

function runStages(exchange: Exchange): Promise<FwReply> {
  const reply = advance(exchange, 0)
  return reply instanceof Promise ? reply : Promise.resolve(reply)
}

/**
 * Runs the stages from index `from` on. Not an async function, so that stages that return immediately don't add a turn of
 * the event loop.
 */
function advance(exchange: Exchange, from: number): FwReply | Promise<FwReply> {
  try {
    for (let index = from; index < STAGES.length; index++) {
      const reply = STAGES[index]?.(exchange.request, exchange)
      if (reply instanceof Promise)
        return reply.then(
          (late) => (late === undefined ? advance(exchange, index + 1) : complete(exchange, late)),
          (error) => fail(exchange, error),
        )
      if (reply !== undefined) return send(exchange, reply)
    }
    throw new FwError('not_found')
  } catch (error) {
    return fail(exchange, error)
  }
}

function complete(exchange: Exchange, reply: FwReply | Response): FwReply {
  try {
    return send(exchange, reply)
  } catch (error) {
    return fail(exchange, error)
  }
}

function send(exchange: Exchange, reply: FwReply | Response): FwReply {
  return withReadableRedirect(exchange.request, finish(exchange, reply))
}

/** Returns the response to a failed request, and audits a call that failed before its dispatch. */
function fail(exchange: Exchange, error: unknown): FwReply {
  const { app, origin, made } = exchange
  const tool = exchange.dispatched ? undefined : getCalledTool(exchange)
  if (tool !== undefined) auditRefusal(app, { tool, origin, error, ctx: made })
  if (isUnexpected(error)) exchange.inspect?.(error, NO_FACTS)
  try {
    return send(exchange, createFailureReply(exchange, error))
  } catch (second) {
    // An app's own error can contain values that a response can't, such as data that isn't JSON.
    return finish(
      exchange,
      createFailureReply(exchange, new TypeError(`The error response failed: ${getMessage(second)}`)),
    )
  }
}

const NO_FACTS = {}

/** Returns the name of the tool that the request calls as an api. */
function getCalledTool({ endpoint, request, apiRoute }: Exchange): string | undefined {
  if (endpoint?.name !== 'api' || !respondsTo(endpoint, request.path)) return apiRoute?.api?.record.name
  return TOOL_PREFIX + request.path.slice(API_PREFIX.length)
}

/**
 * Endpoints respond with the error envelope, endpoints of the A2A protocol with their own format, and a page that couldn't
 * start rendering with plain text.
 */
function createFailureReply(exchange: Exchange, error: unknown): FwReply {
  const { app, request, endpoint, upgrade, requestId } = exchange
  const failure = toFwError(error, app, requestId)
  if (endpoint?.errors === 'a2a' && request.path !== endpoint.path) return toA2aReply(createHttpError(failure))
  // Only agents receive `agent_required`, and they expect JSON.
  const isEndpoint = upgrade !== undefined || exchange.isEndpoint || failure.code === 'agent_required'
  return isEndpoint ? errorReply(failure) : createTextReply(failure.status, failure.message, failure.headers)
}
