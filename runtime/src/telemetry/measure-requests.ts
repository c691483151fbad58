/** Server spans and request durations, by the stable HTTP semantic conventions. */
import type * as Api from '@opentelemetry/api'
import type { FwReply, FwRequest } from '#contract/http/request.ts'

/** Data about a request after its response was created. */
interface RequestMeasures {
  readonly requestId: string
  /** Returns the matched pattern, which has low cardinality; undefined if no route matched. */
  route(reply: FwReply): string | undefined
  readonly scheme: 'http' | 'https'
}

/** Runs `work` under a server span that continues the caller's trace. */
export type RequestMeter = (
  request: FwRequest,
  facts: RequestMeasures,
  work: () => Promise<FwReply>,
) => Promise<FwReply>

interface Instruments {
  readonly tracer: Api.Tracer
  readonly meter: Api.Meter
}

const METHODS: ReadonlySet<string> = new Set([
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'DELETE',
  'CONNECT',
  'OPTIONS',
  'TRACE',
  'PATCH',
  'QUERY',
])

/** In seconds, as the conventions recommend. */
const BOUNDARIES = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]

export function createRequestMeter(api: typeof Api, { tracer, meter }: Instruments): RequestMeter {
  const { context, propagation, trace, SpanKind, SpanStatusCode } = api
  const durations = meter.createHistogram('http.server.request.duration', {
    description: 'Duration of HTTP server requests.',
    unit: 's',
    advice: { explicitBucketBoundaries: BOUNDARIES },
  })
  return async (request, facts, work) => {
    const started = performance.now()
    const known = METHODS.has(request.method)
    const method = known ? request.method : '_OTHER'
    const name = known ? request.method : 'HTTP'
    const few = { 'http.request.method': method, 'url.scheme': facts.scheme }
    const parent = propagation.extract(context.active(), request, CARRIER)
    const attributes = {
      ...few,
      ...(known ? {} : { 'http.request.method_original': request.method }),
      ...describe(request),
    }
    const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, parent)
    const reply = await context.with(trace.setSpan(parent, span), work)
    const route = facts.route(reply)
    const outcome = {
      'http.response.status_code': reply.status,
      ...(route === undefined ? {} : { 'http.route': route }),
      ...(reply.status < 500 ? {} : { 'error.type': String(reply.status) }),
    }
    if (route !== undefined) span.updateName(`${name} ${route}`)
    span.setAttributes({ ...outcome, 'fw.request_id': facts.requestId })
    if (reply.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end()
    durations.record((performance.now() - started) / 1000, { ...few, ...outcome })
    return reply
  }
}

/** Reads `traceparent` and `tracestate` by name. A list of all headers isn't needed. */
const CARRIER: Api.TextMapGetter<FwRequest> = {
  get: (request, name) => request.header(name.toLowerCase()),
  keys: () => [],
}

/** Omits the query, which may contain an input, cookies and authorization headers. */
function describe(request: FwRequest): Api.Attributes {
  const { path, address, host } = request
  const [, name, port] = /^(.+?)(?::(\d+))?$/.exec(host ?? '') ?? []
  const agent = request.header('user-agent')
  return {
    'url.path': path,
    ...(name === undefined ? {} : { 'server.address': name }),
    ...(port === undefined ? {} : { 'server.port': Number(port) }),
    ...(address === undefined ? {} : { 'client.address': address }),
    ...(agent === undefined ? {} : { 'user_agent.original': agent }),
  }
}
