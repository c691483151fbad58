import { context, metrics, propagation, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics'
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { defineAgent } from '../../runtime/src/agent.ts'
import { webhookChannel } from '../../runtime/src/channels.ts'
import { api, FwError, int, schema } from '../../runtime/src/index.ts'
import { createFwServer, type FwServerOptions } from '../../runtime/src/server.ts'
import type { ScriptedStep } from '../../runtime/src/testing.ts'
import { strictModel } from '../support/vendors/strict-model.ts'
import { AGENT, describeTransports } from './transports.ts'

const inner = api({ description: 'Inner.', run: async () => trace.getActiveSpan()?.spanContext().traceId })
const apis = {
  shop: {
    add: api({ description: 'Add.', input: schema({ n: int() }), run: async ({ input }) => input.n + 1 }),
    outer: api({ description: 'Outer.', run: async () => (await inner()) ?? '' }),
    inner,
    pay: api({ description: 'Pay.', guard: 'confirm', run: async () => 'paid' }),
    secret: api({ description: 'Secret.', guard: 'forbidden', run: async () => 'no' }),
    refuse: api({
      description: 'Refuse.',
      run: async () => {
        throw new FwError('rate_limited')
      },
    }),
    broken: api({
      description: 'Throw.',
      run: async () => {
        throw new Error('broken')
      },
    }),
  },
}
const routes = { '/orders/[id]': () => 'an order' }
const options: FwServerOptions = { apis, routes, approvals: 'open', production: true }

async function scripted(steps: readonly ScriptedStep[]) {
  const model = await strictModel(steps)
  return { ...model, [Symbol.asyncDispose]: () => model.close() }
}

/** Registers the official SDK, as an app does before it starts. */
function registerSdk() {
  const spans = new InMemorySpanExporter()
  const measured = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE)
  const reader = new PeriodicExportingMetricReader({ exporter: measured, exportIntervalMillis: 3_600_000 })
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] }))
  metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }))
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  return {
    /** Finished spans by name, without the noise of ids. */
    named: (name: string) => spans.getFinishedSpans().filter((span) => span.name === name),
    names: () => spans.getFinishedSpans().map(({ name }) => name),
    async points(name: string) {
      await reader.forceFlush()
      const scopes = measured.getMetrics().at(-1)?.scopeMetrics ?? []
      const metric = scopes.flatMap((scope) => scope.metrics).find(({ descriptor }) => descriptor.name === name)
      return (metric?.dataPoints ?? []).map(({ attributes, value }) => ({ attributes, value }))
    },
    text: () =>
      JSON.stringify(spans.getFinishedSpans().map(({ name, attributes, events }) => ({ name, attributes, events }))),
  }
}

afterEach(() => {
  trace.disable()
  metrics.disable()
  context.disable()
  propagation.disable()
})

describeTransports('with an OpenTelemetry SDK', (start) => {
  test('a call is a server span and a tool span below it, in the trace of the caller', async () => {
    const sdk = registerSdk()
    const { call, url } = await start(options)
    const traceId = '0af7651916cd43dd8448eb211c80319c'
    const answer = await call('shop.outer', {}, { traceparent: `00-${traceId}-b7ad6b7169203331-01` })
    expect(answer.body.result).toBe(traceId)
    const [server] = sdk.named('POST /_fw/api/shop.outer')
    const [tool] = sdk.named('execute_tool api.shop.outer')
    const [below] = sdk.named('execute_tool api.shop.inner')
    expect(server?.parentSpanContext?.spanId).toBe('b7ad6b7169203331')
    expect(tool?.parentSpanContext?.spanId).toBe(server?.spanContext().spanId)
    expect(below?.parentSpanContext?.spanId).toBe(tool?.spanContext().spanId)
    expect(server?.attributes).toMatchObject({
      'http.request.method': 'POST',
      'url.path': '/_fw/api/shop.outer',
      'url.scheme': new URL(url).protocol.slice(0, -1),
      'http.route': '/_fw/api/shop.outer',
      'http.response.status_code': 200,
      'fw.request_id': answer.headers.get('x-request-id'),
    })
    expect(tool?.attributes).toEqual({
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'api.shop.outer',
      'gen_ai.tool.type': 'function',
      'fw.origin': 'human',
      'fw.guard': 'auto',
      'fw.outcome': 'ok',
    })
  })

  test('pages are named by their pattern; what nothing matches has no route', async () => {
    const sdk = registerSdk()
    const support = webhookChannel({ secret: 'a secret of the channel' })
    const { request } = await start({ ...options, channels: { support } })
    await request('/orders/17?token=hush')
    await request('/nowhere/17')
    await request('/_fw/api/shop.nothing', { method: 'POST' })
    await request('/_fw/channels/17', { method: 'POST' })
    await request('/_fw/proposals')
    await request('/_fw/channels/support', { method: 'POST', body: '{"text":"hi"}' })
    expect(sdk.names()).toEqual([
      'GET /orders/[id]',
      'GET',
      'POST',
      'POST',
      'GET /_fw/proposals',
      'POST /_fw/channels/support',
    ])
    expect(sdk.text()).not.toContain('hush')
  })

  test('outcomes carry the code, and only failures of the server are errors of its span', async () => {
    const sdk = registerSdk()
    const { call } = await start(options)
    await call('shop.add', { n: 'x' })
    await call('shop.secret', {}, AGENT)
    await call('shop.refuse')
    await call('shop.broken')
    const outcomes = ['add', 'secret', 'refuse', 'broken'].map((name) => {
      const [tool] = sdk.named(`execute_tool api.shop.${name}`)
      const [server] = sdk.named(`POST /_fw/api/shop.${name}`)
      return [tool?.attributes['fw.outcome'], tool?.status.code, server?.attributes['error.type'], server?.status.code]
    })
    expect(outcomes).toEqual([
      ['invalid_input', 2, undefined, 0],
      ['forbidden', 2, undefined, 0],
      ['rate_limited', 2, undefined, 0],
      ['internal', 2, '500', 2],
    ])
  })

  test('proposals are events and a gauge: created, approved, rejected, expired', async () => {
    const sdk = registerSdk()
    let clock = Date.now()
    const { call, post } = await start({ ...options, proposalTtlMs: 1000, now: () => clock })
    const park = async () => ((await call('shop.pay', {}, AGENT)).body.result as { id: string }).id
    const [approved, rejected] = [await park(), await park()]
    await park()
    expect(await sdk.points('fw.proposals.pending')).toEqual([{ attributes: {}, value: 3 }])
    await post('/_fw/approve', { id: approved })
    await post('/_fw/reject', { id: rejected })
    await post('/_fw/reject', { id: rejected })
    expect(await sdk.points('fw.proposals.pending')).toEqual([{ attributes: {}, value: 1 }])
    clock += 2000
    expect(await sdk.points('fw.proposals.pending')).toEqual([{ attributes: {}, value: 0 }])
    const events = [...sdk.named('execute_tool api.shop.pay'), ...sdk.named('POST /_fw/reject')].flatMap((span) =>
      span.events.map(({ name, attributes }) => [
        name,
        attributes?.['fw.proposal.id'],
        attributes?.['fw.proposal.decision'],
      ]),
    )
    expect(events).toEqual([
      ['fw.proposal.parked', approved, undefined],
      ['fw.proposal.parked', rejected, undefined],
      ['fw.proposal.parked', expect.any(String), undefined],
      ['fw.proposal.settled', approved, 'approve'],
      ['fw.proposal.settled', rejected, 'reject'],
    ])
  })

  test('durations and calls are counted by what there are few of', async () => {
    const sdk = registerSdk()
    const { call, request, url } = await start(options)
    await call('shop.add', { n: 1 })
    await call('shop.add', { n: 2 })
    await call('shop.add', {})
    await request('/orders/1')
    await request('/orders/2')
    expect(await sdk.points('fw.tool.calls')).toEqual([
      { attributes: { 'gen_ai.tool.name': 'api.shop.add', 'fw.origin': 'human', 'fw.outcome': 'ok' }, value: 2 },
      {
        attributes: { 'gen_ai.tool.name': 'api.shop.add', 'fw.origin': 'human', 'fw.outcome': 'invalid_input' },
        value: 1,
      },
    ])
    const durations = await sdk.points('http.server.request.duration')
    const page = durations.find(({ attributes }) => attributes['http.route'] === '/orders/[id]')
    expect(page?.attributes).toEqual({
      'http.request.method': 'GET',
      'url.scheme': new URL(url).protocol.slice(0, -1),
      'http.route': '/orders/[id]',
      'http.response.status_code': 200,
    })
    expect(page?.value).toMatchObject({ count: 2, buckets: { boundaries: expect.arrayContaining([0.005, 10]) } })
  })

  test('a turn of the agent is a span with its rounds and its tools below it, and tokens are counted', async () => {
    const sdk = registerSdk()
    await using model = await scripted([
      { calls: [{ name: 'api.shop.add', input: { n: 41 } }], usage: { input: 100, output: 10, cached: 60 } },
      { text: 'It is a secret.', usage: { input: 130, output: 5 } },
      { status: 400 },
    ])
    const { post } = await start({ ...options, agent: defineAgent({}, { env: model.env('anthropic') }) })
    const ask = () => post('/_fw/agent', { messages: [{ role: 'user', content: 'A hush question.' }] })
    expect((await ask()).body).toMatchObject({ type: 'text' })
    expect((await ask()).body).toMatchObject({ type: 'error' })
    const [server] = sdk.named('POST /_fw/agent')
    const [turn, failedTurn] = sdk.named('invoke_agent')
    const [first, second, failed] = sdk.named('chat claude-sonnet-5-5')
    const [tool] = sdk.named('execute_tool api.shop.add')
    const idOf = (span: typeof turn) => span?.spanContext().spanId
    expect(turn?.parentSpanContext?.spanId).toBe(idOf(server))
    for (const below of [first, second, tool]) expect(below?.parentSpanContext?.spanId).toBe(idOf(turn))
    expect(first?.attributes).toEqual({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'anthropic',
      'gen_ai.request.model': 'claude-sonnet-5-5',
      'gen_ai.response.model': expect.any(String),
      'gen_ai.response.id': expect.any(String),
      'fw.provider.request_id': expect.any(String),
      'http.response.status_code': 200,
      'gen_ai.response.finish_reasons': ['tool_calls'],
      'gen_ai.usage.input_tokens': 100,
      'gen_ai.usage.output_tokens': 10,
      'gen_ai.usage.cache_read.input_tokens': 60,
      'fw.usage.cost_usd': expect.closeTo(0.000186, 9),
    })
    expect(turn?.attributes).toMatchObject({
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.usage.input_tokens': 230,
      'gen_ai.usage.output_tokens': 15,
    })
    expect([failed?.attributes['error.type'], failed?.status.code]).toEqual(['rejected', 2])
    expect([failedTurn?.attributes['error.type'], failedTurn?.status.code]).toEqual(['provider_error', 2])
    expect(sdk.text()).not.toMatch(/hush|secret/)
    const counted = (await sdk.points('gen_ai.client.token.usage')).map(({ attributes, value }) => [
      attributes['gen_ai.token.type'],
      (value as { sum: number }).sum,
    ])
    expect(counted).toEqual([
      ['input', 230],
      ['output', 15],
    ])
  })

  test('a client that disconnects from a streamed response ends its spans', async () => {
    const sdk = registerSdk()
    await using model = await scripted([{ text: 'One two three.', hang: 'within' }])
    const { request } = await start({ ...options, agent: defineAgent({}, { env: model.env('anthropic') }) })
    const leaving = new AbortController()
    const response = await request('/_fw/agent', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify({ messages: [{ role: 'user', content: 'Hi.' }] }),
      signal: leaving.signal,
    })
    const reader = response.body?.getReader()
    let text = ''
    while (!text.includes('text-start')) text += new TextDecoder().decode((await reader?.read())?.value)
    leaving.abort()
    await reader?.cancel().catch(() => undefined)
    await vi.waitFor(() => expect(sdk.names()).toContain('invoke_agent'))
    expect(sdk.named('chat claude-sonnet-5-5')[0]?.attributes['error.type']).toBe('aborted')
  })

  test('no input and no result leaves, unless the app asks for it', async () => {
    const sdk = registerSdk()
    const headers = { authorization: 'Bearer t0psecret', cookie: 'sid=s3cret' }
    const silent = await start(options)
    await silent.call('shop.add', { n: 4_200_041 }, headers)
    expect(sdk.text()).not.toMatch(/420004|t0psecret|s3cret/)
    const talking = await start({ ...options, telemetry: { content: true } })
    await talking.call('shop.add', { n: 4_200_041 }, headers)
    expect(sdk.named('execute_tool api.shop.add').at(-1)?.attributes).toMatchObject({
      'gen_ai.tool.call.arguments': '{"n":4200041}',
      'gen_ai.tool.call.result': '4200042',
    })
    expect(sdk.text()).not.toMatch(/t0psecret|s3cret/)
  })

  test('an input is recorded as `redact` rewrites it', async () => {
    const sdk = registerSdk()
    const redact = (tool: string) => ({ hidden: tool })
    const { call } = await start({ ...options, telemetry: { content: true }, redact })
    await call('shop.add', { n: 4_200_041 })
    await call('shop.add', { n: 'hush' })
    const inputs = sdk.named('execute_tool api.shop.add').map((span) => span.attributes['gen_ai.tool.call.arguments'])
    expect(inputs).toEqual(['{"hidden":"api.shop.add"}', '{"hidden":"api.shop.add"}'])
  })

  test('`redact` has the origin of the call that it rewrites, and its own calls are not recorded', async () => {
    const sdk = registerSdk()
    const origins: string[] = []
    const probe = api({
      description: 'Probe.',
      guard: ({ origin }) => {
        origins.push(origin)
        return 'auto'
      },
      run: async () => 'done',
    })
    const redact = (_tool: string, input: unknown) => {
      if (origins.length < 9) void probe()
      return input
    }
    const { pay } = apis.shop
    const { call, post } = await start({
      ...options,
      apis: { shop: { pay, probe } },
      telemetry: { content: true },
      redact,
    })
    const { body } = await call('shop.pay', {}, AGENT)
    const { status } = await post('/_fw/approve', { id: (body.result as { id: string }).id })
    await vi.waitFor(() => expect(sdk.named('execute_tool api.shop.pay')).toHaveLength(2))
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect([status, origins, sdk.named('execute_tool api.shop.probe').length]).toEqual([200, ['agent', 'agent'], 0])
  })
})

describe('without an SDK', () => {
  test('the api is never asked for anything', async () => {
    const asked = [
      vi.spyOn(trace, 'getTracer'),
      vi.spyOn(trace, 'getTracerProvider'),
      vi.spyOn(metrics, 'getMeter'),
      vi.spyOn(propagation, 'extract'),
      vi.spyOn(context, 'with'),
    ]
    const server = createFwServer({ ...options, log: () => undefined })
    const init = { method: 'POST', body: '{"n":1}', headers: { 'content-type': 'application/json' } }
    expect((await server.fetch(new Request('http://localhost/_fw/api/shop.add', init))).status).toBe(200)
    expect((await server.fetch(new Request('http://localhost/orders/1'))).status).toBe(200)
    await server.close()
    for (const spy of asked) expect(spy).not.toHaveBeenCalled()
    vi.restoreAllMocks()
  })

  test('a registry without tracer and meter measures nothing', async () => {
    propagation.setGlobalPropagator(new W3CTraceContextPropagator())
    const extract = vi.spyOn(propagation, 'extract')
    const server = createFwServer({ ...options, log: () => undefined })
    expect((await server.fetch(new Request('http://localhost/orders/1'))).status).toBe(200)
    await server.close()
    expect(extract).not.toHaveBeenCalled()
    vi.restoreAllMocks()
  })
})
