/** What the operators of an app see of its model: in the log, in the span, and never in a reply. */
import { trace } from '@opentelemetry/api'
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { defineAgent } from '../../../runtime/src/agent.ts'
import type { LogLine } from '../../../runtime/src/contract/config/log.ts'
import { serve } from '../../../runtime/src/host.ts'
import { FwError } from '../../../runtime/src/index.ts'
import { createFwServer, type FwServerOptions } from '../../../runtime/src/server.ts'
import type { ScriptedFormat } from '../../../runtime/src/testing.ts'
import { ask, tidyAfterEach, withModel } from '../agent-app.ts'
import { describeTransports } from '../transports.ts'

tidyAfterEach()
afterEach(() => trace.disable())

/** The key of every scripted model. */
const KEY = 'scripted-key'
const FORMATS: readonly ScriptedFormat[] = ['anthropic', 'openai', 'openai-compatible', 'google']

function collectSpans(): InMemorySpanExporter {
  const spans = new InMemorySpanExporter()
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] }))
  return spans
}

const findRounds = (lines: readonly LogLine[]) => lines.filter(({ model }) => model !== undefined)

describeTransports('the log and the span of a round', (start) => {
  test.each(FORMATS)('%s: a failure has the status, words, request id and model of the provider', async (format) => {
    const spans = collectSpans()
    const words = `Your key ${KEY} may not use this model, nor may "Bearer abcdefghijkl" or sk-proj-abcdefghijklmnop.`
    const failure = { status: 403, headers: { 'request-id': 'req_7', 'x-request-id': 'req_7' }, message: words }
    const { options } = await withModel([failure], { format })
    const lines: LogLine[] = []
    const { post } = await start({ ...options, production: true, log: (line) => lines.push(line) })
    const { body, status, headers } = await post('/_fw/agent', ask('A hush question.'))
    const [round, ...more] = findRounds(lines)
    expect(more).toEqual([])
    expect(round).toMatchObject({
      level: 'warn',
      msg: expect.stringMatching(/ failed: .+ rejects the API key of this server\.$/),
      requestId: headers.get('x-request-id'),
      model: expect.stringContaining('/'),
      status: 403,
      providerRequestId: 'req_7',
      failure: 'auth',
      detail: expect.stringContaining('may not use this model'),
      durationMs: expect.any(Number),
    })
    expect([status, body.code]).toEqual([502, 'provider_error'])
    expect(JSON.stringify(body)).not.toMatch(/may not use|req_7|403/)
    const [span] = spans.getFinishedSpans().filter(({ name }) => name.startsWith('chat '))
    expect(span?.attributes).toMatchObject({
      'gen_ai.request.model': round?.model?.toString().replace(/^[^/]*\//, ''),
      'http.response.status_code': 403,
      'fw.provider.request_id': 'req_7',
      'error.type': 'auth',
    })
    expect(span?.status.message).toBe(round?.detail)
    const written = [lines, spans.getFinishedSpans().map((one) => [one.attributes, one.status])]
    expect(JSON.stringify([written, body])).not.toMatch(/scripted-key|abcdefghijkl/)
    expect(JSON.stringify(written)).not.toContain('hush')
  })

  test.each(FORMATS)('%s: a reply has the model, the request id and the tokens', async (format) => {
    const spans = collectSpans()
    const { options } = await withModel([{ text: 'Hi.', usage: { input: 100, output: 10, cached: 60 } }], { format })
    const lines: LogLine[] = []
    const { post } = await start({ ...options, production: true, log: (line) => lines.push(line) })
    const { body } = await post('/_fw/agent', ask('A hush question.'))
    const [round] = findRounds(lines)
    expect(round).toMatchObject({
      level: 'info',
      msg: expect.stringMatching(/ replied$/),
      status: 200,
      responseId: expect.any(String),
      responseModel: expect.any(String),
      inputTokens: 100,
      outputTokens: 10,
      cachedInputTokens: 60,
    })
    // Gemini identifies a response in its body only.
    expect(typeof round?.providerRequestId).toBe(format === 'google' ? 'undefined' : 'string')
    expect(JSON.stringify(body)).not.toContain(String(round?.responseId))
    const [span] = spans.getFinishedSpans().filter(({ name }) => name.startsWith('chat '))
    expect(span?.attributes).toMatchObject({
      'http.response.status_code': 200,
      'gen_ai.response.id': round?.responseId,
      'gen_ai.usage.input_tokens': 100,
    })
    expect(span?.attributes['fw.provider.request_id']).toBe(round?.providerRequestId)
    expect(JSON.stringify(lines)).not.toContain('hush')
  })

  test('a stream that fails has the id of its response, and a round that was retried counts its responses', async () => {
    const { options } = await withModel([
      { status: 529, headers: { 'retry-after': '0' } },
      { text: 'One two', streamError: `No ${KEY}` },
    ])
    const lines: LogLine[] = []
    const { request } = await start({ ...options, production: true, log: (line) => lines.push(line) })
    const response = await request('/_fw/agent', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify(ask('Hi.')),
    })
    const text = await response.text()
    expect(findRounds(lines)).toMatchObject([
      {
        level: 'warn',
        status: 200,
        attempts: 2,
        providerRequestId: expect.any(String),
        failure: 'unavailable',
        detail: 'No ***',
        outputTokens: expect.any(Number),
      },
    ])
    expect(text).toContain('provider_error')
    expect(text).not.toContain('No ')
  })
})

describe('an agent that anonymous callers can use', () => {
  const open: { close(): Promise<void> }[] = []
  afterEach(async () => {
    for (const one of open.splice(0)) await one.close()
    vi.unstubAllEnvs()
  })

  /** Starts a server in production and returns its warnings about the agent. */
  async function startAndRead(options: FwServerOptions): Promise<string[]> {
    const warnings: string[] = []
    const server = createFwServer({
      production: true,
      log: ({ level, msg }) => void (level === 'warn' && msg.includes('/_fw/') && warnings.push(msg)),
      ...options,
    })
    const listening = await serve(server, { port: 0, drainMs: 50 })
    open.push(listening)
    // The check is complete before a later task.
    for (let turn = 0; turn < 20 && warnings.length === 0; turn++)
      await new Promise((resolve) => setTimeout(resolve, 5))
    return warnings
  }

  const agent = defineAgent({}, { env: { ANTHROPIC_API_KEY: KEY } })
  const refuse = (paths: RegExp) => (request: Request) => {
    if (paths.test(request.url) && !request.headers.has('cookie')) throw new FwError('unauthenticated')
    return {}
  }

  test('is reported once at start, with how to close it', async () => {
    const warnings = await startAndRead({ agent })
    expect(warnings).toEqual([expect.stringContaining('Anonymous callers can use /_fw/agent, /_fw/llm and /_fw/a2a')])
    expect(warnings[0]).toContain("throw new FwError('unauthenticated') in src/ctx.ts")
    expect(warnings[0]).toContain('budget')
    expect(warnings[0]).not.toContain(KEY)
  })

  test('the fix of the message closes it, and the message names the path that stays open', async () => {
    expect(await startAndRead({ agent, ctxFor: refuse(/\/_fw\/(?:agent|llm|a2a)(?:\/|$)/) })).toEqual([])
    const [warning] = await startAndRead({ agent, ctxFor: refuse(/\/_fw\/(?:agent|a2a)/) })
    expect(warning).toContain('can use /_fw/llm, and')
  })

  test('A2A runs turns too: it is open unless its callers need a token or a signature', async () => {
    const ctxFor = refuse(/\/_fw\/(?:agent|llm)$/)
    const [warning] = await startAndRead({ agent, ctxFor })
    expect(warning).toContain('can use /_fw/a2a, and')
    const [below] = await startAndRead({ agent, ctxFor: refuse(/\/_fw\/(?:agent|llm|a2a)$/) })
    expect(below).toContain('can use /_fw/a2a, and')
    expect(await startAndRead({ agent, ctxFor, mcpAuth: { token: 'a-long-token' } })).toEqual([])
    expect(await startAndRead({ agent, ctxFor, agents: { webBotAuth: { keys: [] }, policy: 'require' } })).toEqual([])
  })

  test('middleware closes it, too', async () => {
    const middleware = (request: Request) =>
      request.url.includes('/_fw/') ? new Response(null, { status: 401 }) : undefined
    expect(await startAndRead({ agent, middleware })).toEqual([])
  })

  test('the built-in agent is open as soon as the environment has a key, and no agent is without a model', async () => {
    for (const name of ['FW_MODEL', 'ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'OPENROUTER_API_KEY']) vi.stubEnv(name, '')
    for (const name of ['GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY', 'GOOGLE_API_KEY']) vi.stubEnv(name, '')
    expect(await startAndRead({})).toEqual([])
    vi.stubEnv('ANTHROPIC_API_KEY', KEY)
    expect(await startAndRead({})).toHaveLength(1)
  })

  test('a server for development on this machine reports nothing', async () => {
    expect(await startAndRead({ agent, production: false })).toEqual([])
  })
})
